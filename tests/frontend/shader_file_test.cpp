// Reading a file to lint, and telling its language.
#include "frontend/shader_file.h"

#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "base/utf8_path.h"
#include "matchers.h"

namespace vkperftest::shader_file_test {

class LintShaderFile : public testing::Test {
protected:
    void SetUp() override { ASSERT_TRUE(folder_.create("lint-test").ok()); }

    Result<ShaderFile> read(const std::string& name, const std::string& bytes) {
        std::ofstream(pathOf(folder_.file(name)), std::ios::binary) << bytes;
        return readShaderFile(folder_.file(name));
    }

    ScratchFolder folder_;
};

TEST_F(LintShaderFile, TellsTheLanguageByTheName) {
    const std::pair<std::string, ShaderLanguage> cases[] = {
        {"a.hlsl", ShaderLanguage::Hlsl}, {"a.HLSLI", ShaderLanguage::Hlsl},
        {"a.comp", ShaderLanguage::Glsl}, {"a.comp.glsl", ShaderLanguage::Glsl},
        {"a.vert", ShaderLanguage::Glsl}, {"a.comp.hlsl", ShaderLanguage::Hlsl},
        {"a.spv", ShaderLanguage::Spirv}};
    for (const auto& [name, language] : cases) {
        const Result<ShaderFile> file = read(name, "anything");
        ASSERT_TRUE(file.ok()) << file.error().sentence();
        EXPECT_EQ(file.value().language, language) << name;
        EXPECT_EQ(file.value().bytes, "anything");
        EXPECT_EQ(file.value().path, folder_.file(name));
    }
}

TEST_F(LintShaderFile, TellsTheLanguageByTheContents) {
    const std::pair<std::string, ShaderLanguage> cases[] = {
        {std::string("\x03\x02\x23\x07\0\0", 6), ShaderLanguage::Spirv},
        {"#version 450\nvoid main() {}", ShaderLanguage::Glsl},
        {"[numthreads(1, 1, 1)] void main() {}", ShaderLanguage::Hlsl},
        {"float4 main() : SV_Target { return 0; }", ShaderLanguage::Hlsl},
        {"[[vk::location(0)]] float4 a : A;", ShaderLanguage::Hlsl}};
    for (const auto& [bytes, language] : cases) {
        EXPECT_EQ(valueOf(read("shader.txt", bytes)).language, language) << bytes;
        EXPECT_EQ(read("shader.comp", bytes).value().language, language)
            << "a stage is no language: " << bytes;
    }
}

TEST_F(LintShaderFile, IsUtf8WithoutAByteOrderMark) {
    EXPECT_EQ(read("a.hlsl", "\xef\xbb\xbf"
                             "a")
                  .value()
                  .bytes,
              "a");
    for (const std::string mark : {"\xff\xfe", "\xfe\xff"}) {
        EXPECT_THAT(read("a.hlsl", mark).error().sentence(), HasSubstr("UTF-8"));
    }
}

TEST_F(LintShaderFile, RefusesWhatIsNoShader) {
    const Result<ShaderFile> file = read("notes.txt", "shaders are fun");
    ASSERT_FALSE(file.ok());
    EXPECT_THAT(file.error().sentence(), HasSubstr("notes.txt'"));
    EXPECT_FALSE(readShaderFile(folder_.file("absent.hlsl")).ok());
}

TEST_F(LintShaderFile, RefusesAFileThatIsTooLarge) {
    const std::string path = folder_.file("large.hlsl");
    std::ofstream(pathOf(path)) << "x";
    for (const auto& [megabytes, told] : {std::pair(5, "4 MB"), {100, "16 MB"}}) {
        std::filesystem::resize_file(pathOf(path), static_cast<std::uintmax_t>(megabytes) << 20U);
        EXPECT_THAT(readShaderFile(path).error().sentence(), HasSubstr(told));
    }
}

TEST(LintStage, IsToldByAnyEndingOfTheName) {
    EXPECT_EQ(stageOfName("blur.comp"), "comp");
    EXPECT_EQ(stageOfName("folder.vert/blur.FRAG.hlsl"), "frag");
    EXPECT_EQ(stageOfName("folder.vert/blur.hlsl"), "");
    EXPECT_EQ(stageOfName("comp"), "");
}

} // namespace vkperftest::shader_file_test
