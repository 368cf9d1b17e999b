#include "base/process.h"

#include <csignal>
#include <new>
#include <stdexcept>

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

} // namespace vkperftest::process_test
