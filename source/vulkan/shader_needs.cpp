#include "vulkan/shader_needs.h"

namespace vkperftest {

std::span<const ShaderNeed> shaderNeeds() {
    static constexpr ShaderNeed kNeeds[] = {
        {55, "shaderStorageImageReadWithoutFormat",
         &VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat},
        {56, "shaderStorageImageWriteWithoutFormat",
         &VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat},
        {11, "shaderInt64", &VkPhysicalDeviceFeatures::shaderInt64},
        {12, "shaderBufferInt64Atomics of VK_KHR_shader_atomic_int64", nullptr, &kAtomicInt64},
        {4433, "storageBuffer16BitAccess", nullptr, &k16BitStorage},
        {4448, "storageBuffer8BitAccess", nullptr, &k8BitStorage},
        {6033, "shaderBufferFloat32AtomicAdd of VK_EXT_shader_atomic_float", nullptr, &kAtomicFloatAdd},
    };
    return kNeeds;
}

bool declares(const Kernel& kernel, const ShaderNeed& need) {
    // Capabilities are a module's first instructions.
    constexpr std::size_t kHeaderWords = 5;
    constexpr std::uint32_t kOpCapability = 2 << 16 | 17; // two words long
    for (std::size_t at = kHeaderWords; kernel.words[at] == kOpCapability; at += 2)
        if (kernel.words[at + 1] == need.capability) return true;
    return false;
}

} // namespace vkperftest
