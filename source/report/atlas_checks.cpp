#include "report/atlas_checks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "analysis/run_differences.h"
#include "base/text.h"

namespace vkperftest {
namespace {

std::optional<WhyLeftOut> unsound(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    if (figures.counts.failed > 0 || !run.aborted.empty()) return WhyLeftOut::Failed;
    if (!isWhole(figures))
        return figures.counts.notMeasured > 0 ? WhyLeftOut::Unfinished : WhyLeftOut::Failed;
    if (run.interrupted || figures.counts.measured == 0) return WhyLeftOut::Unfinished;
    if (run.settings.validated) return WhyLeftOut::Validated;
    const bool isDisturbed = figures.quality && figures.quality->grade == Grade::Disturbed;
    return isDisturbed ? std::optional(WhyLeftOut::Disturbed) : std::nullopt;
}

bool sameSamples(const RunResult& one, const RunResult& other) {
    return std::ranges::equal(one.rows, other.rows, [](const RowResult& a, const RowResult& b) {
        const auto same = [](const StrategyResult& was, const StrategyResult& is) {
            return sameFigures(was, is) ||
                   (was.status == is.status && was.status != Status::Measured && is.nanoseconds.empty());
        };
        return a.name == b.name && a.baselineNanoseconds == b.baselineNanoseconds &&
               std::ranges::equal(a.strategies, b.strategies, same);
    });
}

// Only files for which this is equal can be duplicates.
std::string originOf(const RunResult& run) {
    return fmt::format("{}\n{}\n{}\n{}\n{}", modelKey(run), run.device.deviceUuid, driverText(run),
                       run.tool.commit, run.settings.suite);
}

std::map<std::string_view, double> ratiosByRow(const RunFigures& figures) {
    std::map<std::string_view, double> ratios;
    for (const RowFigures& row : figures.rows)
        if (const StrategyFigures* first = row.under(0); first != nullptr && first->ratio.median > 0)
            ratios[row.row->name] = first->ratio.median;
    return ratios;
}

double medianOf(std::vector<double> numbers) {
    const auto middle = numbers.begin() + static_cast<std::ptrdiff_t>(numbers.size() / 2);
    std::ranges::nth_element(numbers, middle);
    return *middle;
}

// `group`: runs of one model, driver and suite.
void markOutliers(std::span<const AtlasRun> group, std::vector<LeftOutFile>& outliers) {
    if (group.size() < kFewestForOutliers) return;
    std::vector<std::map<std::string_view, double>> all;
    std::map<std::string_view, std::vector<double>> byRow;
    for (const AtlasRun& run : group) {
        all.push_back(ratiosByRow(*run.figures));
        for (const auto& [row, ratio] : all.back()) byRow[row].push_back(ratio);
    }
    std::map<std::string_view, double> medians;
    for (const auto& [row, ratios] : byRow)
        if (ratios.size() >= kFewestForOutliers) medians[row] = medianOf(ratios);
    for (std::size_t i = 0; i < group.size(); ++i) {
        LeftOutFile found{.name = group[i].name, .why = WhyLeftOut::Outlier};
        for (const auto& [row, ratio] : all[i]) {
            const auto median = medians.find(row);
            if (median == medians.end()) continue;
            ++found.of;
            found.rows += std::abs(std::log(ratio / median->second)) > std::log(kOutlierFactor) ? 1u : 0u;
        }
        const bool isOutlier =
            static_cast<double>(found.rows) > kOutlierShare * static_cast<double>(found.of);
        if (isOutlier) outliers.push_back(std::move(found));
    }
}

} // namespace

std::string driverText(const RunResult& run) {
    if (!run.source.empty()) return {};
    return std::string(trim(run.device.driverName + " " + run.device.driverInfo));
}

std::string modelKey(const RunResult& run) {
    const DeviceRecord& device = run.device;
    if (!run.source.empty()) return fmt::format("{}\n{}", run.source, device.name);
    return fmt::format("{:x}:{:x}\n{}", device.vendorId, device.deviceId,
                       trim(device.name.substr(0, device.name.find('('))));
}

std::vector<AtlasRun> checkedRuns(std::span<const AtlasRun> runs, std::vector<LeftOutFile>& leftOut) {
    std::vector<AtlasRun> fresh;
    std::map<std::string, std::vector<AtlasRun>> origins, groups;
    for (const AtlasRun& each : runs) {
        const RunResult& run = *each.figures->run;
        if (const std::optional<WhyLeftOut> why = unsound(*each.figures)) {
            leftOut.push_back({.name = each.name, .why = *why});
            continue;
        }
        std::vector<AtlasRun>& before = origins[originOf(run)];
        const auto same = std::ranges::find_if(
            before, [&](const AtlasRun& other) { return sameSamples(*other.figures->run, run); });
        if (same != before.end()) {
            leftOut.push_back({.name = each.name, .why = WhyLeftOut::Duplicate, .detail = same->name});
            continue;
        }
        before.push_back(each);
        fresh.push_back(each);
        groups[fmt::format("{}\n{}\n{}", modelKey(run), driverText(run), run.settings.suite)].push_back(each);
    }
    std::vector<LeftOutFile> outliers;
    for (const auto& [key, group] : groups) markOutliers(group, outliers);
    std::erase_if(fresh, [&](const AtlasRun& each) {
        return std::ranges::count(outliers, each.name, &LeftOutFile::name) > 0;
    });
    leftOut.insert(leftOut.end(), outliers.begin(), outliers.end());
    return fresh;
}

} // namespace vkperftest
