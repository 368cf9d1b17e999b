#include "base/interrupt.h"

#include <csignal>
#include <cstdlib>
#include <ctime>

namespace vkperftest {
namespace {

volatile std::sig_atomic_t interrupted = 0;
std::time_t firstSignal = 0;
[[maybe_unused]] int ownExitCode = 0;

void endBy(int signal) {
#ifdef _WIN32
    static_cast<void>(signal); // its default exit code, 3, means something else here
    std::_Exit(ownExitCode);
#else
    std::signal(signal, SIG_DFL);
    std::raise(signal);
#endif
}

void onSignal(int signal) {
    std::signal(signal, onSignal); // some systems reset it
    const std::time_t now = std::time(nullptr);
    if (interrupted == 0) firstSignal = now;
    interrupted = 1;
    // One Ctrl-C may arrive twice, by way of a parent such as `timeout`; a person who insists takes longer.
    if (now - firstSignal < 2) return;
    endBy(signal);
}

} // namespace

void watchForInterrupt(int exitCode) {
    ownExitCode = exitCode;
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
#ifdef SIGHUP
    if (std::signal(SIGHUP, onSignal) == SIG_IGN) std::signal(SIGHUP, SIG_IGN); // by `nohup`
#endif
#ifdef SIGBREAK // Windows: Ctrl-Break, or the console's window is closed
    std::signal(SIGBREAK, onSignal);
#endif
}

bool wasInterrupted() {
    return interrupted != 0;
}

} // namespace vkperftest
