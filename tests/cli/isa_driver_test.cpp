// `isa` with real drivers that compile: Mesa's RADV for AMD GPUs that the machine lacks, a driver that tells
// nothing, and two that break.
#include <filesystem>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <vulkan/vulkan_core.h>

#include "eighty_columns.h"
#include "gather_shader.h"
#include "paths.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kRadv = VKPERFTEST_RADV_MANIFEST;

TEST(IsaDriver, PrintsTheLoadsOfOneTarget) {
    const Outcome outcome = runProgram(
        {"isa", "--driver", kRadv, "--target", "polaris10", "--filter", "ByteAddressBuffer.Load4 linear"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_EQ(countLines(outcome.out), 4u);
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("^polaris10 .GCN 4: RX 480, RX 580.: [^\n]*POLARIS10[^\n]*, radv Mesa [^\n]+\n\n"
                      "row +polaris10 +in flight +subgroup +registers +code\n"));
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("\nByteAddressBuffer.Load4 linear +1 × buffer_load_dwordx4.* 4 +64 +[0-9]+ SGPRs, "
                      "[0-9]+ VGPRs +[0-9a-f]{16}\n"));
    EXPECT_EQ(outcome.err, "");
}

TEST(IsaShaders, TellsEachLoopsLoadsWithTheirLines) {
    const std::string file = scratchFile("a.comp");
    writeAll(file, kGatherShader);
    const Outcome outcome =
        runProgram({"isa", file, "--driver", kRadv, "--target", "polaris10", "--spec", "count=4"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("a.comp, main on polaris10\n[^\n]*POLARIS10[^\n]*radv Mesa"));
    EXPECT_THAT(outcome.out, ContainsRegex("\n1 +load +buffer_load_dword +1 +32 +lane +data +11\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("\n1 +load +buffer_load_dwordx4 +1 +128 +lane +data +12\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("\nnone +store +buffer_store_dwordx4 +1 +128 +lane +data +14\n"));
    EXPECT_THAT(outcome.out, HasSubstr("The driver reports: subgroup size 64; "));
    EXPECT_EQ(outcome.err, "");
}

TEST(IsaShaders, FindsTheLinesOfLoadsThroughPointers) {
    const std::string file = scratchFile("pointers.comp");
    writeAll(file,
             "#version 450\n"
             "#extension GL_EXT_buffer_reference : require\n"
             "layout(local_size_x = 64) in;\n"
             "layout(buffer_reference, std430, buffer_reference_align = 16) buffer Values { vec4 at[]; };\n"
             "layout(push_constant) uniform Root { Values source; Values target; };\n"
             "void main() {\n"
             "    uint i = gl_GlobalInvocationID.x;\n"
             "    target.at[i] =\n"
             "        source.at[i];\n"
             "}\n");
    const Outcome outcome = runProgram({"isa", file, "--driver", kRadv, "--target", "navi10"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("\nnone +load +global_load_dwordx4 +1 +128 +lane +data +9\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("\nnone +store +global_store_dwordx4 +1 +128 +lane +data +9\n"));
}

// The kernel of the suite `mixed`, whose includes are written once for four slots.
TEST(IsaShaders, ReadKernelsOfMixedLoads) {
    const std::string folder = repositoryFile("shaders");
    const Outcome outcome = runProgram({"isa",      folder + "/mixed.hlsl",
                                        "-I",       folder,
                                        "-D",       "SLOT0=SLOT_RAW4",
                                        "-D",       "SLOT1=SLOT_RAW2",
                                        "-D",       "SLOT2=SLOT_TYPED4",
                                        "-D",       "SLOT3=SLOT_TEXTURE4",
                                        "-D",       "PATTERN=PATTERN_LINEAR",
                                        "--driver", kRadv,
                                        "--target", "polaris10",
                                        "--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    for (const char* load : {"buffer_load_dwordx4,1,128,", "buffer_load_dwordx2,1,64,",
                             "buffer_load_format_xyzw,1,128,", "image_load.xyzw,1,128,"})
        EXPECT_THAT(outcome.out, HasSubstr(std::string(",1,load,") + load));
    const Outcome without = runProgram({"isa", folder + "/mixed.hlsl", "-I", folder});
    EXPECT_EQ(without.exitCode, 2);
    EXPECT_THAT(without.err, HasSubstr("a slot is not defined"));
}

TEST(IsaShaders, ForProgramsEachInstructionIsARecord) {
    const std::string file = scratchFile("a.comp");
    writeAll(file, kGatherShader);
    const Outcome outcome = runProgram(
        {"isa", file, "--driver", kRadv, "--target", "polaris10", "--target", "navi10", "--format", "csv"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                ContainsRegex(",navi10,[^\n]*,1,load,buffer_load_dwordx4,1,128,no,data,12,yes,[0-9]+,"));
    EXPECT_THAT(outcome.out,
                ContainsRegex(",polaris10,[^\n]*,1,load,buffer_load_dword,1,32,no,data,11,yes,[0-9]+,"));
}

// A shader that the driver cannot bind or compile that way costs itself only.
TEST(IsaShaders, AShaderThatIsNotCompiledDoesNotStopTheOthers) {
    const std::string many = scratchFile("many.comp"), good = scratchFile("good.comp");
    writeAll(many, "#version 450\n#extension GL_EXT_nonuniform_qualifier : require\n"
                   "layout(binding = 0) buffer Out { uint result[]; } many[];\n"
                   "void main() { many[gl_WorkGroupID.x].result[0] = 1; }\n");
    writeAll(good, kGatherShader);
    const Outcome outcome =
        runProgram({"isa", many, good, "--driver", kRadv, "--target", "polaris10", "--push-descriptors"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err, HasSubstr("many.comp, main: not compiled for polaris10: unsupported: arrays "
                                       "without size cannot be pushed"));
    EXPECT_THAT(outcome.out, Not(HasSubstr("What changes")));
    EXPECT_THAT(outcome.out,
                ContainsRegex("good.comp, main on polaris10\n[^_]*\n(.|\n)*buffer_load_dwordx4"));
}

// RADV of Mesa 22.3 aborts on this.
TEST(IsaShaders, AnAtomicOperationThatTheGpuLacksIsNamed) {
    const std::string file = scratchFile("sum.comp");
    writeAll(file, "#version 450\n#extension GL_EXT_shader_atomic_float : require\n"
                   "layout(local_size_x = 64) in;\n"
                   "layout(binding = 0) buffer Out { float result; };\n"
                   "void main() { atomicAdd(result, float(gl_LocalInvocationID.x)); }\n");
    const Outcome outcome =
        runProgram({"isa", file, "--driver", kRadv, "--target", "fiji", "--target", "navi21"});
    EXPECT_EQ(outcome.exitCode, 4);
    for (const char* target : {"fiji", "navi21"})
        EXPECT_THAT(outcome.err,
                    HasSubstr(fmt::format("sum.comp, main: not compiled for {}: unsupported: the "
                                          "driver lacks the feature shaderBufferFloat32AtomicAdd "
                                          "of VK_EXT_shader_atomic_float",
                                          target)));
}

TEST(IsaShaders, RayQueriesThatTheGpuLacksAreNamed) {
    const std::string file = scratchFile("rays.comp");
    writeAll(file, "#version 460\n#extension GL_EXT_ray_query : require\n"
                   "layout(binding = 0) uniform accelerationStructureEXT scene;\n"
                   "layout(binding = 1) buffer Out { float result; };\n"
                   "void main() {\n"
                   "    rayQueryEXT query;\n"
                   "    rayQueryInitializeEXT(query, scene, 0, 255, vec3(0), 0.0, vec3(1), 9.0);\n"
                   "    rayQueryProceedEXT(query);\n"
                   "    result = rayQueryGetIntersectionTEXT(query, false);\n"
                   "}\n");
    const Outcome outcome = runProgram({"isa", file, "--driver", kRadv, "--target", "polaris10"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err, HasSubstr("rays.comp, main: not compiled for polaris10: unsupported: the driver "
                                       "lacks the feature rayQuery of VK_KHR_ray_query"));
}

TEST(IsaShaders, SlowerLoadsFail) {
    const std::string wide = scratchFile("wide.comp"), narrow = scratchFile("narrow.comp");
    writeAll(wide, kGatherShader);
    std::string scalars = kGatherShader;
    const std::string load = "sum += wide[at];";
    scalars.replace(scalars.find(load), load.size(), "sum.x += wide[at].x; sum.y += wide[at + 1].y;");
    writeAll(narrow, scalars);
    const auto compared = [](const std::string& before, const std::string& after) {
        return runProgram({"isa", before, after, "--driver", kRadv, "--target", "polaris10", "--fail-on",
                           "spills,slower-loads"});
    };
    const Outcome worse = compared(wide, narrow);
    EXPECT_EQ(worse.exitCode, 1) << worse.err;
    EXPECT_THAT(worse.out,
                ContainsRegex("What changes in the loads\n\n[^\n]*wide.comp → [^\n]*narrow.comp on "
                              "polaris10\\s+more, narrower loads: "));
    EXPECT_EQ(compared(narrow, wide).exitCode, 0);
    EXPECT_EQ(compared(wide, wide).exitCode, 4); // one file
}

// Compiling a variant of this shader for each of its buffers takes long.
TEST(IsaShaders, LinesOfLongCodeAreFoundIfAllAreAskedFor) {
    constexpr int kBuffers = 16, kSteps = 2000;
    std::string text = "#version 450\nlayout(local_size_x = 64) in;\n", steps;
    for (int i = 0; i <= kBuffers; ++i)
        text += fmt::format("layout(binding = {0}) buffer B{0} {{ float at{0}[]; }};\n", i);
    for (int i = 1; i <= kBuffers; ++i) steps += fmt::format("x += at{}[gl_GlobalInvocationID.x];\n", i);
    for (int i = 0; i < kSteps; ++i) steps += fmt::format("x = fract(x * {}.5) + x;\n", i);
    text += "void main() {\nfloat x = 0;\n" + steps + "at0[gl_GlobalInvocationID.x] = x;\n}\n";
    const std::string file = scratchFile("long.comp");
    writeAll(file, text);
    const std::vector<std::string> usual = {"isa", file, "--driver", kRadv, "--target", "polaris10"};
    std::vector<std::string> all = usual;
    all.emplace_back("--all-lines");
    const Outcome some = runProgram(usual), every = runProgram(all);
    EXPECT_EQ(some.exitCode, 0) << some.err;
    EXPECT_THAT(some.out, ContainsRegex("\nnone +load +buffer_load_dword +16 .* [?]\n"));
    EXPECT_THAT(some.out, ContainsRegex("--all-lines\\s+looks"));
    EXPECT_EQ(runProgram(usual).out, some.out);
    EXPECT_EQ(every.exitCode, 0) << every.err;
    EXPECT_THAT(every.out, ContainsRegex("\nnone +load +buffer_load_dword +16 .* data +22-37\n"));
    EXPECT_THAT(every.out, Not(HasSubstr("--all-lines")));
}

TEST(IsaShaders, InFullTheCodeIsPrinted) {
    const std::string file = scratchFile("a.comp");
    writeAll(file, kGatherShader);
    const Outcome outcome = runProgram({"isa", file, "--driver", kRadv, "--target", "polaris10", "--full"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("a.comp, main on polaris10\n1 × s_load"), HasSubstr("s_endpgm")));
    EXPECT_THAT(outcome.out, ContainsRegex("\n[^\n]*buffer_load_dwordx4 [^\n]* // line 12\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("\n[^\n]*buffer_store_dwordx4 [^\n]* // line 14\n"));
}

TEST(IsaDriver, FitsEightyColumnsHoweverManyTargetsThereAre) {
    for (const char* targets : {"polaris10", "amd", "list"}) {
        std::vector<std::string> arguments = {"isa", "--driver", kRadv, "--target", targets};
        if (targets != std::string("list")) arguments.insert(arguments.end(), {"--filter", "raw-load4*"});
        EXPECT_EQ(onEighty(arguments).exitCode, 0) << targets;
    }
}

TEST(IsaDriver, SeveralTargetsMakeAMatrixAndTwoRunsTheSame) {
    const std::vector<std::string> arguments = {"isa",      "--driver", kRadv,      "--target", "polaris10",
                                                "--target", "navi21",   "--format", "csv",      "--strategy",
                                                "set,push", "--filter", "*Load4*"};
    const Outcome first = runProgram(arguments);
    EXPECT_EQ(first.exitCode, 0) << first.err;
    EXPECT_THAT(first.out, StartsWith("name,id,strategy,target,device,driver,loads,in_flight,subgroup_size,"
                                      "registers,code\n"));
    for (const char* row : {",raw-load4-linear,set,polaris10,", ",raw-load4-linear,push,navi21,"})
        EXPECT_THAT(first.out, HasSubstr(row));
    EXPECT_EQ(first.err, ""); // each line says what it is of
    EXPECT_EQ(runProgram(arguments).out, first.out);
}

TEST(IsaDriver, RowsThatAStrategyCannotBindSayWhy) {
    std::vector<std::string> arguments = {"isa",
                                          "--driver",
                                          kRadv,
                                          "--target",
                                          "polaris10",
                                          "--suite",
                                          "binding",
                                          "--strategy",
                                          "inline,address-16",
                                          "--format",
                                          "csv",
                                          "--filter",
                                          "*Buffer.Load linear"};
    const Outcome none = runProgram(arguments);
    EXPECT_EQ(none.exitCode, 2);
    EXPECT_THAT(none.err, HasSubstr("nothing to compile: no row can be bound by inline,address-16: needs "));
    arguments.insert(arguments.end(), {"--filter", "ByteAddressBuffer.Load4 linear"});
    const Outcome outcome = runProgram(arguments);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("\nByteAddressBuffer.Load linear,raw-load-linear,inline,polaris10,.*,unsupported: "
                      "needs a uniform buffer,"));
    EXPECT_THAT(outcome.out,
                ContainsRegex("\nByteAddressBuffer.Load linear,raw-load-linear,address-16,polaris10,.*,"
                              "unsupported: needs loads of 16 bytes"));
}

// As for a shader. Rows of the driver's own choice are not among them; a size that the suite has comes once.
TEST(IsaDriver, RowsAreCompiledInTheSubgroupSizeAndWithTheBoundsChecksAskedFor) {
    const auto compiled = [](std::vector<std::string> options) {
        std::vector<std::string> arguments = {"isa",    "--driver", kRadv, "--target",
                                              "navi21", "--format", "csv"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const Outcome outcome = runProgram(arguments);
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        return outcome.out;
    };
    for (const char* size : {"32", "64"}) {
        const std::string text = compiled({"--filter", "raw-load4-linear", "--subgroup-size", size});
        EXPECT_THAT(text, ContainsRegex(fmt::format("\n\"ByteAddressBuffer.Load4 linear, subgroup {0}\","
                                                    "raw-load4-linear-subgroup{0},set,navi21,.*,{0},",
                                                    size)));
        EXPECT_EQ(countLines(text), 2u) << text;
    }
    const std::string robust = compiled({"--filter", "raw-load4-linear", "--robustness", "2"});
    EXPECT_THAT(robust,
                HasSubstr("\n\"ByteAddressBuffer.Load4 linear, robustness 2\",raw-load4-linear-robust"));
    EXPECT_EQ(compiled({"--suite", "robustness", "--filter", "raw-load4-linear-robustness2"}), robust);
    EXPECT_THAT(robust, HasSubstr(" × buffer_load_dword")) << "with checks by pipeline or by device";
    const std::vector<std::string> several = {"--suite", "uniform", "--filter",
                                              "ByteAddressBuffer.Load4 uniform"};
    std::vector<std::string> sized = several;
    sized.insert(sized.end(), {"--subgroup-size", "64"});
    EXPECT_EQ(countLines(compiled(sized)), countLines(compiled(several)) - 2u)
        << "the suite has direct loads and shuffles in this size";
}

// One manifest in two places: no version tells the drivers apart, and neither does the file's name.
TEST(IsaDriver, TwoDriversAreComparedAndTold) {
    const std::string folder = scratchFile("");
    std::vector<std::string> arguments = {"isa", "--target", "vega10", "--filter", "raw-load4-linear"};
    for (const char* name : {"old", "new"}) {
        std::filesystem::create_directories(folder + name);
        writeAll(folder + name + "/radeon.json", readAll(kRadv));
        arguments.insert(arguments.end(), {"--driver", folder + name + "/radeon.json"});
    }
    const Outcome outcome = runProgram(arguments);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                ContainsRegex("^vega10 old/radeon .GCN 5.*: .*\nvega10 new/radeon .GCN 5.*: .*\n\n"
                              "row +vega10 old/radeon → new/radeon\n"));
    EXPECT_THAT(outcome.out, ContainsRegex("1 × buffer_load_dwordx4.*, same code\n"));
}

TEST(IsaDriver, PrintsTheCodeItself) {
    const Outcome outcome = runProgram({"isa", "--driver", kRadv, "--target", "navi10", "--filter",
                                        "cbuffer{float4} load uniform", "--full"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out,
                AllOf(HasSubstr("\n\ncbuffer{float4} load uniform, navi10, set\n1 × s_buffer_load_dwordx4"),
                      HasSubstr("\nSubgroup size: 64\n"), HasSubstr("\nVGPRs: "), HasSubstr("\ts_endpgm")));
}

TEST(IsaDriver, ListsWhatTheInstalledMesaCompilesFor) {
    const Outcome outcome = runProgram({"isa", "--driver", kRadv, "--target", "list"});
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("\npolaris10 +GCN 4: RX 480, RX 580 +RADV Mesa [^\n]+\n"));
}

// Whether the driver knows it as navi31 or, before Mesa 23, as gfx1100.
TEST(IsaDriver, ATargetIsAskedForByTheNameThatTheDriverKnows) {
    const auto compiled = [](const char* name) {
        const Outcome outcome = runProgram(
            {"isa", "--driver", kRadv, "--target", name, "--filter", "raw-load4-linear", "--format", "csv"});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        return outcome.out;
    };
    const std::string text = compiled("navi31");
    EXPECT_THAT(text, ContainsRegex(",set,navi31,.Null hardware .RADV (GFX1100|NAVI31)"));
    EXPECT_EQ(compiled("gfx1100"), text);
    EXPECT_EQ(compiled("RX 7900 XTX"), text);
}

TEST(IsaDriver, AFamilyThatThisMesaLacksCostsOnlyItself) {
    const std::vector<std::string> arguments = {
        "isa", "--driver", kRadv, "--target", "gfx1201", "--target", "fiji", "--filter", "raw-load4-linear"};
    const Outcome outcome = runProgram(arguments);
    if (outcome.exitCode == 0) GTEST_SKIP() << "this Mesa has all families";
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, ContainsRegex("\n\nrow +fiji "));
    EXPECT_THAT(
        outcome.err,
        ContainsRegex("error: gfx1201: not supported by this Mesa version; Mesa [0-9.]+ supports it"));
    EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    const Outcome alone = runProgram({"isa", "--driver", kRadv, "--target", "gfx1201"});
    EXPECT_EQ(alone.exitCode, 3);
    EXPECT_EQ(alone.out, "");
}

// Behind the layer in tests/layer: the Nth use of the call gives the result.
constexpr bool kHasLayer = VKPERFTEST_LAYER_FOLDER[0] != '\0';

Outcome runFailingToEnumerate(const std::string& use, VkResult result,
                              const char* call = "vkEnumeratePhysicalDevices") {
    return runProgram(
        {"isa", "--driver", kRadv, "--target", "navi21", "--filter", "raw-load4-linear"},
        fmt::format("NODEVICE_SELECT=1 VK_ADD_LAYER_PATH='{}' VK_INSTANCE_LAYERS=VK_LAYER_VKPERFTEST_hostile "
                    "HOSTILE_FAIL='{} {} {}'",
                    VKPERFTEST_LAYER_FOLDER, call, use, static_cast<int>(result)));
}

// A shader and its two variants, behind the layer.
Outcome runGatherFailing(const std::string& fault) {
    const std::string file = scratchFile("a.comp");
    writeAll(file, kGatherShader);
    return runProgram({"isa", file, "--driver", kRadv, "--target", "polaris10"},
                      fmt::format("NODEVICE_SELECT=1 VK_ADD_LAYER_PATH='{}' "
                                  "VK_INSTANCE_LAYERS=VK_LAYER_VKPERFTEST_hostile "
                                  "HOSTILE_FAIL='vkCreateComputePipelines {}'",
                                  VKPERFTEST_LAYER_FOLDER, fault));
}

TEST(IsaShaders, AVariantThatFailsIsSaid) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    const Outcome outcome = runGatherFailing(fmt::format("3 {}", static_cast<int>(VK_ERROR_UNKNOWN)));
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("The compiler failed on 1 of\\s+the 2 variants"));
}

// Whoever compiles in another thread at that moment may be lost, too.
TEST(IsaShaders, ACrashOfAVariantCostsOnlyItsLine) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    const Outcome outcome = runGatherFailing("3 crash");
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, ContainsRegex("\n1 +load +buffer_load_dwordx4 +1 +128 +lane +data"));
    EXPECT_THAT(outcome.out, ContainsRegex("The compiler failed on [12] of\\s+the 2 variants"));
}

TEST(IsaShaders, ACrashOfTheShaderItselfIsAnError) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    const Outcome outcome = runGatherFailing("1+ crash");
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.err, HasSubstr("main: not compiled for polaris10: its compiler crashed"));
}

// Vulkan's loader gives it where drivers know no GPU, too; RADV ends the process then.
TEST(IsaDriver, AnEnumerationThatFailedIsNamed) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    for (const char* use : {"1", "2"}) {
        const Outcome outcome = runFailingToEnumerate(use, VK_ERROR_INITIALIZATION_FAILED);
        EXPECT_EQ(outcome.exitCode, 3) << use;
        EXPECT_THAT(
            outcome.err,
            StartsWith("vkperftest: error: navi21: vkEnumeratePhysicalDevices returned "
                       "VK_ERROR_INITIALIZATION_FAILED, as for a GPU that this Mesa version does "
                       "not support; Mesa 22.3.6 supports it; --driver takes another version's manifest"));
    }
}

TEST(IsaDriver, ADeviceWhoseExtensionsCannotBeHadIsNotTakenForAnotherDrivers) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    const Outcome outcome =
        runFailingToEnumerate("1", VK_ERROR_OUT_OF_HOST_MEMORY, "vkEnumerateDeviceExtensionProperties");
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("' cannot be used: "));
    EXPECT_THAT(outcome.err,
                HasSubstr("vkEnumerateDeviceExtensionProperties returned VK_ERROR_OUT_OF_HOST_MEMORY"));
}

