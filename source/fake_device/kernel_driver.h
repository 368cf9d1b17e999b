// A simulated graphics card, as Mesa's drivers see it through libdrm and ioctl. This library is preloaded
// into the process that compiles (vulkan/mesa_drivers.h); VKPERFTEST_FAKE_DEVICE, for example "i915:1912",
// names the kernel driver to imitate and the model in hexadecimal. Calls that would execute something succeed
// and do nothing.
//
// It depends only on old functions of the C library, because it must load beside older and newer versions.
#pragma once

#include <cstdint>

namespace fake_device {

struct KernelDriver {
    const char* name; // as DRM_IOCTL_VERSION gives it
    std::uint16_t
        vendor; // PCI's. The model is one of its devices, or a chipset in the driver's own numbering

    // Answers one of the driver's own calls, numbered from DRM_COMMAND_BASE. Returns 0, or the errno to fail
    // with.
    int (*answer)(std::uint32_t model, unsigned number, void* argument);
};

// One file each.
extern const KernelDriver kI915;
extern const KernelDriver kNouveau;

// A buffer object. Its memory is the device node's, from bufferOffset() on; it takes no space until it is
// written to, and is never freed.
std::uint32_t newBuffer(std::uint64_t bytes);
std::uint64_t bufferOffset(std::uint32_t handle);

// A handle for anything else.
std::uint32_t newHandle();

} // namespace fake_device
