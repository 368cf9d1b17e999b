// Which files an atlas can show: those that are sound, new, and like others of the same device and driver.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "perftest/reference.h"

namespace vkperftest {

struct AtlasRun {
    std::string name; // as the user gave it
    const RunFigures* figures = nullptr;
};

enum class WhyLeftOut {
    Unreadable, // broken, or hostile: `detail` is a clause, "'a.json' is not a results file: …"
    Failed,     // rows failed or returned wrong values, or the run was aborted
    Unfinished, // rows were not measured
    Validated,  // measured under validation layers
    Disturbed,  // its quality is "disturbed"
    Duplicate,  // the same samples as the file `detail`, of the same device, driver and program
    Altered,    // it calls itself a published table, but its figures are not that table's
    Outlier,    // other ratios than most files that were measured alike
};

struct LeftOutFile {
    std::string name;
    WhyLeftOut why = WhyLeftOut::Unreadable;
    std::string detail = {};
    std::size_t rows = 0, of = 0; // Outlier: rows that differ, of so many
};

// An outlier has more than this share of rows whose ratio is off by more than this factor from the median of
// the files that were measured alike: of its model and driver, with the same suite, baseline, first strategy
// and settings. Its own file counts. A row counts only if more than half of at least kFewestForOutliers files are
// within the factor: if the files do not agree, nobody knows which is odd.
inline constexpr double kOutlierShare = 0.1, kOutlierFactor = 1.1;
inline constexpr std::size_t kFewestForOutliers = 3;

// The files that can be shown, in their order. Adds the others to `leftOut`.
std::vector<AtlasRun> checkedRuns(std::span<const AtlasRun> runs, std::vector<LeftOutFile>& leftOut);

// Equal for runs of one model: the same vendor's device of the same name, without what drivers add to names in
// brackets. Published tables and pasted texts are models of their own.
std::string modelKey(const RunResult& run);

// The published table that the run is or calls itself, by source and device; null if none.
const ReferenceTable* tableOf(const RunResult& run);

// Name and version of the driver; empty for printed figures.
std::string driverText(const RunResult& run);

} // namespace vkperftest
