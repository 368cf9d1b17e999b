// Ctrl-C.
#pragma once

namespace vkperftest {

// From now on SIGINT, SIGTERM and SIGHUP (on Windows: Ctrl-C and Ctrl-Break) only set a flag. Another one at
// least two seconds later ends the program, on Windows with that exit code. A SIGHUP that `nohup` ignores
// stays ignored.
void watchForInterrupt(int exitCode);

bool wasInterrupted();

} // namespace vkperftest
