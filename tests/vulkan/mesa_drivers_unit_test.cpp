// Which manifests of a driver are taken. On Windows there is none.
#ifndef _WIN32
#include "vulkan/mesa_drivers.h"

#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "matchers.h"

namespace vkperftest::mesa_drivers_unit_test {

namespace fs = std::filesystem;

class Manifests : public testing::Test {
protected:
    Manifests() {
        EXPECT_TRUE(folder_.create("manifests").ok());
        for (const char* file : {"sub/other_icd.json", "sub/radeon_icd.json", "radeon_icd.json"}) {
            fs::create_directories(fs::path(folder_.file(file)).parent_path());
            const bool other = std::string(file).find("other") != std::string::npos;
            std::ofstream(folder_.file(file)) << "{\"ICD\": {\"library_path\": \"/usr/lib/libvulkan_"
                                              << (other ? "other" : "radeon") << ".so\"}}";
        }
        forget();
        setEnvironmentVariable("XDG_DATA_DIRS", file("none")); // what is installed here does not matter
    }
    ~Manifests() override { forget(); }

    static void forget() {
        for (const char* name :
             {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES", "XDG_DATA_DIRS"})
            setEnvironmentVariable(name, "");
    }
    std::string file(const char* name) const { return folder_.file(name); }

    ScratchFolder folder_;
};

TEST_F(Manifests, NamedOnesStandBeforeThoseInTheFolders) {
    fs::create_directories(file("vulkan"));
    fs::rename(file("sub"), file("vulkan/icd.d"));
    setEnvironmentVariable("XDG_DATA_DIRS", file(""));
    setEnvironmentVariable("VK_DRIVER_FILES", file("vulkan/icd.d/other_icd.json")); // hides none of them
    setEnvironmentVariable("VK_ADD_DRIVER_FILES", file("radeon_icd.json"));
    const std::vector<std::string> found = valueOf(findManifests(kRadv));
    EXPECT_EQ(found[0], file("radeon_icd.json"));
    EXPECT_THAT(found, Contains(file("vulkan/icd.d/radeon_icd.json")));
}

TEST_F(Manifests, ALibraryTellsWhichDriverItIs) {
    const auto manifest = [&](const char* library) {
        std::ofstream(file("a.json")) << "{\"ICD\": {\"library_path\": \"" << library << "\"}}";
        return file("a.json");
    };
    EXPECT_TRUE(mayBe(kAnv, manifest("/usr/lib/libvulkan_intel.so")));
    EXPECT_FALSE(mayBe(kHasvk, manifest("/usr/lib/libvulkan_intel.so")));
    EXPECT_FALSE(mayBe(kAnv, manifest("libvulkan_intel_hasvk.so")));
    EXPECT_TRUE(mayBe(kAnv, manifest("libelse.so"))) << "not known";
    EXPECT_TRUE(mayBe(kAnv, "/nonexistent.json")); // which is told when it is opened
}

} // namespace vkperftest::mesa_drivers_unit_test
#endif
