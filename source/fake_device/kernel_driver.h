// A graphics card that is not there, as Mesa's drivers see it through libdrm and ioctl. This library is
// preloaded into the process that compiles (vulkan/mesa_drivers.h); VKPERFTEST_FAKE_DEVICE, "i915:1912",
// names the kernel driver to play and in hexadecimal the model. Calls that would execute something succeed
// and do nothing.
//
// It stands alone: the C library's old functions only, since it must load beside older and newer ones.
#pragma once

#include <cstdint>

namespace fake_device {

struct KernelDriver {
    const char* name; // as DRM_IOCTL_VERSION gives it
    std::uint16_t
        vendor; // PCI's. The model is one of its devices, or a chipset in the driver's own numbering

    // Answers a call of the driver's own, numbered from DRM_COMMAND_BASE on; 0, or the errno that it fails
    // with.
    int (*answer)(std::uint32_t model, unsigned number, void* argument);
};

// One file each.
extern const KernelDriver kI915;
extern const KernelDriver kNouveau;

// A buffer object. Its memory is that of the device node, where it begins at bufferOffset(); it holds nothing
// until it is written to, and is never given back.
std::uint32_t newBuffer(std::uint64_t bytes);
std::uint64_t bufferOffset(std::uint32_t handle);

// A handle of anything else.
std::uint32_t newHandle();

} // namespace fake_device
