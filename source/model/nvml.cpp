// NVIDIA's management library, opened at run time: it comes with the driver, and no header of it is needed.
// Functions, signatures and numbers: https://docs.nvidia.com/deploy/nvml-api, "Device Queries" and "Clocks
// Event Reasons".
#include <bit>
#include <memory>
#include <utility>

#ifdef _WIN32
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include <fmt/format.h>

#include "base/utf8_path.h"
#include "model/conditions.h"

namespace vkperftest {
namespace {

#ifdef _WIN32
constexpr const char* kLibrary = "nvml.dll";

void* openLibrary(const std::string& name) {
    return LoadLibraryW(pathOf(name).make_preferred().c_str());
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
constexpr int kMemoryClock = 2; // nvmlClockType_t NVML_CLOCK_MEM
constexpr int kGpuSensor = 0;   // nvmlTemperatureSensors_t NVML_TEMPERATURE_GPU
constexpr int kLastState = 15;  // nvmlPstates_t NVML_PSTATE_15; 32 is unknown

struct Nvml {
    int (*init)() = nullptr;
    int (*shutdown)() = nullptr;
    int (*deviceByPciAddress)(const char*, Device*) = nullptr;
    int (*clock)(Device, int type, unsigned* megahertz) = nullptr;
    int (*clockLimit)(Device, int type, unsigned* megahertz) = nullptr;
    int (*temperature)(Device, int sensor, unsigned* celsius) = nullptr;
    int (*power)(Device, unsigned* milliwatts) = nullptr;
    int (*powerState)(Device, int* state) = nullptr;
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
                          .clockLimit = number(ask<unsigned>(nvml.clockLimit, device, kShaderClock)),
                          .memoryClock = number(ask<unsigned>(nvml.clock, device, kMemoryClock)),
                          .temperature = number(ask<unsigned>(nvml.temperature, device, kGpuSensor)),
                          .power = number(ask<unsigned>(nvml.power, device), 1000)};
    const std::optional<int> state = ask<int>(nvml.powerState, device);
    if (state && *state >= 0 && *state <= kLastState) conditions.powerState = fmt::format("P{}", *state);
    if (const auto reasons = ask<unsigned long long>(nvml.throttling, device))
        conditions.throttling = namesOf(*reasons);
    return conditions;
}

} // namespace

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
    find(opened, "nvmlDeviceGetMaxClockInfo", nvml->clockLimit);
    find(opened, "nvmlDeviceGetTemperature", nvml->temperature);
    find(opened, "nvmlDeviceGetPowerUsage", nvml->power);
    find(opened, "nvmlDeviceGetPerformanceState", nvml->powerState);
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

} // namespace vkperftest
