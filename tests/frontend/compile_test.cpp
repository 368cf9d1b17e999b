// HLSL and GLSL to SPIR-V, and what cannot be compiled.
#include "frontend/compile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "base/utf8_path.h"
#include "frontend/compiled.h"
#include "frontend/spirv_text.h"
#include "regular_expressions.h"

namespace vkperftest {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string kMain = "[numthreads(1, 1, 1)] void main() { data[0] = VALUE; }\n";

// The shaders' entry points, stages and compilers; or the error.
std::string told(const Result<std::vector<CompiledShader>>& shaders) {
    if (!shaders.ok()) return shaders.error().sentence();
    std::string text;
    for (const CompiledShader& shader : shaders.value())
        text += fmt::format("{} {} by {}; ", shader.entryPoint, shader.stage, shader.compiler);
    return text;
}

TEST(LintCompile, CompilesHlsl) {
    const Result<std::vector<CompiledShader>> shaders =
        compileHlsl("RWStructuredBuffer<int> data;\n" + kMain, {.defines = {"VALUE=2"}});
    EXPECT_THAT(told(shaders), StartsWith("main comp by glslang 1"));
    EXPECT_THAT(spirvText(shaders.value()[0].words),
                AllOf(HasSubstr("OpEntryPoint GLCompute %main \"main\""), HasSubstr("OpString \"test.hlsl\""),
                      HasSubstr("OpLine %1 2 0")));
}

TEST(LintCompile, CompilesGlsl) {
    EXPECT_THAT(
        told(compileGlsl("layout(binding = 0) buffer B { vec3 a[]; };\nvoid main() { a[0].x = VALUE; }",
                         {.defines = {"VALUE"}})),
        StartsWith("main comp by glslang 1"));
    EXPECT_THAT(
        told(compileGlsl("#version 450\nlayout(location = 0) out vec4 c;\nvoid main() { c = vec4(1); }",
                         {.stage = "frag"})),
        StartsWith("main frag by glslang 1"));
}

TEST(LintCompile, ReadsVertexAndPixelShaders) {
    const std::string shader =
        "struct Between { float4 at : SV_Position; float2 uv : TEXCOORD0; };\n"
        "Between vs(float3 at : POSITION) { Between b; b.at = float4(at, 1); b.uv = 0; return b; }\n"
        "float4 ps(Between b) : SV_Target { return b.uv.xyxy; }\n"
        "[numthreads(1, 1, 1)] void cs() {}\n";
    EXPECT_THAT(told(compileHlsl(shader)),
                AllOf(StartsWith("vs vert by glslang"), HasSubstr("; ps frag by glslang"),
                      HasSubstr("; cs comp by glslang")));
    EXPECT_THAT(told(compileHlsl(shader, {.entry = "ps"})), StartsWith("ps frag by"));
    EXPECT_THAT(told(compileHlsl(shader, {.stage = "vert"})), StartsWith("vs vert by"));
    EXPECT_THAT(told(compileShader({.path = "test.frag.hlsl", .bytes = shader}, {})),
                StartsWith("ps frag by"));
}

TEST(LintCompile, ReadsAllEntryPoints) {
    const std::string shader = "RWStructuredBuffer<uint> data;\n"
                               "#define GROUP [numthreads(8, 1, 1)]\n"
                               "// [numthreads(1, 1, 1)] void commented() {}\n"
                               "#if 0\n[numthreads(1, 1, 1)] void left_out() {}\n#endif\n"
                               "GROUP void first(uint3 id : SV_DispatchThreadID) { data[id.x] = 1; }\n"
                               "float4 pixel() : SV_Target { return 1; }\n"
                               "GROUP void second() { data[0] = 2; }\n";
    EXPECT_THAT(told(compileHlsl(shader)),
                AllOf(StartsWith("first comp by glslang"), HasSubstr("; second comp by glslang"),
                      HasSubstr("; pixel frag by"), Not(HasSubstr("commented")), Not(HasSubstr("left_out"))));
    EXPECT_THAT(told(compileHlsl(shader, {.entry = "second"})), StartsWith("second comp by"));
    EXPECT_THAT(told(compileHlsl(shader, {.entry = "pixel", .stage = "frag"})), StartsWith("pixel frag by"));
}

bool isValid(const std::vector<std::uint32_t>& words) {
    return spvtools::SpirvTools(SPV_ENV_VULKAN_1_1).Validate(words);
}

TEST(LintCompile, GivesNoLocationTwice) {
    const auto shaders =
        compileHlsl("struct V { [[vk::location(1)]] float2 b : B; [[vk::location(0)]] float a : A;\n"
                    "[[vk::builtin(\"PointSize\")]] float s : PSIZE; float4 at : SV_Position; };\n"
                    "float4 ps(V v) : SV_Target { return v.a * v.b.xyxy; }\n");
    ASSERT_TRUE(shaders.ok()) << shaders.error().sentence();
    EXPECT_TRUE(isValid(shaders.value()[0].words));
}

TEST(LintCompile, PassesBuffersToFunctions) {
    const Result<std::vector<CompiledShader>> shaders =
        compileHlsl("ByteAddressBuffer from; RWByteAddressBuffer to;\n"
                    "uint load(ByteAddressBuffer buffer) {\n"
                    "    return buffer.Load(8);\n"
                    "}\n"
                    "[numthreads(1, 1, 1)] void main() { to.Store(4, load(from)); }\n");
    ASSERT_TRUE(shaders.ok()) << shaders.error().sentence();
    const std::vector<std::uint32_t>& words = shaders.value()[0].words;
    EXPECT_TRUE(isValid(words));
    EXPECT_THAT(spirvText(words), HasSubstr("OpLine %1 3 0"));
}

TEST(LintCompile, PassesTexturesToFunctionsAndKeepsThemInVariables) {
    for (const std::string use : {"get(one)", "Texture2D kept = one; kept", "Two two = {one, other}; two.a",
                                  "Two two = {one, other}; get(two.b)"}) {
        const std::size_t last = use.rfind(' ') + 1;
        const Result<std::vector<CompiledShader>> shaders =
            compileHlsl("Texture2D one; Texture2D other; RWStructuredBuffer<float4> to; struct Two { "
                        "Texture2D a; Texture2D b; };\n"
                        "float4 get(Texture2D from) { return from.Load(int3(0, 0, 0)); }\n"
                        "[numthreads(1, 1, 1)] void main() { " +
                        use.substr(0, last) + "to[0] = " + use.substr(last) +
                        (use.ends_with(')') ? "" : ".Load(int3(0, 0, 0))") + "; }\n");
        ASSERT_TRUE(shaders.ok()) << shaders.error().sentence();
        EXPECT_TRUE(isValid(shaders.value()[0].words)) << use;
    }
}

TEST(LintCompile, HandsSpirvThrough) {
    const std::vector<std::uint32_t> words =
        compileHlsl("RWStructuredBuffer<int> data;\n" + kMain, {.defines = {"VALUE=2"}}).value()[0].words;
    ShaderFile file = {.path = "a.spv", .language = ShaderLanguage::SpirvBinary};
    file.bytes.assign(reinterpret_cast<const char*>(words.data()), words.size() * 4);
    EXPECT_EQ(compileShader(file, {}).value().at(0).words, words);
    for (std::size_t i = 0; i < file.bytes.size(); i += 4)
        std::reverse(file.bytes.begin() + static_cast<std::ptrdiff_t>(i),
                     file.bytes.begin() + static_cast<std::ptrdiff_t>(i) + 4);
    EXPECT_EQ(compileShader(file, {}).value().at(0).words, words) << "of a machine of the other byte order";

    ShaderFile text = {
        .path = "a.spvasm", .language = ShaderLanguage::SpirvAssembly, .bytes = spirvText(words)};
    const std::vector<std::uint32_t> assembled = compileShader(text, {}).value().at(0).words;
    EXPECT_EQ(assembled.size(), words.size());
    EXPECT_EQ(assembled[1], words[1]) << "the version";
    text.bytes = spirvText(assembled);
    EXPECT_EQ(compileShader(text, {}).value().at(0).words, assembled);
}

TEST(LintCompile, AssemblesNewSourceLanguages) {
    const std::string text =
        "OpCapability Shader\nOpMemoryModel Logical GLSL450\n%1 = OpString \"OpSource X\"\n";
    for (const std::string source :
         {"OpSource Slang 1\n", "  OpSource\tSlang 1 ; new\n", "OpSource HLSL 1\n", "OpSource"}) {
        const std::string whole = text + source;
        const auto shaders = compileShader(
            {.path = "a.spvasm", .language = ShaderLanguage::SpirvAssembly, .bytes = whole}, {});
        EXPECT_EQ(shaders.ok(), source != "OpSource") << whole;
        if (!shaders.ok()) continue;
        EXPECT_THAT(spirvText(shaders.value()[0].words), HasSubstr("\"OpSource X\""));
    }
}

TEST(LintCompile, RefusesWhatIsNoSpirv) {
    ShaderFile file = {.path = "a.spv", .language = ShaderLanguage::SpirvBinary, .bytes = "no SPIR-V"};
    EXPECT_EQ(told(compileShader(file, {})), "'a.spv': it is not SPIR-V: the magic number is missing");
    file.bytes.clear();
    EXPECT_THAT(told(compileShader(file, {})), HasSubstr("magic number"));
    file.bytes = std::string("\x03\x02\x23\x07\0\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 21);
    EXPECT_EQ(told(compileShader(file, {})), "'a.spv': the SPIR-V is truncated");
    file = {.path = "a.spvasm",
            .language = ShaderLanguage::SpirvAssembly,
            .bytes = "OpCapability Shader\nOpNo\n"};
    EXPECT_EQ(told(compileShader(file, {})), "'a.spvasm': line 2, column 1: Invalid Opcode name 'OpNo'");
}

TEST(LintCompile, TellsTheFirstErrorsWithTheirLines) {
    EXPECT_THAT(told(compileGlsl("#version 450\nvoid main() { x = 1; }")),
                StartsWith("test.comp:2: 'x': undeclared identifier"));
    EXPECT_THAT(told(compileHlsl("[numthreads(1, 1, 1)] void main() {\n float x = 1 }")),
                StartsWith("test.hlsl:2: expected ';'"));
    EXPECT_EQ(told(compileGlsl("#version 450\n#extension GL_none : require\nvoid main() {}")),
              "test.comp:2: '#extension': extension not supported: GL_none"); // not what follows from it
    EXPECT_THAT(told(compileGlsl("struct Included { int a; };")),
                HasSubstr("no function is recognizable as an entry point"));
    EXPECT_THAT(told(compileHlsl("float x;")), HasSubstr("no function is recognizable as an entry point"));
    EXPECT_THAT(told(compileHlsl("float x;", {.stage = "pixel"})),
                StartsWith("there is no stage 'pixel'; --stage takes comp"));
    EXPECT_THAT(told(compileGlsl("void main() {}", {.entry = "second"})),
                HasSubstr("the entry point is main"));
}

class LintIncludes : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(folder_.create("lint-test").ok()); }

