#include "report/atlas_checks.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

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
                       run.source.empty() ? run.tool.commit : "", run.settings.suite);
}

std::map<std::string_view, double> ratiosByRow(const RunFigures& figures) {
    std::map<std::string_view, double> ratios;
    for (const RowFigures& row : figures.rows)
        if (const StrategyFigures* first = row.under(0); first != nullptr && first->ratio.median > 0)
            ratios[row.row->name] = first->ratio.median;
    return ratios;
}

// Only files for which this is equal can be expected to have the same ratios.
std::string measuredLike(const RunResult& run) {
    const HostRecord& host = run.host;
    const std::string processor =
        run.device.kind == DeviceKind::Cpu
            ? fmt::format("{} {} {} {}", host.cpu, host.cpuIdentity, host.cpuThreads, host.driverThreads)
            : "";
    const RunSettings& settings = run.settings;
    return fmt::format("{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}\n{}", modelKey(run), driverText(run), settings.suite,
                       settings.baseline, settings.strategies.empty() ? "" : settings.strategies.front(),
                       static_cast<int>(settings.queue), robustnessName(run.settings.compiled.robustness),
                       settings.compiled.subgroupSize, processor);
}

bool differ(double ratio, double median) {
    return std::abs(std::log(ratio / median)) > std::log(kOutlierFactor);
}

// Nothing unless more than half of the ratios agree with their median.
std::optional<double> agreedMedian(std::vector<double> ratios) {
    if (ratios.size() < kFewestForOutliers) return std::nullopt;
    const auto middle = ratios.begin() + static_cast<std::ptrdiff_t>(ratios.size() / 2);
    std::ranges::nth_element(ratios, middle);
    const double median = *middle;
    const auto others = std::ranges::count_if(ratios, [&](double ratio) { return differ(ratio, median); });
    const bool agree = 2 * static_cast<std::size_t>(others) < ratios.size();
    return agree ? std::optional(median) : std::nullopt;
}

// Another file than the published table that it calls itself.
bool isAltered(const AtlasRun& each) {
    const ReferenceTable* const table = tableOf(*each.figures->run);
    return table != nullptr && !sameSamples(table->run, *each.figures->run);
}

// `group`: runs that were measured alike.
void markOutliers(std::span<const AtlasRun> group, std::vector<LeftOutFile>& outliers,
                  std::set<const RunFigures*>& odd) {
    if (group.size() < kFewestForOutliers) return;
    std::vector<std::map<std::string_view, double>> all;
    std::map<std::string_view, std::vector<double>> byRow;
    for (const AtlasRun& run : group) {
        all.push_back(ratiosByRow(*run.figures));
        for (const auto& [row, ratio] : all.back()) byRow[row].push_back(ratio);
    }
    std::map<std::string_view, double> medians;
    for (const auto& [row, ratios] : byRow)
        if (const std::optional<double> median = agreedMedian(ratios)) medians[row] = *median;
    for (std::size_t i = 0; i < group.size(); ++i) {
        LeftOutFile found{.name = group[i].name, .why = WhyLeftOut::Outlier};
        for (const auto& [row, ratio] : all[i]) {
            const auto median = medians.find(row);
            if (median == medians.end()) continue;
            ++found.of;
            found.rows += differ(ratio, median->second) ? 1u : 0u;
        }
        const bool isOutlier =
            static_cast<double>(found.rows) > kOutlierShare * static_cast<double>(found.of);
        if (!isOutlier) continue;
        outliers.push_back(std::move(found));
        odd.insert(group[i].figures);
    }
}

} // namespace

const ReferenceTable* tableOf(const RunResult& run) {
    for (const ReferenceTable& table : referenceTables())
        if (run.source == table.source && run.device.name == table.gpu) return &table;
    return nullptr;
}

std::string driverText(const RunResult& run) {
    return run.source.empty() ? driverWithVersion(run.device) : "";
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
        if (isAltered(each)) {
            leftOut.push_back({.name = each.name, .why = WhyLeftOut::Altered});
            continue;
        }
        before.push_back(each);
        fresh.push_back(each);
        groups[measuredLike(run)].push_back(each);
    }
    std::vector<LeftOutFile> outliers;
    std::set<const RunFigures*> odd;
    for (const auto& [key, group] : groups) markOutliers(group, outliers, odd);
    std::erase_if(fresh, [&](const AtlasRun& each) { return odd.contains(each.figures); });
    leftOut.insert(leftOut.end(), outliers.begin(), outliers.end());
    return fresh;
}

} // namespace vkperftest
