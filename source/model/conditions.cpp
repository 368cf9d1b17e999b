#include "model/conditions.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <future>
#include <memory>
#include <string_view>
#include <utility>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/text.h"
#include "base/utf8_path.h"

namespace vkperftest {
namespace {

namespace fs = std::filesystem;

// Of a clock's levels, "1: 500Mhz *", that with the star.
std::optional<double> currentLevel(const fs::path& path) {
    for (const std::string& line : readLines(path)) {
        const std::size_t colon = line.find(':'), unit = line.find("Mhz");
        if (colon == std::string::npos || unit == std::string::npos || unit < colon) continue;
        const std::optional<long long> number =
            parseInteger(trim(std::string_view(line).substr(colon + 1, unit - colon - 1)));
        if (line.ends_with('*') && number && *number > 0) return static_cast<double>(*number); // 0: asleep
    }
    return std::nullopt;
}

Conditions read(const fs::path& device) {
    Conditions conditions{.clock = currentLevel(device / "pp_dpm_sclk")};
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

Result<ReadConditions> openAmdFiles(const std::string& device) {
    std::error_code failed;
    if (!fs::exists(fs::path(device) / "pp_dpm_sclk", failed))
        return Error{ErrorKind::Unsupported, "amdgpu's files are missing", ""};
    return ReadConditions([folder = fs::path(device)] { return read(folder); });
}

// Where a driver keeps its files; GT 0 has the shader cores.
struct Places {
    fs::path clock;
    fs::path throttling;       // a folder of flags
    std::string throttleStart; // of the flags' names
};

std::optional<Places> findPlaces(const fs::path& device) {
    std::error_code failed;
    const fs::path xe = device / "tile0" / "gt0" / "freq0";
    if (fs::exists(xe / "act_freq", failed)) return Places{xe / "act_freq", xe / "throttle", "reason_"};
    for (const fs::path& card : entries(device / "drm", "card")) {
        if (fs::exists(card / "gt_act_freq_mhz", failed))
            return Places{card / "gt_act_freq_mhz", card / "gt" / "gt0", "throttle_reason_"};
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
    Conditions conditions{.clock = readNumber(places.clock), .throttling = readThrottling(places)};
    if (conditions.clock == 0) conditions.clock.reset(); // asleep
    for (const fs::path& sensors : entries(device / "hwmon", "hwmon")) {
        conditions.temperature = readNumber(sensors / "temp1_input", 1e3); // i915
        if (!conditions.temperature) conditions.temperature = readNumber(sensors / "temp2_input", 1e3); // xe
    }
    return conditions;
}

Result<ReadConditions> openIntelFiles(const std::string& device) {
    const std::optional<Places> places = findPlaces(device);
    if (!places) return Error{ErrorKind::Unsupported, "the files of i915 or xe are missing", ""};
    return ReadConditions([folder = fs::path(device), found = *places] { return read(folder, found); });
}

// NVIDIA's management library, opened at run time: it comes with the driver, and no header of it is needed.
// Functions, signatures and numbers: https://docs.nvidia.com/deploy/nvml-api, "Device Queries" and "Clocks
// Event Reasons".

#ifdef _WIN32
constexpr const char* kLibrary = "nvml.dll";

// The driver's own lies in the system's folder; a file beside the program is none of it.
void* openLibrary(const std::string& name) {
    const DWORD where = name == kLibrary ? LOAD_LIBRARY_SEARCH_SYSTEM32 : 0;
    return LoadLibraryExW(pathOf(name).make_preferred().c_str(), nullptr, where);
}

template <class Function> void find(void* library, const char* name, Function& function) {
    function = std::bit_cast<Function>(GetProcAddress(static_cast<HMODULE>(library), name));
}
#else
constexpr const char* kLibrary = "libnvidia-ml.so.1";

void* openLibrary(const std::string& name) {
    return dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
}

template <class Function> void find(void* library, const char* name, Function& function) {
    function = std::bit_cast<Function>(dlsym(library, name));
}
#endif

using Device = void*;           // nvmlDevice_t
constexpr int kSuccess = 0;     // nvmlReturn_t NVML_SUCCESS
constexpr int kShaderClock = 1; // nvmlClockType_t NVML_CLOCK_SM
constexpr int kGpuSensor = 0;   // nvmlTemperatureSensors_t NVML_TEMPERATURE_GPU

struct Nvml {
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    int (*deviceByPciAddress)(const char*, Device*) = nullptr;
    int (*clock)(Device, int type, unsigned* megahertz) = nullptr;
    int (*temperature)(Device, int sensor, unsigned* celsius) = nullptr;
    int (*power)(Device, unsigned* milliwatts) = nullptr;
    int (*throttling)(Device, unsigned long long* reasons) = nullptr;
    Device device = nullptr;
    bool open = false;

    // The library itself stays loaded: drivers of NVIDIA's may share it.
    ~Nvml() {
        if (open && shutdown != nullptr) shutdown();
    }
};

// What holds the clock down, apart from the user's own setting (0x2) and idling (0x1).
std::vector<std::string> namesOf(unsigned long long reasons) {
    constexpr std::pair<unsigned long long, const char*> kReasons[] = {
        {0x4, "power cap"},      {0x8, "hardware slowdown"},         {0x10, "sync boost"},
        {0x20, "temperature"},   {0x40, "temperature, by hardware"}, {0x80, "power brake"},
        {0x100, "display clock"}};
    constexpr unsigned long long kNoThrottling = 0x3;
    std::vector<std::string> names;
    unsigned long long unnamed = reasons & ~kNoThrottling;
    for (const auto& [bit, name] : kReasons) {
        if ((reasons & bit) != 0) names.emplace_back(name);
        unnamed &= ~bit;
    }
    if (unnamed != 0) names.push_back(fmt::format("other ({:#x})", unnamed));
    return names;
}

// The value that an NVML function returns; nothing if the driver lacks the function, or the device the value.
template <class Value, class Function, class... Arguments>
std::optional<Value> ask(Function function, Arguments... arguments) {
    Value value{};
    if (function == nullptr || function(arguments..., &value) != kSuccess) return std::nullopt;
    return value;
}

Conditions read(const Nvml& nvml) {
    const auto number = [](std::optional<unsigned> value, double divisor = 1) -> std::optional<double> {
        if (!value || *value == 0) return std::nullopt; // 0: not reported
        return *value / divisor;
    };
    const Device device = nvml.device;
    Conditions conditions{.clock = number(ask<unsigned>(nvml.clock, device, kShaderClock)),
                          .temperature = number(ask<unsigned>(nvml.temperature, device, kGpuSensor)),
                          .power = number(ask<unsigned>(nvml.power, device), 1000)};
    if (const auto reasons = ask<unsigned long long>(nvml.throttling, device))
        conditions.throttling = namesOf(*reasons);
    return conditions;
}

Result<ReadConditions> openNvml(const std::string& pciAddress, const std::string& library) {
    const std::string name = library.empty() ? kLibrary : library;
    const auto missing = [](std::string cause) {
        return Error{ErrorKind::Unsupported, std::move(cause), ""};
    };
    void* const opened = openLibrary(name);
    if (opened == nullptr) return missing(fmt::format("NVIDIA's {} cannot be opened", name));
    const auto nvml = std::make_shared<Nvml>();
    find(opened, "nvmlInit_v2", nvml->init);
    find(opened, "nvmlShutdown", nvml->shutdown);
    find(opened, "nvmlDeviceGetHandleByPciBusId_v2", nvml->deviceByPciAddress);
    find(opened, "nvmlDeviceGetClockInfo", nvml->clock);
    find(opened, "nvmlDeviceGetTemperature", nvml->temperature);
    find(opened, "nvmlDeviceGetPowerUsage", nvml->power);
    find(opened, "nvmlDeviceGetCurrentClocksEventReasons", nvml->throttling);
    if (nvml->throttling == nullptr) // its name before driver 535
        find(opened, "nvmlDeviceGetCurrentClocksThrottleReasons", nvml->throttling);
    if (nvml->init == nullptr || nvml->deviceByPciAddress == nullptr)
        return missing(
            fmt::format("{} has no function nvmlInit_v2 or nvmlDeviceGetHandleByPciBusId_v2", name));
    if (const int code = nvml->init(); code != kSuccess)
        return missing(fmt::format("nvmlInit_v2 returned {}", code));
    nvml->open = true;
    if (const int code = nvml->deviceByPciAddress(pciAddress.c_str(), &nvml->device); code != kSuccess)
        return missing(fmt::format("NVIDIA's library does not know the device {} ({})", pciAddress, code));
    return ReadConditions([nvml] { return read(*nvml); });
}

} // namespace

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
