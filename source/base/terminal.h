// What each system has in a way of its own: the terminal, and how a program's streams and end are set up.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>

namespace vkperftest {

// Call once, first. A reader of standard output that goes away is told to print() instead of ending the
// program. On Windows also: lines end as they do elsewhere; consoles take UTF-8 and escapes until the program
// ends; a crash shows no dialog, and has an exit code that this program never gives.
void prepareProcess();

// Ends the program as std::exit does, but for the destructors of static objects and what others asked to be
// called then: for a program beside whose end threads of a driver still run. Streams are flushed, a console
// is put back.
[[noreturn]] void endAtOnce(int exitCode);

// Whether the stream is a terminal that understands escapes.
bool isTerminal(std::FILE* stream);

// Nothing if it is no terminal, or one that does not tell.
std::optional<std::size_t> terminalColumns(std::FILE* stream);

} // namespace vkperftest
