// What each row must load, computed on the CPU, independently of the kernels' addressing.
#pragma once

#include <span>
#include <vector>

#include "base/compile_settings.h"
#include "base/result.h"
#include "cases/case.h"
#include "cases/source_data.h"

namespace vkperftest {

// The weighted sum that each of a workgroup's 256 invocations must end with (all workgroups read the same
// addresses). It is over the invocation's 256 loads, with the channels weighted 1, 3, 5 and 7 after narrow
// loads were spread as xxxx, xyxy, xyzx. How lanes share the loads makes no difference, nor does the
// subgroup's size; what PerLane and No-load control add up is in technique.hlsli. Rows that traverse a window do not
// spread their values: number k has the weight of channel k mod 4. Those of mixed loads are the sums of their
// parts' loads (partsOf). All are small integers, so the device's
// sums must be equal, not close. Of rows that only write: writtenWords(). None of users' shaders.
std::vector<float> expectedSums(const Case& row);

// Where the invocation of a workgroup begins to load from a buffer.
std::uint32_t firstLoadedElement(Pattern pattern, std::uint32_t invocation);

// Compares the sums of whole workgroups with those of one. The size of `observed` is a multiple of
// that of `expected`, workgroup after workgroup. WrongValues names the first sum that is wrong.
Result<void> compareSums(std::span<const float> expected, std::span<const float> observed);

// What the kernel of a row that samples is given (shaders/texture_sample.hlsl), as a part of the texture or,
// of levels, as a level.
struct SampleConstants {
    float timed = 0;
    float exact = 0; // its sums must be expectedSums()
    // Then it is verified a second time. A quarter of a texel off the centres, the nearest texel stays the
    // same; in the middle of four, a bilinear filter weighs all four equally, on an image that is no plane
    // two of a row; halfway between two levels, a trilinear filter weighs them equally.
    float mixing = 0;
};

SampleConstants sampleConstants(const Case& row);

// Judges the sums of a row that samples, taken with the mixing constant; `centres`: its expectedSums(). Where
// nothing is mixed, or only equal texels, the sums must be equal to `centres`. Where a filter mixes, devices
// round what they mix, so the differences from `centres` must vary from invocation to invocation as the
// model's do, except for a quarter of the variance; the sums of nearest texels miss most of it. If all
// invocations read the same texels, nothing varies and nothing is judged. Of samples between texels or
// levels, floats must be mixed exactly: their values and weights have a few bits.
Result<void> compareBesideCentres(const Case& row, std::span<const float> centres,
                                  std::span<const float> observed);

// What loads outside a resource return under each kind of bounds checks, and whether that is what Vulkan
// promises. The probe (shaders/outside_load.hlsl) loads from a resource of which only a part is bound.

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

// WrongValues names the first value that breaks the promise. Robustness::Two: loads outside and from null
// descriptors return zero. Buffer: zero, or a word of the memory that the resource is bound to.
Result<void> checkOutside(ResourceKind kind, Robustness robustness, const OutsideLoads& loads);

} // namespace vkperftest
