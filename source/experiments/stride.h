// The experiment "stride": what does the distance between the elements of a structured buffer cost, and what
// does splitting it in two? Judged from a run of the suite of that name, separately for elements of float,
// float2 and float4. The claim: strides that do not divide a cache line of 64 or 128 bytes (24 above all) are
// slower than those that do (32).
//
// Each such stride is compared with the next larger one that divides the line, if as many bytes of both are
// read: 20, 24 and 28 with 32; 36 to 60 with 64; 80 and 96 with 128. So a stride that is slower gains by
// padding. (Compared with 32, 36 to 96 would also pay for being longer.) Smaller strides have fewer useful
// bytes and are compared with nothing; like the others, they show whether L1 misses own windows.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/judging.h"

namespace vkperftest {

// A stride is slower if its loads take this many times as long, and the split form is slower or faster by the
// same factor. Each stride has a kernel of its own, and kernels of the same operations were seen to differ by
// 17 % on lavapipe for reasons other than their loads. Besides, padding 24 bytes to 32 costs a third more
// memory, which few would pay for less.
constexpr double kStrideCosts = 1.25;

// A load misses L1 if it takes this many times as long as inside L1: the kernel is the same.
constexpr double kMissCosts = 1.25;

// What lies behind L1 delivers no more than this share of what all L1s do. The largest known share is an
// A100's: its L2 delivers 5,120 bytes a clock, and each of its 108 SMs takes 128 from L1: 37 %.
constexpr double kMostBehindL1 = 0.4;

// A stride compared with its padded form in one place, or the two arrays (stride 0) with one of stride 20.
struct StrideTime : Compared {
    unsigned stride = 0;
    unsigned padded = 0;    // the stride that it is compared with
    std::string_view place; // "inside L1", "own windows"
    std::string_view members = "float";

    bool isSplit() const { return stride == 0; }
};

// A stride in own windows, compared with the same stride inside L1.
struct WindowTime : Compared {
    unsigned stride = 0;
    std::string_view members = "float";
    std::optional<double> shareOfL1 = {}; // of the bytes that L1 can deliver; nothing if unknown
};

// Which strides to pad and which not, for each kind of elements, and whether to split.
std::string concludeStrides(const std::vector<StrideTime>& times);

// Judges the rows that the run has, inside L1 and in own windows, under the first strategy that has figures.
// A comparison is not judged if its other row is missing, or if a row was not measured or is not limited by
// loads. Findings:
// - One for each stride that does not divide the line, "inside L1, float, stride 24": Slower, NotSlower or
//   CannotSay.
// - "inside L1, split": Faster, Slower, AsFast or CannotSay.
// - "inside L1, float", the claim, borne out by strides that are slower (ClaimRows); CannotSay if 24 (of
//   float4: 48) could not be judged.
// - "misses of L1, float", whether own windows miss L1: proven for strides that take kMissCosts times as long
//   there as inside L1 and get no more than kMostBehindL1 of what L1 delivers. Holds, HoldsInPart,
//   DoesNotHold or CannotSay.
// A usage error without any row.
Result<Answer> answerStride(const RunFigures& figures);

// "inside L1, float"; `place` as in StrideTime.
std::string strideClaimSubject(CachePlace place, std::string_view members);

} // namespace vkperftest
