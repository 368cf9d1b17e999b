#ifndef _WIN32
#include "program.h"

#include <cstdlib>

#include <sys/wait.h>

#include "paths.h"

namespace vkperftest {
namespace {

// Long lines, so that tests find whole sentences.
const std::string kWide = "COLUMNS=1000 ";

std::string quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

std::string commandOf(const std::vector<std::string>& arguments) {
    std::string command = quoted(programFile());
    for (const std::string& argument : arguments) command += " " + quoted(argument);
    return command;
}

int execute(const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

} // namespace

Outcome runProgram(const std::vector<std::string>& arguments, const std::string& environment,
                   const std::string& input) {
    const std::string out = scratchFile("stdout");
    const std::string err = scratchFile("stderr");
    const int code =
        execute(kWide + environment + " " + commandOf(arguments) + " <" +
                quoted(input.empty() ? "/dev/null" : input) + " >" + quoted(out) + " 2>" + quoted(err));
    return {code, readAll(out), readAll(err)};
}

Outcome runIntoClosedPipe(const std::vector<std::string>& arguments) {
    const std::string err = scratchFile("stderr");
    const std::string code = scratchFile("code");
    execute("{ sleep 0.1; " + commandOf(arguments) + " 2>" + quoted(err) + "; echo $? >" + quoted(code) +
            "; } | true");
    return {std::atoi(readAll(code).c_str()), "", readAll(err)};
}

Outcome runOnTerminal(const std::vector<std::string>& arguments, const std::string& environment) {
    const std::string out = scratchFile("terminal");
    const std::string inner = environment + " " + commandOf(arguments);
    const int code =
        execute("TERM=xterm script -qefc " + quoted(inner) + " /dev/null </dev/null >" + quoted(out));
    return {code, readAll(out), ""};
}

Outcome runAndInterrupt(const std::vector<std::string>& arguments, const std::string& file) {
    const std::string out = scratchFile("stdout");
    const std::string err = scratchFile("stderr");
    const std::string start = commandOf(arguments) + " </dev/null >" + quoted(out) + " 2>" + quoted(err);
    const std::string waiting =
        "i=0; while [ ! -e " + quoted(file) + " ] && [ $i -lt 600 ]; do sleep 0.05; i=$((i + 1)); done";
    const int code = execute(start + " & " + waiting + "; kill -INT $!; wait $!");
    return {code, readAll(out), readAll(err)};
}

bool underWine() {
    return false;
}

} // namespace vkperftest
#endif
