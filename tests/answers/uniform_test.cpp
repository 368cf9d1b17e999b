#include <gmock/gmock.h>

#include "answers/experiment.h"
#include "judged.h"
#include "made_up_rows.h"

namespace vkperftest::uniform_test {

constexpr const char *kRaw = "ByteAddressBuffer.Load4", *kConstants = "cbuffer{float4} load";
constexpr const char* kTopic = "sharing by hand";

// Nanoseconds a load of one operation's rows; samples are off by `spread` on either side in turns.
struct Times {
    double direct = 4;
    double shuffle = 4;
    double broadcast = 4;
    double reduce = 0.5;
    double perLane = 4;
    double noLoads = 1;
    double linear = 8;
    double spread = 0.001;
};

void addRow(RunResult& run, const std::string& operation, const std::string& technique, double nanoseconds,
            double spread) {
    addMadeUpRow(run, operation, "uniform", (technique.empty() ? "" : ", ") + technique, nanoseconds, spread);
}

void addOperation(RunResult& run, const std::string& operation, const Times& times) {
    addRow(run, operation, "", times.direct, times.spread);
    addRow(run, operation, "shuffle", times.shuffle, times.spread);
    addRow(run, operation, "broadcast", times.broadcast, times.spread);
    addRow(run, operation, "reduce", times.reduce, times.spread);
    addRow(run, operation, "perlane", times.perLane, times.spread);
    addRow(run, operation, "no loads", times.noLoads, times.spread);
}

// Of 32 lanes. The linear row's control takes 1 ns a load. The constant buffer's direct row takes 2 ns a
// load, its control 1.
RunResult runOf(const Times& raw, double constantsNoLoads = 1) {
    RunResult run;
    run.device.subgroupSize = 32;
    addRow(run, kConstants, "no loads", constantsNoLoads, 0.001);
    addMadeUpRow(run, kRaw, "linear", ", no loads", 1, 0.001);
    run.controls = std::move(run.rows);
    run.rows.clear();
    addOperation(run, kRaw, raw);
    addMadeUpRow(run, kRaw, "linear", "", raw.linear, 0.001);
    addRow(run, kConstants, "", 2, 0.001);
    return run;
}

Finding judged(const RunResult& run, const char* operation = kRaw) {
    return findingOf(answerOf("uniform", analyse(run)).value(), kTopic, operation);
}

StrategyResult& resultOf(RunResult& run, const std::string& suffix) {
    return madeUpRow(run, kRaw + suffix).strategies[0];
}

// Without checks, sharing gains nothing, or as much.
TEST(Uniform, NamesTheBoundsChecksThatSharingSaves) {
    for (const auto& [shuffle, limit] : {std::pair(1.96, PlainLoop::Checks), {1, PlainLoop::Loads}}) {
        RunResult run = runOf({.shuffle = 2});
        addRow(run, kRaw, "no checks", 2, 0.001);
        addRow(run, kRaw, "shuffle, no checks", shuffle, 0.001);
        EXPECT_EQ(judged(run).limitedBy, limit) << shuffle;
    }
}

TEST(Uniform, Verdicts) {
    const Times kTimes[] = {
        {.shuffle = 2, .broadcast = 3},   // shuffling is faster
        {.shuffle = 2, .broadcast = 1.6}, // broadcasting is faster still
        {.shuffle = 3.6},                 // just a gain
        {},                               // a tie
        {.shuffle = 3.7},                 // not quite a gain
        {.shuffle = 4.3, .broadcast = 5}, // a small loss
        {.shuffle = 2, .perLane = 3},     // perlane is faster, by the compiler's whim
        {.shuffle = 8, .broadcast = 10},  // shuffles are slow
        {.broadcast = 8},                 // a tie of which one way is slow
        {.reduce = 0.125},                // as slow as lanes that each load
        {.reduce = 0.35},                 // hardly faster than lanes that each load
        {.reduce = 0.4},                  // faster than lanes that each load
        {.linear = 4.1},                  // as slow as neighbouring elements
        {.linear = 1.1},                  // neighbouring elements are limited by additions
        {.shuffle = 2, .linear = 4},      // a gain, and as slow as neighbouring elements
        {.shuffle = 2, .reduce = 0.125},  // a gain needs no ceiling
        {.shuffle = 2, .spread = 0.05},   // noise far from every threshold
        {.spread = 0.03},                 // noise far from every threshold in a tie
    };
    for (const Times& times : kTimes) expectText(judged(runOf(times)));
}

TEST(Uniform, WhatCannotBeJudged) {
    const Times kTimes[] = {
        {.shuffle = 0.7},             // shuffling is faster than its additions
        {.perLane = 6},               // perlane is slower
        {.shuffle = 1, .perLane = 6}, // perlane is slower, and shuffling faster
        {.direct = 0.5, .shuffle = 0.5, .broadcast = 0.5, .perLane = 0.5}, // faster than the control
        {.direct = 1.2, .shuffle = 0.9, .broadcast = 0.9, .perLane = 1.2}, // limited by additions
        {.shuffle = 3.6, .spread = 0.05},                                  // noise about the gain
        {.broadcast = 3.6, .spread = 0.05},                                // noise about the other way's gain
        {.perLane = 5, .spread = 0.05},                                    // noise about perlane
        {.direct = 0.8,
         .shuffle = 0.8,
         .broadcast = 0.8,
         .perLane = 0.8,
         .spread = 0.05}, // noise about the control
    };
    for (const Times& times : kTimes) expectText(judged(runOf(times)));
}

// A form that is faster is so whatever limits the row, but not one by fewer additions.
TEST(Uniform, AFasterFormIsFoundOfRowsWhoseLoadsDoNotShow) {
    const Times kTimes[] = {
        {.shuffle = 2},
        {}, // whatever limits it
        {.shuffle = 8, .broadcast = 10},
        {.shuffle = 3.6, .spread = 0.05},
        {.shuffle = 2, .perLane = 6},
        {.direct = 1.2, .shuffle = 0.9, .perLane = 1.2},
        {.direct = 1.5, .shuffle = 0.7, .perLane = 1.5},
    };
    for (const Times& times : kTimes) {
        const RunResult run = runOf(times);
        expectText(answerOf("uniform", analyse(run)).value().findings.front());
    }
}

// A tie needs both ways, a gain one.
TEST(Uniform, RowsThatAreNeededAreNamed) {
    for (const auto& [suffix, always] : {std::pair(" uniform", true),
                                         {" uniform, perlane", true},
                                         {" uniform, no loads", true},
                                         {" uniform, shuffle", false},
                                         {" uniform, broadcast", false}}) {
        for (const bool removed : {false, true}) {
            RunResult gain = runOf({.shuffle = 2, .broadcast = 2}), tie = runOf({});
            for (RunResult* run : {&gain, &tie}) {
                if (removed)
                    removeRow(*run, kRaw + std::string(suffix));
                else
                    resultOf(*run, suffix) = wrongValues();
            }
            if (!always) {
                EXPECT_EQ(judged(gain).verdict, Verdict::Better) << suffix;
            }
            const Finding finding = judged(always ? gain : tie);
            expectUnknown(finding, removed ? Inconclusive::Missing : Inconclusive::Unmeasured);
            EXPECT_EQ(finding.why->first, kRaw + std::string(suffix));
        }
    }
}

// Drivers choose the size for each kernel: best is what is known of the row's own.
TEST(Uniform, TheCeilingNeedsTheSubgroupSize) {
    RunResult run = runOf({});
    run.device.subgroupSize = 0;
    EXPECT_EQ(judged(run).seen, Seen::SharingUnclear);
    run.device.subgroupSize = 32;
    EXPECT_EQ(judged(run).seen, Seen::Shared); // 8 times reduce
    run.device.measuredSubgroupSize = 8;       // rather than what the driver reports
    EXPECT_EQ(judged(run).seen, Seen::SharingUnclear);
    CodeDigest code;
    code.subgroupSize = 32;
    resultOf(run, " uniform").code = "the row's";
    run.codes["the row's"] = code;
    EXPECT_EQ(judged(run).seen, Seen::Shared);
}

TEST(Uniform, ConstantsAreServedToAllLanes) {
    for (const bool gains : {false, true}) {
        RunResult run;
        run.device.subgroupSize = 32;
        addOperation(run, kConstants, gains ? Times{.shuffle = 2} : Times{});
        EXPECT_EQ(judged(run, kConstants).seen, Seen::Constants);
        EXPECT_EQ(judged(run, kConstants).limitedBy == PlainLoop::Constants, !gains);
    }
}

TEST(Uniform, TheFirstStrategyWithFiguresIsJudgedAndNamed) {
    RunResult run = runOf({.shuffle = 2});
    EXPECT_EQ(judged(run).scope, "");
    addUnsupportedPush(run);
    EXPECT_EQ(judged(run).scope, "under set");
    EXPECT_EQ(judged(run).verdict, Verdict::Better);
}

} // namespace vkperftest::uniform_test
