#include "vulkan/resources.h"

#include <cstring>

#include <fmt/format.h>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

constexpr VkImageSubresourceRange kWholeImage = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

VkFormatProperties formatProperties(const Device& device, Format format) {
    VkFormatProperties properties;
    vkGetPhysicalDeviceFormatProperties(device.physical(), vulkanFormat(format), &properties);
    return properties;
}

Error formatUnsupported(Format format, std::string_view feature) {
    return {ErrorKind::Unsupported, fmt::format("{} lacks {}", traits(format).textureName, feature), ""};
}

VkBufferUsageFlags usageOf(ResourceKind kind) {
    return kind == ResourceKind::TexelBuffer     ? VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT
           : kind == ResourceKind::UniformBuffer ? VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT
                                                 : VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
}

Result<void> fillBuffer(Device& device, const SourceResource& resource, const Buffer& staging,
                        SourceObject& object) {
    object.lead = resource.kind == ResourceKind::TexelBuffer ? 0 : kSourceLead;
    VKPERFTEST_TRY(createBuffer(device, object.buffer, object.lead + resource.bytes(),
                                usageOf(resource.kind) | VK_BUFFER_USAGE_TRANSFER_DST_BIT, kDeviceMemory));
    if (resource.kind == ResourceKind::TexelBuffer) {
        const VkBufferViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                          .buffer = object.buffer.buffer.get(),
                                          .format = vulkanFormat(resource.format),
                                          .range = VK_WHOLE_SIZE};
        VKPERFTEST_TRY(
            create(object.bufferView, "vkCreateBufferView", vkCreateBufferView, device.get(), view));
    }
    return device.submit([&](VkCommandBuffer commands) {
        const VkBufferCopy region{.dstOffset = object.lead, .size = resource.bytes()};
        vkCmdCopyBuffer(commands, staging.buffer.get(), object.buffer.buffer.get(), 1, &region);
        memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                      VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT);
    });
}

void transition(VkCommandBuffer commands, VkImage image, VkImageLayout from, VkImageLayout to) {
    const bool before = from == VK_IMAGE_LAYOUT_UNDEFINED;
    const VkImageMemoryBarrier barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                       .srcAccessMask = before ? VkAccessFlags{0}
                                                               : VkAccessFlags{VK_ACCESS_TRANSFER_WRITE_BIT},
                                       .dstAccessMask = before ? VkAccessFlags{VK_ACCESS_TRANSFER_WRITE_BIT}
                                                               : VkAccessFlags{VK_ACCESS_SHADER_READ_BIT},
                                       .oldLayout = from,
                                       .newLayout = to,
                                       .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                       .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
                                       .image = image,
                                       .subresourceRange = kWholeImage};
    vkCmdPipelineBarrier(commands,
                         before ? VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT : VK_PIPELINE_STAGE_TRANSFER_BIT,
                         before ? VK_PIPELINE_STAGE_TRANSFER_BIT : VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0,
                         nullptr, 0, nullptr, 1, &barrier);
}

Result<void> fillImage(Device& device, const SourceResource& resource, const Buffer& staging,
                       SourceObject& object) {
    constexpr VkExtent3D kExtent = {kTextureSize, kTextureSize, 1};
    const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .imageType = VK_IMAGE_TYPE_2D,
                                 .format = vulkanFormat(resource.format),
                                 .extent = kExtent,
                                 .mipLevels = 1,
                                 .arrayLayers = 1,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .tiling = VK_IMAGE_TILING_OPTIMAL,
                                 .usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VKPERFTEST_TRY(create(object.image, "vkCreateImage", vkCreateImage, device.get(), info));
    const VkImage image = object.image.get();
    VkMemoryRequirements requirements;
    vkGetImageMemoryRequirements(device.get(), image, &requirements);
    VKPERFTEST_TRY(assign(object.imageMemory, device.allocate(requirements, kDeviceMemory)));
    VKPERFTEST_TRY(check("vkBindImageMemory",
                         vkBindImageMemory(device.get(), image, object.imageMemory.memory.get(), 0)));
    const VkImageViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                     .image = image,
                                     .viewType = VK_IMAGE_VIEW_TYPE_2D,
                                     .format = info.format,
                                     .subresourceRange = kWholeImage};
    VKPERFTEST_TRY(create(object.imageView, "vkCreateImageView", vkCreateImageView, device.get(), view));
    return device.submit([&](VkCommandBuffer commands) {
        transition(commands, image, VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        const VkBufferImageCopy region{.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                                       .imageExtent = kExtent};
        vkCmdCopyBufferToImage(commands, staging.buffer.get(), image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1,
                               &region);
        transition(commands, image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                   VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL);
    });
}

