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

// How many devices measured a kind, and on how many it is among the fastest.
struct KindCount {
    std::string kind;
    std::size_t fastest = 0, measured = 0;

    bool operator==(const KindCount& other) const {
        return fastest == other.fastest && measured == other.measured;
    }
    bool isOftenerThan(const KindCount& other) const {
        return fastest * other.measured > other.fastest * measured;
    }
};

// "structured or raw: 2 of 2, typed: 4 of 7": equal counts together.
std::string countsText(const std::vector<KindCount>& kinds) {
    std::vector<std::string> texts;
    for (const KindCount& first : kinds) {
        std::vector<std::string> names;
        for (const KindCount& each : kinds)
            if (each == first) names.push_back(each.kind);
        if (names.front() != first.kind) continue; // it is with an earlier one
        texts.push_back(
            fmt::format("{}: {} of {}", enumerated(names, " or "), first.fastest, first.measured));
    }
    return join(texts, ", ");
}

// The kinds that are among the fastest on the largest share of the devices that measured them:
// "raw: 12 of 17 (uniform)". What fewer than half of the devices measured does not count.
std::string mostlyText(Answers answers, std::uint32_t bytes) {
    struct Counts {
        std::size_t devices = 0;
        std::vector<KindCount> kinds; // in the order of the first file that has each
    };
    std::map<Pattern, Counts> counts;
    for (const PageAnswer* answer : answers) {
        for (const PageAnswer::Fastest& each : answer->fastest) {
            if (each.bytes != bytes) continue;
            Counts& its = counts[each.pattern];
            ++its.devices;
            for (const std::string& kind : each.compared) {
                auto at = std::ranges::find(its.kinds, kind, &KindCount::kind);
                if (at == its.kinds.end()) at = its.kinds.insert(at, {.kind = kind});
                ++at->measured;
                if (std::ranges::count(each.kinds, kind) > 0) ++at->fastest;
            }
        }
    }
    std::vector<KindsUnder> told;
    for (auto& [pattern, its] : counts) {
        std::erase_if(its.kinds,
                      [devices = its.devices](const KindCount& each) { return 2 * each.measured < devices; });
        std::vector<KindCount> most;
        for (const KindCount& each : its.kinds) {
            if (!most.empty() && each.isOftenerThan(most.front())) most.clear();
            if (most.empty() || !most.front().isOftenerThan(each)) most.push_back(each);
        }
        told.push_back({pattern, countsText(most)});
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
