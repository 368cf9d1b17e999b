// How much was a run disturbed? This is judged from the run alone, so that a file can be judged, too. The grade says what
// to expect of the intervals and hides nothing.
//
// The bounds were chosen on 68 runs of lavapipe beside none to three busy loops and several compilers, and on runs of an
// H100, an H200 and three simulated GPUs. Of a quiet run of lavapipe, 9 % of the samples are disturbed, 2 % of the
// figures are wider than +-3 % and the A/A control is off by 0.0 %; of GPUs none, none and at most 0.1 %.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "stats/paired.h"

namespace vkperftest {

enum class Grade {
    Good,
    Noisy,     // many samples were disturbed, or many intervals are wide
    Disturbed, // most samples were disturbed, or most intervals are wide
};

std::string_view gradeName(Grade grade); // "good"

// What a run shows of itself. The baseline, 1 by definition, is not among its figures.
struct QualityFacts {
    double setAside = 0;                  // share of the samples that were disturbed
    std::optional<PairedRatio> aaControl; // the baseline against itself; nothing if it was not measured
    std::vector<PairedRatio> ratios;      // of all figures, at least one; of windows, the times
    double wide = 0.06;                   // an interval that is wider than this, relative, is wide
};

struct RunQuality {
    Grade grade = Grade::Good;
    std::vector<std::string> reasons; // why it is not good, a clause each, the worst first
    QualityFacts facts;
    double wideShare = 0;      // of the figures: with a wide interval, or without one
    double aaControlError = 0; // by how much the A/A control is off beyond what its own interval allows for
};

// By how much the A/A control is off beyond what its own interval allows for; 0 up to 2 %.
double aaControlError(const PairedRatio& aaControl);

RunQuality judgeQuality(const QualityFacts& facts);

} // namespace vkperftest
