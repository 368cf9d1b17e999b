// The page that `report` writes: one HTML file with its style, its scripts and its data inside. The files in
// report/page/ are its source.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "report/documents.h"
#include "report/page_overview.h"
#include "report/page_plain.h"

namespace vkperftest {

// What the page says about one results file, as JSON; the run is no longer needed. All figures come from the
// analysis, and all sentences from other documents.
struct PageFile {
    std::string device;  // for the title
    std::string rows;    // names of the rows: files with the same rows share them
    std::string figures; // all but the samples
    std::string samples; // parsed only on demand
    PageAnswer answer = {};
    PagePlain plain = {};
};

// `name`: as the user gave it. `outcome`: pageOutcome() against the first file of this device and suite.
PageFile pageFile(const std::string& name, const RunFigures& figures,
                  const std::vector<std::string>& outcome);

// True if the page says what changed from the first run to the second: both are of one suite and one device.
bool pageCompares(const RunResult& first, const RunResult& second);

// The result of comparing them, a sentence each.
std::vector<std::string> pageOutcome(const RunFigures& first, const RunFigures& second);

// A usage error if the program was built without Chart.js: then there is no page.
Result<void> checkPage();

// The page of at least one file.
std::string page(std::span<const PageFile> files);

// An SVG image, dark or light as its reader prefers: a line for each operation, and for each pattern a bar
// from 1x to the ratio under the run's first strategy, on a logarithmic axis, with its 95 % interval and the
// figure as `show` prints it. A row without a ratio shows its status instead. The axis fits the ratios; a bar
// far longer than nearly all others ends in a point.
std::string svgPicture(const RunFigures& figures);

// The picture's file: "h100.svg" of "day/h100.json", "rtx-3090.svg" of "perftest:RTX 3090".
std::string pictureName(const std::string& name);

} // namespace vkperftest
