// How long to measure: three named efforts or one's own, and when a row has enough.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analysis/estimator.h"

namespace vkperftest {

struct Effort {
    std::string name;              // as results files call it
    double width = 0;              // goal: relative width of a ratio's 95 % interval
    std::size_t fewestSamples = 0; // before an interval is believed
    std::size_t fewestOnGpu = 0;   // the same there, where no other work disturbs samples for seconds
    double secondsPerProgram = 0;  // of device time, for each row and strategy; pooled over all rows
    double secondsInAll = 0;       // of device time, of the whole run instead; 0: as secondsPerProgram says
};

extern const Effort kDefaultEffort;
extern const Effort kQuickEffort;
extern const Effort kPreciseEffort;

// The effort with the samples that the kind of device needs.
Effort effortOn(bool cpu, Effort effort);

// What a twin is measured with: a floor has only to be told from a bound a quarter above it, and what
// dependent loads cost is a matter of tens of percent, so 5 %, half of the samples and a quarter of the time
// will do.
Effort twinEffort(const Effort& effort);

// What a user may ask for.
inline constexpr double kFinestPercent = 0.05, kCoarsestPercent = 50;
inline constexpr double kFewestSeconds = 1, kMostSeconds = 24 * 3600;

// An effort of one's own, named by what was asked for ("precision 0.5 %, time 60 s"): intervals of so many
// percent, as the default's if it is nothing, and so many seconds in all, or else as many as intervals of
// that width usually take. At least one of them is given, within those bounds.
Effort effortOf(std::optional<double> percent, std::optional<double> seconds);

// The effort of that name; nothing if there is none.
std::optional<Effort> findEffort(std::string_view name);

// Whether a row is done after so many samples, given the ratios of its strategies.
bool preciseEnough(const Effort& effort, std::size_t samples, std::span<const PairedRatio> ratios);

// The same of a row of the run, and the samples that count. `estimator`: the run's.
bool preciseEnough(const Effort& effort, const Estimator& estimator, const RunResult& run,
                   const RowResult& row);

} // namespace vkperftest
