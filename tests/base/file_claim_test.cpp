#include "base/file_claim.h"

#include <filesystem>
#include <fstream>
#include <random>

#ifdef _WIN32
#include <windows.h>
#else
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#endif

#include <gmock/gmock.h>

namespace vkperftest {
namespace file_claim_test {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::UnorderedElementsAre;

class FileClaim : public testing::Test {
protected:
    FileClaim() : folder_(fs::path(testing::TempDir()) / ("claim" + std::to_string(std::random_device{}()))) {
        fs::create_directory(folder_);
    }
    ~FileClaim() override {
        releaseClaims();
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }

    std::string path(const std::string& name) const { return (folder_ / name).string(); }

    void put(const std::string& name, const std::string& content = "half") const {
        std::ofstream(path(name), std::ios::binary) << content;
    }

    std::vector<std::string> names() const {
        std::vector<std::string> result;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_))
            result.push_back(entry.path().filename().string());
        return result;
    }

private:
    fs::path folder_;
};

// What another process does that claims the file: locks belong to whoever opened the file, not to a process.
class Other {
public:
#ifdef _WIN32
    explicit Other(const std::string& lock)
        : file_(CreateFileW(fs::path(lock).c_str(), GENERIC_READ | DELETE, 0, nullptr, OPEN_ALWAYS,
                            FILE_FLAG_DELETE_ON_CLOSE, nullptr)) {}
    ~Other() {
        CloseHandle(file_);
    }

private:
    HANDLE file_;
#else
    explicit Other(const std::string& lock)
        : file_(open(lock.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC, 0644)) {
        EXPECT_EQ(flock(file_, LOCK_EX | LOCK_NB), 0);
    }
    ~Other() {
        close(file_);
    }

private:
    int file_;
#endif
public:
    Other(const Other&) = delete;
    Other& operator=(const Other&) = delete;
};

TEST_F(FileClaim, ASecondWriterIsRefused) {
    const Other other(path("x.json.vkperf-lock"));
    put("x.json.0123abcd.tmp");
    const Result<void> claimed = claimFile(path("x.json"));
    ASSERT_FALSE(claimed.ok());
    EXPECT_EQ(claimed.error().kind, ErrorKind::Io);
    EXPECT_EQ(claimed.error().cause, "another process is writing '" + path("x.json") + "'");
    EXPECT_FALSE(claimed.error().remedy.empty());
    EXPECT_TRUE(claimFile(path("y.json")).ok());
    EXPECT_TRUE(fs::exists(path("x.json.0123abcd.tmp"))) << "the other writer's";
}

TEST_F(FileClaim, EndsWithTheWriter) {
    { const Other other(path("x.json.vkperf-lock")); } // on POSIX its file stays, as after a kill
    EXPECT_TRUE(claimFile(path("x.json")).ok());
    releaseClaims();
    EXPECT_THAT(names(), IsEmpty());
    EXPECT_TRUE(claimFile(path("x.json")).ok());
}

TEST_F(FileClaim, MayBeRepeatedUnderAnyName) {
    ASSERT_TRUE(claimFile(path("x.json")).ok());
    EXPECT_TRUE(claimFile(path("x.json")).ok());
    EXPECT_TRUE(claimFile(path("./x.json")).ok());
    put("x.json");
    std::error_code failed;
    fs::create_symlink("x.json", path("link"), failed);
    if (!failed) {
        EXPECT_TRUE(claimFile(path("link")).ok());
    }
    releaseClaims();
    EXPECT_FALSE(fs::exists(path("x.json.vkperf-lock")));
    EXPECT_FALSE(fs::exists(path("link.vkperf-lock")));
}

TEST_F(FileClaim, RemovesWhatKilledWritersLeft) {
    for (const char* name : {"x.json.0123abcd.tmp", "x.json.fedcba98.tmp"}) put(name);
    const std::vector<std::string> others = {"y.json.0123abcd.tmp", "x.json.0123abcg.tmp",
                                             "x.json.0123abc.tmp",  "x.json.tmp",
                                             "x.jsonx0123abcd.tmp", "x.json.0123abcd.tmp2"};
    for (const std::string& other : others) put(other);
    ASSERT_TRUE(claimFile(path("x.json")).ok());
    releaseClaims();
    EXPECT_THAT(names(), testing::UnorderedElementsAreArray(others));
}

TEST_F(FileClaim, LeavesAFileOfSomebodyElseAlone) {
    put("x.json.vkperf-lock", "of another program");
    EXPECT_TRUE(claimFile(path("x.json")).ok());
    releaseClaims();
    EXPECT_THAT(names(), UnorderedElementsAre("x.json.vkperf-lock"));
}

TEST_F(FileClaim, IsForFilesThatCanBeReplaced) {
    fs::create_directory(path("folder"));
    EXPECT_FALSE(claimFile(path("folder")).ok());
    EXPECT_FALSE(claimFile("").ok());
    EXPECT_TRUE(claimFile(path("none/x.json")).ok()) << "whoever writes it finds out";
#ifndef _WIN32
    EXPECT_TRUE(claimFile("/dev/null").ok());
    EXPECT_FALSE(fs::exists("/dev/null.vkperf-lock"));
    const std::string longest(250, 'n'), beside = std::string(242, 'n') + ".0123abcd.tmp";
    put(beside);
    EXPECT_TRUE(claimFile(path(longest)).ok());
    EXPECT_FALSE(fs::exists(path(beside)));
#endif
}

} // namespace file_claim_test
} // namespace vkperftest
