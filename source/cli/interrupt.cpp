#include "cli/interrupt.h"

#include <csignal>
#include <ctime>

namespace vkperftest {
namespace {

volatile std::sig_atomic_t interrupted = 0;
std::time_t firstSignal = 0;

void onSignal(int signal) {
    std::signal(signal, onSignal); // some systems reset it
    const std::time_t now = std::time(nullptr);
    if (interrupted == 0) firstSignal = now;
    interrupted = 1;
    // One Ctrl-C may arrive twice, by way of a parent such as `timeout`; a person who insists takes longer.
    if (now - firstSignal < 2) return;
    std::signal(signal, SIG_DFL);
    std::raise(signal);
}

} // namespace

void watchForInterrupt() {
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
#ifdef SIGHUP
    std::signal(SIGHUP, onSignal);
#endif
}

bool wasInterrupted() {
    return interrupted != 0;
}

} // namespace vkperftest
