// What all kernel drivers share: replacements for functions of libdrm and the C library, and DRM's own calls.
#include "fake_device/kernel_driver.h"

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <initializer_list>

#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <xf86drm.h>

namespace fake_device {
namespace {

constexpr const KernelDriver* kDrivers[] = {&kI915, &kNouveau};

constexpr std::uint64_t kMemory = std::uint64_t(1) << 40U; // of the node; only written pages exist
constexpr std::uint64_t kGrain = 1U << 16U;                // buffers begin at multiples of it

using Path = char[32];

// The device node is a file in memory: it can be opened by its path, mapped, copied and closed like any
// other.
struct Device {
    const KernelDriver* driver = nullptr; // null: none was asked for
    std::uint32_t model = 0;
    int node = -1;
    struct stat identity = {};
    Path path = {};
};

Device device;
std::atomic<std::uint32_t> nextGrain = 1; // 0 is not a handle
std::atomic<std::uint32_t> nextHandle = 1;

std::uint32_t fromHexadecimal(const char* text) {
    std::uint32_t value = 0;
    for (; *text != '\0'; ++text) {
        const char* const kDigits = "0123456789abcdef";
        const char* const digit = std::strchr(kDigits, *text);
        if (digit == nullptr) return 0;
        value = value * 16 + static_cast<std::uint32_t>(digit - kDigits);
    }
    return value;
}

__attribute__((constructor)) void plugIn() {
    const char* const wanted = std::getenv("VKPERFTEST_FAKE_DEVICE");
    const char* const colon = wanted != nullptr ? std::strchr(wanted, ':') : nullptr;
    if (colon == nullptr) return;
    device.node = static_cast<int>(syscall(SYS_memfd_create, "fake-device", MFD_CLOEXEC));
    if (device.node < 0 || ftruncate(device.node, static_cast<off_t>(kMemory)) != 0 ||
        fstat(device.node, &device.identity) != 0)
        return;
    std::snprintf(device.path, sizeof device.path, "/proc/self/fd/%d", device.node);
    device.model = fromHexadecimal(colon + 1);
    const auto length = static_cast<std::size_t>(colon - wanted);
    for (const KernelDriver* driver : kDrivers) {
        if (std::strlen(driver->name) == length && std::strncmp(driver->name, wanted, length) == 0)
            device.driver = driver;
    }
}

bool isNode(int file) {
    struct stat other;
    return device.driver != nullptr && fstat(file, &other) == 0 && other.st_dev == device.identity.st_dev &&
           other.st_ino == device.identity.st_ino;
}

// libdrm frees a device as one block of memory.
struct Description {
    drmDevice device;
    drmPciBusInfo bus;
    drmPciDeviceInfo info;
    char* nodes[DRM_NODE_MAX];
    Path paths[DRM_NODE_MAX];
};

drmDevicePtr describe() {
    auto* const made = static_cast<Description*>(std::calloc(1, sizeof(Description)));
    if (made == nullptr) return nullptr;
    made->info.vendor_id = device.driver->vendor;
    made->info.device_id = static_cast<std::uint16_t>(device.model);
    for (const int node : {DRM_NODE_PRIMARY, DRM_NODE_RENDER}) {
        std::memcpy(made->paths[node], device.path, sizeof device.path);
        made->device.available_nodes |= 1 << node;
    }
    for (int node = 0; node < DRM_NODE_MAX; ++node) made->nodes[node] = made->paths[node];
    made->device.nodes = made->nodes;
    made->device.bustype = DRM_BUS_PCI;
    made->device.businfo.pci = &made->bus;
    made->device.deviceinfo.pci = &made->info;
    return &made->device;
}

int describeInto(drmDevicePtr* into) {
    if (device.driver == nullptr) return -ENODEV;
    *into = describe();
    return *into != nullptr ? 0 : -ENOMEM;
}

// Like the kernel: gives as much of the text as fits, and always its whole length.
void giveText(char* into, __kernel_size_t& length, const char* text) {
    const std::size_t whole = std::strlen(text);
    if (into != nullptr) std::memcpy(into, text, whole < length ? whole : length);
    length = whole;
}

int answerVersion(drm_version& version) {
    version.version_major = 1;
    version.version_minor = 6;
    version.version_patchlevel = 0;
    giveText(version.name, version.name_len, device.driver->name);
    giveText(version.date, version.date_len, "20200101");
    giveText(version.desc, version.desc_len, "fake");
    return 0;
}

int answerCapability(drm_get_cap& asked) {
    switch (asked.capability) {
    case DRM_CAP_PRIME:
        asked.value = DRM_PRIME_CAP_IMPORT | DRM_PRIME_CAP_EXPORT;
        return 0;
    case DRM_CAP_SYNCOBJ:
    case DRM_CAP_SYNCOBJ_TIMELINE:
        asked.value = 1;
        return 0;
    default:
        asked.value = 0;
        return EINVAL;
    }
}

// DRM's own calls.
int answerCore(unsigned number, void* argument) {
    switch (number) {
    case _IOC_NR(DRM_IOCTL_VERSION):
        return answerVersion(*static_cast<drm_version*>(argument));
    case _IOC_NR(DRM_IOCTL_GET_CAP):
        return answerCapability(*static_cast<drm_get_cap*>(argument));
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_CREATE):
        static_cast<drm_syncobj_create*>(argument)->handle = newHandle();
        return 0;
    case _IOC_NR(DRM_IOCTL_GEM_CLOSE):
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_DESTROY):
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_WAIT):
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_RESET):
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_SIGNAL):
    case _IOC_NR(DRM_IOCTL_SYNCOBJ_TIMELINE_WAIT):
        return 0; // nothing runs: whatever is waited for has ended
    default:
        return EINVAL;
    }
}

} // namespace