    std::string write(const std::string& name, const std::string& text) {
        const std::filesystem::path path = pathOf(folder_.file(name));
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return textOf(path);
    }

    std::string compiled(const std::string& text, const ShaderOptions& options = {}) {
        return told(compileShader({.path = folder_.file("a.hlsl"), .bytes = text}, options));
    }

    ScratchFolder folder_;
};

TEST_F(LintIncludes, AreFoundBesideTheIncludingFileFirst) {
    write("value.h", "#define VALUE wrong\n");
    write("deep/value.h", "#define VALUE 3\n");
    write("deep/buffer.h", "#include \"value.h\"\nRWStructuredBuffer<int> data;\n");
    EXPECT_THAT(compiled("#include \"deep/buffer.h\"\n" + kMain), StartsWith("main comp"));
}

TEST_F(LintIncludes, MayBeLastLinesWithoutEnd) {
    write("data.h", "RWStructuredBuffer<int> data;\n#define VALUE 1");
    write("main.h", "#include \"data.h\"\n" + kMain.substr(0, kMain.size() - 1));
    EXPECT_THAT(compiled("#include \"main.h\""), StartsWith("main comp"));
}

TEST_F(LintIncludes, AreFoundInTheFoldersInTheirOrder) {
    write("one/value.h", "#define VALUE 3\n");
    write("two/value.h", "#define VALUE wrong\n");
    write("two/buffer.h", "RWStructuredBuffer<int> data;\n");
    const std::vector<std::string> folders = {folder_.file("one"), folder_.file("two")};
    EXPECT_THAT(compiled("#include <value.h>\n#include \"buffer.h\"\n" + kMain, {.includeFolders = folders}),
                StartsWith("main comp"));
}

