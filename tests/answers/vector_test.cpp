#include <map>

#include "answers/experiment.h"
#include "judged.h"
#include "made_up_rows.h"
#include "matchers.h"

namespace vkperftest::vector_test {

constexpr int kOffsets[] = {0, 4, 8, 12, 16, 20, 28, 32};
constexpr const char *kWidths = "at run-time offsets", *kClaim = "vectors of 5 or more",
                     *kLoads = "misaligned loads";

std::string operationOf(const std::string& vector) {
    return "ByteAddressBuffer.Load<" + vector + ">";
}

// Nanoseconds a load of one vector's rows.
struct Times {
    double aligned = 4;
    std::map<int, double> at = {}; // offsets that take another time
    double noLoads = 1;
    double spread = 0.001;
};

void addVector(RunResult& run, const std::string& vector, const Times& times) {
    for (const int offset : kOffsets) {
        const auto other = times.at.find(offset);
        addMadeUpRow(run, operationOf(vector), "linear",
                     offset == 0 ? "" : ", offset " + std::to_string(offset),
                     other == times.at.end() ? times.aligned : other->second, times.spread);
    }
    addMadeUpRow(run, operationOf(vector), "linear", ", no loads", times.noLoads, times.spread);
}

RunResult runOf(const std::map<std::string, Times>& vectors) {
    RunResult run;
    for (const auto& [vector, times] : vectors) addVector(run, vector, times);
    return run;
}

Answer judged(const RunResult& run) {
    return answerOf("vector", analyse(run)).value();
}

Finding widthOf(const RunResult& run) {
    return findingOf(judged(run), kWidths, "float5");
}

std::vector<std::string> offsetsWith(const Finding& finding, Verdict verdict) {
    std::vector<std::string> offsets;
    for (const FoundRow& row : finding.rows)
        if (row.verdict == verdict) offsets.push_back(row.at);
    return offsets;
}

const Times kFree;
const Times kAnyOffsetCosts{.at = {{4, 8}, {8, 8}, {12, 8}, {16, 8}, {20, 8}, {28, 8}}}; // but 32
const Times kOddWordsCost{.at = {{4, 6}, {12, 6.4}, {20, 6}, {28, 6}}};

TEST(Vector, Verdicts) {
    const Times kTimes[] = {
        {},                                        // a tie
        kAnyOffsetCosts,                           // every offset but the aligned one
        kOddWordsCost,                             // odd words
        {.at = {{32, 6}}},                         // a cost at an aligned offset
        {.at = {{4, 4.48}}},                       // just a cost
        {.at = {{4, 4.32}}},                       // not quite a cost
        {.at = {{4, 2}}},                          // faster
        {.aligned = 1.1},                          // limited by additions
        {.aligned = 1.1, .at = {{4, 3}, {12, 3}}}, // the aligned row is limited by additions
        {.aligned = 1.4, .at = {{8, 1.1}}},        // one offset is much faster
        {.aligned = 1.3, .at = {{8, 1.2}}},        // one offset is limited by additions
        {.aligned = 1.3, .at = {{4, 3}, {8, 1.2}, {12, 3}, {16, 3}, {20, 3}, {28, 3}}}, // the others cost
        {.aligned = 1.3, .at = {{4, 3}, {8, 1.2}, {12, 3}, {20, 3}, {28, 3}}},          // some cost
        {.at = {{4, 4.4}}, .spread = 0.05},                                             // noise
        {.at = {{4, 4.4}, {8, 8}}, .spread = 0.05},                                     // noise beside a cost
        {.spread = 0.03}, // noise far from the threshold
    };
    for (const Times& times : kTimes) {
        const RunResult run = runOf({{"float5", times}});
        expectText(widthOf(run));
        expectText(findingOf(judged(run), kClaim, kLoads));
    }
}

TEST(Vector, NamesTheOffsets) {
    EXPECT_THAT(offsetsWith(widthOf(runOf({{"float5", kOddWordsCost}})), Verdict::Worse),
                ElementsAre("4", "12", "20", "28"));
    RunResult run = runOf({{"float5", {.at = {{8, 4.4}}, .spread = 0.05}}});
    madeUpRow(run, operationOf("float5") + " linear, offset 20").strategies[0] = wrongValues();
    const Finding finding = widthOf(run);
    EXPECT_THAT(offsetsWith(finding, Verdict::Unknown), ElementsAre("8", "20"));
    EXPECT_EQ(finding.verdict, Verdict::Same) << "most rows";
    EXPECT_EQ(finding.rows[1].why->kind, Inconclusive::Scatters);
    EXPECT_EQ(finding.rows[4].why->kind, Inconclusive::Unmeasured);
}

// Natural alignments: float4 16 bytes, half16 32, float9 64, half2 4.
TEST(Vector, TheClaimIsAboutOffsetsOffTheNaturalAlignmentOfWideVectors) {
    const auto claimed = [](const std::map<std::string, Times>& vectors) {
        return findingOf(judged(runOf(vectors)), kClaim, kLoads).rows.size();
    };
    EXPECT_EQ(claimed({{"float5", kFree}, {"float4", kAnyOffsetCosts}, {"half2", kAnyOffsetCosts}}), 6u);
    EXPECT_EQ(claimed({{"half16", kFree}}), 6u);
    EXPECT_EQ(claimed({{"half6", kFree}}), 5u);
    EXPECT_EQ(claimed({{"float9", kFree}}), 7u);
    for (const Finding& finding : judged(runOf({{"float4", kAnyOffsetCosts}})).findings)
        EXPECT_NE(finding.topic, kClaim);
}

TEST(Vector, RowsThatAreNeededAreNamed) {
    const std::string aligned = operationOf("float5") + " linear";
    for (const char* suffix : {"", ", no loads"}) {
        RunResult run = runOf({{"float5", kFree}});
        madeUpRow(run, aligned + suffix).strategies[0] = wrongValues();
        expectUnknown(widthOf(run), Inconclusive::Unmeasured);
        EXPECT_EQ(widthOf(run).why->first, aligned + suffix);
        removeRow(run, aligned + suffix);
        expectUnknown(widthOf(run), *suffix == '\0' ? Inconclusive::Missing : Inconclusive::MissingControl);
    }
    RunResult run = runOf({{"float5", kOddWordsCost}});
    removeRow(run, aligned + ", offset 4");
    EXPECT_THAT(offsetsWith(widthOf(run), Verdict::Worse), ElementsAre("12", "20", "28"));
}

// Neither row is needed to judge offsets.
TEST(Vector, OtherFormsAreJudgedAgainstTheNaturalOne) {
    for (const auto& [time, apart, promised] : {std::tuple(4.2, Verdict::Same, Verdict::Same),
                                                {2.0, Verdict::Better, Verdict::Better},
                                                {4.8, Verdict::Worse, Verdict::Same},
                                                {6.0, Verdict::Worse, Verdict::Worse}}) {
        RunResult run = runOf({{"float4", kFree}});
        addMadeUpRow(run, operationOf("float4") + " 20 bytes apart", "linear", "", time, 0.001);
        madeUpRow(run, operationOf("float4") + " 20 bytes apart linear").noLoads =
            operationOf("float4") + " linear, no loads";
        addMadeUpRow(run, "StructuredBuffer<16 bytes of float4>.Load", "linear", "", time, 0.001);
        addMadeUpRow(run, "StructuredBuffer<16 bytes of float4>.Load", "linear", ", no loads", 1, 0.001);
        const Answer answer = judged(run);
        EXPECT_EQ(findingOf(answer, "an odd number of words apart", "float4, 20 bytes").verdict, apart)
            << time;
        EXPECT_EQ(findingOf(answer, "with promised alignment", "float4, 16 bytes").verdict, promised) << time;
    }
}

} // namespace vkperftest::vector_test
