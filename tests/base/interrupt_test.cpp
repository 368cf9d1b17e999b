#ifndef _WIN32
#include "base/interrupt.h"

#include <csignal>
#include <cstdlib>

#include <gtest/gtest.h>

namespace vkperftest {
namespace {

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

} // namespace
} // namespace vkperftest
#endif
