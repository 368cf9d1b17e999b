#include "vulkan/resources.h"

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

constexpr VkPipelineStageFlags kShaders = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;

constexpr VkExtent3D kPlane = {kTextureSize, kTextureSize, 1};
constexpr std::uint32_t kRowsOfSlice = kTextureSize / 2; // of two

const ImageForm& formOf(ImageShape shape) {
    static constexpr auto kForms = enumTable<ImageShape, ImageForm>(
        {{kPlane},
         {{kTextureSize * kTextureSize, 1, 1}, VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D},
         {{kTextureSize, kRowsOfSlice, 1}, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY, 2},
         {{kTextureSize, kRowsOfSlice, 2}, VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D},
         {kPlane, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE, 6},
         {kPlane, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, 1, 1, VK_IMAGE_TILING_LINEAR},
         {kPlane, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, 1, 2}});
    return kForms[shape];
}

VkImageSubresourceRange wholeOf(const ImageForm& form) {
    return {VK_IMAGE_ASPECT_COLOR_BIT, 0, form.levels, 0, form.layers};
}

// Of the format, in a resource of that kind and tiling.
VkFormatFeatureFlags formatFeatures(const Device& device, const SourceResource& resource) {
    VkFormatProperties properties;
    vkGetPhysicalDeviceFormatProperties(device.physical(), vulkanFormat(resource.format), &properties);
    return !isImage(resource.kind)                     ? properties.bufferFeatures
           : resource.shape == ImageShape::LinearTiled ? properties.linearTilingFeatures
                                                       : properties.optimalTilingFeatures;
}

Result<void> formatUnsupported(const SourceResource& resource, std::string_view feature) {
    if (traits(resource.format).compressed()) // a device with the feature reads all of them
        return lacking("textureCompressionBC");
    return unsupported(fmt::format("{}{} lacks {}", traits(resource.format).textureName,
                                   resource.shape == ImageShape::LinearTiled ? " with linear tiling" : "",
                                   feature));
}

// What reading such a resource needs of a format. 0: it has no texels.
struct FormatNeed {
    VkFormatFeatureFlags features = 0;
    std::string_view names = {};
};

constexpr auto kFormatNeeds = enumTable<ResourceKind, FormatNeed>({
    {VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT, "VK_FORMAT_FEATURE_UNIFORM_TEXEL_BUFFER_BIT"},
    {}, // StorageBuffer
    {}, // UniformBuffer
    {VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT,
     "VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT or _TRANSFER_DST_BIT"},
    {}, // PushConstants
    {VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT, "VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_BIT"},
    {VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT,
     "VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT or _TRANSFER_DST_BIT"},
    {}, // SpecializationConstants
});

MemoryChoices flagsOf(MemoryKind kind) {
    if (kind == MemoryKind::DeviceLocal) return kDeviceMemory;
    return kind == MemoryKind::Bar ? kBarMemory : kCachedMemory;
}

Result<void> createViews(const Device& device, const SourceResource& resource, SourceObject& object) {
    object.further.resize(resource.descriptors - 1);
    for (std::uint32_t i = 0; i < resource.descriptors; ++i) {
        auto& into = i == 0 ? object.bufferView : object.further[i - 1].bufferView;
        VKPERFTEST_TRY(createTexelView(device, into, object.buffer, vulkanFormat(resource.format),
                                       VkDeviceSize{i} * resource.bytesApart(),
                                       resource.ofOneDescriptor().bytes()));
    }
    return {};
}

// Fresh memory may hold what another buffer left there: just the right data.
constexpr std::uint32_t kNoData = 0xffffffff;

Result<void> fillBuffer(Device& device, const SourceResource& resource, const Buffer& staging,
                        SourceObject& object) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(device.physical(), &memory);
    std::uint32_t types = 0;
    VKPERFTEST_TRY(assign(types, memoryTypes(memory, resource.memory)));
    object.lead = isTexelBuffer(resource.kind) ? 0 : kSourceLead;
    VKPERFTEST_TRY(createBuffer(device, object.buffer, object.lead + resource.bytes(),
                                bufferUsage(resource.kind) | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                flagsOf(resource.memory), types));
    if (isTexelBuffer(resource.kind)) VKPERFTEST_TRY(createViews(device, resource, object));
    return device.submit([&](VkCommandBuffer commands) {
        if (object.lead > 0) vkCmdFillBuffer(commands, object.buffer.buffer.get(), 0, object.lead, kNoData);
        const VkBufferCopy region{.dstOffset = object.lead, .size = resource.bytes()};
        vkCmdCopyBuffer(commands, staging.buffer.get(), object.buffer.buffer.get(), 1, &region);
        memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                      VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT);
    });
}

