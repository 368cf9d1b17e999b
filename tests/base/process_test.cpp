#include "base/process.h"

#include <csignal>
#include <new>
#include <stdexcept>

#include "base/made_up_system.h"
#include "matchers.h"

namespace vkperftest::process_test {

TEST(Guarded, MakesAnErrorOfWhatIsThrown) {
    EXPECT_EQ(guarded([]() -> Result<int> { return 7; }).value(), 7);
    const Error refused{ErrorKind::NoDevice, "there is none", ""};
    EXPECT_EQ(guarded([&]() -> Result<int> { return refused; }).error().kind, refused.kind);
    const Result<int> full = guarded([]() -> Result<int> { throw std::bad_alloc(); }),
                      mistake = guarded([]() -> Result<int> { throw std::out_of_range("at 3"); });
    for (const Result<int>& thrown : {full, mistake}) EXPECT_EQ(thrown.error().kind, ErrorKind::Io);
    EXPECT_THAT(full.error().cause, HasSubstr("memory"));
    EXPECT_THAT(mistake.error().cause, HasSubstr("at 3"));
}

#ifndef _WIN32
// In a process of its own, which stays interrupted: ends with 1 if a hang-up is taken for an interrupt.
[[noreturn]] void hangUp(void (*before)(int)) {
    std::signal(SIGHUP, before);
    watchForInterrupt(130);
    std::raise(SIGHUP);
    std::_Exit(wasInterrupted() ? 1 : 0);
}

TEST(Interrupt, AHangUpIsOneUnlessItIsIgnored) {
    EXPECT_EXIT(hangUp(SIG_DFL), testing::ExitedWithCode(1), "");
    EXPECT_EXIT(hangUp(SIG_IGN), testing::ExitedWithCode(0), "");
}
#endif

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
    EXPECT_EQ(restartInSystemRoot("/usr/src/trixie").remedy, "move it");
}

#endif

} // namespace vkperftest::process_test
