#include "model/conditions.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <fstream>
#include <future>
#include <iterator>
#include <string_view>

#include "base/system_files.h"
#include "base/text.h"

namespace vkperftest {

namespace {

namespace fs = std::filesystem;

// A clock's levels, "1: 500Mhz *": the star marks the current one.
struct Levels {
    std::optional<double> current, highest;
};

Levels readLevels(const fs::path& path) {
    Levels levels;
    for (const std::string& line : readLines(path)) {
        const std::size_t colon = line.find(':'), unit = line.find("Mhz");
        if (colon == std::string::npos || unit == std::string::npos || unit < colon) continue;
        const std::optional<long long> number =
            parseInteger(trim(std::string_view(line).substr(colon + 1, unit - colon - 1)));
        if (!number || *number <= 0) continue; // 0: asleep
        const auto clock = static_cast<double>(*number);
        if (line.ends_with('*')) levels.current = clock;
        levels.highest = std::max(levels.highest.value_or(0), clock);
    }
    return levels;
}

// The member indep_throttle_status of the table gpu_metrics, which means the same on all GPUs: the last eight
// bytes of the versions 1.3 (discrete GPUs) and 2.2 (integrated GPUs), as in the kernel's kgd_pp_interface.h.
// A table begins with its size in bytes (16 bits) and its version (8 and 8 bits).
std::optional<std::uint64_t> readThrottleStatus(const fs::path& path) {
    constexpr std::array<std::string_view, 2> kKnown = {{{"\x78\0\x01\x03", 4}, {"\x80\0\x02\x02", 4}}};
    std::ifstream file(path, std::ios::binary);
    const std::string table{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const auto known = std::ranges::find(kKnown, std::string_view(table).substr(0, 4));
    if (known == kKnown.end()) return std::nullopt;
    const auto size = static_cast<std::size_t>(static_cast<unsigned char>(known->front()));
    if (table.size() < size) return std::nullopt;
    std::uint64_t status = 0;
    std::memcpy(&status, table.data() + size - sizeof status, sizeof status);
    if (status == ~std::uint64_t{0}) return std::nullopt; // as the table is before the firmware fills it
    return status;
}

// Sixteen bits per kind (the kernel's amdgpu_smu.h).
std::optional<std::vector<std::string>> readThrottling(const fs::path& path) {
    constexpr std::array<const char*, 4> kKinds = {"power", "current", "temperature", "other"};
    const std::optional<std::uint64_t> status = readThrottleStatus(path);
    if (!status) return std::nullopt;
    std::vector<std::string> reasons;
    for (std::size_t kind = 0; kind < kKinds.size(); ++kind) {
        if (((*status >> (16 * kind)) & 0xffff) != 0) reasons.emplace_back(kKinds[kind]);
    }
    return reasons;
}

Conditions read(const fs::path& device) {
    const Levels shader = readLevels(device / "pp_dpm_sclk"), memory = readLevels(device / "pp_dpm_mclk");
    Conditions conditions{.clock = shader.current,
                          .clockLimit = shader.highest,
                          .memoryClock = memory.current,
                          .powerState = readLine(device / "power_dpm_force_performance_level"),
                          .throttling = readThrottling(device / "gpu_metrics")};
    for (const fs::path& sensors : entries(device / "hwmon", "hwmon")) {
        // The actual clock; the level only gives its maximum.
        const std::optional<double> clock = readNumber(sensors / "freq1_input", 1e6);
        if (clock && *clock > 0) conditions.clock = clock;
        conditions.temperature = readNumber(sensors / "temp1_input", 1e3);
        conditions.power = readNumber(sensors / "power1_average", 1e6);
        if (!conditions.power) conditions.power = readNumber(sensors / "power1_input", 1e6);
    }
    return conditions;
}

} // namespace

Result<ReadConditions> openAmdFiles(const std::string& device) {
    std::error_code failed;
    if (!fs::exists(fs::path(device) / "pp_dpm_sclk", failed))
        return Error{ErrorKind::Unsupported, "amdgpu's files are missing", ""};
    return ReadConditions([folder = fs::path(device)] { return read(folder); });
}

namespace {

namespace fs = std::filesystem;

// Where a driver keeps its files; GT 0 has the shader cores.
struct Places {
    fs::path clock, clockLimit;
    fs::path throttling;       // a folder of flags
    std::string throttleStart; // of the flags' names
};

std::optional<Places> findPlaces(const fs::path& device) {
    std::error_code failed;
    const fs::path xe = device / "tile0" / "gt0" / "freq0";
    if (fs::exists(xe / "act_freq", failed))
        return Places{xe / "act_freq", xe / "max_freq", xe / "throttle", "reason_"};
    for (const fs::path& card : entries(device / "drm", "card")) {
        if (fs::exists(card / "gt_act_freq_mhz", failed))
            return Places{card / "gt_act_freq_mhz", card / "gt_max_freq_mhz", card / "gt" / "gt0",
                          "throttle_reason_"};
    }
    return std::nullopt;
}

std::optional<std::vector<std::string>> readThrottling(const Places& places) {
    std::optional<std::vector<std::string>> reasons;
    for (const fs::path& flag : entries(places.throttling, places.throttleStart)) {
        const std::string reason = flag.filename().string().substr(places.throttleStart.size());
        const std::string value = readLine(flag);
        if (reason == "status" || value.empty()) continue; // the status only summarizes the others
        if (!reasons) reasons.emplace();
        if (value != "0") reasons->push_back(reason);
    }
    return reasons;
}

Conditions read(const fs::path& device, const Places& places) {
    Conditions conditions{.clock = readNumber(places.clock),
                          .clockLimit = readNumber(places.clockLimit),
                          .throttling = readThrottling(places)};
    if (conditions.clock == 0) conditions.clock.reset(); // asleep
    for (const fs::path& sensors : entries(device / "hwmon", "hwmon")) {
        conditions.temperature = readNumber(sensors / "temp1_input", 1e3); // i915
        if (!conditions.temperature) conditions.temperature = readNumber(sensors / "temp2_input", 1e3); // xe
    }
    return conditions;
}

} // namespace

Result<ReadConditions> openIntelFiles(const std::string& device) {
    const std::optional<Places> places = findPlaces(device);
    if (!places) return Error{ErrorKind::Unsupported, "the files of i915 or xe are missing", ""};
    return ReadConditions([folder = fs::path(device), found = *places] { return read(folder, found); });
}

Result<ReadConditions> openConditions(const DeviceRecord& device, const ConditionPlaces& places) {
    if (device.pciAddress.empty())
        return Error{ErrorKind::Unsupported, "the driver does not report the device's PCI address", ""};
    const std::string files = places.root + "/sys/bus/pci/devices/" + device.pciAddress;
    if (device.vendorId == kVendorNvidia) return openNvml(device.pciAddress, places.nvmlLibrary);
    if (device.vendorId == kVendorAmd) return openAmdFiles(files);
    if (device.vendorId == kVendorIntel) return openIntelFiles(files);
    return Error{ErrorKind::Unsupported, "GPUs of this vendor are not supported", ""};
}

Conditions readWhileBusy(const ReadConditions& read, const std::function<bool()>& keepBusy) {
    std::future<Conditions> reading = std::async(std::launch::async, read);
    while (keepBusy() && reading.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    }
    return reading.get();
}

} // namespace vkperftest
