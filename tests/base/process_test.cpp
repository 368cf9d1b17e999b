#include "base/process.h"

#include <csignal>
#include <cstdlib>
#include <new>
#include <stdexcept>

#include <gmock/gmock.h>

#include "base/exit_code.h"

namespace vkperftest {
namespace {

TEST(Guarded, HandsOnWhatTheWorkGives) {
    EXPECT_EQ(guarded([]() -> Result<int> { return kExitFindings; }).value(), kExitFindings);
    const Result<int> refused = guarded([]() -> Result<int> {
        return Error{ErrorKind::NoDevice, "there is none", ""};
    });
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(exitCode(refused.error()), kExitNoDevice);
}

TEST(Guarded, MakesAnErrorOfWhatIsThrown) {
    const Result<int> full = guarded([]() -> Result<int> { throw std::bad_alloc(); });
    ASSERT_FALSE(full.ok());
    EXPECT_EQ(exitCode(full.error()), kExitUsage);
    EXPECT_THAT(full.error().sentence(), testing::HasSubstr("out of memory; "));
    const Result<int> mistake = guarded([]() -> Result<int> { throw std::out_of_range("at 3"); });
    ASSERT_FALSE(mistake.ok());
    EXPECT_EQ(exitCode(mistake.error()), kExitUsage);
    EXPECT_THAT(mistake.error().sentence(), testing::HasSubstr("internal error: at 3; "));
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

} // namespace
} // namespace vkperftest