Result<void> fillImage(Device& device, const SourceResource& resource, const Buffer& staging,
                       SourceObject& object) {
    ImageForm form = formOf(resource.shape);
    // Of an array of descriptors, each image has fewer rows.
    if (resource.shape == ImageShape::Plane)
        form.extent.height = resource.elements * traits(resource.format).storedTexels() / kTextureSize;
    const VkImageUsageFlags usage =
        resource.kind == ResourceKind::StorageImage ? VK_IMAGE_USAGE_STORAGE_BIT : VK_IMAGE_USAGE_SAMPLED_BIT;
    VKPERFTEST_TRY(createImage(device, object, vulkanFormat(resource.format), form, usage));
    return copyToImage(device, staging, object, form, resource.bytesPerElement);
}

Result<SourceObject> createImages(Device& device, const SourceResource& resource,
                                  std::span<const std::byte> content, VkImageLayout imageLayout) {
    const SourceResource one = resource.ofOneDescriptor();
    const std::size_t apart = resource.bytesApart();
    SourceObject first;
    for (std::uint32_t i = 0; i < resource.descriptors; ++i) {
        SourceObject image;
        VKPERFTEST_TRY(
            assign(image, createSource(device, one, content.subspan(i * apart, one.bytes()), imageLayout)));
        if (i == 0) {
            first = std::move(image);
        } else {
            first.further.push_back(std::move(image));
        }
    }
    return first;
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
    static constexpr VkFormat kAll[] = {
        VK_FORMAT_R8_UNORM,
        VK_FORMAT_R8G8_UNORM,
        VK_FORMAT_R8G8B8A8_UNORM,
        VK_FORMAT_R16_SFLOAT,
        VK_FORMAT_R16G16_SFLOAT,
        VK_FORMAT_R16G16B16A16_SFLOAT,
        VK_FORMAT_R32_SFLOAT,
        VK_FORMAT_R32G32_SFLOAT,
        VK_FORMAT_R32G32B32A32_SFLOAT,
        VK_FORMAT_R32_UINT,
        VK_FORMAT_R32_SINT,
        VK_FORMAT_R8_UINT,
        VK_FORMAT_R8G8_UINT,
        VK_FORMAT_R8G8B8A8_UINT,
        VK_FORMAT_R16_UINT,
        VK_FORMAT_R16G16_UINT,
        VK_FORMAT_R16G16B16A16_UINT,
        VK_FORMAT_R32G32_UINT,
        VK_FORMAT_R32G32B32A32_UINT,
        VK_FORMAT_R8_SINT,
        VK_FORMAT_R8G8_SINT,
        VK_FORMAT_R8G8B8A8_SINT,
        VK_FORMAT_R16_SINT,
        VK_FORMAT_R16G16_SINT,
        VK_FORMAT_R16G16B16A16_SINT,
        VK_FORMAT_R32G32_SINT,
        VK_FORMAT_R32G32B32A32_SINT,
        VK_FORMAT_R8_SNORM,
        VK_FORMAT_R8G8_SNORM,
        VK_FORMAT_R8G8B8A8_SNORM,
        VK_FORMAT_R16_UNORM,
        VK_FORMAT_R16G16_UNORM,
        VK_FORMAT_R16G16B16A16_UNORM,
        VK_FORMAT_R16_SNORM,
        VK_FORMAT_R16G16_SNORM,
        VK_FORMAT_R16G16B16A16_SNORM,
        VK_FORMAT_A2B10G10R10_UNORM_PACK32,
        VK_FORMAT_A2B10G10R10_UINT_PACK32,
        VK_FORMAT_B10G11R11_UFLOAT_PACK32,
        VK_FORMAT_E5B9G9R9_UFLOAT_PACK32,
        VK_FORMAT_R8G8B8A8_SRGB,
        VK_FORMAT_R32G32B32_SFLOAT,
        VK_FORMAT_BC1_RGB_UNORM_BLOCK,
        VK_FORMAT_BC3_UNORM_BLOCK,
        VK_FORMAT_BC7_UNORM_BLOCK,
    };
    constexpr auto kFormats = enumTable<Format, VkFormat>(kAll);
    return kFormats[format];
}

Result<std::uint32_t> memoryTypes(const VkPhysicalDeviceMemoryProperties& properties, MemoryKind kind) {
    if (kind == MemoryKind::DeviceLocal) return kAnyMemoryType;
    const std::uint32_t usual =
        chooseMemoryType(properties, kAnyMemoryType, kDeviceMemory).value_or(VK_MAX_MEMORY_TYPES);
    const VkMemoryPropertyFlags wanted = *flagsOf(kind).begin();
    const std::string_view names =
        kind == MemoryKind::Bar
            ? "VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT and VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT"
            : "VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT and VK_MEMORY_PROPERTY_HOST_CACHED_BIT";
    std::uint32_t types = 0;
    for (std::uint32_t type = 0; type < properties.memoryTypeCount; ++type) {
        if ((properties.memoryTypes[type].propertyFlags & wanted) != wanted) continue;
        if (type == usual) return unsupported(fmt::format("device-local memory itself has {}", names));
        types |= 1u << type;
    }
    if (types != 0) return types;
    return unsupported(fmt::format("no memory type has {}", names));
}

