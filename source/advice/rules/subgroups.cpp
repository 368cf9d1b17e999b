// Subgroup sizes: where another one than the driver's own is faster, if the run measured them
// (`--subgroup-size all`).
#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "advice/wording.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// A row that leaves the size to the driver, and what was found about it in other sizes.
struct SizedRow {
    const LoadFacts* load = nullptr;
    Row own;
    std::vector<Row> sizes;
    bool unclear = false;     // whether a size is faster
    std::optional<Cost> best; // the fastest size that is faster
    std::uint32_t bestSize = 0;
};

// Only the code differs, so times are compared, whatever limits the rows.
void addSize(SizedRow& row, const Row& sized, std::uint32_t size) {
    std::optional<Cost> cost = costOf(sized, row.own);
    if (!cost) return;
    row.sizes.push_back(sized);
    const std::optional<bool> notFaster = isAtLeast(cost->times, 1 / kDiffers);
    row.unclear = row.unclear || !notFaster;
    if (notFaster != false || (row.best && row.best->times.median <= cost->times.median)) return;
    row.best = std::move(cost);
    row.bestSize = size;
}

std::vector<SizedRow> sizedRows(const Reading& reading) {
    std::vector<SizedRow> rows;
    for (const RowFigures& each : reading.figures().rows) {
        const std::optional<LoadFacts>& load = each.row->load;
        if (!load || load->technique != Technique::Direct) continue;
        const Row row = reading.named(each.row->name);
        if (load->subgroupSize == 0) {
            if (row.figures != nullptr) rows.push_back({.load = &*load, .own = row});
            continue;
        }
        LoadFacts plain = *load;
        plain.subgroupSize = 0;
        for (LoadFacts& part : plain.parts) part.subgroupSize = 0;
        const auto own = std::ranges::find_if(rows, [&](const SizedRow& one) { return *one.load == plain; });
        if (own != rows.end() && row.figures != nullptr) addSize(*own, row, load->subgroupSize);
    }
    std::erase_if(rows, [](const SizedRow& row) { return row.sizes.empty(); });
    return rows;
}

std::string sizedNames(const std::vector<const SizedRow*>& rows) {
    constexpr std::size_t kMostNames = 4;
    std::vector<std::string> names;
    for (const SizedRow* row : rows) names.push_back(row->own.name);
    const std::size_t more = names.size() > kMostNames ? names.size() - kMostNames : 0;
    names.resize(names.size() - more);
    if (more > 0) names.push_back(fmt::format("{} other rows", more));
    return enumerated(names);
}

// The size, if the device offers only one; else 0.
std::uint32_t onlySize(const DeviceRecord& device) {
    return device.smallestSubgroup == device.largestSubgroup ? device.smallestSubgroup : 0;
}

std::vector<Told> tellSubgroups(const Reading& reading) {
    const std::vector<SizedRow> rows = sizedRows(reading);
    std::map<std::uint32_t, std::vector<const SizedRow*>> faster;
    std::vector<Told> all;
    Told none,
        unclear{.text =
                    fmt::format("It is unclear whether another subgroup size than the driver's choice is at "
                                "least {:.1f} times as fast",
                                kDiffers),
                .claims = {}};
    std::size_t clear = 0;
    for (const SizedRow& row : rows) {
        if (row.best) {
            faster[row.bestSize].push_back(&row);
            continue;
        }
        clear += row.unclear ? 0 : 1;
        Told& told = row.unclear ? unclear : none;
        told.others.push_back(row.own);
        told.others.insert(told.others.end(), row.sizes.begin(), row.sizes.end());
    }
    for (auto& [size, its] : faster) {
        std::ranges::stable_sort(its, {}, [](const SizedRow* row) { return row->best->times.median; });
        Span gain;
        Told told;
        for (const SizedRow* row : its) {
            gain.add({.times = row->best->times, .sense = Sense::Exact});
            told.claims.push_back({*row->best, Outcome::Faster});
        }
        told.text =
            fmt::format("Subgroups of {} lanes are faster than the driver's choice for {} ({} times as fast)",
                        size, sizedNames(its), factorText(gain));
        all.push_back(std::move(told));
    }
    if (const std::uint32_t only = onlySize(reading.figures().run->device); only != 0) {
        if (!all.empty() || rows.empty()) return all;
        none.others.insert(none.others.end(), unclear.others.begin(), unclear.others.end());
        none.text = fmt::format("The device offers only subgroups of {} lanes", only);
        return {std::move(none)};
    }
    none.text =
        fmt::format("No other subgroup size is at least {:.1f} times as fast as the driver's choice for "
                    "{} of {} rows",
                    kDiffers, clear, rows.size());
    if (clear > 0) all.push_back(std::move(none));
    if (all.empty() && !rows.empty()) all.push_back(std::move(unclear));
    return all;
}

} // namespace

extern const AdviceRule kSubgroupsRule{"subgroups", Heading::Subgroups, tellSubgroups};

} // namespace vkperftest
