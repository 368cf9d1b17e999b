// How long to measure (three named efforts or a custom one), and when a row has enough samples.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "run/method.h"
#include "stats/interval.h"

namespace vkperftest {

struct Effort {
    std::string name;              // as results files call it
    double width = 0;              // goal: relative width of a ratio's 95 % interval
    std::size_t fewestSamples = 0; // before an interval is believed, if each visit to a row takes one sample
    double secondsPerProgram = 0;  // of device time, for each row and strategy; pooled over all rows
    double secondsInAll = 0;       // of device time, for the whole run instead; 0: secondsPerProgram counts
};

extern const Effort kDefaultEffort;
extern const Effort kQuickEffort;
extern const Effort kPreciseEffort;

// The effort with the number of samples, and the time, that the method needs: where other work disturbs samples
// for seconds, a visit takes several.
Effort effortOn(const Method& method, Effort effort);

// The effort for controls. A no-load control only has to be distinguished from a bound a quarter above it, and dependent
// loads cost tens of percent. So intervals of 5 %, half of the samples and a quarter of the time suffice,
// on a software driver, too: a visit to a control takes one sample.
Effort controlEffort(const Method& method, const Effort& effort);

// What a user may ask for.
inline constexpr double kFinestPercent = 0.05, kCoarsestPercent = 50;
inline constexpr double kFewestSeconds = 1, kMostSeconds = 24 * 3600;

// A custom effort, named after the request ("precision 0.5 %, time 60 s"). Without `percent`, intervals are
// as wide as the default's; without `seconds`, the run takes as long as intervals of that width usually do.
// At least one of them is given, within the bounds above.
Effort effortOf(std::optional<double> percent, std::optional<double> seconds);

// Whether a row is done after so many samples, given the ratios of its strategies.
bool preciseEnough(const Effort& effort, std::size_t samples, std::span<const PairedRatio> ratios);

// Detects when a device has left its idle state: when the samples have stopped changing, so that the medians of
// the last window and of the one before differ by at most 1 %.
class WarmUp {
public:
    static constexpr std::size_t kWindow = 5;

    explicit WarmUp(const Method& method) : least_(method.leastWarmUp), most_(method.mostWarmUp) {}

    void add(double nanoseconds);

    bool converged() const;
    bool done() const { return converged() || busy_ >= most_; }

private:
    double least_, most_; // busy time before which it is never done, and after which it gives up
    double busy_ = 0;
    std::vector<double> samples_;
};

} // namespace vkperftest
