// The terminal: results on stdout, everything else on stderr. Texts are made printable here
// (base/printable.h), wherever they come from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/writers.h"

namespace vkperftest {

// True if stderr is a terminal, which a person reads.
bool stderrIsTerminal();

// How standard output is displayed. Lines are as wide as the terminal, sentences at most 100 columns; if the
// width is unknown, the environment variable COLUMNS gives it, or else it is 80. Colour appears only on a
// terminal, and never if NO_COLOR is set.
Display stdoutDisplay();

// Returns an Io error if stdout cannot be written (a full disk). If a reader such as `head` has stopped
// reading, that is no error.
Result<void> print(std::string_view text);

// Both print one line of at most 2,500 bytes; line feeds in it are escaped. On a terminal, or if COLUMNS is
// set, the line is wrapped, and all its lines but the first are indented.
void printError(const Error& error); // "vkperftest: error: …"
int failed(const Error& error);      // the same; returns its exit code
// Collects the errors of several attempts: the last one becomes `trouble`, earlier ones are printed.
void addTrouble(Result<void>& trouble, Result<void> another);

void printNote(std::string_view note); // "vkperftest: …"

// `vkperftest` with these arguments, quoted for the system's shell.
std::string commandText(const std::vector<std::string>& arguments);

// Prints a command on a line of its own that is never wrapped.
void printCommand(const std::string& command);

// One line on stderr that the next call overwrites; an empty text removes it. Does nothing unless stderr is a
// terminal.
void showStatusLine(std::string_view text);

} // namespace vkperftest