Result<void> checkSampler(const Device& device, Sampler sampler, const SourceResource& resource) {
    if (sampler == Sampler::None || sampler == Sampler::Nearest || sampler == Sampler::Gather) return {};
    if ((formatFeatures(device, resource) & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) == 0)
        return formatUnsupported(resource, "VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT");
    const std::uint32_t wanted = anisotropyOf(sampler), most = device.mostAnisotropy();
    if (wanted <= most) return {};
    if (most == 0) return lacking("samplerAnisotropy");
    return Error{ErrorKind::Unsupported, fmt::format("maxSamplerAnisotropy is {}", most), "",
                 std::to_string(wanted)};
}

Result<void> checkFormat(const Device& device, const SourceResource& resource, bool atomics) {
    constexpr FormatNeed kOfImage = {VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT,
                                     "VK_FORMAT_FEATURE_STORAGE_IMAGE_ATOMIC_BIT"};
    constexpr FormatNeed kOfBuffer = {VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_ATOMIC_BIT,
                                      "VK_FORMAT_FEATURE_STORAGE_TEXEL_BUFFER_ATOMIC_BIT"};
    const bool image = isImage(resource.kind);
    std::vector<FormatNeed> needs = {kFormatNeeds[resource.kind]};
    if (atomics) needs.push_back(image ? kOfImage : kOfBuffer);
    for (const FormatNeed& need : needs) {
        if (need.features != 0 && (formatFeatures(device, resource) & need.features) != need.features)
            return formatUnsupported(resource, need.names);
    }
    // It decompresses images only for draws; dispatches read zeros.
    if (traits(resource.format).compressed() && device.record().driverId == VK_DRIVER_ID_GOOGLE_SWIFTSHADER)
        return lacking("textureCompressionBC in compute shaders");
    return {};
}

Result<void> createTexelView(const Device& device, Owned<VkBufferView, vkDestroyBufferView>& into,
                             const Buffer& buffer, VkFormat format, VkDeviceSize offset, VkDeviceSize range) {
    const VkBufferViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                      .buffer = buffer.buffer.get(),
                                      .format = format,
                                      .offset = offset,
                                      .range = range};
    return create(into, "vkCreateBufferView", vkCreateBufferView, device.get(), view);
}

void transition(VkCommandBuffer commands, VkImage image, const VkImageSubresourceRange& whole,
                VkImageLayout from, VkImageLayout to) {
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
                                       .subresourceRange = whole};
    vkCmdPipelineBarrier(commands,
                         before ? VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT : VK_PIPELINE_STAGE_TRANSFER_BIT,
                         before ? VK_PIPELINE_STAGE_TRANSFER_BIT : VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0, 0,
                         nullptr, 0, nullptr, 1, &barrier);
}

VkBufferUsageFlags bufferUsage(ResourceKind kind) {
    constexpr auto kUsage = enumTable<ResourceKind, VkBufferUsageFlags>(
        {VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
         VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT, 0, 0, VK_BUFFER_USAGE_STORAGE_TEXEL_BUFFER_BIT, 0, 0});
    return kUsage[kind];
}

