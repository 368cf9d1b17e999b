// What each row must load, computed on the CPU, independently of the kernels' addressing.
#pragma once

#include <span>
#include <vector>

#include "base/result.h"
#include "cases/case.h"

namespace vkperftest {

// The weighted sum that each of a workgroup's 256 invocations must end with (all workgroups read the same
// addresses). It is over the invocation's 256 loads, with the channels weighted 1, 3, 5 and 7 after narrow
// loads were spread as xxxx, xyxy, xyzx. How lanes share the loads makes no difference, nor does the
// subgroup's size; what PerLane and Floor add up is in technique.hlsli. Rows that traverse a window do not
// spread their values: number k has the weight of channel k mod 4. All are small integers, so the device's
// sums must be equal, not close. Copies sum nothing: for them, every word that a workgroup writes, in the
// order of the destination (shaders/copy_loop.hlsli).
std::vector<float> expectedSums(const Case& row);

// Compares the sums or words of whole workgroups with those of one. The size of `observed` is a multiple of
// that of `expected`, workgroup after workgroup. WrongValues names the first value that is wrong.
Result<void> compareSums(std::span<const float> expected, std::span<const float> observed);

// Rows that sample are verified a second time, this far off the texels' centres, in texels on both axes. At a
// quarter the nearest texel stays the same; at a half, in the middle of four, a bilinear filter weighs all
// four equally.
float filterShift(const Case& row);

// Judges the sums of a row that samples, taken that far off the centres; `centres`: its expectedSums().
// Nearest: the sums must be equal to `centres`. Bilinear: devices round what they mix, so the differences
// from `centres` must vary from invocation to invocation as the model's do, except for a quarter of the
// variance; the sums of nearest texels miss most of it. If all invocations read the same texels, nothing
// varies and nothing is judged.
Result<void> compareBesideCentres(const Case& row, std::span<const float> centres,
                                  std::span<const float> observed);

} // namespace vkperftest
