// What the probe of bounds checks (cases/outside_loads.h) loads from: a resource of which a part is bound.
#pragma once

#include <string>

#include "vulkan/resources.h"
#include "vulkan/strategy.h"

namespace vkperftest {

struct OutsideSource {
    SourceObject object;
    Descriptor bound;               // of the part
    Descriptor null;                // of nothing
    std::uint32_t firstElement = 0; // of the probe, so that its first kLoadsInside loads lie inside
};

// Not for push constants.
Result<OutsideSource> createOutsideSource(Device& device, ResourceKind kind);

// The key of the probe's kernel for such a resource.
std::string outsideKernel(ResourceKind kind);

} // namespace vkperftest
