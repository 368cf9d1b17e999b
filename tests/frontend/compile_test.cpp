// HLSL and GLSL to SPIR-V, and what cannot be compiled.
#include "frontend/compile.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/utf8_path.h"
#include "frontend/compiled.h"
#include "frontend/glslang_compiler.h"
#include "frontend/spirv_text.h"
#include "golden.h"
#include "isa/stored_text.h"
#include "matchers.h"

namespace vkperftest::compile_test {

const std::map<std::string, std::string>& cases() {
    static const std::map<std::string, std::string> all = casesIn("frontend/compile.txt");
    return all;
}

// The shaders' entry points, stages and compilers, with troubles; or the error. Without glslang's version.
std::string told(const Result<std::vector<CompiledShader>>& shaders) {
    std::string text = shaders.ok() ? "" : shaders.error().sentence();
    for (const CompiledShader& shader : shaders.ok() ? shaders.value() : std::vector<CompiledShader>())
        text += fmt::format("{} {} by {}{}; ", shader.entry.name, shader.entry.stage, shader.compiler,
                            shader.trouble);
    const std::string version = glslangVersion();
    for (std::size_t at = 0; (at = text.find(version)) != std::string::npos;)
        text.replace(at, version.size(), "glslang");
    return text;
}

TEST(LintCompile, FindsEntryPointsAndErrors) {
    const std::pair<const char*, ShaderFile> kinds[] = {
        {"hlsl ", {.path = "test.hlsl", .language = ShaderLanguage::Hlsl}},
        {"glsl ", {.path = "test.comp", .language = ShaderLanguage::Glsl}},
        {"spirv ", {.path = "a.spv", .language = ShaderLanguage::Spirv}}};
    for (const auto& [name, text] : cases()) {
        for (const auto& [prefix, kind] : kinds) {
            if (!name.starts_with(prefix)) continue;
            ShaderFile file = kind;
            file.bytes = text;
            const Result<std::vector<CompiledShader>> shaders = compileShader(file, {.defines = {"VALUE"}});
            expectGolden(fmt::format("{}: {}", name, told(shaders)));
            for (const CompiledShader& one : shaders.ok() ? shaders.value() : std::vector<CompiledShader>())
                EXPECT_TRUE(spvtools::SpirvTools(SPV_ENV_VULKAN_1_2).Validate(one.words)) << name;
        }
    }
}

TEST(LintCompile, TakesTheEntryPointAndStageThatOptionsName) {
    const std::string stages = cases().at("hlsl vertex and pixel shaders"),
                      glsl = cases().at("glsl an error");
    for (const auto& shaders :
         {compileHlsl(stages, {.entry = "ps"}), compileHlsl(stages, {.stage = "vert"}),
          compileHlsl(stages, {.entry = "ps", .stage = "frag"}), compileHlsl(stages, {.stage = "pixel"}),
          compileHlsl(stages, {.entry = "main"}), compileHlsl(stages, {.entry = "main", .stage = "comp"}),
          compileHlsl(stages, {.entry = "at"}), compileHlsl("float x;", {.entry = "x"}),
          compileHlsl("void f() {}", {.entry = "f"}),
          compileShader({.path = "test.frag.hlsl", .bytes = stages}, {}),
          compileShader({.path = "test.geom.hlsl", .bytes = stages}, {}),
          compileGlsl("void main() {}", {.stage = "frag"}),
          compileGlsl("void main() {}", {.entry = "second"}), compileHlsl(stages, {.entry = "::ps"}),
          compileHlsl(cases().at("nine shaders"), {.entry = "a::z", .stage = "comp"}),
          compileHlsl(cases().at("nine shaders"), {.entry = "a::i"})})
        expectGolden(told(shaders));
}

TEST(LintCompile, KeepsLinesOfFunctions) {
    const auto shaders = compileHlsl(cases().at("hlsl buffers in functions"));
    EXPECT_THAT(spirvText(shaders.value()[0].words),
                AllOf(HasSubstr("OpEntryPoint GLCompute %main \"main\""), HasSubstr("OpString \"test.hlsl\""),
                      HasSubstr("OpLine %1 3 0")));
}

TEST(LintCompile, HandsSpirvThrough) {
    const std::vector<std::uint32_t> words =
        compileHlsl(cases().at("hlsl buffers in functions")).value()[0].words;
    ShaderFile file = {.path = "a.spv", .language = ShaderLanguage::Spirv};
    file.bytes = spirvBytes(words);
    EXPECT_EQ(compileShader(file, {}).value().at(0).words, words);
    for (std::size_t i = 0; i < file.bytes.size(); i += 4)
        std::reverse(file.bytes.begin() + static_cast<std::ptrdiff_t>(i),
                     file.bytes.begin() + static_cast<std::ptrdiff_t>(i) + 4);
    EXPECT_EQ(compileShader(file, {}).value().at(0).words, words) << "of a machine of the other byte order";
    file.bytes.resize(21);
    expectGolden(told(compileShader(file, {})));
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

    // With a buffer and a value from includes.
    void expectCompiled(const std::string& text, const ShaderOptions& options = {}) {
        const std::string main = "[numthreads(1, 1, 1)] void main() { data[0] = VALUE; }\n";
        EXPECT_THAT(compiled(text + main, options), StartsWith("main comp"));
    }

    ScratchFolder folder_;
};

const std::string kData = "RWStructuredBuffer<int> data;\n";

TEST_F(LintIncludes, AreFoundBesideTheIncludingFileFirst) {
    write("value.h", "#define VALUE wrong\n");
    write("deep/value.h", "#define VALUE 3\n");
    write("deep/buffer.h", "#include \"value.h\"\n" + kData);
    expectCompiled("#include \"deep/buffer.h\"\n");
}

TEST_F(LintIncludes, MayBeLastLinesWithoutEnd) {
    write("data.h", kData + "#define VALUE 1");
    write("last.h", "#include \"data.h\"\n[numthreads(1, 1, 1)] void main() { data[0] = VALUE; }");
    EXPECT_THAT(compiled("#include \"last.h\""), StartsWith("main comp"));
}

TEST_F(LintIncludes, AreFoundInTheFoldersInTheirOrder) {
    write("one/value.h", "#define VALUE 3\n");
    write("two/value.h", "#define VALUE wrong\n");
    write("two/buffer.h", kData);
    const std::vector<std::string> folders = {folder_.file("one"), folder_.file("two")};
    expectCompiled("#include <value.h>\n#include \"buffer.h\"\n", {.includeFolders = folders});
}

TEST_F(LintIncludes, MissingOrOfThemselvesAreAnError) {
    write("outer.h", "\n#include \"absent.h\"\n");
    EXPECT_THAT(compiled("#include \"outer.h\"\n"), HasSubstr("outer.h:2: cannot include 'absent.h'"));
#ifndef _WIN32
    std::filesystem::create_symlink("/dev/zero", pathOf(folder_.file("zero.h")));
    EXPECT_THAT(compiled("#include \"zero.h\"\n"), HasSubstr("no regular file"));
#endif
    for (const std::string name : {"loop.h", "twice.h"}) {
        const std::string line = "#include \"" + name + "\"\n";
        write(name, name == "loop.h" ? line : line + line);
        EXPECT_THAT(compiled(line), AllOf(HasSubstr(name + ":1: cannot include"), HasSubstr("#pragma once")));
    }
}

TEST_F(LintIncludes, OfThemselvesMayHaveAnEnd) {
    write("once.h", "# pragma  once\n#include \"other.h\"\n" + kData);
    write("other.h", "#ifndef OTHER\n#define OTHER\n#include \"once.h\"\n#include \"other.h\"\n"
                     "#define VALUE 1\n#endif\n");
    expectCompiled("#include \"once.h\"\n#include \"once.h\"\n");
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

    // One of the cases.
    void dxcIs(const std::string& which) {
        std::string script = cases().at("dxc") + cases().at("dxc that " + which);
        script.replace(script.find("ARGUMENTS"), std::string("ARGUMENTS").size(), folder_.file("arguments"));
        std::filesystem::permissions(pathOf(write("bin/dxc", script)), std::filesystem::perms::owner_all);
    }

    std::string arguments() { return readFile(folder_.file("arguments")).value(); }

    std::string path_;
    const std::string long_ = cases().at("long vectors"), invalid_ = cases().at("invalid SPIR-V by glslang");
};

TEST_F(LintDxc, TakesWhatGlslangCannotOrMakesInvalid) {
    EXPECT_THAT(told(compileHlsl(invalid_)), StartsWith("glslang compiles 'one' to"));
    dxcIs("makes nothing");
    expectGolden(told(compileHlsl(long_)));
    EXPECT_THAT(arguments(),
                AllOf(HasSubstr("-T cs_6_10 -E one "), Not(HasSubstr("16bit")), Not(HasSubstr("-HV"))));
    expectGolden(told(compileHlsl("float4 pix(float2 uv : TEXCOORD) : SV_Target { return oops(uv); }")));
    expectGolden(told(compileHlsl(invalid_)));
}

TEST_F(LintDxc, GetsTheOptionsOfTheLanguage) {
    dxcIs("makes nothing");
    told(compileHlsl("static float16_t x;\n" + long_, {.hlslVersion = "2018"}));
    EXPECT_THAT(arguments(), HasSubstr("-enable-16bit-types -HV 2018 "));
    told(compileHlsl(long_, {.defines = {"__HLSL_ENABLE_16_BIT=1"}}));
    EXPECT_THAT(arguments(), HasSubstr("-enable-16bit-types -D__HLSL_ENABLE_16_BIT=1 "));
}

TEST_F(LintDxc, NamesItselfInItsErrors) {
    dxcIs("fails");
    expectGolden(told(compileHlsl(invalid_)));
    dxcIs("fails for two"); // for one of the entry points
    expectGolden(told(compileHlsl(long_)));
}

TEST_F(LintDxc, OfAnUnknownVersionIsAskedForAnOldModel) {
    const std::string path = write("bin/dxc", "#!/bin/sh\nexit 1\n");
    std::filesystem::permissions(pathOf(path), std::filesystem::perms::owner_all);
    EXPECT_THAT(told(compileHlsl(long_)), StartsWith("dxc (cs_6_6): "));
}

// Scripts take the places of the compilers of other languages.
TEST_F(LintDxc, OtherLanguagesHaveTheirOwnCompilers) {
    const std::string ready =
        write("ready.spv", spirvBytes(compileGlsl("#version 450\nvoid main() {}\n").value().front().words));
    struct Case {
        const char *file, *program, *output; // the number of its argument
    };
    for (const auto& [file, program, output] :
         {Case{"a.slang", "slangc", "7"}, Case{"a.wgsl", "naga", "2"}}) {
        const ShaderFile shader = readShaderFile(write(file, "any")).value();
        const auto missing = compileShader(shader, {});
        ASSERT_FALSE(missing.ok());
        EXPECT_THAT(missing.error().sentence(), AllOf(HasSubstr(file), HasSubstr(program)));
        const std::string path =
            write(std::string("bin/") + program, fmt::format("#!/bin/sh\ncp '{}' \"${}\"\n", ready, output));
        std::filesystem::permissions(pathOf(path), std::filesystem::perms::owner_all);
        EXPECT_EQ(valueOf(compileShader(shader, {})).front().compiler, program);
        write(std::string("bin/") + program, "#!/bin/sh\nexit 1\n");
        EXPECT_FALSE(compileShader(shader, {}).ok());
    }
}

TEST_F(LintDxc, IsNotAskedForWhatGlslangKnows) {
    dxcIs("fails");
    EXPECT_EQ(told(compileHlsl("[numthreads(1, 1, 1)] void main() {}")), "main comp by glslang; ");
}

#endif

} // namespace vkperftest::compile_test
