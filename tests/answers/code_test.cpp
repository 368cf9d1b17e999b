#include <map>

#include <gmock/gmock.h>

#include "answers/experiment.h"
#include "cases/suite.h"
#include "judged.h"

namespace vkperftest {
namespace code_test {

using testing::SizeIs;

constexpr const char *kRaw = "ByteAddressBuffer.Load4 linear",
                     *kStructured = "StructuredBuffer<float4>.Load linear";

const Load kScalar{.name = "s_buffer_load_dwordx4", .bits = 128, .scalar = true};
const Load kBlock{.name = "DC OWORD block read", .bits = 128, .scalar = true};
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

void expectFindings(const Answer& answer) {
    for (const Finding& finding : answer.findings) {
        expectGolden(fmt::format("{}, {}", finding.topic, finding.subject));
        expectText(finding);
    }
}

TEST(UniformCode, TheLoadsShowHowTheyAreShared) {
    const std::vector<Loads> kLoads[] = {
        {{kScalar}, {kDescriptor}}, {{kBlock}},     {{kNarrow, 4}}, {{kWide}, {kDescriptor}},
        {{kScalar}, {kNarrow}},     {{kDescriptor}}};
    for (const std::vector<Loads>& loads : kLoads) {
        const RowCode code = uniform("ByteAddressBuffer.Load4", loads);
        const Answer answer = answerUniformCode({&code, 1});
        ASSERT_THAT(answer.findings, SizeIs(1));
        EXPECT_EQ(answer.findings[0].subject, "ByteAddressBuffer.Load4");
        expectText(answer.findings[0]);
    }
}

TEST(UniformCode, OtherFormsOfTheRowsAreNotJudged) {
    std::vector<RowCode> codes;
    for (const char* name :
         {"Buffer<RGBA8>.Load random", "ByteAddressBuffer.Load4 linear",
          "ByteAddressBuffer.Load4 uniform, shuffle", "ByteAddressBuffer.Load4 uniform, no loads",
          "ByteAddressBuffer.Load4 uniform, subgroup 16"})
        codes.push_back({rowNamed("uniform", name), Strategy::Set, "", codeOf({{kScalar}})});
    EXPECT_THAT(answerUniformCode(codes).findings, SizeIs(0));
}

TEST(ExperimentCode, WhatCouldNotBeCompiledOrReadIsReported) {
    RowCode set = bound(kRaw, "set", codeOf({{kWide}})), push = set,
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
        expectUnknown(answer.findings[0], Inconclusive::Reported);
        EXPECT_EQ(answer.findings[0].why->first, why);
    }
}

// As NVK compiles them.
TEST(BindingCode, StrategiesAreHeldAgainstSetAndAlignmentsAgainstEachOther) {
    const CodeFacts words = codeOf({{kNarrow, 4}}, "words"), whole = codeOf({{kWide}}, "whole");
    const std::vector<RowCode> codes = {
        bound(kRaw, "set", words),        bound(kStructured, "set", whole),
        bound(kRaw, "push", words),       bound(kStructured, "push", whole),
        bound(kRaw, "dynamic", words),    bound(kStructured, "dynamic", codeOf({{kWide}}, "dynamic")),
        bound(kRaw, "address-4", words),  bound(kStructured, "address-4", words),
        bound(kRaw, "address-16", whole), bound(kStructured, "address-16", whole)};
    expectFindings(answerBindingCode(codes));
}

TEST(BindingCode, APromiseOfEightBytesIsHeldAgainstTheWidest) {
    const std::string narrow = "ByteAddressBuffer.Load2 linear";
    const std::vector<RowCode> codes = {
        bound(kRaw, "address-4", codeOf({{kNarrow, 4}})), bound(narrow, "address-4", codeOf({{kNarrow, 2}})),
        bound(kRaw, "address-8", codeOf({{kNarrow, 4}})), bound(narrow, "address-8", codeOf({{kNarrow, 2}})),
        bound(kRaw, "address-16", codeOf({{kWide}}))};
    expectFindings(answerBindingCode(codes));
}

TEST(BindingCode, AStrategyMayHaveFewerLoadsOnOneRowAndMoreOnAnother) {
    const std::vector<RowCode> codes = {
        bound(kRaw, "set", codeOf({{kNarrow, 4}})), bound(kStructured, "set", codeOf({{kWide}})),
        bound(kRaw, "buffer", codeOf({{kWide}})), bound(kStructured, "buffer", codeOf({{kNarrow, 4}}))};
    expectUnknown(answerBindingCode(codes).findings[0], Inconclusive::RowsDiffer);
}

TEST(VectorCode, ShowsHowTheyAreSplitAndWhetherTheOffsetMatters) {
    const CodeFacts two = codeOf({{kWide}, {kNarrow}}), words = codeOf({{kNarrow, 6}});
    const std::vector<RowCode> codes = {vectorAt("float5", 0, two), vectorAt("float5", 4, two),
                                        vectorAt("float6", 0, words), vectorAt("float6", 4, words),
                                        vectorAt("float6", 8, codeOf({{kWide}}, "other"))};
    expectFindings(answerVectorCode(codes));
}

TEST(ExperimentCode, CountsTheRowsThatItRestsOn) {
    const Experiment& experiment = *findExperiment("uniform").value();
    const RowCode one = uniform("ByteAddressBuffer.Load4", {{kScalar}});
    const Answer answer = judgeCode(experiment, {&one, 1}).value();
    EXPECT_EQ(answer.missing, 82u);
    EXPECT_EQ(answer.rows, 83u);
    EXPECT_EQ(judgeCode(experiment, {}).error().kind, ErrorKind::Usage);
}

} // namespace code_test
} // namespace vkperftest