TEST_F(LintIncludes, MissingIsAnErrorWithItsLine) {
    write("outer.h", "\n#include \"absent.h\"\n");
    EXPECT_THAT(compiled("#include \"outer.h\"\n" + kMain),
                HasSubstr("outer.h:2: cannot include 'absent.h': not found beside the including file"));
}

TEST_F(LintIncludes, OfThemselvesAreAnError) {
    write("loop.h", "#include \"loop.h\"\n");
    EXPECT_THAT(compiled("#include \"loop.h\"\n" + kMain),
                AllOf(HasSubstr("loop.h:1: cannot include 'loop.h': it includes itself endlessly"),
                      HasSubstr("#pragma once")));
    write("twice.h", "#include \"twice.h\"\n#include \"twice.h\"\n");
    EXPECT_THAT(compiled("#include \"twice.h\"\n" + kMain), HasSubstr("includes itself endlessly"));
}

TEST_F(LintIncludes, OfThemselvesMayHaveAnEnd) {
    write("once.h", "# pragma  once\n#include \"other.h\"\nRWStructuredBuffer<int> data;\n");
    write(
        "other.h",
        "#ifndef OTHER\n#define OTHER\n#include \"once.h\"\n#include \"other.h\"\n#define VALUE 1\n#endif\n");
    EXPECT_THAT(compiled("#include \"once.h\"\n#include \"once.h\"\n" + kMain), StartsWith("main comp"));
}

