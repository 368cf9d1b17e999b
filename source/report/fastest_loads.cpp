#include "report/fastest_loads.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "answers/advice.h"
#include "answers/experiment.h"
#include "base/printable.h"
#include "base/text.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// False for rows that only show what a loop costs.
bool doesLoads(const RowFigures& row) {
    return !row.row->load || row.row->load->technique == Technique::Direct;
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

struct Extremes {
    double least = 0, most = 0;
    const NamedDevice *slowest = nullptr, *fastest = nullptr;
};

} // namespace

FastestLoads fastestLoads(const RunFigures& figures) {
    FastestLoads fastest;
    if (findExperiment(figures.run->settings.suite).ok()) return fastest;
    const std::vector<LoadChoice> choices = advise(figures).choices;
    for (const LoadChoice& choice : choices) {
        FastestLoads::Load& its = fastest.loads.emplace_back();
        its.bytes = choice.bytes;
        its.pattern = choice.pattern;
        for (const Alternative& each : choice.all) {
            its.compared.emplace_back(each.kind);
            if (each.isFastest) its.kinds.emplace_back(each.kind);
        }
    }
    for (std::size_t i = 0; i < kChoiceBytes.size(); ++i)
        fastest.texts[i] = fastestText(choices, kChoiceBytes[i]);
    return fastest;
}

std::string mostOftenFastest(std::span<const FastestLoads* const> devices, std::uint32_t bytes) {
    struct Counts {
        std::size_t devices = 0;
        std::vector<KindCount> kinds; // in the order of the first file that has each
    };
    std::map<Pattern, Counts> counts;
    for (const FastestLoads* device : devices) {
        for (const FastestLoads::Load& each : device->loads) {
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

std::string largestDifference(std::span<const NamedDevice> devices) {
    std::map<std::string_view, Extremes> rows;
    for (const NamedDevice& device : devices) {
        for (const RowFigures& row : device.figures->rows) {
            const StrategyFigures* const known = row.under(0);
            if (known == nullptr || known->incomparable || !doesLoads(row) || known->ratio.median <= 0)
                continue;
            const double ratio = known->ratio.median;
            Extremes& its = rows[row.row->name];
            if (its.slowest == nullptr || ratio < its.least) its.least = ratio, its.slowest = &device;
            if (its.fastest == nullptr || ratio > its.most) its.most = ratio, its.fastest = &device;
        }
    }
    const auto largest = std::ranges::max_element(
        rows, {}, [](const auto& each) { return each.second.most / each.second.least; });
    if (largest == rows.end() || largest->second.fastest == largest->second.slowest) return {};
    const Extremes& its = largest->second;
    return fmt::format("Largest difference: {} is {} on {} and {} on {}.", printable(largest->first),
                       ratioText(its.most), its.fastest->name, ratioText(its.least), its.slowest->name);
}

} // namespace vkperftest