std::uint32_t newBuffer(std::uint64_t bytes) {
    return nextGrain.fetch_add(static_cast<std::uint32_t>((bytes + kGrain - 1) / kGrain));
}

std::uint64_t bufferOffset(std::uint32_t handle) {
    return handle * kGrain;
}

std::uint32_t newHandle() {
    return nextHandle.fetch_add(1);
}

} // namespace fake_device

using namespace fake_device; // NOLINT: what follows has C's names

#define VKPERFTEST_REPLACES extern "C" __attribute__((visibility("default")))

// Shows a process that the library was preloaded.
VKPERFTEST_REPLACES const char* vkperftestFakeDevice() {
    return device.path;
}

VKPERFTEST_REPLACES int drmGetDevices2(uint32_t, drmDevicePtr devices[], int count) {
    if (device.driver == nullptr) return 0;
    if (devices == nullptr) return 1; // how many there are
    if (count < 1) return 0;
    const int failed = describeInto(&devices[0]);
    return failed != 0 ? failed : 1;
}

VKPERFTEST_REPLACES int drmGetDevice2(int file, uint32_t, drmDevicePtr* into) {
    return isNode(file) ? describeInto(into) : -ENODEV;
}

VKPERFTEST_REPLACES int drmGetDeviceFromDevId(dev_t, uint32_t, drmDevicePtr* into) {
    return describeInto(into);
}

VKPERFTEST_REPLACES int ioctl(int file, unsigned long request, ...) noexcept {
    va_list arguments;
    va_start(arguments, request);
    void* const argument = va_arg(arguments, void*);
    va_end(arguments);
    if (_IOC_TYPE(request) != DRM_IOCTL_BASE || !isNode(file))
        return static_cast<int>(syscall(SYS_ioctl, file, request, argument));
    const unsigned number = _IOC_NR(request);
    const bool own = number >= DRM_COMMAND_BASE && number < DRM_COMMAND_END;
    const int failed = own ? device.driver->answer(device.model, number - DRM_COMMAND_BASE, argument)
                           : answerCore(number, argument);
    if (failed == 0) return 0;
    errno = failed;
    return -1;
}
