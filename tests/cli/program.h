// Runs the real binary as a user would.
#pragma once

#include <string>
#include <vector>

#include "golden.h"

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

// The same with a text for the scripted executor.
Outcome runScripted(const std::string& script, std::vector<std::string> arguments = {});

// With a standard output whose reader has gone.
Outcome runIntoClosedPipe(const std::vector<std::string>& arguments);

// With standard output and errors on a terminal; both come back in `out`. `environment` is put before the
// command. The exit code is kNoTerminal where there is none to be had: without the program `script`, and on
// Windows.
constexpr int kNoTerminal = 127;
Outcome runOnTerminal(const std::vector<std::string>& arguments, const std::string& environment = {});

// Sends it Ctrl-C as soon as the file is there.
Outcome runAndInterrupt(const std::vector<std::string>& arguments, const std::string& file);

// A file name in a folder of this test's own; the folder exists and is empty at first.
std::string scratchFile(const std::string& name);

std::string readAll(const std::string& path);

void writeAll(const std::string& path, const std::string& content);

// Runs a script into a results file; some rows may fail by it.
std::string measuredFile(const std::string& script, const std::string& name,
                         std::vector<std::string> arguments = {});

std::size_t countLines(const std::string& text);

// Whether the program runs under Wine, whose Vulkan is that of the host.
bool underWine();

// Expects (golden.h) what stands in the text from these words to the end of their line, with FOLDER for the folder of
// scratchFile(). Fails if the words are not there.
void expectSaid(const std::string& text, const std::string& words);

// How often the part stands in the text.
std::size_t occurrences(const std::string& text, const std::string& part);

} // namespace vkperftest
