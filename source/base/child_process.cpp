#include "base/child_process.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "base/apart.h"
#include "base/atomic_file.h"
#include "base/text.h"
#include "base/utf8_path.h"

#ifdef _WIN32
#include <process.h>
#include <windows.h>
#else
#include <csignal>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ; // POSIX leaves its declaration to the program
#endif

namespace vkperftest {
namespace {

Error cannotStart(const std::string& program, const std::string& reason) {
    return {ErrorKind::Io, fmt::format("'{}' cannot be started ({})", program, reason), ""};
}

constexpr std::chrono::milliseconds kBetweenQuestions(50); // between calls of `goOn`, at most

Error cannotRestart(const std::string& why) {
    return {ErrorKind::Io, fmt::format("the program cannot be restarted ({})", why), ""};
}

Error notWaitedFor() {
    return {ErrorKind::RowFailed, "it was killed because it made no progress", ""};
}

#ifdef _WIN32
const auto pipeFromShell = _popen;
const auto endOfShell = _pclose;
#else
const auto pipeFromShell = popen;
const auto endOfShell = pclose;
#endif

} // namespace

std::string outputOf(const std::string& command) {
    std::unique_lock<std::mutex> lock = withoutCopies(); // a copy would keep the pipe open
    std::FILE* const pipe = pipeFromShell(command.c_str(), "r");
    lock.unlock();
    if (pipe == nullptr) return {};
    std::string output;
    for (int byte = 0; (byte = std::fgetc(pipe)) != EOF;) output += static_cast<char>(byte);
    endOfShell(pipe);
    return output;
}

#ifdef _WIN32

Error restartProgram() {
    return cannotRestart("this works only on Linux");
}

namespace {

// System statuses such as 0xc0000005 (access violation) begin here; the exit codes of programs are lower.
constexpr DWORD kFirstException = 0x4000'0000;

// The C runtime joins arguments with blanks and leaves quoting to the caller.
std::wstring quoted(const std::string& argument) {
    const std::wstring plain = pathOf(argument).wstring();
    if (!plain.empty() && plain.find_first_of(L" \t\n\v\"") == std::wstring::npos) return plain;
    std::wstring result = L"\"";
    std::size_t backslashes = 0;
    for (const wchar_t c : plain) {
        if (c == L'"') result.append(backslashes + 1, L'\\');
        backslashes = c == L'\\' ? backslashes + 1 : 0;
        result += c;
    }
    return result.append(backslashes, L'\\') + L"\"";
}

// Under Wine 8, on a busy machine, one process in some thousands ends before its first instruction, so retry.
intptr_t spawned(const std::wstring& path, const std::vector<const wchar_t*>& arguments) {
    intptr_t child = -1;
    for (int tries = 0; tries < 3 && child == -1; ++tries) {
        child = _wspawnvp(_P_NOWAIT, path.c_str(), arguments.data());
        if (_doserrno != ERROR_INTERNAL_ERROR) break;
    }
    return child;
}

} // namespace

Result<std::string> ownProgram() {
    std::wstring path(32768, L'\0');
    const DWORD length = GetModuleFileNameW(nullptr, path.data(), static_cast<DWORD>(path.size()));
    if (length == 0 || length == path.size())
        return Error{ErrorKind::Io, "the program cannot find its own file", ""};
    return textOf(path.substr(0, length));
}

Result<int> runProgram(const std::string& program, const std::vector<std::string>& arguments,
                       const std::function<bool()>& goOn) {
    std::vector<std::wstring> words = {quoted(program)};
    for (const std::string& argument : arguments) words.push_back(quoted(argument));
    std::vector<const wchar_t*> pointers;
    for (const std::wstring& word : words) pointers.push_back(word.c_str());
    pointers.push_back(nullptr);
    const std::wstring path = pathOf(program).wstring();
    const intptr_t child = spawned(path, pointers);
    if (child == -1) return cannotStart(program, std::system_category().message(static_cast<int>(_doserrno)));
    const HANDLE process = reinterpret_cast<HANDLE>(child);
    const DWORD patience = goOn ? static_cast<DWORD>(kBetweenQuestions.count()) : INFINITE;
    bool killed = false;
    while (WaitForSingleObject(process, patience) == WAIT_TIMEOUT) {
        if (killed || goOn()) continue;
        killed = TerminateProcess(process, 1) != 0;
    }
    DWORD code = 0;
    GetExitCodeProcess(process, &code);
    CloseHandle(process);
    if (killed) return notWaitedFor();
    if (code >= kFirstException) {
        return Error{ErrorKind::RowFailed, fmt::format("it crashed with exception {:#010x}", code), ""};
    }
    return static_cast<int>(code);
}

#else

Result<std::string> ownProgram() {
    std::error_code failed;
    const std::filesystem::path path = std::filesystem::read_symlink("/proc/self/exe", failed);
    if (failed) return Error{ErrorKind::Io, "the program cannot find its own file", "mount /proc"};
    return textOf(path);
}

Error restartProgram() {
    const Result<std::string> line = readFile("/proc/self/cmdline");
    if (!line.ok()) return line.error();
    std::vector<std::string> words = split(line.value(), '\0');
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.back() = nullptr; // behind the last argument's end
    execv("/proc/self/exe", pointers.data());
    return cannotRestart(std::strerror(errno));
}

Result<int> runProgram(const std::string& program, const std::vector<std::string>& arguments,
                       const std::function<bool()>& goOn) {
    std::vector<std::string> words = {program};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    pid_t child = 0;
    const int failed = posix_spawnp(&child, program.c_str(), nullptr, nullptr, pointers.data(), environ);
    if (failed != 0) return cannotStart(program, std::strerror(failed));
    const auto begin = std::chrono::steady_clock::now();
    int status = 0;
    bool killed = false;
    while (true) {
        const pid_t ended = waitpid(child, &status, goOn && !killed ? WNOHANG : 0);
        if (ended == child) break;
        if (ended < 0 && errno != EINTR) return cannotStart(program, std::strerror(errno));
        if (ended != 0) continue;
        if (goOn()) {
            // Notices the end of a short program soon, and that of a long one with few questions.
            constexpr int kShareLate = 16;
            constexpr std::chrono::nanoseconds kSoon = std::chrono::milliseconds(1);
            std::this_thread::sleep_for(std::clamp<std::chrono::nanoseconds>(
                (std::chrono::steady_clock::now() - begin) / kShareLate, kSoon, kBetweenQuestions));
        } else {
            killed = kill(child, SIGKILL) == 0;
        }
    }
    if (killed) return notWaitedFor();
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    return Error{ErrorKind::RowFailed,
                 fmt::format("it was killed by a signal ({})", strsignal(WTERMSIG(status))), ""};
}

#endif

} // namespace vkperftest
