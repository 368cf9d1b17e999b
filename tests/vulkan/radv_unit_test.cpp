// Which of RADV's manifests is taken, on systems for several architectures. On Windows there is none.
#ifndef _WIN32
#include "vulkan/radv.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "base/environment.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class Radvs : public testing::Test {
protected:
    Radvs() {
        fs::remove_all(folder_);
        for (const char* file :
             {"sub/other_icd.json", "sub/radeon_icd.i686.json", "sub/radeon_icd.json",
              "sub/radeon_icd.s390x.json", "sub/radeon_icd.x86_64.json", "radeon_icd.json"}) {
            fs::create_directories((folder_ / file).parent_path());
            std::ofstream(folder_ / file) << "{}";
        }
        forget();
    }
    ~Radvs() override {
        forget();
        fs::remove_all(folder_);
    }

    static void forget() {
        for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"})
            setEnvironmentVariable(name, "");
    }
    std::string file(const char* name) const { return (folder_ / name).string(); }

    // Of each test its own: they run side by side.
    const fs::path folder_ =
        fs::path(testing::TempDir()) /
        ("vkperftest-" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

#ifdef __x86_64__
TEST_F(Radvs, ThoseOfThisArchitectureComeFirst) {
    setEnvironmentVariable("VK_DRIVER_FILES", file("sub") + ":" + file("radeon_icd.json"));
    const Result<std::vector<std::string>> found = findRadvs();
    ASSERT_TRUE(found.ok());
    EXPECT_THAT(found.value(), ElementsAre(file("sub/radeon_icd.x86_64.json"), file("sub/radeon_icd.json"),
                                           file("radeon_icd.json"), file("sub/radeon_icd.i686.json"),
                                           file("sub/radeon_icd.s390x.json")));
}
#endif

TEST_F(Radvs, AddedOnesStandBeforeTheFolders) {
    setEnvironmentVariable("VK_ADD_DRIVER_FILES", file("sub/radeon_icd.json"));
    const Result<std::vector<std::string>> found = findRadvs();
    ASSERT_TRUE(found.ok());
    EXPECT_THAT(found.value(), testing::Contains(file("sub/radeon_icd.json")));
    setEnvironmentVariable("VK_ICD_FILENAMES", file("radeon_icd.json"));
    EXPECT_THAT(findRadvs().value(), ElementsAre(file("radeon_icd.json"))) << "which replaces them all";
}

} // namespace
} // namespace vkperftest
#endif
