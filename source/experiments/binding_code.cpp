// The experiment "binding", judged from code alone.
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/binding.h"
#include "experiments/code.h"
#include "experiments/judging.h"
#include "isa/summary.h"

namespace vkperftest {
namespace {

// How a row's loads change from one strategy to another.
struct Change {
    std::string row;
    Found verdict = Found::CannotSay;
    std::string from, to;                // phrases
    std::optional<Trouble> trouble = {}; // why there is no verdict
    double times = 1;                    // how many times as many loads
};

Change changeOf(const RowCode& before, const RowCode& after) {
    Change change{.row = caseName(after.row)};
    change.trouble = before.trouble() ? before.trouble() : after.trouble();
    if (change.trouble) return change;
    change.from = loadPhrase(before.facts);
    change.to = loadPhrase(after.facts);
    const double loads = loadsOfEach(before.facts), now = loadsOfEach(after.facts);
    change.times = loads == now ? 1 : now / loads; // infinite if there was none
    if (change.from != change.to)
        change.verdict = change.times < 1   ? Found::FewerLoads
                         : change.times > 1 ? Found::MoreLoads
                                            : Found::OtherLoads;
    else
        change.verdict = sameCode(before.facts, after.facts) == true ? Found::SameCode : Found::SameLoads;
    return change;
}

using Changes = std::vector<Change>;

// For the rows that both strategies bind, but not for floors: they load nothing.
Changes changes(std::span<const RowCode> codes, std::string_view from, std::string_view to) {
    Changes all;
    for (const RowCode& after : codes) {
        if (strategyName(after.strategy) != to || after.row.technique == Technique::Floor) continue;
        const auto before = std::find_if(codes.begin(), codes.end(), [&](const RowCode& code) {
            return strategyName(code.strategy) == from && code.row == after.row;
        });
        if (before != codes.end()) all.push_back(changeOf(*before, after));
    }
    return all;
}

// "ByteAddressBuffer.Load4 uniform, linear (4 narrow loads → one 128-bit load)"
std::string changesText(const Changes& some) {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (const Change& change : some) {
        const std::string how =
            change.trouble ? change.trouble->sentence() : fmt::format("{} → {}", change.from, change.to);
        const auto known =
            std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == how; });
        if (known != groups.end())
            known->second.push_back(change.row);
        else
            groups.push_back({how, {change.row}});
    }
    std::vector<std::string> parts;
    for (const auto& [how, rows] : groups) parts.push_back(fmt::format("{} ({})", fewRows(rows), how));
    return join(parts, ", ");
}

std::string otherLoads(const Changes& some) {
    return fmt::format("{} than set: {}", verdictName(some[0].verdict), changesText(some));
}

constexpr VerdictText<Change> kCodeTexts[] = {
    {Found::FewerLoads, otherLoads},
    {Found::MoreLoads, otherLoads},
    {Found::OtherLoads, otherLoads},
    {Found::SameLoads,
     [](const Changes& some) { return "same loads as set, in other code: " + rowCount(some.size()); }},
    {Found::SameCode, [](const Changes& some) { return "same code as set: " + rowCount(some.size()); }},
    {Found::CannotSay, [](const Changes& some) { return "no verdict: " + changesText(some); }},
};

Finding changesFinding(std::string_view strategy, const Changes& all) {
    Finding finding = verdictByVerdict(strategy, all, kCodeTexts);
    return finding.verdict == Found::CannotSay ? undecided(finding.subject, *all[0].trouble) : finding;
}

