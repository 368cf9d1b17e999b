#include "report/atlas.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "advice/advice.h"
#include "analysis/l1_limit.h"
#include "base/all_cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "experiments/experiment.h"
#include "isa/target.h"
#include "perftest/reference.h"

namespace vkperftest {
namespace {

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
std::size_t mainOf(const std::vector<AtlasFile>& files, const std::vector<std::size_t>& its) {
    return *std::ranges::max_element(its, {}, [&](std::size_t file) {
        return std::tuple(files[file].answer.fastest.size(), files[file].figures->run->started);
    });
}

// The largest file of the device's main suite with each driver; the newest of equally large ones.
std::vector<DriverStep> driversOf(const std::vector<AtlasFile>& files, const AtlasDevice& device) {
    const std::string& suite = files[device.main].figures->run->settings.suite;
    const auto sizeOf = [&](std::size_t file) { return files[file].figures->counts.measured; };
    std::vector<DriverStep> steps;
    for (const std::size_t file : device.files) { // in the order of orderOf
        if (files[file].driver.empty() || files[file].figures->run->settings.suite != suite) continue;
        if (steps.empty() || files[steps.back().file].driver != files[file].driver)
            steps.push_back({.file = file});
        else if (sizeOf(file) >= sizeOf(steps.back().file))
            steps.back().file = file;
    }
    if (steps.size() < 2) return {};
    for (std::size_t i = 1; i < steps.size(); ++i) {
        const RunFigures &before = *files[steps[i - 1].file].figures, &now = *files[steps[i].file].figures;
        if (before.run->device.driverId == now.run->device.driverId)
            steps[i].since = compareRuns(before, now, {});
    }
    return steps;
}

void addNearest(Atlas& atlas) {
    std::vector<KnownGpu> known;
    for (const AtlasDevice& device : atlas.devices)
        known.push_back(
            {device.page, device.architecture, comparableRatios(*atlas.files[device.main].figures)});
    onAllCores(atlas.devices.size(), [&](std::size_t i) {
        AtlasDevice& device = atlas.devices[i];
        std::vector<Likeness> all = byLikeness(*atlas.files[device.main].figures, known).gpus;
        std::erase_if(all, [&](const Likeness& each) { return each.gpu == device.page; });
        all.resize(std::min(all.size(), kMostNearest));
        device.nearest = std::move(all);
    });
}

} // namespace

Atlas makeAtlas(std::span<const AtlasRun> runs, std::vector<LeftOutFile> unreadable) {
    Atlas atlas{.files = {}, .devices = {}, .leftOut = std::move(unreadable)};
    std::map<std::string, std::vector<AtlasRun>> models;
    for (AtlasRun& run : checkedRuns(runs, atlas.leftOut))
        models[modelKey(*run.figures->run)].push_back(std::move(run));
    std::vector<std::vector<AtlasRun>> sorted;
    for (auto& [key, its] : models) {
        std::ranges::stable_sort(its, {}, [](const AtlasRun& run) { return orderOf(*run.figures->run); });
        sorted.push_back(std::move(its));
    }
    std::ranges::stable_sort(sorted, {}, [](const std::vector<AtlasRun>& its) {
        return lowercase(its.back().figures->run->device.name);
    });
    std::set<std::string> pages;
    for (const std::vector<AtlasRun>& its : sorted) {
        AtlasDevice& device = atlas.devices.emplace_back();
        for (const AtlasRun& run : its) {
            device.files.push_back(atlas.files.size());
            atlas.files.push_back({.name = printable(run.name),
                                   .figures = run.figures,
                                   .driver = driverText(*run.figures->run),
                                   .answer = {}});
        }
        device.name = printable(trim(its.back().figures->run->device.name));
        if (device.name.empty()) device.name = "unnamed device";
        device.page = pageName(device.name, pages);
    }
    onAllCores(atlas.files.size(), [&](std::size_t i) {
        AtlasFile& file = atlas.files[i];
        const bool isExperiment = findExperiment(file.figures->run->settings.suite).ok();
        file.answer = pageAnswer(file.name, *file.figures,
                                 isExperiment ? std::vector<LoadChoice>() : advise(*file.figures).choices);
    });
    onAllCores(atlas.devices.size(), [&](std::size_t i) {
        AtlasDevice& device = atlas.devices[i];
        device.main = mainOf(atlas.files, device.files);
        const RunResult& run = *atlas.files[device.main].figures->run;
        device.vendor = vendorOf(run);
        device.architecture = architectureOf(run);
        device.drivers = driversOf(atlas.files, device);
    });
    addNearest(atlas);
    return atlas;
}

std::string pathOfPage(std::string_view page) {
    return fmt::format("devices/{}.html", page);
}

} // namespace vkperftest
