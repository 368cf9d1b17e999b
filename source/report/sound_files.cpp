#include "report/sound_files.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "analysis/run_differences.h"
#include "base/printable.h"

namespace vkperftest {
namespace {

std::optional<WhyOmitted> unsound(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    if (figures.counts.failed > 0 || !run.aborted.empty()) return WhyOmitted::Failed;
    if (!isWhole(figures))
        return figures.counts.notMeasured > 0 ? WhyOmitted::Unfinished : WhyOmitted::Failed;
    if (run.interrupted || figures.counts.measured == 0) return WhyOmitted::Unfinished;
    if (run.settings.validated) return WhyOmitted::Validated;
    const bool isDisturbed = figures.quality && figures.quality->grade == Grade::Disturbed;
    return isDisturbed ? std::optional(WhyOmitted::Disturbed) : std::nullopt;
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

// `group`: runs that were measured alike.
void markOutliers(std::span<const NamedFigures> group, std::vector<OmittedFile>& outliers,
                  std::set<const RunFigures*>& odd) {
    if (group.size() < kFewestForOutliers) return;
    std::vector<std::map<std::string_view, double>> all;
    std::map<std::string_view, std::vector<double>> byRow;
    for (const NamedFigures& run : group) {
        all.push_back(ratiosByRow(*run.figures));
        for (const auto& [row, ratio] : all.back()) byRow[row].push_back(ratio);
    }
    std::map<std::string_view, double> medians;
    for (const auto& [row, ratios] : byRow)
        if (const std::optional<double> median = agreedMedian(ratios)) medians[row] = *median;
    for (std::size_t i = 0; i < group.size(); ++i) {
        OmittedFile found{.name = group[i].name, .why = WhyOmitted::Outlier};
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

std::string omittedText(const OmittedFile& file) {
    switch (file.why) {
    case WhyOmitted::Unreadable:
        return printable(file.detail);
    case WhyOmitted::Failed:
        return "rows failed, or the run was aborted";
    case WhyOmitted::Unfinished:
        return "the run is not complete";
    case WhyOmitted::Validated:
        return "it was measured under validation layers, so its times are not representative";
    case WhyOmitted::Disturbed:
        return "the run was disturbed";
    case WhyOmitted::Duplicate:
        return "it holds the same samples as " + printable(file.detail);
    case WhyOmitted::Outlier:
        break;
    }
    return fmt::format("{} of {} rows differ by more than {:.0f} % from most files of this device and driver",
                       file.rows, file.of, 100 * (kOutlierFactor - 1));
}

std::vector<NamedFigures> soundFiles(std::span<const NamedFigures> runs, std::vector<OmittedFile>& omitted) {
    std::vector<NamedFigures> fresh;
    std::map<std::string, std::vector<NamedFigures>> origins, groups;
    for (const NamedFigures& each : runs) {
        const RunResult& run = *each.figures->run;
        if (const std::optional<WhyOmitted> why = unsound(*each.figures)) {
            omitted.push_back({.name = each.name, .why = *why});
            continue;
        }
        std::vector<NamedFigures>& before = origins[originOf(run)];
        const auto same = std::ranges::find_if(
            before, [&](const NamedFigures& other) { return sameSamples(*other.figures->run, run); });
        if (same != before.end()) {
            omitted.push_back({.name = each.name, .why = WhyOmitted::Duplicate, .detail = same->name});
            continue;
        }
        before.push_back(each);
        fresh.push_back(each);
        groups[measuredLike(run)].push_back(each);
    }
    std::vector<OmittedFile> outliers;
    std::set<const RunFigures*> odd;
    for (const auto& [key, group] : groups) markOutliers(group, outliers, odd);
    std::erase_if(fresh, [&](const NamedFigures& each) { return odd.contains(each.figures); });
    omitted.insert(omitted.end(), outliers.begin(), outliers.end());
    return fresh;
}

} // namespace vkperftest
