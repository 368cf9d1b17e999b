// What becomes of the files that a program saves, when this library of its own is preloaded (LD_PRELOAD).
//
//   HOSTILE_FILE="PART STEP N WHAT"   files whose paths contain PART: the Nth STEP of the process fails with this errno,
//                                     a number; "N+": and every one after it. "before", "after": the process dies
//                                     there, as by kill -9. A STEP is open (to write), write, close, rename, remove,
//                                     or any.
//   HOSTILE_STEPS=FILE                each such step is appended to the file, "STEP PATH"; PART may stand alone
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORTED extern "C" __attribute__((visibility("default")))

namespace {

struct Order {
    std::string part, step, number, what;
};

const Order& order() {
    static const Order given = [] {
        Order read;
        const char* text = std::getenv("HOSTILE_FILE");
        std::istringstream words(text != nullptr ? text : "");
        words >> read.part >> read.step >> read.number >> read.what;
        return read;
    }();
    return given;
}

template <class Function> Function* next(const char* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

bool isWatched(const char* path) {
    return !order().part.empty() && std::strstr(path, order().part.c_str()) != nullptr;
}

constexpr int kMostFiles = 1024;
bool watched[kMostFiles]; // descriptors; one thread writes files

bool isWatched(int file) {
    return file >= 0 && file < kMostFiles && watched[file];
}

void note(const char* step, const char* path) {
    const char* log = std::getenv("HOSTILE_STEPS");
    if (log == nullptr) return;
    const int file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const std::string line = std::string(step) + " " + path + "\n";
    static auto* const write = next<ssize_t(int, const void*, size_t)>("write");
    (void)write(file, line.data(), line.size());
    close(file);
}

unsigned long uses = 0; // of the step that is to fail

// Makes the step by `make`, unless it is to fail, which `fail` then tells.
template <class Make, class Fail> auto step(const char* name, const char* path, Make make, Fail fail) {
    note(name, path);
    const bool ours = order().step == "any" || order().step == name;
    if (ours) ++uses;
    const unsigned long from = std::strtoul(order().number.c_str(), nullptr, 10);
    if (!ours || !(order().number.ends_with('+') ? uses >= from : uses == from)) return make();
    if (order().what == "before") kill(getpid(), SIGKILL);
    if (order().what == "after") {
        make();
        kill(getpid(), SIGKILL);
    }
    const auto failed = fail();
    errno = std::atoi(order().what.c_str());
    return failed;
}

FILE* opened(const char* name, const char* path, const char* mode) {
    auto* const make = next<FILE*(const char*, const char*)>(name);
    if (!isWatched(path) || std::strpbrk(mode, "wa+") == nullptr) return make(path, mode);
    FILE* const file = step(
        "open", path, [&] { return make(path, mode); }, [] { return static_cast<FILE*>(nullptr); });
    if (file != nullptr && fileno(file) < kMostFiles) watched[fileno(file)] = true;
    return file;
}

} // namespace

EXPORTED FILE* fopen(const char* path, const char* mode) {
    return opened("fopen", path, mode);
}

EXPORTED FILE* fopen64(const char* path, const char* mode) {
    return opened("fopen64", path, mode);
}

// A write that fails has written a part.
EXPORTED ssize_t write(int file, const void* bytes, size_t size) {
    static auto* const make = next<ssize_t(int, const void*, size_t)>("write");
    if (!isWatched(file)) return make(file, bytes, size);
    return step(
        "write", "", [&] { return make(file, bytes, size); },
        [&] {
            (void)make(file, bytes, size / 2);
            return ssize_t{-1};
        });
}

EXPORTED ssize_t writev(int file, const iovec* parts, int count) {
    static auto* const make = next<ssize_t(int, const iovec*, int)>("writev");
    if (!isWatched(file)) return make(file, parts, count);
    return step(
        "write", "", [&] { return make(file, parts, count); },
        [&] {
            (void)make(file, parts, count / 2);
            return ssize_t{-1};
        });
}

EXPORTED int fclose(FILE* file) {
    static auto* const make = next<int(FILE*)>("fclose");
    const int number = fileno(file);
    if (!isWatched(number)) return make(file);
    watched[number] = false;
    return step(
        "close", "", [&] { return make(file); },
        [&] {
            make(file);
            return EOF;
        });
}

EXPORTED int rename(const char* from, const char* to) noexcept {
    static auto* const make = next<int(const char*, const char*)>("rename");
    if (!isWatched(to)) return make(from, to);
    return step(
        "rename", to, [&] { return make(from, to); }, [] { return -1; });
}

EXPORTED int remove(const char* path) noexcept {
    static auto* const make = next<int(const char*)>("remove");
    if (!isWatched(path)) return make(path);
    return step(
        "remove", path, [&] { return make(path); }, [] { return -1; });
}
