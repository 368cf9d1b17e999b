// Runs the real binary as a user would.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "golden.h"
#include "shell_words.h"

namespace vkperftest {

struct Outcome {
    int exitCode = -1; // -1: ended by a signal
    std::string out;
    std::string err;
};

// With output and errors captured in files, and standard input from the file `input`, or empty. Sentences are
// not wrapped, unless `environment` says "COLUMNS=80": "NAME=value", put before the command.
Outcome runProgram(const std::vector<std::string>& arguments, const std::string& environment = {},
                   const std::string& input = {});

// The same with its arguments in a line (shell_words.h).
template <class... Parts> Outcome runLine(fmt::format_string<const Parts&...> line, const Parts&... parts) {
    return runProgram(shellWords(fmt::format(line, parts...)));
}

// The same with a text for the scripted executor.
Outcome runScripted(const std::string& script, const std::string& line = {});

// That outcome, whose exit code must be this one.
Outcome exits(int code, Outcome outcome);

// What it prints; its exit code must be 0.
std::string outputOf(const Outcome& outcome);
template <class... Parts>
std::string outputOf(fmt::format_string<const Parts&...> line, const Parts&... parts) {
    return outputOf(runLine(line, parts...));
}

// With a standard output whose reader has gone.
Outcome runIntoClosedPipe(const std::vector<std::string>& arguments);

// With standard output and errors on a terminal; both come back in `out`. `environment` is put before the command. The
// exit code is kNoTerminal where there is none to be had: without the program `script`, and on Windows.
constexpr int kNoTerminal = 127;
Outcome runOnTerminal(const std::vector<std::string>& arguments, const std::string& environment = {});

// Sends it Ctrl-C as soon as the file is there.
Outcome runAndInterrupt(const std::vector<std::string>& arguments, const std::string& file);

// A file name in a folder of this test's own; the folder exists and is empty at first.
std::string scratchFile(const std::string& name);
std::string scratchFile(const std::string& name, const std::string& content); // which it writes

std::string readAll(const std::string& path);

void writeAll(const std::string& path, const std::string& content);

// Runs a script into a results file; some rows may fail by it.
std::string measuredFile(const std::string& script, const std::string& name, const std::string& line = {});

std::size_t countLines(const std::string& text);

// Scripts of a device, and of one on which two rows of six take half as long again.
inline const std::string kBase = "load | * | * | 0.01 | 0.02\nrestart | * | * | 0.005\n",
                         kLoad4Slower = "load | * | * | 0.01 | 0.01\nload | *Load4* | * | 0.015 | 0.01\n"
                                        "restart | * | * | 0.003\n";

// Whether the program runs under Wine, whose Vulkan is that of the host.
bool underWine();

// The text has all of the parts, and none of the others.
void expectParts(const std::string& text, const std::vector<std::string>& parts,
                 const std::vector<std::string>& others = {});

// The program printed one error that has these parts, and nothing else.
void expectError(const Outcome& outcome, int exitCode, const std::vector<std::string>& parts = {});

// Expects (golden.h) what stands in the text from these words to the end of their line, with FOLDER for the folder of
// scratchFile(). Fails if the words are not there.
void expectSaid(const std::string& text, const std::string& words);

// How often the part stands in the text.
std::size_t occurrences(const std::string& text, const std::string& part);

} // namespace vkperftest
