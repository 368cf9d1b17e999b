#include "advice/advice.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include <fmt/format.h>

#include "advice/rule.h"
#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::size_t kIndent = 2; // of all lines of a sentence but the first
constexpr std::string_view kCaveat =
    "Some raw rows are not comparable (~ in `show`): suggestions leave them out.";

struct Sentence {
    Advice advice;
    int weight = 0;

    bool isMarked() const {
        return std::ranges::any_of(advice.rows, [](const Row& row) { return row.figures->incomparable; });
    }
};

// Things without a difference become one sentence of several rules, between topics and suggestions.
std::vector<Sentence> allSentences(const Reading& reading, std::vector<Unsaid>& unsaid) {
    std::vector<Sentence> topics, suggestions;
    std::vector<std::string> rules, same;
    std::vector<Row> rowsOfSame;
    for (const AdviceRule* rule : adviceRules()) {
        const std::string name(rule->name);
        std::vector<Told> told = rule->tell(reading);
        if (told.empty()) unsaid.push_back({name, "its rows are missing or not clear enough"});
        for (Told& each : told) {
            if (!each.same) {
                (rule->suggests ? suggestions : topics)
                    .push_back({{name, each.text + ".", std::move(each.rows)}, each.weight});
                continue;
            }
            if (rules.empty() || rules.back() != name) rules.push_back(name);
            same.push_back(std::move(each.text));
            rowsOfSame.insert(rowsOfSame.end(), each.rows.begin(), each.rows.end());
        }
    }
    if (!same.empty())
        topics.push_back(
            {{join(rules, ", "), fmt::format("No difference: {}.", join(same, "; ")), rowsOfSame},
             kSameWeight});
    for (Sentence& each : suggestions) topics.push_back(std::move(each));
    return topics;
}

// The heaviest that fit into so many lines, of equal ones the first; in their order.
std::vector<Advice> fitting(std::vector<Sentence> all, std::size_t lines, std::vector<Unsaid>& unsaid) {
    std::vector<std::size_t> byWeight(all.size());
    std::iota(byWeight.begin(), byWeight.end(), std::size_t{0});
    std::ranges::stable_sort(byWeight, std::greater(), [&](std::size_t each) { return all[each].weight; });
    std::vector<bool> fits(all.size());
    for (const std::size_t each : byWeight) {
        const std::size_t needed = wrappedAdvice(all[each].advice.sentence).size();
        fits[each] = needed <= lines;
        if (fits[each]) lines -= needed;
    }
    std::vector<Advice> said;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (fits[i])
            said.push_back(std::move(all[i].advice));
        else
            unsaid.push_back({all[i].advice.rule, "no room for: " + all[i].advice.sentence});
    }
    return said;
}

} // namespace

AdviceList advise(const RunFigures& figures) {
    AdviceList list;
    if (figures.quality && figures.quality->grade == Grade::Unusable) {
        list.note = "No advice: the run is unusable.";
        return list;
    }
    std::vector<Sentence> all = allSentences(Reading(figures), list.unsaid);
    const bool marked = std::ranges::any_of(all, &Sentence::isMarked);
    if (marked) list.note = kCaveat;
    list.said = fitting(std::move(all), marked ? kAdviceLines - 1 : kAdviceLines, list.unsaid);
    return list;
}

std::string adviceUnit(const RunFigures& figures) {
    return fmt::format("1x is the speed of {}", figures.run->settings.baseline);
}

std::vector<std::string> wrappedAdvice(std::string_view sentence) {
    return split(wrapped(sentence, kAdviceColumns, kIndent), '\n');
}

} // namespace vkperftest