TEST(IsaDriver, AnEnumerationThatWasIncompleteIsRepeated) {
    if (!kHasLayer) GTEST_SKIP() << "without lavapipe there is no layer";
    const Outcome repeated = runFailingToEnumerate("2", VK_INCOMPLETE);
    EXPECT_EQ(repeated.exitCode, 0) << repeated.err;
    EXPECT_THAT(repeated.out, HasSubstr("1 × buffer_load_dwordx4"));
    const Outcome outcome = runFailingToEnumerate("2+", VK_INCOMPLETE);
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, HasSubstr("navi21: Vulkan cannot be used: vkEnumeratePhysicalDevices returned "
                                       "VK_INCOMPLETE"));
}

TEST(IsaDriver, ACrashCostsOnlyThatDriver) {
    const Outcome outcome = runProgram({"isa", "--driver", VKPERFTEST_CRASHING_MANIFEST, "--driver", kRadv,
                                        "--target", "fiji", "--filter", "raw-load4-linear"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, HasSubstr("1 × buffer_load_dwordx4"));
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("crashing"), HasSubstr("Aborted"),
                                   HasSubstr("the driver printed 'the faulty driver was here'")));
}

TEST(IsaDriver, AHangCostsOnlyThatDriver) {
    const Outcome outcome =
        runProgram({"isa", "--driver", VKPERFTEST_HANGING_MANIFEST, "--driver", kRadv, "--target", "fiji",
                    "--filter", "raw-load4-linear", "--patience", "3"});
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, HasSubstr("1 × buffer_load_dwordx4"));
    EXPECT_THAT(outcome.err, AllOf(HasSubstr("hanging"), HasSubstr("nothing was finished for 3 s")));
}

