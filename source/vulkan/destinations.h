// What rows write to that write texels: a storage texel buffer or a storage image, in place of the buffer of
// words that all other writes share (Outputs).
#pragma once

#include "cases/operation.h"
#include "vulkan/resources.h"

namespace vkperftest {

// Of the operation's resource. Unsupported names the missing format feature, or the limit that is too low. The
// image is in the general layout; a texel buffer has nothing but its buffer and its view.
Result<SourceObject> createDestination(Device& device, const Operation& operation);

// Sets every word of the image.
void recordErasure(VkCommandBuffer commands, const SourceObject& image, std::uint32_t word);

// Copies the image to the buffer, whose bytes it fills: the windows of its places one after another
// (shaders/written_texel.hlsli).
void recordReadback(VkCommandBuffer commands, const SourceObject& image, const Operation& operation,
                    const Buffer& into);

} // namespace vkperftest
