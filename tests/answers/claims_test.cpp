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

// Load4 takes so long at a known offset of 20 bytes, all else 4 ns.
RunResult offsetRun(double misaligned) {
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
    add("Load4(20 + 64 * i)", 4, 20, misaligned);
    add("Load2(64 * i)", 2, 0, 4);
    add("Load2(20 + 64 * i)", 2, 20, 4);
    return run;
}

// Structs that are read whole take so long, all else 4 ns.
RunResult structRun(const std::map<int, double>& times) {
    RunResult run;
    for (const int stride : {20, 24, 32, 48, 64}) {
        const std::string operation = "StructuredBuffer<struct of " + std::to_string(stride) + " bytes>.Load";
        const auto found = times.find(stride);
        addMadeUpRow(run, operation, "linear", "", found == times.end() ? 4 : found->second, 0.001);
        addMadeUpRow(run, operation, "linear", ", no loads", 1, 0.001);
    }
    return run;
}

TEST(Claims, AStrideIsJudgedAgainstItsPaddedForm) {
    RunResult run = structRun({{24, 8}});
    EXPECT_EQ(judged(kStrides, run, {.stride = 24}).verdict, Verdict::Worse);
    const Finding harmless = judged(kStrides, run, {.stride = 20});
    EXPECT_EQ(harmless.verdict, Verdict::Same);
    ASSERT_EQ(harmless.rows.size(), 1u);
    EXPECT_EQ(harmless.rows[0].reference, "StructuredBuffer<struct of 32 bytes>.Load linear");
    expectUnknown(judged(kStrides, run), Inconclusive::RowsDiffer);
    expectUnknown(judged(kStrides, run, {.stride = 12}), Inconclusive::Missing);
    // A padded form that is slower refutes it.
    EXPECT_EQ(judged(kStrides, structRun({{32, 12}}), {.stride = 24}).verdict, Verdict::Better);
    // Rows that read one float after another say nothing of structs.
    for (RowResult& row : run.rows) row.load->kind = LoadKind::Strided;
    expectUnknown(judged(kStrides, run, {.stride = 24}), Inconclusive::Missing);
}

TEST(Claims, LoadsAtAWrongConstantAreJudgedByRowsWhoseOffsetIsConstant) {
    RunResult run = offsetRun(8);
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 4, .offset = 20}).verdict, Verdict::Worse);
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 4, .offset = 36}).verdict,
              Verdict::Worse); // 4 bytes off, too
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 2, .offset = 20}).verdict, Verdict::Same);
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 4, .offset = 24}).verdict, Verdict::Unknown);
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 3, .offset = 20}).verdict, Verdict::Unknown);
    // Vectors of five and more load four words at a time: 8 floats, 4 doubles, 8 halves; 5 halves load three.
    for (const auto& [elements, bytes] : {std::pair(8u, 4u), {4u, 8u}, {8u, 2u}})
        EXPECT_EQ(judged(kVectors, run, {.elements = elements, .elementBytes = bytes, .offset = 12}).verdict,
                  Verdict::Worse);
    EXPECT_EQ(judged(kVectors, run, {.elements = 5, .elementBytes = 2, .offset = 12}).verdict,
              Verdict::Unknown);
    for (RowResult& row : run.rows) row.load->alignmentProvable = false;
    for (const char* rule : {kUnaligned, kVectors})
        EXPECT_EQ(judged(rule, run, {.elements = 4, .elementBytes = 4, .offset = 20}).verdict,
                  Verdict::Unknown);
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
    RunResult run = offsetRun(16);
    run.aaControl = run.rows[0];
    run.aaControl.strategies = {madeUpTimes(1.2, 0.001)};
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 4, .offset = 20}).verdict, Verdict::Worse)
        << "far beyond its bound";
    EXPECT_EQ(judged(kUnaligned, run, {.elements = 2, .offset = 20}).verdict, Verdict::Unknown);
}

} // namespace vkperftest::claims_test
