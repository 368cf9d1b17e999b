// Which files a site can show: those that are sound, new, and like others of the same device and driver.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/devices.h"

namespace vkperftest {

enum class WhyOmitted {
    Unreadable, // broken, or hostile: `detail` is a clause, "'a.json' is not a results file: …"
    Failed,     // rows failed or returned wrong values, or the run was aborted
    Unfinished, // rows were not measured
    Validated,  // measured under validation layers
    Disturbed,  // its quality is "disturbed"
    Duplicate,  // the same samples as the file `detail`, of the same device, driver and program
    Outlier,    // other ratios than most files that were measured alike
};

struct OmittedFile {
    std::string name;
    WhyOmitted why = WhyOmitted::Unreadable;
    std::string detail = {};
    std::size_t rows = 0, of = 0; // Outlier: rows that differ, of so many
};

// Why the file is not shown, a clause.
std::string omittedText(const OmittedFile& file);

// An outlier has more than this share of rows whose ratio is off by more than this factor from the median of
// the files that were measured alike: of its model and driver, with the same suite, baseline, first strategy
// and settings. Its own file counts. A row counts only if more than half of at least kFewestForOutliers files are
// within the factor: if the files do not agree, nobody knows which is odd.
inline constexpr double kOutlierShare = 0.1, kOutlierFactor = 1.1;
inline constexpr std::size_t kFewestForOutliers = 3;

// The files that can be shown, in their order. Adds the others to `omitted`.
std::vector<NamedFigures> soundFiles(std::span<const NamedFigures> runs, std::vector<OmittedFile>& omitted);

} // namespace vkperftest