// `change`: from a promise of `wide` bytes to one of `narrow`.
Finding alignmentFinding(const Change& change, std::uint32_t wide, std::uint32_t narrow) {
    const std::string subject = alignmentSubject(change.row, narrow);
    if (change.trouble) return undecided(subject, *change.trouble);
    const std::string gives = fmt::format("{}-byte alignment gives ", narrow);
    const std::string same = fmt::format("{}the same loads as {} bytes", gives, wide);
    const std::string sentence =
        change.verdict == Found::SameCode ? fmt::format("{}the same code as {} bytes", gives, wide)
        : change.verdict == Found::SameLoads
            ? fmt::format("{} ({}), in other code", same, change.to)
            : fmt::format("{}{}, {}-byte alignment {}", gives, change.to, wide, change.from);
    return {.subject = subject,
            .verdict = change.verdict,
            .sentence = sentence,
            .before = change.verdict == Found::SameLoads ? same + ", in other code" : ""};
}

// What to do about alignment; empty if nothing.
std::string alignmentText(const Changes& all) {
    const Changes more = those(all, &Change::verdict, Found::MoreLoads);
    if (more.empty()) return {};
    const auto most = std::ranges::max_element(more, {}, &Change::times);
    return fmt::format(
        "Promise 16 bytes of alignment where you can: 4 bytes take more loads on {} of {} rows ({}: "
        "{} instead of {})",
        more.size(), all.size(), most->row, most->to, most->from);
}

// `findings`: on the strategies, at least one.
std::string concludeBindingCode(const std::vector<Finding>& findings, const Changes& alignment) {
    std::map<Found, std::vector<std::string>> names;
    for (const Finding& finding : findings) names[finding.verdict].push_back(finding.subject);
    const std::size_t unclear = names[Found::CannotSay].size();
    if (unclear == findings.size()) return noConclusion(findings, "strategies");
    std::vector<std::string> parts;
    for (const auto& [verdict, words] : {std::pair(Found::FewerLoads, "fewer loads than set"),
                                         std::pair(Found::MoreLoads, "more loads than set"),
                                         std::pair(Found::Depends, "fewer or more, depending on the row"),
                                         std::pair(Found::OtherLoads, "other loads than set"),
                                         std::pair(Found::SameLoads, "the same loads in other code"),
                                         std::pair(Found::SameCode, "the same code")}) {
        if (!names[verdict].empty())
            parts.push_back(fmt::format("{}: {}", words, join(names[verdict], ", ")));
    }
    const bool same =
        names[Found::SameLoads].size() + names[Found::SameCode].size() + unclear == findings.size();
    std::string advice = alignmentText(alignment);
    if (advice.empty())
        advice = same ? "The strategies do not differ in their loads" : "Loads differ by strategy";
    return fmt::format("{}; {}{}", advice, join(parts, "; "),
                       (unclear == 0 ? ""
                                     : fmt::format("; no verdict on {} {}", unclear,
                                                   unclear == 1 ? "strategy" : "strategies")));
}

} // namespace

Answer answerBindingCode(std::span<const RowCode> codes) {
    Answer answer;
    for (const StrategyTraits& strategy : kStrategies) {
        if (strategy.name == strategyName(Strategy::Set)) continue;
        const Changes its = changes(codes, strategyName(Strategy::Set), strategy.name);
        if (!its.empty()) answer.findings.push_back(changesFinding(strategy.name, its));
    }
    const Changes alignment = changes(codes, kWideAddresses, kNarrowAddresses);
    if (!answer.findings.empty()) answer.conclusion = concludeBindingCode(answer.findings, alignment);
    constexpr std::pair<std::string_view, std::string_view> kPromises[] = {
        {kWideAddresses, kNarrowAddresses},
        {kWideAddresses, kEightByteAddresses},
        {kEightByteAddresses, kNarrowAddresses}}; // for rows that no 16 bytes can be promised of
    for (const auto& [wide, narrow] : kPromises) {
        for (const Change& change : changes(codes, wide, narrow)) {
            Finding finding = alignmentFinding(change, promisedAlignment(wide), promisedAlignment(narrow));
            if (std::ranges::count(answer.findings, finding.subject, &Finding::subject) == 0)
                answer.findings.push_back(std::move(finding));
        }
    }
    return answer;
}

} // namespace vkperftest