TEST(IsaDriver, TargetsOfAnotherDriverAreRefused) {
    const Outcome outcome = runProgram({"isa", "--driver", VKPERFTEST_LAVAPIPE_MANIFEST, "--target", "fiji"});
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_EQ(outcome.out, "");
    EXPECT_THAT(outcome.err, HasSubstr("is not the manifest of RADV, which compiles for fiji"));
}

TEST(IsaDriver, ADriverThatWorksForNoTargetIsNoList) {
    const std::pair<std::string, int> kDrivers[] = {{VKPERFTEST_LAVAPIPE_MANIFEST, 3},
                                                    {"/nonexistent.json", 2}};
    for (const auto& [driver, exitCode] : kDrivers) {
        const Outcome outcome = runProgram({"isa", "--driver", driver, "--target", "list"});
        EXPECT_EQ(outcome.exitCode, exitCode) << driver;
        EXPECT_EQ(outcome.out, "");
        EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    }
}

TEST(IsaDriver, AManifestThatDoesNotLoadIsPassedOver) {
    const std::string folder = scratchFile("icd.d");
    std::filesystem::create_directories(folder);
    writeAll(folder + "/radeon_icd.json",
             "{\"file_format_version\": \"1.0.0\", \"ICD\": {\"api_version\": \"1.1.0\", \"library_path\": "
             "\"/nonexistent.so\"}}");
    writeAll(folder + "/radeon_icd.other.json", readAll(kRadv));
    const Outcome outcome =
        runProgram({"isa", "--target", "fiji", "--filter", "raw-load4-linear"}, "VK_DRIVER_FILES=" + folder);
    EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("1 × buffer_load_dwordx4"));
}

