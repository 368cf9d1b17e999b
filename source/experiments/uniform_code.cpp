// The experiment "uniform", judged from code alone.
#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"
#include "experiments/code.h"
#include "experiments/judging.h"
#include "isa/summary.h"

namespace vkperftest {
namespace {

// A constant buffer of another size is the same load; only its time differs.
bool isUniformDirect(const RowCode& code) {
    if (code.row.operation == shortConstantLoad()) return false;
    return code.row.pattern == Pattern::Uniform && code.row.technique == Technique::Direct &&
           code.row.subgroupSize == 0 && code.strategy == Strategy::Set;
}

Found sharingOf(const std::vector<LoadCount>& loads) {
    if (loads.empty()) return Found::NoLoad;
    const auto all = [&](auto is) {
        return std::ranges::all_of(loads, [&](const LoadCount& one) { return is(one.load); });
    };
    if (all(isBlockRead)) return Found::BlockReads;
    if (all([](const Load& load) { return load.scalar; })) return Found::ScalarLoads;
    return all([](const Load& load) { return !load.scalar; }) ? Found::DoesNotShare : Found::SharesInPart;
}

std::string sharingText(Found verdict) {
    switch (verdict) {
    case Found::ScalarLoads:
        return "shared by scalar loads";
    case Found::BlockReads:
        return "shared by block reads, one for a subgroup";
    case Found::DoesNotShare:
        return "not shared: each lane loads";
    case Found::SharesInPart:
        return "shared in part";
    default:
        return "no load in the loop: registers hold the value";
    }
}

Finding judgeUniformCode(const RowCode& code) {
    const std::string& subject = code.row.operation.name;
    if (const std::optional<Trouble> trouble = code.trouble()) return undecided(subject, *trouble);
    CodeFacts ofData = code.facts;
    std::erase_if(ofData.summary.loads, [](const LoadCount& one) { return !isFromMemory(one.load.source); });
    const Found verdict = sharingOf(ofData.summary.loads);
    const std::string words = sharingText(verdict);
    const std::string sentence =
        verdict == Found::NoLoad ? words : fmt::format("{} ({})", words, ofData.loads());
    return {.subject = subject, .verdict = verdict, .sentence = sentence, .before = words};
}

std::vector<std::string> subjectsWith(const std::vector<Finding>& findings, Found verdict) {
    std::vector<std::string> subjects;
    for (const Finding& finding : findings)
        if (finding.verdict == verdict) subjects.push_back(finding.subject);
    return subjects;
}

std::string concludeUniformCode(const std::vector<Finding>& findings) {
    const std::size_t unknown = subjectsWith(findings, Found::CannotSay).size();
    if (unknown == findings.size()) return noConclusion(findings, "loads");
    const std::size_t inRegisters = subjectsWith(findings, Found::NoLoad).size();
    const std::size_t loads = findings.size() - unknown - inRegisters;
    std::vector<std::string> ways;
    std::size_t shared = 0;
    for (const Found way : {Found::ScalarLoads, Found::BlockReads}) {
        const std::size_t count = subjectsWith(findings, way).size();
        if (count > 0) ways.emplace_back(verdictName(way));
        shared += count;
    }
    std::vector<std::string> others = subjectsWith(findings, Found::DoesNotShare);
    for (const std::string& inPart : subjectsWith(findings, Found::SharesInPart)) others.push_back(inPart);
    const std::string rest =
        (inRegisters > 0 ? fmt::format("; {} in registers", inRegisters) : "") + noVerdictOn(unknown, "load");
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
    for (const RowCode& code : codes)
        if (isUniformDirect(code)) answer.findings.push_back(judgeUniformCode(code));
    answer.conclusion = concludeUniformCode(answer.findings);
    return answer;
}

} // namespace vkperftest
