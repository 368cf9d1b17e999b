#ifdef _WIN32
#include "program.h"

#include <array>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>
#include <utility>

#include <windows.h>

#include <fcntl.h>
#include <io.h>
#include <share.h>
#include <sys/stat.h>

#include "base/child_process.h"
#include "base/environment.h"

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
    _wsopen_s(&file, std::filesystem::path(path).c_str(), flags | _O_BINARY, _SH_DENYNO,
              _S_IREAD | _S_IWRITE);
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

int exitCodeOf(const std::vector<std::string>& arguments) {
    const Result<int> code = runProgram(std::string(VKPERFTEST_PROGRAM), arguments, {});
    return code.ok() ? code.value() : -1;
}

struct Pipe {
    HANDLE read = nullptr;
    HANDLE write = nullptr;

    Pipe() { CreatePipe(&read, &write, nullptr, 0); }
    ~Pipe() {
        CloseHandle(read);
        if (write != nullptr) CloseHandle(write);
    }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
};

std::string readToEnd(HANDLE pipe) {
    std::string text;
    std::array<char, 4096> chunk{};
    for (DWORD bytes = 0;
         ReadFile(pipe, chunk.data(), static_cast<DWORD>(chunk.size()), &bytes, nullptr) != 0 && bytes > 0;)
        text.append(chunk.data(), bytes);
    return text;
}

// Runs the program with that console for its terminal, and does something meanwhile.
int exitCodeOn(HPCON console, const std::vector<std::string>& arguments,
               const std::function<void()>& meanwhile) {
    std::array<char, 256> buffer{}; // an attribute list with one attribute takes less
    SIZE_T bytes = buffer.size();
    STARTUPINFOEXW start{};
    start.StartupInfo.cb = sizeof start;
    start.lpAttributeList = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(buffer.data());
    // Set to nothing, the standard streams are the console's, even where this process has files for its own.
    start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
    InitializeProcThreadAttributeList(start.lpAttributeList, 1, 0, &bytes);
    UpdateProcThreadAttribute(start.lpAttributeList, 0, PROC_THREAD_ATTRIBUTE_PSEUDOCONSOLE, console,
                              sizeof console, nullptr, nullptr);
    std::string line = "\"" VKPERFTEST_PROGRAM "\"";
    for (const std::string& argument : arguments) line += " \"" + argument + "\""; // which hold no quotes
    std::wstring wide = std::filesystem::path(line).wstring();
    PROCESS_INFORMATION process{};
    if (CreateProcessW(nullptr, wide.data(), nullptr, nullptr, FALSE, EXTENDED_STARTUPINFO_PRESENT, nullptr,
                       nullptr, &start.StartupInfo, &process) == 0)
        return -1;
    meanwhile();
    WaitForSingleObject(process.hProcess, INFINITE);
    DWORD code = 0;
    GetExitCodeProcess(process.hProcess, &code);
    CloseHandle(process.hThread);
    CloseHandle(process.hProcess);
    return static_cast<int>(code);
}

// `meanwhile` gets what the keyboard is written to.
Outcome onTerminal(const std::vector<std::string>& arguments, const std::function<void(HANDLE)>& meanwhile) {
    Pipe keyboard, screen;
    HPCON console = nullptr;
    if (FAILED(CreatePseudoConsole({120, 40}, keyboard.read, screen.write, 0, &console)))
        return {127, "", ""};
    CloseHandle(std::exchange(screen.write, nullptr)); // else there were no end to read to
    std::string shown;
    std::thread reader([&] { shown = readToEnd(screen.read); });
    const int code = exitCodeOn(console, arguments, [&] { meanwhile(keyboard.write); });
    ClosePseudoConsole(console);
    reader.join();
    return {code, shown, ""};
}

} // namespace

Outcome runProgram(const std::vector<std::string>& arguments, const std::string& environment) {
    const std::string out = scratchFile("stdout");
    const std::string err = scratchFile("stderr");
    int code = -1;
    {
        const Variable variable(environment);
        const Redirected in(0, opened("NUL", _O_RDONLY));
        const Redirected output(1, writtenTo(out));
        const Redirected errors(2, writtenTo(err));
        code = exitCodeOf(arguments);
    }
    return {code, readAll(out), readAll(err)};
}

Outcome runIntoClosedPipe(const std::vector<std::string>& arguments) {
    const std::string err = scratchFile("stderr");
    int pipe[2] = {};
    if (_pipe(pipe, 0, _O_BINARY) != 0) return {};
    _close(pipe[0]);
    int code = -1;
    {
        const Redirected output(1, pipe[1]);
        const Redirected errors(2, writtenTo(err));
        code = exitCodeOf(arguments);
    }
    return {code, "", readAll(err)};
}

Outcome runOnTerminal(const std::vector<std::string>& arguments, const std::string& environment) {
    const Variable variable(environment);
    return onTerminal(arguments, [](HANDLE) {});
}

Outcome runAndInterrupt(const std::vector<std::string>& arguments, const std::string& file) {
    return onTerminal(arguments, [&](HANDLE keyboard) {
        for (int i = 0; i < 600 && !std::filesystem::exists(file); ++i) Sleep(50);
        DWORD written = 0;
        WriteFile(keyboard, "\x03", 1, &written, nullptr);
    });
}

bool underWine() {
    return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr;
}

} // namespace vkperftest
#endif
