#include "vulkan/outside_source.h"

#include <algorithm>

#include "base/enum_table.h"
#include "cases/outside_loads.h"

namespace vkperftest {
namespace {

constexpr std::uint64_t kBytesOfElement = 16, kWordsOfElement = 4;
constexpr std::uint32_t kBoundElements = 1024; // as the kernel's constant buffer has
constexpr std::uint64_t kAllElements = 4096;   // 64 KB, so that the memory ends with the buffer

// The bound elements lie between others.
std::vector<float> wordsOf(std::uint32_t firstElement) {
    std::vector<float> words(kAllElements * kWordsOfElement, kOutsideWord);
    std::fill_n(words.begin() + static_cast<std::ptrdiff_t>(firstElement * kWordsOfElement),
                kBoundElements * kWordsOfElement, kInsideWord);
    return words;
}

Result<void> createTexture(Device& device, ResourceKind kind, OutsideSource& source) {
    const SourceResource resource{.kind = kind,
                                  .format = Format::RGBA32F,
                                  .elements = kTextureSize * kTextureSize,
                                  .bytesPerElement = kBytesOfElement};
    const std::vector<float> words(resource.bytes() / sizeof(float), kInsideWord);
    VKPERFTEST_TRY(assign(source.object, createSource(device, resource, std::as_bytes(std::span(words)))));
    source.bound.image = source.object.sampled();
    source.null.image.imageLayout = source.bound.image.imageLayout;
    source.firstElement = kTextureSize - kLoadsInside;
    return {};
}

Result<void> createBound(Device& device, ResourceKind kind, OutsideSource& source) {
    const auto first = static_cast<std::uint32_t>(kSourceLead / kBytesOfElement);
    const VkDeviceSize begin = kSourceLead, bytes = kBoundElements * kBytesOfElement;
    const std::vector<float> words = wordsOf(first);
    Buffer& buffer = source.object.buffer;
    VKPERFTEST_TRY(
        createBuffer(device, buffer, kAllElements * kBytesOfElement, bufferUsage(kind), kHostMemory));
    VKPERFTEST_TRY(writeBuffer(device, buffer, std::as_bytes(std::span(words))));
    source.bound.buffer = {buffer.buffer.get(), begin, bytes};
    source.bound.address = buffer.address + begin;
    source.null.buffer = {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
    source.firstElement = kBoundElements - kLoadsInside;
    if (!isTexelBuffer(kind)) return {};
    const VkBufferViewCreateInfo view{.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO,
                                      .buffer = buffer.buffer.get(),
                                      .format = vulkanFormat(Format::RGBA32F),
                                      .offset = begin,
                                      .range = bytes};
    VKPERFTEST_TRY(
        create(source.object.bufferView, "vkCreateBufferView", vkCreateBufferView, device.get(), view));
    source.bound.texelBuffer = source.object.bufferView.get();
    source.bound.texelFormat = source.null.texelFormat = view.format;
    return {};
}

} // namespace

Result<OutsideSource> createOutsideSource(Device& device, ResourceKind kind) {
    OutsideSource source;
    const Result<void> created =
        isImage(kind) ? createTexture(device, kind, source) : createBound(device, kind, source);
    if (!created.ok()) return created.error();
    return source;
}

std::string outsideKernel(ResourceKind kind) {
    constexpr auto kVariants = enumTable<ResourceKind, const char*>(
        {"typed", "raw", "constant", "texture", "", "rwtyped", "rwtexture", ""});
    return std::string("outside_load.") + kVariants[kind];
}

} // namespace vkperftest