#ifndef _WIN32 // a script takes dxc's place

class LintDxc : public LintIncludes {
protected:
    void SetUp() override {
        LintIncludes::SetUp();
        path_ = environmentVariable("PATH");
        setEnvironmentVariable("PATH", folder_.file("bin") + ":" + path_);
    }
    void TearDown() override { setEnvironmentVariable("PATH", path_); }

    void dxcIs(const std::string& script) {
        const std::string path =
            write("bin/dxc", "#!/bin/sh\n"
                             "case $1 in\n"
                             "--version) echo 'libdxcompiler.so: 1.9(5231-9a3e225d)(1.9.0.5231)'; exit;;\n"
                             "--help) echo '  <profile>: ps_6_0, cs_6_0, cs_6_9, cs_6_10, lib_6_x'; exit;;\n"
                             "esac\n"
                             "echo \"$*\" >>" +
                                 folder_.file("arguments") + "\n" +
                                 "while [ \"$2\" ]; do\n"
                                 "  case $1 in -Fo) out=$2;; -Fe) log=$2;; -E) entry=$2;; esac; shift\n"
                                 "done\n" +
                                 script);
        std::filesystem::permissions(pathOf(path), std::filesystem::perms::owner_all);
    }

    std::string arguments() { return readFile(folder_.file("arguments")).value(); }

    std::string path_;
};

const std::string kMakesNothing =
    "printf '\\003\\002\\043\\007%s' \"$entry\" >\"$out\"; printf 0123456789012 >>\"$out\"\n";

const std::string kLong =
    "ByteAddressBuffer from;\n"
    "[numthreads(1, 1, 1)] void one() { vector<float, 8> x = from.Load<vector<float, 8> >(0); }\n"
    "[numthreads(1, 1, 1)] void two() {}\n";

