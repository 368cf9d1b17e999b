#include "answers/claims.h"

#include <map>

#include <gmock/gmock.h>

#include "judged.h"
#include "made_up_rows.h"

namespace vkperftest::claims_test {

constexpr const char* kVectors = "long-vector-bytebuf-load-misaligned";
constexpr const char* kStrides = "structured-buffer-stride-not-cache-aligned";
constexpr const char* kUnaligned = "byteaddressbuffer-load-misaligned";
constexpr const char* kWide = "wide-load-alignment-unprovable";

Finding judged(const char* rule, const RunResult& run, const ClaimPlace& place = {}) {
    return judgeClaim(*findClaim(rule), analyse(run), place);
}

// float8 at the suite's offsets: those of `costs` take 8 ns, others 4.
RunResult vectorRun(const std::map<int, double>& costs) {
    RunResult run;
    const std::string operation = "ByteAddressBuffer.Load<float8>";
    for (const int offset : {0, 4, 8, 12, 16, 20, 28, 32}) {
        const auto found = costs.find(offset);
        addMadeUpRow(run, operation, "linear", offset == 0 ? "" : ", offset " + std::to_string(offset),
                     found == costs.end() ? 4 : found->second, 0.001);
    }
    addMadeUpRow(run, operation, "linear", ", no loads", 1, 0.001);
    return run;
}

TEST(Claims, AVectorIsJudgedAtItsOffset) {
    const RunResult run = vectorRun({{4, 8}, {12, 8}});
    const auto at = [&](std::uint32_t elements, std::uint32_t bytes, std::uint64_t offset) {
        return judged(kVectors, run, {.elements = elements, .elementBytes = bytes, .offset = offset});
    };
    EXPECT_EQ(at(8, 4, 12).verdict, Verdict::Worse);
    EXPECT_NEAR(at(8, 4, 12).factor.value().median, 2, 0.01);
    EXPECT_EQ(at(8, 4, 12).rows[0].name, "ByteAddressBuffer.Load<float8> linear, offset 12");
    EXPECT_EQ(at(8, 4, 16).verdict, Verdict::Same);
    // 76 lies at 12 beyond a multiple of 32; 24 was not measured, and is a multiple of 8.
    EXPECT_EQ(at(8, 4, 76).verdict, Verdict::Worse);
    EXPECT_EQ(at(8, 4, 24).rows[0].name, "ByteAddressBuffer.Load<float8> linear, offset 8");
    // Four doubles are eight floats.
    EXPECT_EQ(at(4, 8, 12).verdict, Verdict::Worse);
    expectUnknown(judged(kVectors, run), Inconclusive::RowsDiffer);
    // Of a vector whose offset is not known: the claim as a whole.
    EXPECT_EQ(judged(kVectors, run, {.elements = 8, .elementBytes = 4}).rows.size(),
              judged(kVectors, run).rows.size());
    expectUnknown(at(7, 2, 2), Inconclusive::Missing);
}

RunResult strideRun(const std::map<int, double>& times) {
    RunResult run;
    const auto add = [&](const std::string& operation, double time) {
        for (const char* suffix : {"", ", own window"})
            addMadeUpRow(run, operation, "linear", suffix, time, 0.001);
        addMadeUpRow(run, operation, "linear", ", no loads", 1, 0.001);
    };
    for (const int stride : {20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 60, 64, 80, 96, 128}) {
        const auto found = times.find(stride);
        add("StructuredBuffer<" + std::to_string(stride) + " bytes>.Load",
            found == times.end() ? 4 : found->second);
    }
    add("StructuredBuffer<float3>+<float2>.Load", 4);
    return run;
}

TEST(Claims, AStrideIsJudgedAgainstItsPaddedForm) {
    const RunResult run = strideRun({{24, 8}});
    EXPECT_EQ(judged(kStrides, run, {.stride = 24}).verdict, Verdict::Worse);
    const Finding harmless = judged(kStrides, run, {.stride = 20});
    EXPECT_EQ(harmless.verdict, Verdict::Same);
    ASSERT_EQ(harmless.rows.size(), 2u); // in both places
    EXPECT_EQ(harmless.rows[0].reference, "StructuredBuffer<32 bytes>.Load linear");
    expectUnknown(judged(kStrides, run), Inconclusive::RowsDiffer);
    expectUnknown(judged(kStrides, run, {.stride = 12}), Inconclusive::Missing);
    // Rows that their loads do not limit are not judged, but what is known still counts.
    RunResult hidden = run;
    for (RowResult& row : hidden.rows)
        if (row.operation == "StructuredBuffer<24 bytes>.Load" && row.name.ends_with("own window"))
            row.noLoads = "";
    const Finding unclear = judged(kStrides, hidden, {.stride = 24});
    expectUnknown(unclear, Inconclusive::SomeUnknown);
    EXPECT_EQ(unclear.rows[1].why.value().kind, Inconclusive::MissingControl);
    // A padded form that is slower refutes it.
    const RunResult slower = strideRun({{32, 12}, {64, 12}, {128, 12}});
    EXPECT_EQ(judged(kStrides, slower, {.stride = 24}).verdict, Verdict::Better);
}

TEST(Claims, LoadsAtAWrongConstantAreJudgedByRowsWhoseOffsetIsConstant) {
    RunResult run;
    const auto add = [&](const std::string& name, std::uint32_t values, std::uint32_t offset, double time) {
        addMadeUpRow(run, name, "linear", "", time, 0.001);
        run.rows.back().load = LoadFacts{.kind = LoadKind::Raw,
                                         .values = values,
                                         .bytes = 4 * values,
                                         .stride = 64,
                                         .byteOffset = offset,
                                         .alignment = offset == 0 ? 64u : offset & (~offset + 1),
                                         .alignmentProvable = true,
                                         .pattern = Pattern::Linear};
    };
    add("Load4(64 * i)", 4, 0, 4);
    add("Load4(20 + 64 * i)", 4, 20, 8);
    add("Load2(64 * i)", 2, 0, 4);
    add("Load2(20 + 64 * i)", 2, 20, 4);
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 4, .offset = 20}).verdict, Verdict::Worse);
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 4, .offset = 36}).verdict,
              Verdict::Worse); // 4 bytes off, too
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 2, .offset = 20}).verdict, Verdict::Same);
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 4, .offset = 24}).verdict, Verdict::Unknown);
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 3, .offset = 20}).verdict, Verdict::Unknown);
    for (RowResult& row : run.rows) row.load->alignmentProvable = false;
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 4, .offset = 20}).verdict, Verdict::Unknown);
}

