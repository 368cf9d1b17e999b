// Stands for NVIDIA's management library, with a GPU at each of three PCI addresses: 1 is busy and throttled, 2 idles
// under clocks that its user has chosen, 3 tells nothing. Built with OLD_NVML it is that of an old driver.
#include <cstring>

#ifdef _WIN32
#define FAKE extern "C" __declspec(dllexport)
#else
#define FAKE extern "C" __attribute__((visibility("default")))
#endif

namespace {

constexpr int kSuccess = 0, kNotFound = 6, kNotSupported = 3;
int gpus[] = {1, 2, 3};
bool initialised = false;

int give(void* gpu, unsigned* target, unsigned value) {
    if (!initialised) return 1;
    if (*static_cast<int*>(gpu) == 3) return kNotSupported;
    *target = value;
    return kSuccess;
}

} // namespace

FAKE int nvmlInit_v2() {
    initialised = true;
    return kSuccess;
}

FAKE int nvmlShutdown() {
    initialised = false;
    return kSuccess;
}

FAKE int nvmlDeviceGetHandleByPciBusId_v2(const char* address, void** device) {
    for (int& gpu : gpus) {
        const char expected[] = {'0', '0', '0', '0', ':', '0', static_cast<char>('0' + gpu),
                                 ':', '0', '0', '.', '0', 0};
        if (std::strcmp(address, expected) != 0) continue;
        *device = &gpu;
        return kSuccess;
    }
    return kNotFound;
}

FAKE int nvmlDeviceGetClockInfo(void* gpu, int type, unsigned* megahertz) {
    return give(gpu, megahertz, type == 1 ? 2520 : 7);
}

#ifdef OLD_NVML
FAKE int nvmlDeviceGetCurrentClocksThrottleReasons(void*, unsigned long long* reasons) {
    *reasons = 0x8;
    return kSuccess;
}
#else
FAKE int nvmlDeviceGetTemperature(void* gpu, int sensor, unsigned* celsius) {
    return give(gpu, celsius, sensor == 0 ? 61 : 7);
}

FAKE int nvmlDeviceGetPowerUsage(void* gpu, unsigned* milliwatts) {
    return give(gpu, milliwatts, 312500);
}

FAKE int nvmlDeviceGetCurrentClocksEventReasons(void* gpu, unsigned long long* reasons) {
    if (*static_cast<int*>(gpu) == 3) return kNotSupported;
    *reasons = *static_cast<int*>(gpu) == 1 ? 0x1000000000024 : 0x3;
    return kSuccess;
}
#endif
