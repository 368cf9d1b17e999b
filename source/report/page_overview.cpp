#include "report/page_overview.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

using Answers = std::span<const PageAnswer* const>;

bool doesLoads(const RowFigures& row) {
    return !row.row->load || row.row->load->technique == Technique::Direct;
}

std::vector<std::pair<std::string, double>> ratiosOf(const RunFigures& figures) {
    std::vector<std::pair<std::string, double>> ratios;
    for (const RowFigures& row : figures.rows) {
        const std::optional<StrategyFigures>& known = row.strategies.front();
        if (!known || known->incomparable || !doesLoads(row)) continue;
        if (known->ratio.median > 0) ratios.emplace_back(printable(row.row->name), known->ratio.median);
    }
    return ratios;
}

// The device, and also the file if several files are of this device.
std::string nameOf(const PageAnswer& answer, Answers all) {
    const auto same =
        std::ranges::count_if(all, [&](const PageAnswer* each) { return each->device == answer.device; });
    return same == 1 ? shortened(answer.device)
                     : fmt::format("{} ({})", shortened(answer.device), shortened(answer.file));
}

// The kinds that are in both, in the first one's order.
std::vector<std::string> inBoth(const std::vector<std::string>& first,
                                const std::vector<std::string>& second) {
    std::vector<std::string> both;
    for (const std::string& each : first)
        if (std::ranges::count(second, each) > 0) both.push_back(each);
    return both;
}

// The kinds among the fastest for this size in all files that compared loads of this size.
std::string commonText(Answers answers, std::uint32_t bytes) {
    std::map<Pattern, PageAnswer::Fastest> common;
    for (const PageAnswer* answer : answers) {
        for (const PageAnswer::Fastest& each : answer->fastest) {
            if (each.bytes != bytes) continue;
            const auto [at, isFirst] = common.emplace(each.pattern, each);
            if (isFirst) continue;
            at->second.kinds = inBoth(at->second.kinds, each.kinds);
            at->second.compared = inBoth(at->second.compared, each.compared);
        }
    }
    std::vector<KindsUnder> told;
    for (const auto& [pattern, its] : common) {
        if (its.kinds.empty()) continue;
        const bool any = its.kinds.size() == its.compared.size();
        told.push_back({pattern, any ? "any" : enumerated(its.kinds, " or ")});
    }
    return underPatterns(told);
}

// The kinds most often among the fastest for this size: "raw: 12 of 17 (uniform)".
std::string mostlyText(Answers answers, std::uint32_t bytes) {
    struct Counts {
        std::size_t all = 0;
        std::vector<std::pair<std::string, std::size_t>>
            kinds; // in the order of the first file that has each
    };
    std::map<Pattern, Counts> counts;
    for (const PageAnswer* answer : answers) {
        for (const PageAnswer::Fastest& each : answer->fastest) {
            if (each.bytes != bytes) continue;
            Counts& its = counts[each.pattern];
            ++its.all;
            for (const std::string& kind : each.kinds) {
                const auto at = std::ranges::find(its.kinds, kind, &decltype(its.kinds)::value_type::first);
                if (at == its.kinds.end())
                    its.kinds.emplace_back(kind, 1);
                else
                    ++at->second;
            }
        }
    }
    std::vector<KindsUnder> told;
    for (const auto& [pattern, its] : counts) {
        std::size_t most = 0;
        for (const auto& [kind, count] : its.kinds) most = std::max(most, count);
        std::vector<std::string> names;
        for (const auto& [kind, count] : its.kinds)
            if (count == most) names.push_back(kind);
        told.push_back({pattern, fmt::format("{}: {} of {}", enumerated(names, " or "), most, its.all)});
    }
    return underPatterns(told);
}

struct Extremes {
    double least = 0, most = 0;
    const PageAnswer *slowest = nullptr, *fastest = nullptr;
};

std::string differenceSentence(Answers answers) {
    std::map<std::string_view, Extremes> rows;
    for (const PageAnswer* answer : answers) {
        for (const auto& [name, ratio] : answer->ratios) {
            Extremes& its = rows[name];
            if (its.slowest == nullptr || ratio < its.least) {
                its.least = ratio;
                its.slowest = answer;
            }
            if (its.fastest == nullptr || ratio > its.most) {
                its.most = ratio;
                its.fastest = answer;
            }
        }
    }
    const auto largest = std::ranges::max_element(
        rows, {}, [](const auto& each) { return each.second.most / each.second.least; });
    if (largest == rows.end() || largest->second.fastest == largest->second.slowest) return {};
    const Extremes& its = largest->second;
    return fmt::format("Largest difference: {} is {} on {} and {} on {}.", largest->first,
                       ratioText(its.most), nameOf(*its.fastest, answers), ratioText(its.least),
                       nameOf(*its.slowest, answers));
}

} // namespace

PageAnswer pageAnswer(const std::string& name, const RunFigures& figures,
                      const std::vector<LoadChoice>& choices) {
    PageAnswer answer;
    answer.device = printable(figures.run->device.name);
    answer.file = printable(name.substr(name.find_last_of("/\\") + 1));
    if (choices.empty()) return answer;
    for (const LoadChoice& choice : choices) {
        PageAnswer::Fastest& its = answer.fastest.emplace_back();
        its.bytes = choice.bytes;
        its.pattern = choice.pattern;
        for (const Alternative& each : choice.all) {
            its.compared.emplace_back(each.kind);
            if (each.isFastest) its.kinds.emplace_back(each.kind);
        }
    }
    for (std::size_t i = 0; i < kChoiceBytes.size(); ++i)
        answer.texts[i] = fastestText(choices, kChoiceBytes[i]);
    answer.ratios = ratiosOf(figures);
    return answer;
}

Json overviewJson(Answers all) {
    std::vector<const PageAnswer*> answers;
    Json devices = Json::array();
    std::map<std::pair<std::string, std::array<std::string, kChoiceBytes.size()>>, std::size_t> places;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i]->fastest.empty()) continue;
        answers.push_back(all[i]);
        const auto [at, isNew] = places.emplace(std::pair(all[i]->device, all[i]->texts), devices.size());
        if (isNew) devices.push_back({{"files", Json::array()}, {"fastest", all[i]->texts}});
        devices[at->second]["files"].push_back(i);
    }
    if (answers.size() < 2) return nullptr;
    Json common = Json::array(), mostly = Json::array();
    for (const std::uint32_t bytes : kChoiceBytes) {
        common.push_back(commonText(answers, bytes));
        mostly.push_back(mostlyText(answers, bytes));
    }
    return {{"sizes", kChoiceBytes},
            {"devices", std::move(devices)},
            {"common", std::move(common)},
            {"mostly", std::move(mostly)},
            {"difference", differenceSentence(answers)}};
}

} // namespace vkperftest
