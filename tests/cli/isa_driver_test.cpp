// `isa` with real drivers that compile: Mesa's RADV for AMD GPUs that the machine lacks, a driver that tells
// nothing, and two that break.
#include <filesystem>
#include <map>

#include <vulkan/vulkan_core.h>

#include "eighty_columns.h"
#include "matchers.h"
#include "paths.h"
#include "regular_expressions.h"

namespace vkperftest::isa_driver_test {

const std::string kRadv = "--driver " VKPERFTEST_RADV_MANIFEST, kOnPolaris = kRadv + " --target=polaris10";
constexpr const char* kOneRow = "--filter=raw-load4-linear";

// Users' shaders. The loads of gather.comp are in lines 11 and 12, in the loop, its store is in line 14.
std::string shader(const std::string& name) {
    return repositoryFile("tests/cli/shaders/" + name);
}

TEST(IsaDriver, PrintsTheLoadsOfOneTarget) {
    const Outcome outcome = exits(0, runLine("isa {} --filter='ByteAddressBuffer.Load4 linear'", kOnPolaris));
    EXPECT_EQ(outcome.err, "");
    EXPECT_EQ(countLines(outcome.out), 4u);
    EXPECT_THAT(
        outcome.out,
        ContainsRegex("^polaris10 [^\n]*POLARIS10[^\n]*, radv [^\n]+\n\n"
                      "row +polaris10 +in [^\n]*\n"
                      "ByteAddressBuffer.Load4 linear +1 × buffer_load_dwordx4 +4 .* 64 +[0-9]+ SGPRs, "
                      "[0-9]+ VGPRs +[0-9a-f]{16}\n"));
}

TEST(IsaShaders, TellsEachLoopsLoadsWithTheirLines) {
    const Outcome outcome = exits(0, runLine("isa {} {} --spec=count=4", shader("gather.comp"), kOnPolaris));
    EXPECT_EQ(outcome.err, "");
    for (const char* part :
         {"main on polaris10\n[^\n]*POLARIS10[^\n]*radv", "\n1 +load +buffer_load_dword +1 +32 .* 11\n",
          "\n1 +load +buffer_load_dwordx4 +1 +128 .* 12\n", "\nnone +store +buffer_store_dwordx4 .* 14\n"})
        EXPECT_THAT(outcome.out, ContainsRegex(part));
    expectParts(outcome.out, {"Workgroup 64 x 1 x 1; subgroups of 64; constants 1 (count) = 4\n"});
    const std::string full = outputOf("isa {} {} --full", shader("gather.comp"), kOnPolaris);
    expectParts(full, {"main on polaris10\n1 × s_load", "s_endpgm"});
    EXPECT_THAT(full, ContainsRegex("\n[^\n]*buffer_load_dwordx4 [^\n]* // line 12\n"));
    EXPECT_THAT(full, ContainsRegex("\n[^\n]*buffer_store_dwordx4 [^\n]* // line 14\n"));
}

TEST(TryCode, WithoutTheGpuShowsTheLoadsOfEachVariant) {
    const std::string options = " --only push,readonly,address-16,subgroup-64 --assume-alignment 16";
    const Outcome outcome = exits(0, runLine("try {} {}{}", shader("gather.comp"), kOnPolaris, options));
    EXPECT_EQ(outcome.err, "");
    expectParts(outcome.out, {"gather.comp, main\n", "Times need the GPU"});
    for (const char* part : {"\nvariant +polaris10\n", "\nas written +[^\n]*buffer_load",
                             "\naddress-16 +[^\n]*flat_load", ": push, readonly\\.\n", "\nOne more variant "})
        EXPECT_THAT(outcome.out, ContainsRegex(part));
    EXPECT_THAT(outputOf("try {} {} --target=navi10 --only=subgroup-32", shader("gather.comp"), kOnPolaris),
                ContainsRegex("\nsubgroup-32 +unsupported[^\n]* as written\n"));
    expectError(runLine("try {} --target=polaris10 --device 0", shader("gather.comp")), 2, {"--device"});
}

TEST(TryCode, WithoutAnyDeviceShowsTheNewestTargets) {
    const std::string none = scratchFile("none.json");
    const Outcome outcome =
        exits(0, runProgram(shellWords("try --only push " + shader("gather.comp")),
                            fmt::format("VK_DRIVER_FILES={0} VK_ICD_FILENAMES={0}", none)));
    expectParts(outcome.out, {"as written", "push", "Times need the GPU"});
}

// Where a variant without some loads decides branches, or leaves stores without use, more than these loads goes. A
// waterfall loop is none of the source, and a loop of the source is no waterfall.
TEST(IsaShaders, ALineIsToldOfItsOwnInstructionAlone) {
    const struct {
        const char *file, *target, *instruction, *lines;
    } kLines[] = {
        {"constant_index.comp", "navi10", "none +load +s_buffer_load_dword", "9, 15"},
        {"constant_index.comp", "navi10", "none +load +image_load.x", "15"},
        {"constant_index.comp", "navi10", "none +load +buffer_load_dword", "16"},
        {"matrices.comp", "navi10", "none +load +s_buffer_load_dwordx4", "11-12"},
        {"matrices.comp", "navi10", "none +load +image_load.x", "11"},
        {"staged.comp", "navi10", "1 +load +ds_read_b32", "14"},
        {"staged.comp", "navi10", "2 +load +ds_read_b32", "19"},
        {"pointers.comp", "navi10", "none +load +global_load_dwordx4", "9"},
        {"pointers.comp", "navi10", "none +store +global_store_dwordx4", "9"},
        {"waterfall.comp", "navi10", "1 +load +buffer_load_dword", "11"},
        {"waterfall.comp", "navi10", "1 +load +[^\n]*dwordx4 \\(waterfall\\) +1", "12"},
        {"by_hand.comp", "navi10", "1 +load +s_buffer_load_dwordx4", "14"},
        {"two_loops.comp", "navi10", "1 +store +buffer_store_dword", "7"},
        {"two_loops.comp", "navi10", "2 +store +buffer_store_dword", "9"},
        {"forwarded.comp", "navi10", "none +load +buffer_load_dword", "7"},
        {"aliased.comp", "navi10", "none +load +buffer_load_dword", "10"},
        {"unused.comp", "navi10", "none +load +buffer_load_dword", "8"},
        {"unused.comp", "navi10", "none +store +buffer_store_dword", "9-10, [?]"},
        {"pairs.comp", "navi10", "none +load +ds_read2st64_b32", "14, 18, [?]"},
        {"statements.comp", "navi10", "none +load +buffer_load_dword", "11"},
        {"statements.comp", "navi10", "none +store +buffer_store_dword", "14"},
        {"statements.comp", "navi10", "none +load +buffer_load_dwordx4", "16"},
        {"statements.comp", "navi10", "none +load +s_buffer_load_dwordx4", "17"},
        {"branches.comp", "navi10", "none +store +buffer_store_dwordx4", "12-15"},
        {"branches.comp", "navi10", "none +store +buffer_store_dwordx3", "17-19"},
        {"branches.comp", "navi10", "none +store +buffer_store_dword", "21"},
    };
    std::map<std::string, std::string> outputs; // by file, each of which has one target
    for (const auto& [file, target, instruction, lines] : kLines) {
        std::string& out = outputs[file];
        if (out.empty()) out = outputOf("isa {} {} --target={} --all-lines", shader(file), kRadv, target);
        EXPECT_THAT(out, ContainsRegex(fmt::format("\n{} [^\n]* {}\n", instruction, lines))) << file;
        EXPECT_EQ(out.find("waterfall)") != std::string::npos, file == std::string("waterfall.comp"));
    }
}

// The kernel of the suite `mixed`, whose includes are written once for four slots.
TEST(IsaShaders, ReadKernelsOfMixedLoads) {
    const std::string folder = repositoryFile("shaders");
    const std::string out =
        outputOf("isa {0}/mixed.hlsl -I {0} -D SLOT0=SLOT_RAW4 -D SLOT1=SLOT_RAW2 -D SLOT2=SLOT_TYPED4 "
                 "-D SLOT3=SLOT_TEXTURE4 -D PATTERN=PATTERN_LINEAR {1} --format=csv",
                 folder, kOnPolaris);
    for (const char* load : {"buffer_load_dwordx4,1,128,", "buffer_load_dwordx2,1,64,",
                             "buffer_load_format_xyzw,1,128,", "image_load.xyzw,1,128,"})
        expectParts(out, {std::string(",1,load,") + load});
    expectParts(exits(2, runLine("isa {0}/mixed.hlsl -I {0}", folder)).err, {"slot is not defined"});
}

TEST(IsaShaders, ForProgramsEachInstructionIsARecord) {
    const std::string out =
        outputOf("isa {} {} --target=navi10 --format=csv", shader("gather.comp"), kOnPolaris);
    EXPECT_THAT(
        out,
        ContainsRegex(",navi10,[^\n]*,1,load,buffer_load_dwordx4,1,128,no,data,12,yes,\"64,1,1\",[^,]*,64,"));
    EXPECT_THAT(
        out,
        ContainsRegex(",polaris10,[^\n]*,1,load,buffer_load_dword,1,32,no,data,11,yes,\"64,1,1\",[^,]*,64,"));
}

// A shader that the driver cannot bind or compile that way costs itself only.
TEST(IsaShaders, AShaderThatIsNotCompiledDoesNotStopTheOthers) {
    const Outcome outcome = exits(4, runLine("isa {} {} {} --push-descriptors", shader("many.comp"),
                                             shader("gather.comp"), kOnPolaris));
    expectParts(outcome.err, {"many.comp, main: not compiled", "cannot be pushed"});
    expectParts(outcome.out, {}, {"The loads, compared", "No summary"});
    EXPECT_THAT(outcome.out,
                ContainsRegex("gather.comp, main on polaris10\n[^_]*\n(.|\n)*buffer_load_dwordx4"));
}

// RADV of Mesa 22.3 aborts on the first.
TEST(IsaShaders, FeaturesThatTheGpuLacksAreNamed) {
    for (const auto& [file, feature] : {std::pair("sum.comp", "shaderBufferFloat32AtomicAdd"),
                                        {"rays.comp", "rayQuery"},
                                        {"parts.comp", "PARTITIONED"}}) {
        const Outcome outcome = exits(4, runLine("isa {} {} --target=fiji", shader(file), kOnPolaris));
        for (const char* target : {"fiji", "polaris10"})
            EXPECT_THAT(outcome.err, ContainsRegex(fmt::format("{}, main: not .* {}: unsupported: .*{}", file,
                                                               target, feature)));
    }
}

TEST(IsaShaders, SlowerLoadsFail) {
    const auto compared = [](const char* before, const char* after) {
        return runLine("isa {} {} {} --fail-on=spills,slower-loads", shader(before), shader(after),
                       kOnPolaris);
    };
    EXPECT_THAT(exits(1, compared("gather.comp", "narrow.comp")).out,
                ContainsRegex("The loads, compared\n\n[^\n]*gather.comp → [^\n]*narrow.comp"
                              " on polaris10\\s+more, narrower loads: "));
    EXPECT_EQ(compared("narrow.comp", "gather.comp").exitCode, 0);
    EXPECT_EQ(compared("gather.comp", "gather.comp").exitCode, 4); // one file
}

// Though the code counts the loads of both lines as one.
TEST(IsaShaders, LoadsThatBecameNarrowAreTold) {
    const std::string narrow = outputOf("isa {} {} --robustness=2", shader("unprovable.hlsl"), kOnPolaris);
    for (const char* const number : {"5", "6"})
        expectParts(narrow, {fmt::format("\nLine {} loads 128 bits at once, the code at most 32;", number)});
    expectParts(outputOf("isa {} {}", shader("gather.comp"), kOnPolaris), {}, {"bits at once"});
}

// Compiling a variant of this shader for each of its buffers takes long.
TEST(IsaShaders, LinesOfLongCodeAreFoundIfAllAreAskedFor) {
    constexpr int kBuffers = 16, kSteps = 2000;
    std::string text = "#version 450\nlayout(local_size_x = 64) in;\n", steps;
    for (int i = 0; i <= kBuffers; ++i)
        text += fmt::format("layout(binding = {0}) buffer B{0} {{ float at{0}[]; }};\n", i);
    for (int i = 1; i <= kBuffers; ++i) steps += fmt::format("x += at{}[gl_GlobalInvocationID.x];\n", i);
    for (int i = 0; i < kSteps; ++i) steps += fmt::format("x = fract(x * {}.5) + x;\n", i);
    const std::string file = scratchFile("long.comp", text + "void main() {\nfloat x = 0;\n" + steps +
                                                          "at0[gl_GlobalInvocationID.x] = x;\n}\n");
    const std::string some = outputOf("isa {} {}", file, kOnPolaris);
    EXPECT_THAT(some, ContainsRegex("\nnone +load +buffer_load_dword +16 .* [?]\n"));
    EXPECT_THAT(some, ContainsRegex("--all-lines\\s+looks"));
    const std::string every = outputOf("isa {} {} --all-lines", file, kOnPolaris);
    EXPECT_THAT(every, ContainsRegex("\nnone +load +buffer_load_dword +16 .* 22-37\n"));
    expectParts(every, {}, {"--all-lines"});
}

TEST(IsaDriver, FitsEightyColumnsHoweverManyTargetsThereAre) {
    // RADV makes shaders of its own for each device of RDNA 2 and later, which takes long.
    const char* const many = "--target=gcn3 --target=gcn4 --target=gcn5 --target=rdna1";
    EXPECT_EQ(onEighty("isa {} {} {}", kRadv, many, kOneRow).exitCode, 0);
    const std::string alike = outputOf(onEighty("isa {} --filter='raw-load4*'", kOnPolaris));
    EXPECT_EQ(occurrences(alike, "s_load_dwordx4"), 1u) << alike;
}

TEST(IsaDriver, SeveralTargetsMakeAMatrixAndTwoRunsTheSame) {
    const auto run = [] {
        return runLine("isa {} --target=navi10 --format=csv --strategy=set,push --filter='*Load4*'",
                       kOnPolaris);
    };
    const Outcome first = exits(0, run());
    EXPECT_EQ(first.err, ""); // each line says what it is of
    EXPECT_THAT(first.out, StartsWith("name,id,strategy,target,device,driver,loads,in_flight,subgroup_size,"
                                      "registers,code\n"));
    expectParts(first.out, {",raw-load4-linear,set,polaris10,", ",raw-load4-linear,push,navi10,"});
    EXPECT_EQ(run().out, first.out);
}

TEST(IsaDriver, RowsThatAStrategyCannotBindSayWhy) {
    const std::string out = outputOf(
        "isa {} --suite=binding --strategy=inline,address-16 --format=csv --filter='*Buffer.Load linear' "
        "--filter='ByteAddressBuffer.Load4 linear'",
        kOnPolaris);
    EXPECT_THAT(out, ContainsRegex("\nByteAddressBuffer.Load linear,raw-load-linear,inline,polaris10,.*,"
                                   "unsupported: needs a uniform"));
    EXPECT_THAT(out, ContainsRegex("\nByteAddressBuffer.Load linear,raw-load-linear,address-16,polaris10,.*,"
                                   "unsupported: needs loads of"));
}

// As for a shader. Rows of the driver's own choice are not among them; a size that the suite has comes once.
TEST(IsaDriver, RowsAreCompiledInTheSubgroupSizeAndWithTheBoundsChecksAskedFor) {
    const auto compiled = [](const std::string& line) {
        return outputOf("isa {} --target=navi10 --format=csv {}", kRadv, line);
    };
    for (const char* size : {"32", "64"}) {
        const std::string text = compiled(fmt::format("{} --subgroup-size={}", kOneRow, size));
        EXPECT_THAT(text, ContainsRegex(fmt::format("\n\"ByteAddressBuffer.Load4 linear, subgroup {0}\","
                                                    "raw-load4-linear-subgroup{0},set,navi10,.*,{0},",
                                                    size)));
        EXPECT_EQ(countLines(text), 2u) << text;
    }
    const std::string robust = compiled(std::string(kOneRow) + " --robustness=2");
    expectParts(robust, {"\n\"ByteAddressBuffer.Load4 linear, robustness 2\",raw-load4-linear-robust",
                         " × buffer_load_dword"}); // with checks by pipeline or by device
    EXPECT_EQ(compiled("--suite=robustness --filter=raw-load4-linear-robustness2"), robust);
    const std::string several = "--suite=uniform --filter='ByteAddressBuffer.Load4 uniform' ";
    EXPECT_EQ(countLines(compiled(several + "--subgroup-size=64")), countLines(compiled(several)) - 2u);
}

// One manifest in two places: no version tells the drivers apart, and neither does the file's name.
TEST(IsaDriver, TwoDriversAreComparedAndTold) {
    std::string drivers;
    for (const std::string& folder : {scratchFile("old"), scratchFile("new")}) {
        std::filesystem::create_directories(folder);
        writeAll(folder + "/radeon.json", readAll(VKPERFTEST_RADV_MANIFEST));
        drivers += " --driver " + folder + "/radeon.json";
    }
    const std::string out = outputOf("isa --target=vega10 {} {}", kOneRow, drivers);
    EXPECT_THAT(
        out, ContainsRegex("^vega10 .*/old/radeon.json .GCN 5.*: .*\nvega10 .*/new/radeon.json .GCN 5.*: .*\n"
                           "1 of 1 rows have the same code.\n"));
}

TEST(IsaDriver, PrintsTheCodeItself) {
    expectParts(outputOf("isa {} --target=navi10 --filter=constant-float4-uniform --full", kRadv),
                {"uniform, navi10, set\n1 × s_buffer_load_dwordx4", "\nSubgroup size: 64\n",
                 "\nVGPRs: ", "\ts_endpgm"});
}

TEST(IsaDriver, ListsWhatTheInstalledMesaCompilesFor) {
    EXPECT_THAT(outputOf(onEighty("isa {} --target=list", kRadv)),
                ContainsRegex("\npolaris10 +GCN 4: .* +RADV [^\n]+\n"));
}

// Whether the driver knows it as navi31 or, before Mesa 23, as gfx1100.
TEST(IsaDriver, ATargetIsAskedForByTheNameThatTheDriverKnows) {
    const auto compiled = [](const char* name) {
        return outputOf("isa {} --target='{}' {} --format=csv", kRadv, name, kOneRow);
    };
    const std::string text = compiled("navi31");
    EXPECT_THAT(text, ContainsRegex(",set,navi31,.Null hardware .RADV (GFX1100|NAVI31)"));
    for (const char* name : {"gfx1100", "RX 7900 XTX"}) EXPECT_EQ(compiled(name), text);
}

TEST(IsaDriver, AFamilyThatThisMesaLacksCostsOnlyItself) {
    const Outcome outcome = runLine("isa {} --target=gfx1201 --target=fiji {}", kRadv, kOneRow);
    if (outcome.exitCode == 0) GTEST_SKIP() << "all are known";
    EXPECT_EQ(outcome.exitCode, 4);
    EXPECT_THAT(outcome.out, ContainsRegex("\n\nrow +fiji "));
    EXPECT_THAT(outcome.err, ContainsRegex("error: gfx1201: .*; Mesa [0-9.]+ supports"));
    EXPECT_EQ(countLines(outcome.err), 1u) << outcome.err;
    for (const std::string& subject : {std::string(), shader("gather.comp")})
        expectError(runLine("isa {} {} --target=gfx1201", subject, kRadv), 3, {"supports it", "--driver"});
    expectError(runLine("isa {} --target=rdna4", kRadv), 3, {"version of Mesa", "--driver"});
}

// Behind the layer in tests/layer, which is missing without lavapipe: "CALL USE RESULT", where the Nth use of the
// call gives the result.
class BehindTheLayer : public testing::Test {
protected:
    void SetUp() override {
        if (VKPERFTEST_LAYER_FOLDER[0] == '\0') GTEST_SKIP() << "no lavapipe, no layer";
    }
    static Outcome run(const std::string& line, const std::string& fault, const std::string& prefix = "") {
        return runProgram(shellWords("isa " + line),
                          "NODEVICE_SELECT=1 VK_ADD_LAYER_PATH='" VKPERFTEST_LAYER_FOLDER
                          "' VK_INSTANCE_LAYERS=VK_LAYER_VKPERFTEST_hostile "
                          "HOSTILE_FAIL='" +
                              fault + "' " + prefix);
    }
    // A shader, then its two variants in a process of their own; on one processor, so that none is compiled with
    // the one that fails.
    static Outcome gather(const std::string& fault) {
        return run(shader("gather.comp") + " " + kOnPolaris, "vkCreateComputePipelines " + fault,
                   "taskset -c " + std::string("$(taskset -cp $$ | grep -o '[0-9]*$')"));
    }
    static Outcome enumerated(const std::string& call, const std::string& use, VkResult result) {
        return run(fmt::format("{} --target=navi10 {}", kRadv, kOneRow),
                   fmt::format("{} {} {}", call, use, static_cast<int>(result)));
    }
};

TEST_F(BehindTheLayer, AVariantThatFailsOrCrashesCostsOnlyItsLine) {
    for (const std::string& fault :
         {fmt::format("2 {}", static_cast<int>(VK_ERROR_UNKNOWN)), std::string("2 crash")}) {
        const std::string out = outputOf(gather(fault));
        EXPECT_THAT(out, ContainsRegex(" +buffer_load_dwordx4 +1 +128 "));
        EXPECT_THAT(out, ContainsRegex("failed on [12] of\\s+the 2")) << fault;
    }
    expectParts(exits(4, gather("1+ crash")).err, {"not compiled for polaris10:", "crashed"});
}

// Vulkan's loader gives it where drivers know no GPU, too; RADV ends the process then.
TEST_F(BehindTheLayer, AnEnumerationThatFailedIsNamed) {
    for (const char* use : {"1", "2"}) {
        const Outcome outcome = enumerated("vkEnumeratePhysicalDevices", use, VK_ERROR_INITIALIZATION_FAILED);
        EXPECT_EQ(outcome.exitCode, 3) << use;
        expectParts(outcome.err, {"error: navi10: vkEnumeratePhysicalDevices",
                                  "VK_ERROR_INITIALIZATION_FAILED,", "Mesa 22.3.6 supports it;"});
    }
    const Outcome extensions =
        exits(3, enumerated("vkEnumerateDeviceExtensionProperties", "1", VK_ERROR_OUT_OF_HOST_MEMORY));
    expectParts(extensions.err, {"' cannot be used: ", "vkEnumerateDeviceExtensionProperties returned "
                                                       "VK_ERROR_OUT_OF_HOST_MEMORY"});
}

TEST_F(BehindTheLayer, AnEnumerationThatWasIncompleteIsRepeated) {
    expectParts(outputOf(enumerated("vkEnumeratePhysicalDevices", "2", VK_INCOMPLETE)),
                {"1 × buffer_load_dwordx4"});
    expectParts(exits(3, enumerated("vkEnumeratePhysicalDevices", "2+", VK_INCOMPLETE)).err,
                {"navi10: Vulkan cannot be", "VK_INCOMPLETE"});
}

TEST(IsaDriver, ACrashOrAHangCostsOnlyThatDriver) {
    const std::pair<const char*, std::vector<std::string>> kFaulty[] = {
        {VKPERFTEST_CRASHING_MANIFEST, {"crashing", "Aborted", "'it was here'"}},
        {VKPERFTEST_SLEEPING_MANIFEST, {"sleeping", "nothing in 4 s"}},
        {VKPERFTEST_HANGING_MANIFEST, {"hanging", "nothing in 0.4 s of processor time"}}};
    for (const auto& [manifest, parts] : kFaulty) {
        const Outcome outcome =
            exits(4, runLine("isa --driver={} {} --target=fiji {} --patience=400", manifest, kRadv, kOneRow));
        expectParts(outcome.out, {"1 × buffer_load_dwordx4"});
        expectParts(outcome.err, parts);
    }
}

TEST(IsaDriver, ADriverThatWorksForNoTargetIsRefused) {
    expectError(runLine("isa --driver={} --target=fiji", VKPERFTEST_LAVAPIPE_MANIFEST), 3, {"RADV", "fiji"});
    expectError(runLine("isa --driver={} --target=list", VKPERFTEST_LAVAPIPE_MANIFEST), 3);
    expectError(runLine("isa --driver=/nonexistent.json --target=list"), 2);
}

TEST(IsaDriver, AManifestThatDoesNotLoadIsPassedOver) {
    const std::string folder = scratchFile("icd.d");
    std::filesystem::create_directories(folder);
    writeAll(folder + "/radeon_icd.json", R"({"file_format_version": "1.0.0",
                                              "ICD": {"api_version": "1.1.0", "library_path": "/none.so"}})");
    writeAll(folder + "/radeon_icd.other.json", readAll(VKPERFTEST_RADV_MANIFEST));
    expectParts(outputOf(runProgram({"isa", "--target", "CDNA 1", "--filter", "raw-load4-linear"},
                                    "VK_DRIVER_FILES=" + folder)),
                {"1 × buffer_load_dwordx4"});
}

TEST(IsaDriver, ADriverThatTellsNothingIsSaid) {
    const Outcome outcome = runLine("isa --driver={} {}", VKPERFTEST_LAVAPIPE_MANIFEST, kOneRow);
    if (outcome.exitCode == 0) GTEST_SKIP() << "this lavapipe tells";
    EXPECT_EQ(outcome.exitCode, 3);
    EXPECT_THAT(outcome.err, StartsWith("vkperftest: error: the code")); // named once
    expectParts(outcome.err, {"lacks VK_KHR_pipeline_executable_properties"});
}

} // namespace vkperftest::isa_driver_test
