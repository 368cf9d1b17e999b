// What differs by system: the terminal, and the setup and end of a process.
#pragma once

#include <cstddef>
#include <cstdio>
#include <optional>

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

} // namespace vkperftest
