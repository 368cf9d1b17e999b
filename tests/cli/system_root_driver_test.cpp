// `isa` with a driver that needs other system libraries than this system's: those of the folder around its manifest.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>

#include "program.h"

namespace vkperftest::system_root_driver_test {

namespace fs = std::filesystem;

// Where the C library of this process lies.
fs::path libraries() {
    std::ifstream maps("/proc/self/maps");
    for (std::string word; maps >> word;) {
        if (word.find("/libc.so.6") != std::string::npos) return fs::path(word).parent_path();
    }
    return {};
}

// A root with what the program and the driver in it need, whose library lies where this system has none.
std::string rootWithDriver() {
    const fs::path root = scratchFile("root"), driver = VKPERFTEST_CRASHING_MANIFEST;
    const fs::path from = libraries(), to = root / from.relative_path();
    fs::create_directories(to);
    for (const char* name : {"libc.so.6", "libm.so.6", "libdl.so.2", "libpthread.so.0", "libvulkan.so.1",
                             "libstdc++.so.6", "libgcc_s.so.1"}) {
        if (fs::exists(from / name))
            fs::copy_file(from / name, to / name, fs::copy_options::overwrite_existing);
    }
    for (const fs::path loader : {"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1"}) {
        if (!fs::exists(loader)) continue;
        const fs::path place = root / "usr" / loader.relative_path();
        fs::create_directories(place.parent_path());
        fs::copy_file(loader, place, fs::copy_options::overwrite_existing);
    }
    for (const fs::directory_entry& entry : fs::directory_iterator(root / "usr")) {
        const fs::path link = root / entry.path().filename();
        if (!fs::exists(link)) fs::create_symlink("usr" / entry.path().filename(), link);
    }
    fs::create_directories(root / "usr/lib/only-there");
    fs::copy_file(driver.parent_path() / "libcrashing_driver.so", root / "usr/lib/only-there/driver.so",
                  fs::copy_options::overwrite_existing);
    const std::string manifest = (root / "manifest.json").string();
    writeAll(manifest, R"({"file_format_version": "1.0.0", "ICD": {"api_version": "1.1.0",
                           "library_path": "/usr/lib/only-there/driver.so"}})");
    return manifest;
}

TEST(SystemRootDriver, IsLoadedWithTheLibrariesAroundItsManifest) {
    const Outcome outcome = runLine("isa --driver {} --filter raw-load4-linear", rootWithDriver());
    EXPECT_EQ(outcome.out, "");
    if (outcome.exitCode == 3) GTEST_SKIP() << outcome.err;
    EXPECT_EQ(outcome.exitCode, 4);
    expectParts(outcome.err, {"'it was here'"});
}

TEST(SystemRootDriver, IsNotMeasured) {
    expectParts(exits(3, runLine("run --driver {}", rootWithDriver())).err, {"only isa uses the"});
}

} // namespace vkperftest::system_root_driver_test
