// Folders that hold the libraries of another system.
#include "base/system_root.h"

#include "base/made_up_system.h"

namespace vkperftest {
namespace {

class SystemRoot : public MadeUpSystem {};

TEST_F(SystemRoot, IsTheInnermostFolderWithALoaderOfItsOwn) {
    const std::filesystem::path folder = std::filesystem::canonical(root());
    write("nvk.json", "");
    write("sid/usr/lib64/ld-linux-x86-64.so.2", "");
    write("sid/trixie/usr/share/vulkan/icd.d/nouveau_icd.json", "");
    write("sid/trixie/lib/ld-linux-aarch64.so.1", "");
    EXPECT_EQ(systemRootAround(folder / "nvk.json"), "");
    // Its folder "usr" has a loader, and is the root of nothing.
    EXPECT_EQ(systemRootAround(folder / "sid/usr/lib64/ld-linux-x86-64.so.2"), "");
    EXPECT_EQ(systemRootAround(folder / "sid/trixie/usr/share/vulkan/icd.d/nouveau_icd.json"),
              folder / "sid/trixie");
    write("sid/lib64/ld-linux-x86-64.so.2", "");
    EXPECT_EQ(systemRootAround(folder / "sid/usr/lib64/ld-linux-x86-64.so.2"), folder / "sid");
    EXPECT_EQ(systemRootAround(folder / "missing/nvk.json"), "");
    EXPECT_FALSE(usesSystemRoot(folder / "sid"));
}

#ifdef __linux__

TEST(SystemRootOfThisProcess, IsNotLookedFor) {
    EXPECT_EQ(systemRootAround("/usr/share"), "");
    EXPECT_TRUE(usesSystemRoot("/"));
}

TEST(SystemRootBelowUsr, IsRefused) {
    EXPECT_EQ(restartInSystemRoot("/usr/src/trixie").sentence(),
              "the driver needs the system libraries in '/usr/src/trixie', and a folder below /usr cannot "
              "take the place "
              "of /usr; move it");
}

#endif

} // namespace
} // namespace vkperftest
