#include "experiments/code.h"

#include <map>

#include <gmock/gmock.h>

#include "cases/suite.h"
#include "experiments/binding.h"
#include "experiments/experiment.h"
#include "experiments/judging.h"
#include "experiments/uniform.h"
#include "golden.h"

namespace vkperftest {
namespace code_test {

using testing::EndsWith;
using testing::HasSubstr;
using testing::SizeIs;
using testing::StartsWith;

const Load kScalar{.name = "s_buffer_load_dwordx4", .bits = 128, .scalar = true};
const Load kBlock{.name = "DC unaligned OWORD block read", .bits = 128, .scalar = true};
const Load kWide{.name = "buffer_load_dwordx4", .bits = 128};
const Load kNarrow{.name = "ld.global.b32", .bits = 32};
const Load kDescriptor{
    .name = "s_load_dwordx4", .bits = 128, .scalar = true, .source = LoadSource::Descriptor};

struct Loads {
    Load load;
    std::size_t count = 1; // for each load of the row
};

CodeFacts codeOf(const std::vector<Loads>& loads, const std::string& hash = "a") {
    constexpr std::uint32_t kInFlight = 4;
    CodeFacts facts;
    facts.format = "made up";
    facts.hash = hash;
    facts.summary = {.loops = true, .loadsPerIteration = kInFlight};
    for (const Loads& one : loads) facts.summary.loads.push_back({one.load, one.count * kInFlight});
    return facts;
}

Case rowNamed(const std::string& suite, const std::string& name) {
    return findRow(findSuite(suite).value()->rows(), name).value();
}

Strategy strategyNamed(std::string_view name) {
    return parseStrategies(name).value()[0];
}

RowCode uniform(const std::string& operation, const std::vector<Loads>& loads) {
    return {rowNamed("uniform", operation + " uniform"), Strategy::Set, "", codeOf(loads)};
}

RowCode bound(const std::string& row, std::string_view strategy, const CodeFacts& code) {
    return {rowNamed("binding", row), strategyNamed(strategy), "", code};
}

RowCode vectorAt(const std::string& vector, int offset, const CodeFacts& code) {
    const std::string place = offset == 0 ? "" : ", offset " + std::to_string(offset);
    return {rowNamed("vector", "ByteAddressBuffer.Load<" + vector + "> linear" + place), Strategy::Set, "",
            code};
}

struct Sharing {
    std::vector<Loads> loads;
    Found verdict;
    const char* sentence;
};

TEST(UniformCode, TheLoadsSayHowTheyAreShared) {
    const Sharing kSharings[] = {
        {{{kScalar}, {kDescriptor}},
         Found::ScalarLoads,
         "shared by scalar loads (1 × s_buffer_load_dwordx4)"},
        {{{kBlock}},
         Found::BlockReads,
         "shared by block reads, one for a subgroup (1 × DC unaligned OWORD block read)"},
        {{{kNarrow, 4}}, Found::DoesNotShare, "not shared: each lane loads (4 × ld.global.b32)"},
        {{{kWide}, {kDescriptor}},
         Found::DoesNotShare,
         "not shared: each lane loads (1 × buffer_load_dwordx4)"},
        {{{kScalar}, {kNarrow}},
         Found::SharesInPart,
         "shared in part (1 × s_buffer_load_dwordx4, 1 × ld.global.b32)"},
        {{{kDescriptor}}, Found::NoLoad, "no load in the loop: registers hold the value"},
    };
    for (const Sharing& sharing : kSharings) {
        const RowCode code = uniform("ByteAddressBuffer.Load4", sharing.loads);
        const Answer answer = answerUniformCode({&code, 1});
        ASSERT_THAT(answer.findings, SizeIs(1));
        EXPECT_EQ(answer.findings[0].subject, "ByteAddressBuffer.Load4");
        EXPECT_EQ(answer.findings[0].verdict, sharing.verdict);
        EXPECT_EQ(answer.findings[0].sentence, sharing.sentence);
    }
}

TEST(UniformCode, TheConclusionCountsAndSaysWhatToDo) {
    const RowCode raw = uniform("ByteAddressBuffer.Load4", {{kScalar}});
    const RowCode wide = uniform("StructuredBuffer<float4>.Load", {{kScalar}});
    const RowCode typed = uniform("Buffer<RGBA8>.Load", {{kWide}});
    const RowCode pushed = uniform("push constants{float4} load", {});
    const auto conclusion = [](const std::vector<RowCode>& codes) {
        return answerUniformCode(codes).conclusion;
    };
    expectGolden(conclusion({typed, raw, wide, pushed}));
    expectGolden(conclusion({raw, wide}));
    expectGolden(conclusion({typed}));
    expectGolden(conclusion({pushed}));
}

TEST(UniformCode, FindingsThatDifferInTheirLoadsAloneAreToldTogether) {
    const std::vector<RowCode> codes = {uniform("ByteAddressBuffer.Load", {{kNarrow}}),
                                        uniform("ByteAddressBuffer.Load2", {{kNarrow, 2}})};
    const std::vector<ToldTogether> told = tellTogether(answerUniformCode(codes).findings);
    ASSERT_THAT(told, SizeIs(1));
    EXPECT_EQ(told[0].subjects, "ByteAddressBuffer.Load, Load2");
    EXPECT_EQ(told[0].sentence, "not shared: each lane loads");
}

TEST(UniformCode, OtherFormsOfTheRowsAreNotJudged) {
    std::vector<RowCode> codes;
    for (const char* name :
         {"Buffer<RGBA8>.Load random", "ByteAddressBuffer.Load4 linear",
          "ByteAddressBuffer.Load4 uniform, shuffle", "ByteAddressBuffer.Load4 uniform, floor",
          "ByteAddressBuffer.Load4 uniform, subgroup 16"})
        codes.push_back({rowNamed("uniform", name), Strategy::Set, "", codeOf({{kScalar}})});
    EXPECT_THAT(answerUniformCode(codes).findings, SizeIs(0));
}

TEST(ExperimentCode, WhatCouldNotBeCompiledOrReadIsSaid) {
    const std::string row = "ByteAddressBuffer.Load4 linear";
    RowCode set = bound(row, "set", codeOf({{kWide}})), push = set,
            vector = vectorAt("float5", 0, codeOf({})), load = uniform("ByteAddressBuffer.Load4", {{kWide}});
    push.strategy = strategyNamed("push");
    push.missing = load.missing = "failed: out of registers";
    vector.facts.trouble = "compiler output unavailable";
    const std::vector<RowCode> both = {set, push};
    for (const auto& [answer, what, why] :
         {std::tuple(answerUniformCode({&load, 1}), "ByteAddressBuffer.Load4", "failed: out of registers"),
          std::tuple(answerBindingCode(both), "push", "failed: out of registers"),
          std::tuple(answerVectorCode({&vector, 1}), "float5", "compiler output unavailable")}) {
        ASSERT_THAT(answer.findings, SizeIs(1)) << what;
        EXPECT_EQ(answer.findings[0].subject, what);
        EXPECT_EQ(answer.findings[0].verdict, Found::CannotSay);
        EXPECT_EQ(answer.findings[0].sentence, std::string("no verdict: ") + why);
        EXPECT_THAT(answer.conclusion, StartsWith("No conclusion: "));
    }
}

TEST(ExperimentCode, ReasonsAreToldWhole) {
    std::vector<RowCode> codes;
    for (const auto& [load, why] : {std::pair("ByteAddressBuffer.Load", "failed: out of registers"),
                                    std::pair("ByteAddressBuffer.Load2", "failed: out of registers"),
                                    std::pair("ByteAddressBuffer.Load4", "failed: out of memory")}) {
        codes.push_back(uniform(load, {}));
        codes.back().missing = why;
    }
    const Answer answer = answerUniformCode(codes);
    expectGolden(answer.conclusion);
    const std::vector<ToldTogether> told = tellTogether(answer.findings);
    ASSERT_THAT(told, SizeIs(2));
    expectGolden(told[0].sentence);
    expectGolden(told[1].sentence);
}

// As NVK compiles them.
TEST(BindingCode, StrategiesAreHeldAgainstSetAndAlignmentsAgainstEachOther) {
    const std::string raw = "ByteAddressBuffer.Load4 linear", wide = "StructuredBuffer<float4>.Load linear";
    const CodeFacts words = codeOf({{kNarrow, 4}}, "words"), whole = codeOf({{kWide}}, "whole");
    const std::vector<RowCode> codes = {
        bound(raw, "set", words),        bound(wide, "set", whole),
        bound(raw, "push", words),       bound(wide, "push", whole),
        bound(raw, "dynamic", words),    bound(wide, "dynamic", codeOf({{kWide}}, "dynamic")),
        bound(raw, "address-4", words),  bound(wide, "address-4", words),
        bound(raw, "address-16", whole), bound(wide, "address-16", whole)};
    const Answer answer = answerBindingCode(codes);
    const std::array<std::array<std::string, 3>, 6> expected = {{
        {"push", "same code", "same code as set: 2 rows"},
        {"dynamic", "same loads", "same loads as set, in other code: 1 row; same code as set: 1 row"},
        {"address-4", "more loads",
         "more loads than set: " + wide + " (one 128-bit load → 4 narrow loads); same code as set: 1 row"},
        {"address-16", "fewer loads",
         "fewer loads than set: " + raw + " (4 narrow loads → one 128-bit load); same code as set: 1 row"},
        {"alignment: " + raw, "more loads",
         "4-byte alignment gives 4 narrow loads, 16-byte alignment one 128-bit load"},
        {"alignment: " + wide, "more loads",
         "4-byte alignment gives 4 narrow loads, 16-byte alignment one 128-bit load"},
    }};
    ASSERT_THAT(answer.findings, SizeIs(expected.size()));
    for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_EQ(answer.findings[i].subject, expected[i][0]);
        EXPECT_EQ(verdictText(answer.findings[i]), expected[i][1]) << expected[i][0];
        EXPECT_EQ(answer.findings[i].sentence, expected[i][2]) << expected[i][0];
    }
    EXPECT_EQ(
        answer.conclusion,
        "Promise 16 bytes of alignment where you can: 4 bytes take more loads on 2 of 2 rows (" + raw +
            ": 4 narrow loads instead of one 128-bit load); fewer loads than set: address-16; more loads "
            "than set: address-4; the same loads in other code: dynamic; the same code: push");
}

TEST(BindingCode, APromiseOfEightBytesIsHeldAgainstTheWidest) {
    const std::string wide = "ByteAddressBuffer.Load4 linear", narrow = "ByteAddressBuffer.Load2 linear";
    const std::vector<RowCode> codes = {
        bound(wide, "address-4", codeOf({{kNarrow, 4}})), bound(narrow, "address-4", codeOf({{kNarrow, 2}})),
        bound(wide, "address-8", codeOf({{kNarrow, 4}})), bound(narrow, "address-8", codeOf({{kNarrow, 2}})),
        bound(wide, "address-16", codeOf({{kWide}}))};
    std::map<std::string, std::string> sentences;
    for (const Finding& finding : answerBindingCode(codes).findings)
        sentences.emplace(finding.subject, finding.sentence);
    EXPECT_EQ(sentences.size(), 3u);
    EXPECT_EQ(sentences["alignment: " + wide],
              "4-byte alignment gives 4 narrow loads, 16-byte alignment one 128-bit load");
    EXPECT_EQ(sentences["alignment 8: " + wide],
              "8-byte alignment gives 4 narrow loads, 16-byte alignment one 128-bit load");
    EXPECT_EQ(sentences["alignment: " + narrow], "4-byte alignment gives the same code as 8 bytes");
}

TEST(BindingCode, AStrategyMayHaveFewerLoadsOnOneRowAndMoreOnAnother) {
    const std::string raw = "ByteAddressBuffer.Load4 linear", wide = "StructuredBuffer<float4>.Load linear";
    const std::vector<RowCode> codes = {
        bound(raw, "set", codeOf({{kNarrow, 4}})), bound(wide, "set", codeOf({{kWide}})),
        bound(raw, "buffer", codeOf({{kWide}})), bound(wide, "buffer", codeOf({{kNarrow, 4}}))};
    const Answer answer = answerBindingCode(codes);
    EXPECT_EQ(answer.findings[0].verdict, Found::Depends);
    expectGolden(answer.conclusion);
}

TEST(BindingCode, TheSameLoadsUnderAllMeanThatOneMayBindAsOneLikes) {
    const std::string row = "ByteAddressBuffer.Load4 linear";
    const std::vector<RowCode> codes = {
        bound(row, "set", codeOf({{kWide}})), bound(row, "push", codeOf({{kWide}})),
        bound(row, "address-4", codeOf({{kWide}}, "b")), bound(row, "address-16", codeOf({{kWide}}, "b"))};
    const Answer answer = answerBindingCode(codes);
    expectGolden(answer.conclusion);
    expectGolden(answer.findings.back().sentence);
}

TEST(VectorCode, SaysHowTheyAreSplitAndWhetherTheOffsetMatters) {
    const CodeFacts two = codeOf({{kWide}, {kNarrow}}), words = codeOf({{kNarrow, 6}});
    const std::vector<RowCode> codes = {vectorAt("float5", 0, two), vectorAt("float5", 4, two),
                                        vectorAt("float6", 0, words), vectorAt("float6", 4, words),
                                        vectorAt("float6", 8, codeOf({{kWide}}, "other"))};
    const Answer answer = answerVectorCode(codes);
    ASSERT_THAT(answer.findings, SizeIs(2));
    EXPECT_EQ(answer.findings[0].verdict, Found::Whole);
    expectGolden(answer.findings[0].sentence);
    EXPECT_EQ(answer.findings[1].verdict, Found::Split);
    expectGolden(answer.findings[1].sentence);
    expectGolden(answer.conclusion);
    expectGolden(answerVectorCode({codes.data(), 2}).conclusion);
}

TEST(ExperimentCode, TheConclusionSaysOnHowManyRowsItRests) {
    const Experiment& experiment = *findExperiment("uniform").value();
    const RowCode one = uniform("ByteAddressBuffer.Load4", {{kScalar}});
    const Result<Answer> answer = judgeCode(experiment, {&one, 1});
    ASSERT_TRUE(answer.ok());
    EXPECT_THAT(answer.value().conclusion, EndsWith("; 72 of the suite's 73 rows were not compiled"));
    const Result<Answer> none = judgeCode(experiment, {});
    ASSERT_FALSE(none.ok());
    EXPECT_EQ(none.error().kind, ErrorKind::Usage);
    EXPECT_THAT(none.error().sentence(), HasSubstr("`experiment uniform` judges none of these rows"));
}

TEST(ExperimentCode, OnlyTimesTellWhatStridesCost) {
    for (const Experiment& experiment : experiments())
        EXPECT_EQ(experiment.judgeCode == nullptr, experiment.name == "stride" ||
                                                       experiment.name == "robustness" ||
                                                       experiment.name == "cache")
            << experiment.name;
}

} // namespace code_test
} // namespace vkperftest