void memoryBarrier(VkCommandBuffer commands, VkPipelineStageFlags from, VkAccessFlags writes,
                   VkPipelineStageFlags to, VkAccessFlags reads) {
    const VkMemoryBarrier memory{
        .sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER, .srcAccessMask = writes, .dstAccessMask = reads};
    vkCmdPipelineBarrier(commands, from, to, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

void dispatchBarrier(VkCommandBuffer commands) {
    memoryBarrier(commands, kShaders, VK_ACCESS_SHADER_WRITE_BIT, kShaders,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void recordErasure(VkCommandBuffer commands, const Buffer& buffer, std::uint32_t word) {
    vkCmdFillBuffer(commands, buffer.buffer.get(), 0, VK_WHOLE_SIZE, word);
    memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, kShaders,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

void recordHostBarrier(VkCommandBuffer commands) {
    memoryBarrier(commands, kShaders, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                  VK_ACCESS_HOST_READ_BIT);
}

void recordReadback(VkCommandBuffer commands, const std::function<void()>& copy) {
    memoryBarrier(commands, kShaders, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT,
                  VK_ACCESS_TRANSFER_READ_BIT);
    copy();
    memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                  VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
}

void recordReadback(VkCommandBuffer commands, const Buffer& from, const Buffer& into) {
    recordReadback(commands, [&] {
        const VkBufferCopy region{.size = from.bytes};
        vkCmdCopyBuffer(commands, from.buffer.get(), into.buffer.get(), 1, &region);
    });
}

Result<void> createBuffer(const Device& device, Buffer& into, VkDeviceSize bytes, VkBufferUsageFlags usage,
                          MemoryChoices memory, std::uint32_t types) {
    Buffer result{.bytes = bytes};
    const bool addressed = device.record().bufferAddresses != 0;
    if (addressed) usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
    const VkBufferCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = bytes, .usage = usage};
    VKPERFTEST_TRY(create(result.buffer, "vkCreateBuffer", vkCreateBuffer, device.get(), info));
    VkMemoryRequirements requirements;
    vkGetBufferMemoryRequirements(device.get(), result.buffer.get(), &requirements);
    requirements.memoryTypeBits &= types;
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

Result<void> createImage(const Device& device, SourceObject& object, VkFormat format, const ImageForm& form,
                         VkImageUsageFlags usage) {
    const bool cube = form.view == VK_IMAGE_VIEW_TYPE_CUBE;
    const VkImageCreateInfo info{.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
                                 .flags = cube ? VkImageCreateFlags{VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT} : 0,
                                 .imageType = form.type,
                                 .format = format,
                                 .extent = form.extent,
                                 .mipLevels = form.levels,
                                 .arrayLayers = form.layers,
                                 .samples = VK_SAMPLE_COUNT_1_BIT,
                                 .tiling = form.tiling,
                                 .usage = usage | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
    VKPERFTEST_TRY(create(object.image, "vkCreateImage", vkCreateImage, device.get(), info));
    const VkImage image = object.image.get();
    VkMemoryRequirements requirements;
    vkGetImageMemoryRequirements(device.get(), image, &requirements);
    VKPERFTEST_TRY(assign(object.imageMemory, device.allocate(requirements, kDeviceMemory)));
    VKPERFTEST_TRY(check("vkBindImageMemory",
                         vkBindImageMemory(device.get(), image, object.imageMemory.memory.get(), 0)));
    const VkImageViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
                                     .image = image,
                                     .viewType = form.view,
                                     .format = format,
                                     .subresourceRange = wholeOf(form)};
    return create(object.imageView, "vkCreateImageView", vkCreateImageView, device.get(), view);
}

Result<void> copyToImage(Device& device, const Buffer& from, const SourceObject& object,
                         const ImageForm& form, VkDeviceSize texelBytes) {
    const VkImage image = object.image.get();
    std::vector<VkBufferImageCopy> regions;
    VkExtent3D extent = form.extent;
    VkDeviceSize offset = 0;
    for (std::uint32_t level = 0; level < form.levels; ++level) {
        regions.push_back({.bufferOffset = offset,
                           .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, level, 0, form.layers},
                           .imageExtent = extent});
        offset += texelBytes * extent.width * extent.height * extent.depth * form.layers;
        extent = {std::max(1u, extent.width / 2), std::max(1u, extent.height / 2),
                  std::max(1u, extent.depth / 2)};
    }
    return device.submit([&](VkCommandBuffer commands) {
        transition(commands, image, wholeOf(form), VK_IMAGE_LAYOUT_UNDEFINED,
                   VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
        vkCmdCopyBufferToImage(commands, from.buffer.get(), image, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                               static_cast<std::uint32_t>(regions.size()), regions.data());
        transition(commands, image, wholeOf(form), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, object.imageLayout);
    });
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

Result<SourceObject> createSource(Device& device, const SourceResource& resource, VkImageLayout imageLayout) {
    if (!hasDescriptor(resource.kind))
        return SourceObject(); // recorded with every dispatch, or in the pipeline
    return createSource(device, resource, sourceBytes(resource), imageLayout);
}

Result<SourceObject> createSource(Device& device, const SourceResource& resource,
                                  std::span<const std::byte> content, VkImageLayout imageLayout) {
    if (isImage(resource.kind) && resource.descriptors > 1)
        return createImages(device, resource, content, imageLayout);
    VKPERFTEST_TRY(checkFormat(device, resource));
    Buffer staging;
    VKPERFTEST_TRY(
        createBuffer(device, staging, resource.bytes(), VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kHostMemory));
    VKPERFTEST_TRY(writeBuffer(device, staging, content));
    SourceObject object;
    object.imageLayout = resource.kind == ResourceKind::StorageImage ? VK_IMAGE_LAYOUT_GENERAL : imageLayout;
    VKPERFTEST_TRY(isImage(resource.kind) ? fillImage(device, resource, staging, object)
                                          : fillBuffer(device, resource, staging, object));
    return object;
}

} // namespace vkperftest