TEST(Claims, WideLoadsAreJudgedByTheAlignmentOfAddresses) {
    RunResult run;
    run.settings.strategies = {"address-4", "address-16"};
    for (const char* pattern : {"uniform", "linear"}) {
        for (const char* suffix : {"", ", no loads"}) {
            const bool noLoads = *suffix != '\0';
            addMadeUpRow(run, "ByteAddressBuffer.Load4", pattern, suffix, noLoads ? 1 : 16, 0.001);
            StrategyResult wide = madeUpTimes(noLoads ? 1 : 4, 0.001);
            wide.strategy = "address-16";
            run.rows.back().strategies[0].strategy = "address-4";
            run.rows.back().strategies.push_back(wide);
        }
    }
    const Finding finding = judged(kWide, run);
    EXPECT_EQ(finding.verdict, Verdict::Worse);
    EXPECT_EQ(finding.subject, kWide);
    EXPECT_NEAR(finding.factor.value().median, 4, 0.01);
}

TEST(Claims, NothingIsSaidOfARunWithoutTheRowsOrThatWasDisturbed) {
    for (const Claim& claim : claims())
        EXPECT_EQ(judged(claim.rule.data(), RunResult()).verdict, Verdict::Unknown) << claim.rule;
    RunResult run = vectorRun({{12, 16}});
    run.aaControl = run.rows[0];
    run.aaControl.strategies = {madeUpTimes(1.2, 0.001)};
    const ClaimPlace costly{.elements = 8, .elementBytes = 4, .offset = 12};
    EXPECT_EQ(judged(kVectors, run, costly).verdict, Verdict::Worse) << "far beyond its bound";
    EXPECT_EQ(judged(kVectors, run, {.elements = 8, .elementBytes = 4, .offset = 16}).verdict,
              Verdict::Unknown);
}

} // namespace vkperftest::claims_test
