#include "cli/output.h"

#include <filesystem>

#include <nlohmann/json.hpp>

#include "base/atomic_file.h"
#include "matchers.h"
#include "regular_expressions.h"
#include "report/sample_run.h"

namespace vkperftest::checkpoints_unit_test {

namespace fs = std::filesystem;

class CheckpointsTest : public testing::Test {
protected:
    CheckpointsTest() { EXPECT_TRUE(folder_.create("test").ok()); }

    std::string path(const std::string& name) const { return folder_.file(name); }
    Checkpoints checkpoints(const std::string& name) {
        return {path(name), [this](const RunResult&) { return seconds_; }};
    }
    bool savedAt(Checkpoints& checkpoints, double seconds) {
        seconds_ = seconds;
        fs::remove(path("x.json"));
        checkpoints.save(run_);
        return fs::exists(path("x.json"));
    }

    RunResult run_ = sampleRun();
    double seconds_ = 0;

private:
    ScratchFolder folder_;
};

TEST_F(CheckpointsTest, AreTwoSecondsApart) {
    Checkpoints saved = checkpoints("x.json");
    EXPECT_TRUE(savedAt(saved, 100)) << "the first";
    EXPECT_FALSE(savedAt(saved, 100));
    EXPECT_FALSE(savedAt(saved, 101.9));
    EXPECT_TRUE(savedAt(saved, 102));
    EXPECT_FALSE(savedAt(saved, 103.9)) << "counted from the last";
    EXPECT_TRUE(savedAt(saved, 250));
}

// What a save kept of a row must not stand for it once it has changed.
TEST_F(CheckpointsTest, RowsAreSavedAsTheyAreNow) {
    run_ = sampleRunWithControls();
    RowResult& row = run_.rows.at(1);
    row.stopped.reset();
    Checkpoints saved = checkpoints("x.json");
    saved.saveNow(run_);
    const auto savedRow = [&] {
        saved.saveNow(run_);
        return nlohmann::json::parse(readFile(path("x.json")).value())["rows"][1];
    };
    row.baselineNanoseconds.push_back(7.25);
    EXPECT_EQ(savedRow()["baseline_nanoseconds"].size(), row.baselineNanoseconds.size());
    row.baselineNanoseconds.pop_back();
}

TEST_F(CheckpointsTest, TheAaControlIsSampledOnAfterItHasStopped) {
    Checkpoints saved = checkpoints("x.json");
    EXPECT_TRUE(savedAt(saved, 100));
    EXPECT_TRUE(run_.aaControl.stopped);
    run_.aaControl.baselineNanoseconds.push_back(7.25);
    saved.saveNow(run_);
    const nlohmann::json file = nlohmann::json::parse(readFile(path("x.json")).value());
    EXPECT_EQ(file["aa_control"]["baseline_nanoseconds"].size(), run_.aaControl.baselineNanoseconds.size());
}

TEST_F(CheckpointsTest, ThatMustNotWaitDoNot) {
    Checkpoints saved = checkpoints("x.json");
    EXPECT_TRUE(savedAt(saved, 100));
    seconds_ = 101.5;
    saved.saveNow(run_);
    EXPECT_TRUE(fs::exists(path("x.json")));
    EXPECT_FALSE(savedAt(saved, 103.4)) << "counted from the last";
    EXPECT_TRUE(savedAt(saved, 103.5));
}

TEST_F(CheckpointsTest, AreForFilesThatCanBeReplaced) {
    EXPECT_TRUE(checkpoints("x.json").wanted());
    const auto none = [](const RunResult&) { return 0.0; };
    EXPECT_FALSE(Checkpoints("", none).wanted());
#ifndef _WIN32 // which has no such file
    EXPECT_FALSE(Checkpoints("/dev/null", none).wanted());
#endif
}

TEST_F(CheckpointsTest, OneThatFailsIsToldOnceAndEndsNone) {
    Checkpoints saved = checkpoints("none/x.json");
    testing::internal::CaptureStderr();
    saved.save(run_);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), ContainsRegex("none/x.json' cannot be written"));
    testing::internal::CaptureStderr();
    seconds_ = 2;
    saved.save(run_);
    fs::create_directory(path("none"));
    seconds_ = 4;
    saved.save(run_);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), IsEmpty());
    EXPECT_TRUE(fs::is_regular_file(path("none/x.json"))) << "tried again";
}

} // namespace vkperftest::checkpoints_unit_test
