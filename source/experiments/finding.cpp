#include "experiments/finding.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

constexpr auto kVerdicts = enumTable<Found, std::string_view>(
    {"no verdict",   "holds",          "does not hold",      "holds in part",  "slower",
     "faster",       "the same",       "depends on the row", "not slower",     "as fast",
     "cheapest",     "no clear order", "already shares",     "does not share", "removed additions",
     "scalar loads", "no gain",        "block reads",        "shares in part", "no load",
     "fewer loads",  "more loads",     "other loads",        "same loads",     "same code",
     "costs",        "costs nothing",  "not split",          "split",          "levels",
     "no step"});

// The sentence without its figures and details.
std::pair<std::string, std::string> common(const Finding& finding) {
    const bool alone = finding.before.empty() && finding.behind.empty();
    return {alone ? finding.sentence : finding.before, finding.behind};
}

// Figures that differ by less than this need not be listed one by one.
bool alike(std::span<const double> figures) {
    constexpr double kAlike = 1.15;
    const auto [least, most] = std::minmax_element(figures.begin(), figures.end());
    return *most < *least * kAlike;
}

ToldTogether told(const std::vector<const Finding*>& group) {
    const Finding& first = *group.front();
    std::vector<std::string> names;
    std::vector<double> figures;
    for (const Finding* finding : group) {
        names.push_back(finding->subject);
        if (finding->figure) figures.push_back(*finding->figure);
    }
    ToldTogether together{
        .subjects = {},
        .verdict = first.verdict == Found::Cheapest ? first.way : std::string(verdictWords(first.verdict)),
        .sentence = first.sentence};
    const bool same = std::all_of(group.begin(), group.end(), [&](const Finding* finding) {
        return finding->sentence == first.sentence;
    });
    if (!same) together.sentence = first.before + (figures.empty() ? "" : rangeOf(figures, 2)) + first.behind;
    if (!same && !figures.empty() && !alike(figures)) {
        for (std::size_t i = 0; i < names.size(); ++i) names[i] += fmt::format(" ({:.2f}x)", figures[i]);
    }
    together.subjects = namesTogether(names);
    return together;
}

} // namespace

std::string_view verdictName(Found verdict) {
    return kVerdicts[verdict];
}

std::string_view verdictWords(Found verdict) {
    switch (verdict) {
    case Found::Holds:
        return "confirmed";
    case Found::DoesNotHold:
        return "not confirmed";
    case Found::HoldsInPart:
        return "confirmed in part";
    default:
        return verdictName(verdict);
    }
}

std::string verdictText(const Finding& finding) {
    return finding.verdict == Found::Cheapest ? finding.way : std::string(verdictName(finding.verdict));
}

Finding findingWith(std::string subject, Found verdict, std::string before, double figure,
                    std::string behind) {
    std::string sentence = fmt::format("{}{:.2f}{}", before, figure, behind);
    return {.subject = std::move(subject),
            .verdict = verdict,
            .sentence = std::move(sentence),
            .before = std::move(before),
            .behind = std::move(behind),
            .figure = figure};
}

Finding undecided(std::string subject, const Trouble& trouble, Ground ground) {
    const std::string begin = fmt::format("{}: ", verdictName(Found::CannotSay));
    return {.subject = std::move(subject),
            .sentence = begin + trouble.sentence(),
            .ground = ground,
            .before = begin + trouble.common(),
            .trouble = trouble};
}

std::vector<ToldTogether> tellTogether(std::span<const Finding> findings) {
    std::vector<std::vector<const Finding*>> groups;
    for (const Finding& finding : findings) {
        const auto found = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
            return group[0]->verdict == finding.verdict && common(*group[0]) == common(finding);
        });
        if (found != groups.end())
            found->push_back(&finding);
        else
            groups.push_back({&finding});
    }
    std::vector<ToldTogether> all;
    for (const auto& group : groups) all.push_back(told(group));
    return all;
}

std::string namesTogether(std::span<const std::string> names) {
    // A comma within a name must not look like one between two names.
    const bool commas = std::any_of(names.begin(), names.end(), [](const std::string& name) {
        return name.find(',') != std::string::npos;
    });
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::size_t common = 0;
        if (i > 0) {
            const auto differ =
                std::mismatch(names[i - 1].begin(), names[i - 1].end(), names[i].begin(), names[i].end());
            const auto length = static_cast<std::size_t>(differ.second - names[i].begin());
            const std::size_t boundary =
                length == 0 ? std::string::npos : names[i].find_last_of(". ", length - 1);
            const bool part = boundary != std::string::npos && length < names[i].size();
            common = part ? boundary + 1 : 0;
            text += commas && !part ? "; " : ", ";
        }
        text += names[i].substr(common);
    }
    return text;
}

std::string rangeOf(std::span<const double> figures, int decimals) {
    const auto [least, most] = std::minmax_element(figures.begin(), figures.end());
    const std::string low = fmt::format("{:.{}f}", *least, decimals);
    const std::string high = fmt::format("{:.{}f}", *most, decimals);
    return low == high ? low : fmt::format("{} to {}", low, high);
}

} // namespace vkperftest
