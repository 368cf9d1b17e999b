#include "report/devices.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "analysis/l1_limit.h"
#include "analysis/run_differences.h"
#include "answers/advice.h"
#include "answers/experiment.h"
#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "isa/target.h"
#include "model/published.h"
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

// The published table that the run is, by source and device; null if none.
const ReferenceTable* tableOf(const RunResult& run) {
    for (const ReferenceTable& table : referenceTables())
        if (run.source == table.source && run.device.name == table.gpu) return &table;
    return nullptr;
}

// Empty for other vendors, and for text that PerfTest printed.
std::string_view registeredVendor(const RunResult& run) {
    constexpr std::array<std::pair<std::uint32_t, std::string_view>, 7> kVendors = {
        {{kVendorAmd, "AMD"},
         {kVendorNvidia, "NVIDIA"},
         {kVendorIntel, "Intel"},
         {0x13b5, "Arm"},
         {0x5143, "Qualcomm"},
         {0x1010, "Imagination"},
         {0x106b, "Apple"}}};
    const auto known =
        std::ranges::find(kVendors, run.device.vendorId, &decltype(kVendors)::value_type::first);
    return known == kVendors.end() ? "" : known->second;
}

// The family that the device's name mentions, by the GPU's name or, as Mesa adds it, by its own: "RX 580" or
// "(RADV POLARIS10)". Null if it mentions none.
const Target* familyOf(const RunResult& run) {
    const std::string& device = run.device.name;
    const Result<const Target*> gpu = findTarget(trim(std::string_view(device).substr(0, device.find('('))));
    if (gpu.ok()) return gpu.value();
    for (const std::string& word : split(plainName(device), '-'))
        for (const Target& target : allTargets())
            if (target.name == word && target.driver->vendor == registeredVendor(run)) return &target;
    return nullptr;
}

std::string vendorOf(const RunResult& run) {
    if (const ReferenceTable* table = tableOf(run)) return table->vendor;
    if (run.source.empty() && run.device.kind == DeviceKind::Cpu) return std::string(kSoftwareVendor);
    if (const std::string_view vendor = registeredVendor(run); !vendor.empty()) return std::string(vendor);
    const Target* const family = run.source.empty() ? nullptr : familyOf(run);
    return family != nullptr ? std::string(family->driver->vendor) : "";
}

// Drivers do not report it, so the device's name must do.
std::string architectureOf(const RunResult& run) {
    const auto begin = [](std::string_view text, std::string_view end) {
        return std::string(text.substr(0, text.find(end)));
    };
    if (const Target* family = familyOf(run)) return begin(family->what, ":");
    if (const L1Width* width = l1WidthOf(run.device)) return begin(width->architecture, " (");
    const ReferenceTable* const table = tableOf(run);
    return table != nullptr ? table->architecture : "";
}

// Windows takes no file by these names, whatever their ending.
bool isReserved(const std::string& name) {
    const bool numbered = name.size() == 4 && (name.starts_with("com") || name.starts_with("lpt"));
    return numbered || name == "con" || name == "prn" || name == "aux" || name == "nul";
}

std::string pageName(const std::string& device, std::set<std::string>& used) {
    constexpr std::size_t kLongest = 60;
    std::string name = plainName(device).substr(0, kLongest);
    if (name.empty() || isReserved(name)) name = "device" + (name.empty() ? name : "-" + name);
    std::string unique = name;
    for (int number = 2; !used.insert(unique).second; ++number) unique = fmt::format("{}-{}", name, number);
    return unique;
}

// Versions of different drivers cannot be ordered; those of one driver grow.
auto orderOf(const RunResult& run) {
    return std::tuple(run.device.driverId, run.device.driverVersion, driverText(run), run.started);
}

// The newest of the files that say most about which load to use: a run of a few rows does not replace a whole one.
std::size_t mainOf(const std::vector<ReportFile>& files, const std::vector<std::size_t>& its) {
    return *std::ranges::max_element(its, {}, [&](std::size_t file) {
        return std::tuple(files[file].fastest.loads.size(), files[file].figures->run->started);
    });
}

void addNearest(ReportFiles& all) {
    std::vector<KnownGpu> known;
    for (const ReportDevice& device : all.devices)
        known.push_back(
            {device.page, device.architecture, comparableRatios(*all.files[device.main].figures)});
    onAllCores(all.devices.size(), [&](std::size_t i) {
        ReportDevice& device = all.devices[i];
        device.nearest = byLikeness(*all.files[device.main].figures, known).gpus;
        std::erase_if(device.nearest, [&](const Likeness& each) { return each.gpu == device.page; });
        device.nearest.resize(std::min(device.nearest.size(), kMostNearest));
    });
}

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

ReportFiles sortedByDevice(std::span<const NamedFigures> runs) {
    ReportFiles all{.files = std::vector<ReportFile>(runs.size()), .devices = {}};
    onAllCores(runs.size(), [&](std::size_t i) {
        all.files[i] = {printable(runs[i].name), runs[i].figures, fastestLoads(*runs[i].figures)};
    });
    std::map<std::string, std::size_t> places;
    for (std::size_t file = 0; file < runs.size(); ++file) {
        const auto [at, isNew] = places.emplace(modelKey(*runs[file].figures->run), all.devices.size());
        if (isNew) all.devices.emplace_back();
        all.devices[at->second].files.push_back(file);
    }
    std::set<std::string> pages;
    for (ReportDevice& device : all.devices) {
        std::ranges::stable_sort(device.files, {},
                                 [&](std::size_t file) { return orderOf(*runs[file].figures->run); });
        device.main = mainOf(all.files, device.files);
        const RunResult& run = *all.files[device.main].figures->run;
        device.name = printable(trim(run.device.name));
        if (device.name.empty()) device.name = "unnamed device";
        device.page = pageName(device.name, pages);
        device.vendor = vendorOf(run);
        device.architecture = architectureOf(run);
    }
    addNearest(all);
    return all;
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