TEST_F(LintDxc, TakesWhatGlslangCannot) {
    dxcIs(kMakesNothing);
    EXPECT_EQ(told(compileHlsl(kLong)),
              "one comp by dxc 1.9.0.5231 (cs_6_10); two comp by dxc 1.9.0.5231 (cs_6_10); ");
    EXPECT_THAT(arguments(),
                AllOf(HasSubstr("-T cs_6_10 -E one "), Not(HasSubstr("16bit")), Not(HasSubstr("-HV"))));
    EXPECT_THAT(told(compileHlsl("float4 pix(float2 uv : TEXCOORD) : SV_Target { return uv.xxxx.foo(); }")),
                StartsWith("pix frag by dxc 1.9.0.5231 (ps_6_10)"));
}

const std::string kInvalid = "RWByteAddressBuffer to;\n" // glslang adds an int to a uint
                             "[numthreads(1, 1, 1)] void one() { to.InterlockedAdd(0, 1); }\n";

TEST_F(LintDxc, IsAskedWhereGlslangMakesInvalidSpirv) {
    const auto shaders = compileHlsl(kInvalid);
    EXPECT_THAT(told(shaders), ContainsRegex("^glslang [0-9.]+ compiles 'one' to SPIR-V that is not "
                                             "valid: AtomicIAdd: .*; if this is valid HLSL, put dxc .*"));
    dxcIs(kMakesNothing);
    EXPECT_EQ(told(compileHlsl(kInvalid)), "one comp by dxc 1.9.0.5231 (cs_6_10); ");
}

TEST_F(LintDxc, GetsTheOptionsOfTheLanguage) {
    dxcIs(kMakesNothing);
    told(compileHlsl("static float16_t x;\n" + kLong, {.hlslVersion = "2018"}));
    EXPECT_THAT(arguments(), HasSubstr("-enable-16bit-types -HV 2018 "));
    dxcIs(kMakesNothing);
    told(compileHlsl(kLong, {.defines = {"__HLSL_ENABLE_16_BIT=1"}}));
    EXPECT_THAT(arguments(), HasSubstr("-enable-16bit-types -D__HLSL_ENABLE_16_BIT=1 "));
}

TEST_F(LintDxc, NamesItselfInItsErrors) {
    dxcIs(
        "echo 'test.hlsl:1: warning: noise' >\"$log\"; echo 'test.hlsl:2:9: error: no' >>\"$log\"; exit 1\n");
    const std::string one = kLong.substr(0, kLong.find("[numthreads(1, 1, 1)] void two"));
    EXPECT_EQ(told(compileHlsl(one)), "dxc 1.9.0.5231 (cs_6_10): test.hlsl:2:9: error: no");
}

TEST_F(LintDxc, MayFailForOneEntryPoint) {
    dxcIs("if [ $entry = two ]; then echo 'a: error: no' >\"$log\"; exit 1; fi\n" + kMakesNothing);
    const auto shaders = compileHlsl(kLong);
    ASSERT_TRUE(shaders.ok()) << shaders.error().sentence();
    ASSERT_EQ(shaders.value().size(), 2u);
    EXPECT_EQ(shaders.value()[0].trouble, "");
    EXPECT_EQ(shaders.value()[1].trouble, "dxc 1.9.0.5231 (cs_6_10): a: error: no");
    EXPECT_TRUE(shaders.value()[1].words.empty());
}

TEST_F(LintDxc, OfAnUnknownVersionIsAskedForAnOldModel) {
    const std::string path = write("bin/dxc", "#!/bin/sh\nexit 1\n");
    std::filesystem::permissions(pathOf(path), std::filesystem::perms::owner_all);
    EXPECT_THAT(told(compileHlsl(kLong)), StartsWith("dxc (cs_6_6): "));
}

TEST_F(LintDxc, IsNotAskedForWhatGlslangKnows) {
    dxcIs("exit 1\n");
    EXPECT_THAT(told(compileHlsl("[numthreads(1, 1, 1)] void main() {}")),
                StartsWith("main comp by glslang"));
}

#endif

} // namespace
} // namespace vkperftest