TEST(IsaDriver, ExperimentsSayWhatTheCodeTells) {
    const auto told = [](const char* experiment) {
        const Outcome outcome =
            runProgram({"experiment", experiment, "--driver", kRadv, "--target", "polaris10"});
        EXPECT_EQ(outcome.exitCode, 0) << outcome.err;
        EXPECT_EQ(outcome.err, "");
        EXPECT_THAT(outcome.out,
                    ContainsRegex("\npolaris10 .GCN 4: RX 480, RX 580.: [^\n]*\n(.*\n)?No figures: "
                                  "nothing was executed; measure on the GPU.\n\n"));
        return outcome.out;
    };
    const std::string uniform = told("uniform");
    EXPECT_THAT(uniform, StartsWith("Uniform loads: fewer 7 of 10, as many 3 of 10 (Buffer<RGBA8>.Load, "
                                    "Buffer<R32f>.Load, Texture2D<RGBA8>.Load)\n"));
    EXPECT_THAT(uniform, ContainsRegex("\nTexture2D<RGBA8>.Load +as many +not shared: each lane loads; "));
    const std::string binding = told("binding");
    EXPECT_THAT(binding, StartsWith("Against set: as many 8 of 9, unknown 1 of 9 (buffer: "));
    EXPECT_THAT(binding, HasSubstr("; alignment: as many 18 of 18\n"));
    const std::string vector = told("vector");
    EXPECT_THAT(vector, StartsWith("Vectors: as many 23 of 23\n"));
}

