// Ctrl-C.
#pragma once

namespace vkperftest {

// From now on the first SIGINT or SIGTERM only sets a flag; the second ends the program at once.
void watchForInterrupt();

bool wasInterrupted();

} // namespace vkperftest
