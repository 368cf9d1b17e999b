// The experiment "binding" of code alone.
#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/binding.h"
#include "experiments/code.h"
#include "experiments/judging.h"
#include "isa/digest.h"

namespace vkperftest {
namespace {

// What becomes of a row's loads from one strategy to another.
struct Change {
    std::string row;
    std::string_view verdict = kCannotSay;
    std::string from, to; // phrases
    std::string trouble;  // why it cannot be said
    double times = 1;     // as many loads
};

Change changeOf(const RowCode& before, const RowCode& after) {
    Change change{.row = caseName(after.row)};
    for (const RowCode* code : {&before, &after}) {
        if (change.trouble.empty()) change.trouble = code->trouble();
    }
    if (!change.trouble.empty()) return change;
    change.from = loadPhrase(before.facts);
    change.to = loadPhrase(after.facts);
    const double loads = loadsOfEach(before.facts), now = loadsOfEach(after.facts);
    change.times = loads == now ? 1 : now / loads; // infinitely many, if there was none
    if (change.from != change.to)
        change.verdict = change.times < 1 ? kFewerLoads : change.times > 1 ? kMoreLoads : kOtherLoads;
    else
        change.verdict = sameCode(before.facts, after.facts) == true ? kSameCode : kSameLoads;
    return change;
}

using Changes = std::vector<Change>;

// Of the rows that both strategies bind; floors load nothing.
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

Changes those(const Changes& all, std::string_view verdict) {
    Changes some = all;
    std::erase_if(some, [&](const Change& change) { return change.verdict != verdict; });
    return some;
}

std::string rowsText(const std::vector<std::string>& rows) {
    constexpr std::size_t kMostNames = 4;
    return rows.size() <= kMostNames ? namesTogether(rows) : fmt::format("{} rows", rows.size());
}

// "ByteAddressBuffer.Load4 uniform, linear (4 narrow loads → one 128-bit load)"
std::string changesText(const Changes& some) {
    std::vector<std::pair<std::string, std::vector<std::string>>> groups;
    for (const Change& change : some) {
        const std::string how =
            change.verdict == kCannotSay ? change.trouble : fmt::format("{} → {}", change.from, change.to);
        const auto known =
            std::find_if(groups.begin(), groups.end(), [&](const auto& group) { return group.first == how; });
        if (known != groups.end())
            known->second.push_back(change.row);
        else
            groups.push_back({how, {change.row}});
    }
    std::vector<std::string> parts;
    for (const auto& [how, rows] : groups) parts.push_back(fmt::format("{} ({})", rowsText(rows), how));
    return join(parts, ", ");
}

std::string rowCount(const Changes& some) {
    return fmt::format("{} {}", some.size(), some.size() == 1 ? "row" : "rows");
}

constexpr std::string_view kVerdicts[] = {kFewerLoads, kMoreLoads, kOtherLoads,
                                          kSameLoads,  kSameCode,  kCannotSay};

// The verdict of a strategy on all rows.
std::string_view verdictOf(const Changes& all) {
    const auto has = [&](std::string_view verdict) { return !those(all, verdict).empty(); };
    if (has(kFewerLoads) && has(kMoreLoads)) return kDepends;
    return *std::find_if(std::begin(kVerdicts), std::end(kVerdicts), has);
}

Finding strategyFinding(std::string_view strategy, const Changes& all) {
    const std::string_view verdict = verdictOf(all);
    if (verdict == kCannotSay) return undecided(std::string(strategy), all[0].trouble);
    std::vector<std::string> parts;
    for (const std::string_view each : kVerdicts) {
        const Changes some = those(all, each);
        if (some.empty()) continue;
        if (each == kSameLoads)
            parts.push_back("the loads of set in other code: " + rowCount(some));
        else if (each == kSameCode)
            parts.push_back("the code of set: " + rowCount(some));
        else
            parts.push_back(fmt::format("{}: {}",
                                        each == kCannotSay ? "not judged" : fmt::format("{} than set", each),
                                        changesText(some)));
    }
    return {.subject = std::string(strategy), .verdict = std::string(verdict), .sentence = join(parts, "; ")};
}

// From 16 bytes to 4.
Finding alignmentFinding(const Change& change) {
    const std::string subject = "alignment: " + change.row;
    if (change.verdict == kCannotSay) return undecided(subject, change.trouble);
    const std::string sentence =
        change.verdict == kSameCode ? "4-byte alignment makes the same code as 16 bytes"
        : change.verdict == kSameLoads
            ? fmt::format("4-byte alignment makes the same loads as 16 bytes ({}), in other code", change.to)
            : fmt::format("4-byte alignment makes {}, 16 bytes {}", change.to, change.from);
    return {.subject = subject,
            .verdict = std::string(change.verdict),
            .sentence = sentence,
            .pattern = change.verdict == kSameLoads
                           ? "4-byte alignment makes the same loads as 16 bytes, in other code"
                           : ""};
}

// What to do about alignment; empty if that is nothing.
std::string alignmentText(const Changes& all) {
    const Changes more = those(all, kMoreLoads);
    if (more.empty()) return {};
    const auto most = std::max_element(more.begin(), more.end(),
                                       [](const Change& a, const Change& b) { return a.times < b.times; });
    return fmt::format("Promise 16 bytes of alignment where you can: 4 make more loads on {} of {} rows ({}: "
                       "{} instead of {})",
                       more.size(), all.size(), most->row, most->to, most->from);
}

using ByStrategy = std::vector<std::pair<std::string_view, Changes>>;

std::string conclude(const ByStrategy& strategies, const Changes& alignment) {
    std::map<std::string_view, std::vector<std::string>> names; // by verdict
    std::vector<Finding> unclear;
    for (const auto& [strategy, its] : strategies) {
        names[verdictOf(its)].emplace_back(strategy);
        if (verdictOf(its) == kCannotSay) unclear.push_back(strategyFinding(strategy, its));
    }
    if (unclear.size() == strategies.size()) return noConclusion(unclear.size(), "strategies", unclear);
    std::vector<std::string> parts;
    for (const auto& [verdict, words] :
         {std::pair(kFewerLoads, "fewer loads than set"), std::pair(kMoreLoads, "more loads than set"),
          std::pair(kDepends, "fewer or more by row"), std::pair(kOtherLoads, "other loads than set"),
          std::pair(kSameLoads, "the same loads in other code"), std::pair(kSameCode, "the same code")}) {
        if (names.count(verdict) > 0)
            parts.push_back(fmt::format("{}: {}", words, join(names[verdict], ", ")));
    }
    const bool same =
        names.count(kSameLoads) + names.count(kSameCode) == names.size() - (unclear.empty() ? 0 : 1);
    std::string advice = alignmentText(alignment);
    if (advice.empty()) advice = same ? "Bind as you like" : "Other loads by strategy";
    return fmt::format("{}; {}{}", advice, join(parts, "; "), notJudged(unclear.size()));
}

} // namespace

Answer answerBindingCode(std::span<const RowCode> codes) {
    Answer answer;
    ByStrategy strategies;
    for (const StrategyTraits& strategy : kStrategies) {
        if (strategy.name == strategyName(Strategy::Set)) continue;
        const Changes its = changes(codes, strategyName(Strategy::Set), strategy.name);
        if (its.empty()) continue;
        strategies.emplace_back(strategy.name, its);
        answer.findings.push_back(strategyFinding(strategy.name, its));
    }
    const Changes alignment = changes(codes, "address-16", "address-4");
    for (const Change& change : alignment) answer.findings.push_back(alignmentFinding(change));
    if (!strategies.empty()) answer.conclusion = conclude(strategies, alignment);
    return answer;
}

} // namespace vkperftest
