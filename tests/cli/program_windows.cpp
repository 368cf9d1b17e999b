#ifdef _WIN32
#include "program.h"

#include <filesystem>
#include <string>

#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>

#include <gtest/gtest.h>

#include "base/child_process.h"
#include "base/utf8_path.h"
#include "paths.h"

namespace vkperftest {
namespace {

// While it lives, a standard stream of this process, and so of its children, is that file.
class Redirected {
public:
    Redirected(int stream, int file) : stream_(stream), saved_(_dup(stream)) {
        _dup2(file, stream);
        _close(file);
    }
    ~Redirected() {
        _dup2(saved_, stream_);
        _close(saved_);
    }
    Redirected(const Redirected&) = delete;
    Redirected& operator=(const Redirected&) = delete;

private:
    int stream_;
    int saved_;
};

int opened(const std::string& path, int flags) {
    int file = -1;
    _wsopen_s(&file, pathOf(path).c_str(), flags | _O_BINARY, _SH_DENYNO, _S_IREAD | _S_IWRITE);
    return file;
}

int writtenTo(const std::string& path) {
    return opened(path, _O_WRONLY | _O_CREAT | _O_TRUNC);
}

// "NAME=value" while it lives.
class Variable {
public:
    explicit Variable(const std::string& setting)
        : name_(setting.substr(0, setting.find('='))), before_(environmentVariable(name_)) {
        if (!setting.empty()) setEnvironmentVariable(name_, setting.substr(name_.size() + 1));
    }
    ~Variable() {
        if (!name_.empty()) setEnvironmentVariable(name_, before_);
    }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;

private:
    std::string name_;
    std::string before_;
};

Result<int> started(const std::vector<std::string>& arguments) {
    return runProgram(programFile(), arguments, {});
}

// To be asked when standard output is no longer redirected: why there is no exit code is told there.
int exitCodeOf(const Result<int>& code) {
    if (code.ok()) return code.value();
    ADD_FAILURE() << code.error().sentence();
    return -1;
}

// Starts the program on a console of its own that is not shown, with this process's standard streams.
HANDLE startedOnOwnConsole(const std::vector<std::string>& arguments, DWORD& id) {
    std::string line = "\"" + programFile() + "\"";
    for (const std::string& argument : arguments) line += " \"" + argument + "\""; // which hold no quotes
    std::wstring wide = pathOf(line).wstring();
    const auto handle = [](int stream) { return reinterpret_cast<HANDLE>(_get_osfhandle(stream)); };
    STARTUPINFOW start{};
    start.cb = sizeof start;
    start.dwFlags = STARTF_USESHOWWINDOW | STARTF_USESTDHANDLES;
    start.wShowWindow = SW_HIDE;
    start.hStdInput = handle(0);
    start.hStdOutput = handle(1);
    start.hStdError = handle(2);
    PROCESS_INFORMATION process{};
    if (CreateProcessW(nullptr, wide.data(), nullptr, nullptr, TRUE, CREATE_NEW_CONSOLE, nullptr, nullptr,
                       &start, &process) == 0)
        return nullptr;
    CloseHandle(process.hThread);
    id = process.dwProcessId;
    return process.hProcess;
}

// Ctrl-C goes to all on a console, and this process does not want it: it joins that of the process for a while.
int exitCodeAfterCtrlC(HANDLE process, DWORD id) {
    FreeConsole();
    const bool joined = AttachConsole(id) != 0;
    SetConsoleCtrlHandler(nullptr, TRUE);
    const bool sent = joined && GenerateConsoleCtrlEvent(CTRL_C_EVENT, 0) != 0;
    if (!sent) TerminateProcess(process, 1);
    WaitForSingleObject(process, INFINITE);
    FreeConsole();
    SetConsoleCtrlHandler(nullptr, FALSE);
    AttachConsole(ATTACH_PARENT_PROCESS);
    DWORD code = 0;
    GetExitCodeProcess(process, &code);
    CloseHandle(process);
    return sent ? static_cast<int>(code) : -1;
}

} // namespace

Outcome runProgram(const std::vector<std::string>& arguments, const std::string& environment,
                   const std::string& input) {
    const std::string out = scratchFile("stdout");
    const std::string err = scratchFile("stderr");
    Result<int> code = -1;
    {
        const Variable wide("COLUMNS=1000");
        const Variable variable(environment);
        const Redirected in(0, opened(input.empty() ? "NUL" : input.c_str(), _O_RDONLY));
        const Redirected output(1, writtenTo(out));
        const Redirected errors(2, writtenTo(err));
        code = started(arguments);
    }
    return {exitCodeOf(code), readAll(out), readAll(err)};
}

Outcome runIntoClosedPipe(const std::vector<std::string>& arguments) {
    const std::string err = scratchFile("stderr");
    int pipe[2] = {};
    if (_pipe(pipe, 0, _O_BINARY) != 0) return {};
    _close(pipe[0]);
    Result<int> code = -1;
    {
        const Redirected output(1, pipe[1]);
        const Redirected errors(2, writtenTo(err));
        code = started(arguments);
    }
    return {exitCodeOf(code), "", readAll(err)};
}

// A pseudo console would paint what it is sent in its own way, and Wine's knows no escapes.
Outcome runOnTerminal(const std::vector<std::string>&, const std::string&) {
    return {kNoTerminal, "", ""};
}

Outcome runAndInterrupt(const std::vector<std::string>& arguments, const std::string& file) {
    const std::string out = scratchFile("stdout");
    int code = -1;
    {
        const Redirected in(0, opened("NUL", _O_RDONLY));
        const Redirected output(1, writtenTo(out));
        const Redirected errors(2, writtenTo(scratchFile("stderr")));
        DWORD id = 0;
        const HANDLE process = startedOnOwnConsole(arguments, id);
        for (int i = 0; i < 600 && !std::filesystem::exists(pathOf(file)); ++i) Sleep(50);
        if (process != nullptr) code = exitCodeAfterCtrlC(process, id);
    }
    return {code, readAll(out), readAll(scratchFile("stderr"))};
}

bool underWine() {
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr;
}

} // namespace vkperftest
#endif
