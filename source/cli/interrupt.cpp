#include "cli/interrupt.h"

#include <csignal>

namespace vkperftest {
namespace {

volatile std::sig_atomic_t interrupted = 0;

void onSignal(int signal) {
    interrupted = 1;
    std::signal(signal, SIG_DFL);
}

} // namespace

void watchForInterrupt() {
    std::signal(SIGINT, onSignal);
    std::signal(SIGTERM, onSignal);
}

bool wasInterrupted() {
    return interrupted != 0;
}

} // namespace vkperftest
