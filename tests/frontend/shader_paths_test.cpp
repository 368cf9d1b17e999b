#include "frontend/shader_file.h"

#include <filesystem>
#include <fstream>

#include "base/utf8_path.h"
#include "matchers.h"

namespace vkperftest::shader_paths_test {

namespace fs = std::filesystem;

// Tests may run at once.
std::string testName() {
    return testing::UnitTest::GetInstance()->current_test_info()->name();
}

class ShaderPaths : public testing::Test {
protected:
    ShaderPaths() : root_(fs::path(testing::TempDir()) / ("shader_paths_" + testName())) {
        fs::remove_all(root_);
        fs::create_directories(root_ / "deep");
        for (const char* file :
             {"b.hlsl", "a.comp", "common.hlsli", "readme.md", "deep/c.SPV", "deep/d.frag"})
            std::ofstream(root_ / file) << "x";
    }
    ~ShaderPaths() override { fs::remove_all(root_); }

    std::string at(const std::string& file) const { return textOf(root_) + "/" + file; }

    // Relative to the root; an exclamation mark before those with trouble.
    std::vector<std::string> expanded(const std::vector<std::string>& given) const {
        std::vector<std::string> paths;
        for (const ShaderPath& path : expandShaderPaths(given)) {
            const std::string relative = pathOf(path.path).lexically_relative(root_).generic_string();
            paths.push_back((path.trouble.empty() ? "" : "!") + relative);
        }
        return paths;
    }

private:
    fs::path root_;
};

TEST_F(ShaderPaths, AFolderHoldsItsShadersButNotWhatTheyInclude) {
    fs::create_directories(pathOf(at("empty")));
    EXPECT_THAT(expanded({at("empty")}), ElementsAre("!empty"));
    EXPECT_THAT(expanded({at("")}), ElementsAre("a.comp", "b.hlsl", "deep/c.SPV", "deep/d.frag"));
    EXPECT_THAT(expanded({at("deep"), at("b.hlsl"), at("deep")}),
                ElementsAre("deep/c.SPV", "deep/d.frag", "b.hlsl"));
}

TEST_F(ShaderPaths, AFileIsTakenAsItIsNamed) {
    EXPECT_THAT(expanded({at("readme.md"), at("common.hlsli"), at("none.hlsl")}),
                ElementsAre("readme.md", "common.hlsli", "none.hlsl"));
}

} // namespace vkperftest::shader_paths_test
