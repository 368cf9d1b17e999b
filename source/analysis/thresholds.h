// From which factor on a comparison of two times is a difference, and what the limits of a figure mean.
#pragma once

namespace vkperftest {

// Of two kernels with different code: on lavapipe, kernels of the same operations differ by 17 %, and few would
// rewrite a shader for less. A row below this many times its control's time does little but additions.
inline constexpr double kOtherKernel = 1.25;

// Of one kernel at another offset or with another pattern, or of loads of the same data. Between this and
// kOtherKernel, other kernels get no verdict.
inline constexpr double kSameKernel = 1.1;

// Of one row whose descriptors or addresses promise other things: the narrowest difference that every quiet run
// shows.
inline constexpr double kOtherPromise = 1.05;

// Two series of one row, or of kernels with the same loads, agree within this. Two software drivers'
// undisturbed rows agree within 1 %.
inline constexpr double kAgree = 1.02;

// Of one row under a strategy and under `set`: most strategies run one SPIR-V, and a row's samples under two
// of them were taken in one submission.
inline constexpr double kSameUnderSet = 1.01;

// The smallest change of a row between two runs that matters, unless the user asks for another (--threshold):
// it is to be found in a minute's run, and few would look for the cause of a smaller one.
inline constexpr double kOtherRun = 0.03;

// A row takes as long as a unit whose rate is known. Of 701 figures of an H100 and an H200 within 6 % of such a
// time, 677 lie within 3 %.
inline constexpr double kAtUnit = 1.03;

// A figure that takes less of the clocks of its busiest unit is none: the device left work out, or its clock is misread.
// No figure of 21 stored files takes less than 0.95 of them.
inline constexpr double kPossible = 1 / 1.1;

// A row with N loads in flight waits for their latency if its dependent control takes at least this share of N
// times as long: then each load takes its latency, whatever else is in flight.
inline constexpr double kWaits = 0.9;

// A load for each lane takes as many times as long as one for a subgroup as it has lanes, less the cost of the last
// sum over the lanes: on an H100 with 32 lanes 25.2 and 17.9 times, at least a third.
inline constexpr double kLeastOfLanes = 1.0 / 3;

} // namespace vkperftest
