// The files of the Linux drivers i915 and xe (Documentation/gpu/xe/xe_gt_freq.rst of the kernel).
#include "base/system_files.h"
#include "conditions/sources.h"

namespace vkperftest {
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

} // namespace vkperftest
