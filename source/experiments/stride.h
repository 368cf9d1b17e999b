// The experiment "stride": what does the distance between the elements of a structured buffer cost, and what
// splitting it in two? Judged from a run of the suite of that name, against the claim that strides that do
// not divide a cache line of 64 or 128 bytes (24 above all) are slower than those that do (32).
//
// Each such stride of which the same 20 bytes are read is compared with the next larger one that divides the
// line: 20, 24 and 28 with 32; 36 to 60 with 64; 80 and 96 with 128. So a stride that is slower gains by
// padding. (Against 32, 36 to 96 would also pay for being longer.) Strides of 4 to 16 are there to be read in
// the table: with fewer useful bytes, they compare with nothing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/judging.h"

namespace vkperftest {

// A stride is slower if its loads take so many times as long, and the split form slower or faster by the same
// factor. Each stride has a kernel of its own, and kernels of the same operations were seen to differ by 17 %
// on lavapipe with nothing behind it; and padding 24 bytes to 32 costs a third more memory, which few would
// pay for less.
constexpr double kStrideCosts = 1.25;

// A stride against its padded form in one place, or the two arrays (stride 0) against one of stride 20.
struct StrideTime : Compared {
    unsigned stride = 0;
    unsigned padded = 0;    // the stride that it is compared with
    std::string_view place; // "inside L1", "outside L1"

    bool isSplit() const { return stride == 0; }
};

// Which strides to pad and which not, and whether to split.
std::string concludeStrides(const std::vector<StrideTime>& times);

// Of what the run has rows of, inside L1 and outside; judged is the first strategy that has figures. Comparisons whose
// other row is missing, that were not measured or are not limited by loads are not judged.
// - One finding for each stride that does not divide the line: Slower, NotSlower or CannotSay.
// - "inside L1, split": Faster, Slower, AsFast or CannotSay.
// - "inside L1", the claim, borne out by strides that are slower (ClaimRows); CannotSay if 24 could not be judged.
// A usage error without any row.
Result<Answer> answerStride(const RunFigures& figures);

} // namespace vkperftest