template <class Use> Result<void> whileMapped(const Device& device, const Buffer& buffer, Use use) {
    const VkDeviceMemory memory = buffer.memory.memory.get();
    void* mapped = nullptr;
    VKPERFTEST_TRY(check("vkMapMemory", vkMapMemory(device.get(), memory, 0, VK_WHOLE_SIZE, 0, &mapped)));
    Result<void> used = use(mapped);
    vkUnmapMemory(device.get(), memory);
    return used;
}

} // namespace

VkFormat vulkanFormat(Format format) {
    constexpr auto kFormats = enumTable<Format, VkFormat>(
        {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R16_SFLOAT,
         VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32_SFLOAT,
         VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT, VK_FORMAT_R32_UINT, VK_FORMAT_R32_SINT});
    return kFormats[format];
}

Result<void> checkLinearFilter(const Device& device, Format format) {
    const VkFormatFeatureFlags features = formatProperties(device, format).optimalTilingFeatures;
    if ((features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) != 0) return {};
    return formatUnsupported(format, "VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT");
}

void memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags writes,
                   VkPipelineStageFlags to, VkAccessFlags reads) {
    const VkMemoryBarrier memory{
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = writes, .dstAccessMask = reads};
    vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

Result<void> createBuffer(const Device& device, Buffer& into, VkDeviceSize bytes, VkBufferUsageFlags usage,
                          MemoryChoices memory) {
    Buffer result{.bytes = bytes};
    const bool addressed = device.record().bufferAddresses != 0;
    if (addressed) usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    const VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = usage};
    VKPERFTEST_TRY(create(result.buffer, "vkCreateBuffer", vkCreateBuffer, device.get(), info));
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(device.get(), result.buffer.get(), &requirements);
    VKPERFTEST_TRY(assign(result.memory, device.allocate(requirements, memory)));
    VKPERFTEST_TRY(check("vkBindBufferMemory", vkBindBufferMemory(device.get(), result.buffer.get(),
                                                                  result.memory.memory.get(), 0)));
    if (addressed) {
        const VkBufferDeviceAddressInfo of{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO,
                                           .buffer = result.buffer.get()};
        const auto addressOf =
            vkGetBufferDeviceAddressKHR != nullptr ? vkGetBufferDeviceAddressKHR : vkGetBufferDeviceAddress;
        result.address = addressOf(device.get(), &of);
    }
    into = std::move(result);
    return {};
}

Result<void> writeBuffer(const Device& device, const Buffer& buffer, std::span<const std::byte> content) {
    return whileMapped(device, buffer, [&](void* mapped) {
        std::memcpy(mapped, content.data(), content.size());
        return Result<void>();
    });
}

Result<void> readBuffer(const Device& device, const Buffer& buffer, std::span<std::byte> into) {
    return whileMapped(device, buffer, [&](void* mapped) -> Result<void> {
        if ((buffer.memory.flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) == 0) {
            const VkMappedMemoryRange range{.sType = VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE,
                                            .memory = buffer.memory.memory.get(),
                                            .size = VK_WHOLE_SIZE};
            VKPERFTEST_TRY(check("vkInvalidateMappedMemoryRanges",
                                 vkInvalidateMappedMemoryRanges(device.get(), 1, &range)));
        }
        std::memcpy(into.data(), mapped, into.size());
        return {};
    });
}

Result<SourceObject> createSource(Device& device, const SourceResource& resource) {
    if (resource.kind == ResourceKind::PushConstants) return SourceObject(); // recorded with every dispatch
    const VkFormatProperties properties = formatProperties(device, resource.format);
    if (resource.kind == ResourceKind::TexelBuffer &&
        (properties.bufferFeatures & VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT) == 0) {
        return formatUnsupported(resource.format, "VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT");
    }
    constexpr VkFormatFeatureFlags kImageNeeds =
        VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    if (resource.kind == ResourceKind::Texture &&
        (properties.optimalTilingFeatures & kImageNeeds) != kImageNeeds) {
        return formatUnsupported(resource.format, "VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT or _TRANSFER_DST_BIT");
    }
    Buffer staging;
    VKPERFTEST_TRY(
        createBuffer(device, staging, resource.bytes(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kHostMemory));
    VKPERFTEST_TRY(writeBuffer(device, staging, sourceBytes(resource)));
    SourceObject object;
    const Result<void> filled = resource.kind == ResourceKind::Texture
                                    ? fillImage(device, resource, staging, object)
                                    : fillBuffer(device, resource, staging, object);
    if (filled.ok()) return object;
    if (device.hung()) {
        abandon(std::move(staging));
        abandon(std::move(object));
    }
    return filled.error();
}

} // namespace vkperftest
