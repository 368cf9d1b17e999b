// From which factor on a comparison of two times is a difference.
#pragma once

namespace vkperftest {

// Of two kernels with different code. Kernels of the same operations were seen to differ by 17 % on lavapipe
// for reasons other than their loads, and few would rewrite a shader, or pad 24 bytes to 32, for less.
inline constexpr double kOtherKernel = 1.25;

// Of one kernel at another offset, or of kernels that differ in their address arithmetic alone.
inline constexpr double kSameKernel = 1.1;

// Of one row whose descriptors or addresses promise other things: bounds checks or alignment. A run whose A/A
// control is off by less is quiet, so this is the narrowest difference that every quiet run shows.
inline constexpr double kOtherPromise = 1.05;

// Of one row under a strategy and under `set`: most strategies run one SPIR-V, and a row's samples under two of
// them were taken in one submission.
inline constexpr double kSameUnderSet = 1.01;

// A load for each lane takes as many times as long as one for a subgroup as the subgroup has lanes, less the
// cost of the last sum over the lanes. On an H100 with 32 lanes, which share nothing there, it was 25.2 times
// with typed loads and 17.9 times with StructuredBuffer<float4>: at least a third.
inline constexpr double kLeastOfLanes = 1.0 / 3;

// What lies behind L1 delivers no more than this share of what all L1s do. The largest known share is an
// A100's: its L2 delivers 5,120 bytes a clock, and each of its 108 SMs takes 128 from L1: 37 %.
inline constexpr double kMostBehindL1 = 0.4;

} // namespace vkperftest
