#include "base/atomic_file.h"
#include "matchers.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>

#include <thread>

#ifdef _WIN32
#include <windows.h>
#else
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

namespace vkperftest::atomic_file_test {

namespace fs = std::filesystem;
using namespace std::string_literals;

class AtomicFile : public testing::Test {
protected:
    AtomicFile()
        : folder_(fs::path(testing::TempDir()) / ("atomic" + std::to_string(std::random_device{}()))) {
        fs::create_directory(folder_);
    }
    ~AtomicFile() override {
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    void put(const std::string& name, const std::string& content) const {
        std::ofstream(path(name), std::ios::binary) << content;
    }

    std::string content(const std::string& name) const {
        std::ifstream file(path(name), std::ios::binary);
        return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    }

    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
            result.push_back(entry.path().filename().string());
        }
        return result;
    }

    bool link(const std::string& target, const std::string& name) const {
        std::error_code failed;
        fs::create_symlink(target, folder_ / name, failed);
        return !failed;
    }

private:
    fs::path folder_;
};

class FileLock : public AtomicFile {
protected:
    ~FileLock() override { unlockFiles(); }
};

TEST_F(AtomicFile, IsWrittenAndReadAsItIs) {
    for (const std::string& bytes : {"one\r\n\0\xfftwo\n"s, "short"s, ""s}) { // new, and then replaced
        ASSERT_TRUE(checkWritable(path("file")).ok());
        ASSERT_TRUE(writeFileAtomically(path("file"), bytes).ok());
        EXPECT_EQ(content("file"), bytes);
        EXPECT_EQ(readFile(path("file")).value(), bytes);
        EXPECT_THAT(names(), UnorderedElementsAre("file"));
    }
    ASSERT_TRUE(checkWritable(path("new")).ok());
    EXPECT_THAT(names(), UnorderedElementsAre("file"));
}

TEST_F(AtomicFile, ThatCannotBeWrittenIsNamed) {
    fs::create_directory(path("folder"));
    std::vector<std::string> wrong = {"folder", "none/file.csv"};
    if (link("inner", "outer") && link("outer", "inner")) wrong.push_back("outer"); // a circle
    const std::vector<std::string> before = names();
    for (const std::string& name : wrong) {
        for (const Result<void>& result :
             {writeFileAtomically(path(name), "text"), checkWritable(path(name))}) {
            ASSERT_FALSE(result.ok()) << name;
            EXPECT_EQ(result.error().kind, ErrorKind::Io);
            EXPECT_THAT(result.error().cause, HasSubstr(path(name) + "'"));
            EXPECT_FALSE(result.error().remedy.empty());
        }
    }
    EXPECT_EQ(names(), before);
    for (const char* name : {"missing", "."}) {
        const Error error = readFile(path(name)).error();
        EXPECT_EQ(error.kind, ErrorKind::Usage);
        EXPECT_THAT(error.cause, HasSubstr(path(name) + "'"));
    }
}

TEST_F(AtomicFile, FollowsLinksAlsoToAFileThatIsNotThereYet) {
    if (!link("file", "inner") || !link("inner", "outer")) GTEST_SKIP() << "no symbolic links here";
    for (const char* text : {"new", "newer"}) {
        ASSERT_TRUE(writeFileAtomically(path("outer"), text).ok());
        EXPECT_EQ(content("file"), text);
        EXPECT_TRUE(fs::is_symlink(path("outer")) && fs::is_symlink(path("inner")));
        EXPECT_FALSE(fs::is_symlink(path("file")));
        EXPECT_THAT(names(), UnorderedElementsAre("file", "inner", "outer"));
    }
}

#ifdef _WIN32
// As a scanner holds it: nobody else may delete or rename it meanwhile.
HANDLE hold(const std::string& path) {
    return CreateFileW(fs::path(path).c_str(), GENERIC_READ, FILE_SHARE_READ, nullptr, OPEN_EXISTING, 0,
                       nullptr);
}

TEST_F(AtomicFile, WaitsForAFileThatIsHeldForAMoment) {
    put("file", "old");
    const HANDLE held = hold(path("file"));
    ASSERT_NE(held, INVALID_HANDLE_VALUE);
    std::thread scanner([&] {
        Sleep(200);
        CloseHandle(held);
    });
    const Result<void> written = writeFileAtomically(path("file"), "new");
    scanner.join();
    EXPECT_TRUE(written.ok()) << written.error().cause;
    EXPECT_EQ(content("file"), "new");
    EXPECT_THAT(names(), UnorderedElementsAre("file"));
}

TEST_F(AtomicFile, GivesUpOnAFileThatStaysHeld) {
    put("file", "old");
    const HANDLE held = hold(path("file"));
    EXPECT_FALSE(writeFileAtomically(path("file"), "new").ok());
    CloseHandle(held);
    EXPECT_EQ(content("file"), "old");
    EXPECT_THAT(names(), UnorderedElementsAre("file"));
}
#else
TEST_F(AtomicFile, TakesTheLongestNames) {
    const std::string longest(250, 'n');
    EXPECT_TRUE(checkWritable(path(longest)).ok());
    EXPECT_TRUE(writeFileAtomically(path(longest), "text").ok());
    EXPECT_THAT(names(), UnorderedElementsAre(longest));
}

// As shells hand one over, and as standard output may be one.
TEST_F(AtomicFile, WritesToAPipeWithoutAName) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    const std::string name = "/dev/fd/" + std::to_string(ends[1]);
    EXPECT_FALSE(isReplaceable(name));
    EXPECT_TRUE(checkWritable(name).ok());
    EXPECT_TRUE(writeFileAtomically(name, "text").ok());
    std::array<char, 8> read{};
    EXPECT_EQ(::read(ends[0], read.data(), read.size()), 4);
    EXPECT_STREQ(read.data(), "text");
    for (const int end : ends) close(end);
}