TEST(IsaDriver, AnExperimentsTargetsAreToldOneByOneAndATroubledOneCostsOnlyItself) {
    const auto formatted = [](const char* format) {
        const Outcome outcome =
            runProgram({"experiment", "uniform", "--driver", kRadv, "--target", "fiji", "--target", "vega10",
                        "--target", "skl", "--filter", "Load4 uniform", "--format", format});
        EXPECT_EQ(outcome.exitCode, 4);
        EXPECT_THAT(outcome.err, HasSubstr("error: skl: "));
        return outcome;
    };
    const std::string verdict = ": Uniform loads: fewer; 59 of the suite's 73 rows are missing\n";
    EXPECT_THAT(formatted("markdown").out, AllOf(HasSubstr("**fiji: Uniform loads: fewer;"),
                                                 HasSubstr("**vega10: Uniform loads: fewer;")));
    const Outcome csv = formatted("csv");
    EXPECT_THAT(csv.out, AllOf(StartsWith("experiment,target,device,topic,subject,verdict,text,name,"),
                               HasSubstr("\nuniform,fiji,")));
    EXPECT_EQ(countLines(csv.out), 3u);
    EXPECT_THAT(csv.err, AllOf(HasSubstr("vkperftest: fiji" + verdict), HasSubstr("No figures: ")));
    EXPECT_THAT(formatted("json").out,
                AllOf(HasSubstr("\"target\": \"vega10\""), HasSubstr("\"verdict\": \"fewer\"")));
    EXPECT_EQ(runProgram({"experiment", "uniform", "--driver", kRadv, "--target", "skl"}).exitCode, 3);
}

TEST(IsaDriver, ADriverThatTellsNothingIsSaid) {
    const Outcome outcome =
        runProgram({"isa", "--driver", VKPERFTEST_LAVAPIPE_MANIFEST, "--filter", "raw-load4-linear"});
    if (outcome.exitCode == 0) GTEST_SKIP() << "this lavapipe tells";
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err,
                ContainsRegex("^vkperftest: error: the code compiled for 'llvmpipe")); // named once
    EXPECT_THAT(outcome.err, HasSubstr("the driver lacks VK_KHR_pipeline_executable_properties"));
}

} // namespace
} // namespace vkperftest
