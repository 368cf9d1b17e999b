// What each row must load, computed on the CPU: an independent statement of the kernels' addressing.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "cases/case.h"

namespace vkperftest {

// The weighted sum that each of a workgroup's 256 invocations must end with (all workgroups read the same
// addresses): over its 256 loads, the channels weighted 1, 3, 5 and 7 after narrow loads were spread as xxxx,
// xyxy, xyzx. How lanes share the loads makes no difference, so the subgroup's size makes none; what PerLane
// and Floor add up is in technique.hlsli. Rows that traverse a window do not spread their values: number k
// has the weight of channel k mod 4. Small integers, so the device's sums must be equal, not close.
// Copies sum nothing: every word that a workgroup writes, in the order of the destination
// (shaders/copy_loop.hlsli).
std::vector<float> expectedSums(const Case& row);

// The sums or words of whole workgroups against those of one: `observed` holds a multiple of as many,
// workgroup after workgroup. WrongValues names the first one that is off.
Result<void> compareSums(std::span<const float> expected, std::span<const float> observed);

// Rows that sample, a second time: so far beside the texels' centres, in texels on both axes, and what the
// filter makes of that. A quarter leaves the nearest texel what it was; at a half, the middle of four, a
// bilinear filter weighs them alike.
float filterShift(const Case& row);

// Judges the sums of a row that samples, taken so far beside the centres; `centres`: its expectedSums().
// Nearest: they must be equal to those. Bilinear: devices round what they mix, so the differences from the
// centres' sums must vary from invocation to invocation as the model's do, but for a quarter of the variance;
// the sums of nearest texels miss most of it. Where all invocations read the same texels nothing varies and
// nothing is judged.
Result<void> compareBesideCentres(const Case& row, std::span<const float> centres,
                                  std::span<const float> observed);

} // namespace vkperftest