TEST_F(AtomicFile, KeepsPermissions) {
    put("file", "old");
    fs::permissions(path("file"), fs::perms::owner_read | fs::perms::owner_write);
    ASSERT_TRUE(writeFileAtomically(path("file"), "new").ok());
    EXPECT_EQ(fs::status(path("file")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
    EXPECT_EQ(content("file"), "new");
}

// Files may not grow beyond some bytes meanwhile: stands for a full disk, and binds root too.
class SmallFiles {
public:
    SmallFiles() : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
        getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit small{.rlim_cur = 1024, .rlim_max = before_.rlim_max};
        setrlimit(RLIMIT_FSIZE, &small);
    }
    ~SmallFiles() {
        setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }
    SmallFiles(const SmallFiles&) = delete;
    SmallFiles& operator=(const SmallFiles&) = delete;

private:
    rlimit before_{};
    void (*handler_)(int);
};

TEST_F(AtomicFile, KeepsTheOldContentWhenWritingFails) {
    put("file", "old");
    const Result<void> result = [&] {
        const SmallFiles small;
        return writeFileAtomically(path("file"), std::string(1 << 20, 'x'));
    }();
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, ErrorKind::Io);
    EXPECT_EQ(content("file"), "old");
    EXPECT_THAT(names(), UnorderedElementsAre("file"));
}
#endif

#ifndef _WIN32
// What another process does that writes the file: locks belong to whoever opened their file, not to a process.
class Writer {
public:
    explicit Writer(const std::string& file)
        : file_(open((file + ".vkperf-lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
        locked = flock(file_, LOCK_EX | LOCK_NB) == 0;
    }
    ~Writer() { close(file_); }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;

    bool locked = false;

private:
    int file_;
};

TEST_F(FileLock, KeepsASecondWriterAway) {
    const Writer other(path("x.json"));
    const Result<void> locked = lockFile(path("x.json"));
    ASSERT_FALSE(locked.ok());
    EXPECT_EQ(locked.error().kind, ErrorKind::Io);
    EXPECT_THAT(locked.error().cause, HasSubstr(path("x.json")));
    EXPECT_TRUE(lockFile(path("y.json")).ok());
}

TEST_F(FileLock, StaysWhenTheFileIsReplaced) {
    ASSERT_TRUE(lockFile(path("x.json")).ok());
    for (const char* text : {"one", "two"}) {
        ASSERT_TRUE(writeFileAtomically(path("x.json"), text).ok());
        EXPECT_FALSE(Writer(path("x.json")).locked) << text;
    }
    unlockFiles();
    EXPECT_TRUE(Writer(path("x.json")).locked);
    EXPECT_EQ(content("x.json"), "two");
}

TEST_F(FileLock, MayBeRepeatedUnderAnyName) {
    ASSERT_TRUE(lockFile(path("x.json")).ok());
    EXPECT_TRUE(lockFile(path("./x.json")).ok());
    if (link("x.json", "link")) {
        EXPECT_TRUE(lockFile(path("link")).ok());
    }
    unlockFiles();
    EXPECT_THAT(names(), Not(Contains(EndsWith("-lock"))));
}
#endif

TEST_F(FileLock, IsForFilesThatCanBeReplaced) {
    fs::create_directory(path("folder"));
    EXPECT_FALSE(lockFile(path("folder")).ok());
    EXPECT_FALSE(lockFile("").ok());
    EXPECT_TRUE(lockFile(path("none/x.json")).ok()); // whoever writes it finds out
    for (const auto call : {lockFile, checkWritable}) EXPECT_TRUE(call("/dev/null").ok());
#ifndef _WIN32
    EXPECT_TRUE(writeFileAtomically("/dev/null", "text").ok());
    EXPECT_TRUE(fs::is_character_file("/dev/null"));
#endif
}

TEST_F(FileLock, WhatAKilledWriterLeftIsOverwritten) {
    put("x.json.vkperf-tmp", "half");
    ASSERT_TRUE(writeFileAtomically(path("x.json"), "whole").ok());
    EXPECT_EQ(content("x.json"), "whole");
    EXPECT_THAT(names(), UnorderedElementsAre("x.json"));
}

#ifndef _WIN32
TEST(Scratch, FoldersAreTheirOwnersAlone) {
    ScratchFolder folder;
    ASSERT_TRUE(folder.create("test").ok());
    EXPECT_EQ(fs::status(pathOf(folder.file("x")).parent_path()).permissions(), fs::perms::owner_all);
}

TEST(Scratch, WhatAKilledProcessLeftIsRemovedADayLater) {
    ScratchFolder used, next;
    ASSERT_TRUE(used.create("test").ok());
    const fs::path mine = pathOf(used.file("x")).parent_path(), parent = mine.parent_path();
    const fs::path left = parent / "vkperftest-left.vkperf-work",
                   file = parent / "vkperftest-file.vkperf-work";
    fs::create_directory(left);
    std::ofstream(file) << "x";
    for (const fs::path& old : {left / "x", left, file}) {
        if (old.filename() == "x") std::ofstream(old) << "x";
        fs::last_write_time(old, fs::file_time_type::clock::now() - std::chrono::hours(25));
    }
    ASSERT_TRUE(next.create("test").ok());
    EXPECT_FALSE(fs::exists(left));
    for (const fs::path& other : {mine, file}) // in use; not made by this program
        EXPECT_TRUE(fs::exists(other)) << other;
    fs::remove(file);
}
#endif

} // namespace vkperftest::atomic_file_test
