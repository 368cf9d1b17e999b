#include "vulkan/destinations.h"

#include <array>

#include <fmt/format.h>

#include "cases/case.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kWindowWidth = 16; // texels
constexpr VkImageSubresourceRange kWholeImage = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};

VkExtent3D windowOf(const SourceResource& resource) {
    return {kWindowWidth, resource.elements / (kCopySlots * kWindowWidth), 1};
}

// Devices that list features of formats in 64 bits need not write every format undeclared, whatever
// shaderStorageImageWriteWithoutFormat says.
Result<void> checkUndeclaredStores(const Device& device, const SourceResource& resource) {
    const Offer disassembly{{VK_KHR_FORMAT_FEATURE_FLAGS_2_EXTENSION_NAME}, {}, VK_API_VERSION_1_3};
    if (!offers(device.physical(), disassembly)) return {};
    VkFormatProperties3 listed{.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_3};
    VkFormatProperties2 all{.sType = VK_STRUCTURE_TYPE_FORMAT_PROPERTIES_2, .pNext = &listed};
    vkGetPhysicalDeviceFormatProperties2(device.physical(), vulkanFormat(resource.format), &all);
    const VkFormatFeatureFlags2 features =
        isImage(resource.kind) ? listed.optimalTilingFeatures : listed.bufferFeatures;
    if ((features & VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT) != 0) return {};
    return Error{ErrorKind::Unsupported,
                 fmt::format("{} lacks VK_FORMAT_FEATURE_2_STORAGE_WRITE_WITHOUT_FORMAT_BIT",
                             traits(resource.format).textureName),
                 ""};
}

Result<void> createTexels(const Device& device, const SourceResource& resource, SourceObject& object) {
    VkPhysicalDeviceProperties properties;
    vkGetPhysicalDeviceProperties(device.physical(), &properties);
    const std::uint32_t most = properties.limits.maxTexelBufferElements;
    if (most < resource.elements) {
        return Error{
            ErrorKind::Unsupported,
            fmt::format("maxTexelBufferElements is {}, but the row needs {}", most, resource.elements), ""};
    }
    VKPERFTEST_TRY(createBuffer(device, object.buffer, resource.bytes(),
                                bufferUsage(resource.kind) | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                    VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                kDeviceMemory));
    return createTexelView(device, object, resource.format);
}

} // namespace

Result<SourceObject> createDestination(Device& device, const Operation& operation) {
    const SourceResource& resource = operation.source;
    VKPERFTEST_TRY(checkFormat(device, resource, operation.atomic != Atomic::None));
    if (operation.atomic == Atomic::None) VKPERFTEST_TRY(checkUndeclaredStores(device, resource));
    SourceObject object;
    if (isTexelBuffer(resource.kind)) {
        VKPERFTEST_TRY(createTexels(device, resource, object));
        return object;
    }
    object.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    ImageForm form = {windowOf(resource)};
    form.extent.width *= kCopySlots;
    VKPERFTEST_TRY(createImage(device, object, vulkanFormat(resource.format), form,
                               VK_IMAGE_USAGE_STORAGE_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT));
    const Result<void> made = device.submit([&](VkCommandBuffer commands) {
        transition(commands, object.image.get(), kWholeImage, VK_IMAGE_LAYOUT_UNDEFINED, object.imageLayout);
    });
    if (made.ok()) return object;
    if (device.hung()) abandon(std::move(object));
    return made.error();
}

void recordErasure(VkCommandBuffer commands, const SourceObject& image, std::uint32_t word) {
    const VkClearColorValue words{.uint32 = {word, word, word, word}};
    vkCmdClearColorImage(commands, image.image.get(), image.imageLayout, &words, 1, &kWholeImage);
}

void recordReadback(VkCommandBuffer commands, const SourceObject& image, const Operation& operation,
                    const Buffer& into) {
    std::array<VkBufferImageCopy, kCopySlots> windows{};
    for (std::uint32_t slot = 0; slot < kCopySlots; ++slot) {
        windows[slot] = {.bufferOffset = operation.source.bytes() / kCopySlots * VkDeviceSize{slot},
                         .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                         .imageOffset = {static_cast<std::int32_t>(slot * kWindowWidth), 0, 0},
                         .imageExtent = windowOf(operation.source)};
    }
    vkCmdCopyImageToBuffer(commands, image.image.get(), image.imageLayout, into.buffer.get(), kCopySlots,
                           windows.data());
}

} // namespace vkperftest
