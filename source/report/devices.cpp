#include "report/devices.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "analysis/l1_limit.h"
#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "isa/target.h"
#include "model/published.h"

namespace vkperftest {
namespace {

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

} // namespace

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

} // namespace vkperftest
