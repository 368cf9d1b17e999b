// The terminal: results on stdout, everything else on stderr. Texts are made printable here
// (base/printable.h), wherever they come from.
#pragma once

#include <string_view>

#include "base/result.h"
#include "report/writers.h"

namespace vkperftest {

// Whether it is a terminal that a person looks at.
bool stderrIsTerminal();

// How standard output is read. Lines are as wide as the terminal, sentences up to 100 columns; where that is
// not known, as the environment variable COLUMNS says, or else 80. Colour and bars only on a terminal, and
// colour never when NO_COLOR is set.
Display stdoutDisplay();

// An Io error if stdout does not take the text (a full disk). A reader that went away, such as `head`, has
// seen what it wanted: no error.
Result<void> print(std::string_view text);

// One line of at most 2,500 bytes each; line feeds in it become visible. On a terminal, and where COLUMNS
// says how long lines may be, it is wrapped, and all but its first line are indented.
void printError(const Error& error); // "vkperftest: error: …"
int failed(const Error& error);      // the same, and gives its exit code
// Of several things that were all tried: what failed last becomes `trouble`, what failed before is printed.
void addTrouble(Result<void>& trouble, Result<void> another);

void printNote(std::string_view note); // "vkperftest: …"

// One line on stderr that the next call overwrites; an empty text removes it. Does nothing unless stderr is a
// terminal.
void showStatusLine(std::string_view text);

} // namespace vkperftest
