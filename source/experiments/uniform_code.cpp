// The experiment "uniform" of code alone.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/code.h"
#include "experiments/judging.h"
#include "experiments/uniform.h"
#include "isa/digest.h"

namespace vkperftest {
namespace {

bool isJudged(const RowCode& code) {
    return code.row.pattern == Pattern::Uniform && code.row.technique == Technique::Direct &&
           code.row.subgroupSize == 0 && code.strategy == Strategy::Set;
}

struct Sharing {
    std::string_view verdict, words;
};

constexpr Sharing kSharings[] = {
    {kScalarLoads, "shared by scalar loads"},
    {kBlockReads, "shared by block reads, one for a subgroup"},
    {kDoesNotShare, "not shared: each lane loads"},
    {kSharesInPart, "shared in part"},
    {kNoLoad, "no load in the loop: registers hold the value"},
};

std::string_view verdictOf(const std::vector<LoadCount>& loads) {
    if (loads.empty()) return kNoLoad;
    const auto all = [&](auto is) {
        return std::all_of(loads.begin(), loads.end(), [&](const LoadCount& one) { return is(one.load); });
    };
    if (all(isBlockRead)) return kBlockReads;
    if (all([](const Load& load) { return load.scalar; })) return kScalarLoads;
    return all([](const Load& load) { return !load.scalar; }) ? kDoesNotShare : kSharesInPart;
}

Finding judge(const RowCode& code) {
    const std::string& subject = code.row.operation.name;
    if (const std::string trouble = code.trouble(); !trouble.empty()) return undecided(subject, trouble);
    CodeFacts ofData = code.facts;
    std::erase_if(ofData.summary.loads,
                  [](const LoadCount& one) { return one.load.source == LoadSource::Descriptor; });
    const std::string_view verdict = verdictOf(ofData.summary.loads);
    const auto sharing = std::find_if(std::begin(kSharings), std::end(kSharings),
                                      [&](const Sharing& one) { return one.verdict == verdict; });
    const std::string words(sharing->words);
    const std::string sentence = verdict == kNoLoad ? words : fmt::format("{} ({})", words, ofData.loads());
    return {.subject = subject, .verdict = std::string(verdict), .sentence = sentence, .pattern = words};
}

std::vector<std::string> subjectsWith(std::span<const Finding> findings, std::string_view verdict) {
    std::vector<std::string> subjects;
    for (const Finding& finding : findings) {
        if (finding.verdict == verdict) subjects.push_back(finding.subject);
    }
    return subjects;
}

std::string conclude(std::span<const Finding> findings) {
    const std::size_t unknown = subjectsWith(findings, kCannotSay).size();
    if (unknown == findings.size()) return noConclusion(unknown, "loads", findings);
    const std::size_t inRegisters = subjectsWith(findings, kNoLoad).size();
    const std::size_t loads = findings.size() - unknown - inRegisters;
    std::vector<std::string> ways;
    std::size_t shared = 0;
    for (const std::string_view way : {kScalarLoads, kBlockReads}) {
        const std::size_t count = subjectsWith(findings, way).size();
        if (count > 0) ways.emplace_back(way);
        shared += count;
    }
    std::vector<std::string> others = subjectsWith(findings, kDoesNotShare);
    for (const std::string& inPart : subjectsWith(findings, kSharesInPart)) others.push_back(inPart);
    const std::string rest =
        (inRegisters > 0 ? fmt::format("; {} in registers", inRegisters) : "") + notJudged(unknown);
    if (loads == 0) return "No uniform load is left in the loops" + rest;
    if (others.empty())
        return fmt::format("Leave uniform loads as they are: the compiler shares all {} by {}{}", loads,
                           join(ways, " and "), rest);
    const std::string what = shared == 0
                                 ? fmt::format("shares none of {} uniform loads", loads)
                                 : fmt::format("shares {} of {} uniform loads by {}, but not {}", shared,
                                               loads, join(ways, " and "), namesTogether(others));
    return fmt::format("The compiler {}: measure whether sharing by hand gains{}", what, rest);
}

} // namespace

Answer answerUniformCode(std::span<const RowCode> codes) {
    Answer answer;
    for (const RowCode& code : codes) {
        if (isJudged(code)) answer.findings.push_back(judge(code));
    }
    answer.conclusion = conclude(answer.findings);
    return answer;
}

} // namespace vkperftest
