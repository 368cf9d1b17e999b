// What loads outside a resource return under each kind of bounds checks, and whether that is what Vulkan
// promises. The probe (shaders/outside_load.hlsl) loads from a resource of which only a part is bound.
#pragma once

#include <vector>

#include "base/compile_settings.h"
#include "base/result.h"
#include "cases/source_data.h"

namespace vkperftest {

constexpr std::uint32_t kOutsideLoads = 256; // one by each invocation of a workgroup
constexpr std::uint32_t kLoadsInside = 32;   // the first ones

// Every word of the bound part, and of the same memory outside it.
constexpr float kInsideWord = 1, kOutsideWord = 2;

struct OutsideLoads {
    std::vector<float> beyond;   // of kOutsideLoads loads, the first of which lie inside
    std::vector<float> fromNull; // of as many from a null descriptor; empty unless the device allows it
};

// Whether Vulkan promises anything about loads outside such a resource: robustBufferAccess says nothing about
// images, and push constants have no bounds checks at all.
bool isPromised(ResourceKind kind, Robustness robustness);

// What a device that keeps the promise may return, for the scripted executor and for tests.
OutsideLoads promisedLoads(Robustness robustness);

// WrongValues names the first value that breaks the promise. Robustness::Two: loads outside and from null
// descriptors return zero. Buffer: zero, or a word of the memory that the resource is bound to.
Result<void> checkOutside(ResourceKind kind, Robustness robustness, const OutsideLoads& loads);

} // namespace vkperftest
