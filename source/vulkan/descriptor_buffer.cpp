#include "vulkan/descriptor_buffer.h"

#include <algorithm>
#include <utility>

namespace vkperftest {
namespace {

// Samplers and resources lie in one buffer.
constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT | VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT;

// `address` serves buffers; it must live as long as the result.
VkDescriptorGetInfoEXT describe(const Descriptor& descriptor, const VkDescriptorAddressInfoEXT& address) {
    VkDescriptorGetInfoEXT info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT};
    switch (descriptor.kind) {
    case BindingKind::StorageBuffer:
        info.type = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
        info.data.pStorageBuffer = &address;
        break;
    case BindingKind::UniformBuffer:
        info.type = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
        info.data.pUniformBuffer = &address;
        break;
    case BindingKind::UniformTexelBuffer:
        info.type = VK_DESCRIPTOR_TYPE_UNIFORM_TEXEL_BUFFER;
        info.data.pUniformTexelBuffer = &address;
        break;
    case BindingKind::SampledImage:
        info.type = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
        info.data.pSampledImage = &descriptor.image;
        break;
    case BindingKind::Sampler:
        info.type = VK_DESCRIPTOR_TYPE_SAMPLER;
        info.data.pSampler = &descriptor.image.sampler;
        break;
    }
    return info;
}

std::size_t sizeOf(BindingKind kind, const VkPhysicalDeviceDescriptorBufferPropertiesEXT& sizes,
                   bool robust) {
    switch (kind) {
    case BindingKind::StorageBuffer:
        return robust ? sizes.robustStorageBufferDescriptorSize : sizes.storageBufferDescriptorSize;
    case BindingKind::UniformBuffer:
        return robust ? sizes.robustUniformBufferDescriptorSize : sizes.uniformBufferDescriptorSize;
    case BindingKind::UniformTexelBuffer:
        return robust ? sizes.robustUniformTexelBufferDescriptorSize : sizes.uniformTexelBufferDescriptorSize;
    case BindingKind::SampledImage:
        return sizes.sampledImageDescriptorSize;
    case BindingKind::Sampler:
        return sizes.samplerDescriptorSize;
    }
    return 0;
}

} // namespace

VkPhysicalDeviceDescriptorBufferPropertiesEXT descriptorBufferProperties(const Device& device) {
    VkPhysicalDeviceDescriptorBufferPropertiesEXT properties{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                    .pNext = &properties};
    vkGetPhysicalDeviceProperties2(device.physical(), &all);
    return properties;
}

std::size_t storageDescriptorBytes(const Device& device) {
    return sizeOf(BindingKind::StorageBuffer, descriptorBufferProperties(device),
                  device.record().robustBufferAccess);
}

Result<Buffer> createDescriptorMemory(const Device& device, VkDeviceSize bytes, VkBufferUsageFlags usage) {
    Result<Buffer> local =
        createBuffer(device, bytes, usage, kHostMemory | VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    return local.ok() ? std::move(local) : createBuffer(device, bytes, usage, kHostMemory);
}

Result<Buffer> writeDescriptorBuffer(const Device& device, VkDescriptorSetLayout layout,
                                     std::span<const Descriptor> descriptors) {
    VkDeviceSize bytes = 0;
    vkGetDescriptorSetLayoutSizeEXT(device.get(), layout, &bytes);
    Result<Buffer> buffer = createDescriptorMemory(device, std::max<VkDeviceSize>(bytes, 1), kUsage);
    if (!buffer.ok()) return buffer;
    void* mapped = nullptr;
    const VkDeviceMemory memory = buffer.value().memory.get();
    const VkResult result = vkMapMemory(device.get(), memory, 0, VK_WHOLE_SIZE, 0, &mapped);
    if (result != VK_SUCCESS) return callFailed("vkMapMemory", result);
    const VkPhysicalDeviceDescriptorBufferPropertiesEXT sizes = descriptorBufferProperties(device);
    for (const Descriptor& descriptor : descriptors) {
        VkDeviceSize offset = 0;
        vkGetDescriptorSetLayoutBindingOffsetEXT(device.get(), layout, descriptor.binding, &offset);
        const VkDescriptorAddressInfoEXT address{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                                 .address = descriptor.address,
                                                 .range = descriptor.buffer.range,
                                                 .format = descriptor.texelFormat};
        const VkDescriptorGetInfoEXT info = describe(descriptor, address);
        vkGetDescriptorEXT(device.get(), &info,
                           sizeOf(descriptor.kind, sizes, device.record().robustBufferAccess),
                           static_cast<std::byte*>(mapped) + offset);
    }
    vkUnmapMemory(device.get(), memory);
    return buffer;
}

void recordDescriptorBuffer(VkCommandBuffer commands, VkPipelineLayout layout, const Buffer& buffer) {
    const VkDescriptorBufferBindingInfoEXT info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
                                                .address = buffer.address,
                                                .usage = kUsage};
    vkCmdBindDescriptorBuffersEXT(commands, 1, &info);
    constexpr std::uint32_t kFirst = 0;
    constexpr VkDeviceSize kStart = 0;
    vkCmdSetDescriptorBufferOffsetsEXT(commands, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &kFirst,
                                       &kStart);
}

} // namespace vkperftest
