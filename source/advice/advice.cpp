#include "advice/advice.h"

#include <algorithm>
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
    std::string rule;
    std::string text;
    std::vector<Row> rows;
    int weight = 0;
};

bool isMarked(const Sentence& sentence) {
    return std::any_of(sentence.rows.begin(), sentence.rows.end(),
                       [](const Row& row) { return row.figures->incomparable; });
}

// Things without a difference become one sentence of several rules, between topics and suggestions.
std::vector<Sentence> allSentences(const Reading& reading, std::vector<Unsaid>& unsaid) {
    std::vector<Sentence> topics, suggestions;
    std::vector<std::string> rules, same;
    Sentence together{.rule = {}, .text = {}, .rows = {}, .weight = kSameWeight};
    for (const AdviceRule* rule : adviceRules()) {
        const std::string name(rule->name);
        std::vector<Told> told = rule->tell(reading);
        if (told.empty()) unsaid.push_back({name, "its rows are missing or not clear enough"});
        for (Told& each : told) {
            if (!each.same) {
                (rule->suggests ? suggestions : topics)
                    .push_back({name, std::move(each.text), std::move(each.rows), each.weight});
                continue;
            }
            if (rules.empty() || rules.back() != name) rules.push_back(name);
            same.push_back(std::move(each.text));
            together.rows.insert(together.rows.end(), each.rows.begin(), each.rows.end());
        }
    }
    if (!same.empty()) {
        together.rule = join(rules, ", ");
        together.text = "No difference: " + join(same, "; ");
        topics.push_back(std::move(together));
    }
    for (Sentence& each : suggestions) topics.push_back(std::move(each));
    return topics;
}

// The heaviest that fit into so many lines, of equal ones the first; in their order.
std::vector<Sentence> fitting(std::vector<Sentence> all, std::size_t lines, std::vector<Unsaid>& unsaid) {
    std::vector<std::size_t> byWeight(all.size());
    std::iota(byWeight.begin(), byWeight.end(), std::size_t{0});
    std::stable_sort(byWeight.begin(), byWeight.end(),
                     [&](std::size_t a, std::size_t b) { return all[a].weight > all[b].weight; });
    std::vector<bool> fits(all.size());
    for (const std::size_t each : byWeight) {
        const std::size_t needed = wrappedAdvice(all[each].text).size();
        fits[each] = needed <= lines;
        if (fits[each]) lines -= needed;
    }
    std::vector<Sentence> said;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (fits[i])
            said.push_back(std::move(all[i]));
        else
            unsaid.push_back({all[i].rule, "no room for: " + all[i].text});
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
    const bool marked = std::any_of(all.begin(), all.end(), isMarked);
    if (marked) list.note = kCaveat;
    for (Sentence& each : all) each.text += ".";
    all = fitting(std::move(all), marked ? kAdviceLines - 1 : kAdviceLines, list.unsaid);
    for (Sentence& each : all) {
        Advice advice{.rule = std::move(each.rule), .sentence = std::move(each.text), .rows = {}};
        for (const Row& row : each.rows) advice.rows.push_back({row.name, row.figures});
        list.said.push_back(std::move(advice));
    }
    return list;
}

std::string adviceUnit(const RunFigures& figures) {
    return fmt::format("1x is the speed of {}", figures.run->settings.baseline);
}

std::vector<std::string> wrappedAdvice(std::string_view sentence) {
    return split(wrapped(sentence, kAdviceColumns, kIndent), '\n');
}

} // namespace vkperftest
