// This process: its program, its start and end, its terminal, Ctrl-C, and the last resort.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <optional>
#include <string>

#include "base/result.h"

namespace vkperftest {

// Call once, first. A reader of standard output that goes away then makes print() notice, instead of ending
// the program. On Windows also: lines end as they do elsewhere; consoles accept UTF-8 and escapes until the
// program ends; a crash shows no dialog, and its exit code is one that this program never returns.
void prepareProcess();

// Ends the program as std::exit does, but runs neither destructors of static objects nor registered exit
// handlers: for use while a driver's threads still run. Streams are flushed, and the console's settings are
// restored.
[[noreturn]] void endAtOnce(int exitCode);

// True if the stream is a terminal that understands escapes.
bool isTerminal(std::FILE* stream);

// Nothing if the stream is not a terminal, or one that does not report its width.
std::optional<std::size_t> terminalColumns(std::FILE* stream);

// From now on SIGINT, SIGTERM and SIGHUP (on Windows: Ctrl-C and Ctrl-Break) only set a flag. Another one at
// least two seconds later ends the program, on Windows with that exit code. A SIGHUP that `nohup` ignores
// stays ignored.
void watchForInterrupt(int exitCode);

bool wasInterrupted();

// From now on this process is killed when its parent ends. Linux only.
void endWithParent();

// Returns the result of `work`. An exception becomes an error: out of memory, or a mistake in this program.
Result<int> guarded(const std::function<Result<int>()>& work);

// Unpredictable, for seeds and parts of names.
std::uint32_t randomBits();

// The path of the program that is running.
Result<std::string> ownProgram();

// Restarts this program in place of this process, with the same arguments, environment, open files and
// process number. Returns only if that fails.
#ifndef _WIN32
Error restartProgram();
#endif

} // namespace vkperftest
