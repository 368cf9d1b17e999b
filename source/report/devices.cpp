#include "report/devices.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "analysis/unit_rates.h"
#include "answers/advice.h"
#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "isa/target.h"
#include "report/phrases.h"

namespace vkperftest {
namespace {

// The family that the device's name mentions, by the GPU's name or, as Mesa adds it, by its own: "RX 580" or
// "(RADV POLARIS10)". Null if it mentions none.
const Target* familyOf(const RunResult& run) {
    const std::string& device = run.device.name;
    const Result<const Target*> gpu = findTarget(trim(std::string_view(device).substr(0, device.find('('))));
    if (gpu.ok()) return gpu.value();
    for (const std::string& word : split(plainName(device), '-'))
        for (const Target& target : allTargets())
            if (target.name == word && target.driver->vendor == vendorName(run.device.vendorId))
                return &target;
    return nullptr;
}

std::string vendorOf(const RunResult& run) {
    if (run.source.empty() && run.device.kind == DeviceKind::Cpu) return "software";
    if (const std::string_view vendor = vendorName(run.device.vendorId); !vendor.empty())
        return std::string(vendor);
    const Target* const family = run.source.empty() ? nullptr : familyOf(run);
    return family != nullptr ? std::string(family->driver->vendor) : "";
}

// Drivers do not report it, so the device's name must do.
std::string architectureOf(const RunResult& run) {
    const auto begin = [](std::string_view text, std::string_view end) {
        return std::string(text.substr(0, text.find(end)));
    };
    if (const Target* family = familyOf(run)) return begin(family->what, ":");
    if (const Architecture* known = architectureOf(run.device)) return begin(known->name, " (");
    return run.device.architecture; // of a published table
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
        return std::tuple(files[file].choices.size(), files[file].figures->run->started);
    });
}

// Why the file is not shown; empty if it can be.
std::string unsound(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const bool isWholeRun = isWhole(figures) && !run.interrupted && figures.counts.measured > 0;
    const bool failed = !isWhole(figures) && figures.counts.notMeasured == 0;
    if (figures.counts.failed > 0 || !run.aborted.empty() || failed)
        return "rows failed, or the run was aborted";
    if (!isWholeRun) return "the run is not complete";
    if (run.settings.validated)
        return "it was measured under validation layers, so its times are not representative";
    const bool isDisturbed = figures.quality && figures.quality->grade == Grade::Disturbed;
    return isDisturbed ? "the run was disturbed" : "";
}

} // namespace

std::string kindsText(const LoadChoice& choice, const std::vector<std::string>& kinds,
                      std::string_view last) {
    if (kinds.empty()) return "unclear";
    if (kinds.size() <= 2) return enumerated(kinds, last); // also where no others were measured
    if (kinds.size() == choice.all.size()) return "any";
    if (kinds.size() + 1 == choice.all.size())
        return fmt::format("any but {}",
                           std::ranges::find(choice.all, false, &Alternative::isFastest)->kind->name);
    return enumerated(kinds, last);
}

std::string fastestText(const Choices& choices, std::uint32_t bytes) {
    std::vector<std::pair<std::string, std::vector<std::string>>> together; // kinds, patterns
    for (const LoadChoice& choice : choices) {
        if (choice.bytes != bytes) continue;
        std::vector<std::string> names; // in the same order under each pattern
        for (const Alternative& each : choice.all)
            if (each.isFastest) names.emplace_back(each.kind->name);
        const std::string kinds = kindsText(choice, names, " or ");
        auto same = std::ranges::find(together, kinds, &decltype(together)::value_type::first);
        if (same == together.end()) same = together.insert(same, {kinds, {}});
        same->second.emplace_back(patternName(choice.pattern));
    }
    if (together.size() == 1 && together[0].second.size() > 2) return together[0].first;
    std::vector<std::string> parts;
    for (const auto& [kinds, patterns] : together)
        parts.push_back(fmt::format("{} ({})", kinds, join(patterns, ", ")));
    return join(parts, "; ");
}

ReportFiles sortedByDevice(std::span<const NamedFigures> runs) {
    ReportFiles all{.files = std::vector<ReportFile>(runs.size()), .devices = {}};
    onAllCores(runs.size(), [&](std::size_t i) {
        const RunFigures& figures = *runs[i].figures;
        const bool known = hasChoices(figures.run->settings.suite);
        all.files[i] = {printable(runs[i].name), &figures, known ? advise(figures).choices : Choices()};
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
        if (const Result<const Target*> target = findTarget(device.name); target.ok())
            if (lowercase(device.architecture).find(target.value()->name) == std::string::npos)
                device.chip = target.value()->name;
    }
    return all;
}

std::string chipOf(const ReportDevice& device) {
    return device.chip.empty() ? device.architecture
                               : fmt::format("{}, {}", device.architecture, device.chip);
}

std::string driverText(const RunResult& run) {
    return run.source.empty() ? driverWithVersion(run.device) : run.source;
}

std::string modelKey(const RunResult& run) {
    const DeviceRecord& device = run.device;
    if (!run.source.empty()) return fmt::format("{}\n{}", run.source, device.name);
    return fmt::format("{:x}:{:x}\n{}", device.vendorId, device.deviceId,
                       trim(device.name.substr(0, device.name.find('('))));
}

std::vector<NamedFigures> soundFiles(std::span<const NamedFigures> runs, std::vector<OmittedFile>& omitted) {
    std::vector<NamedFigures> sound;
    for (const NamedFigures& each : runs) {
        if (std::string reason = unsound(*each.figures); !reason.empty())
            omitted.push_back({each.name, std::move(reason)});
        else
            sound.push_back(each);
    }
    return sound;
}

} // namespace vkperftest
