// What a page shows of runs: pictures of dots, and ratios side by side.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/devices.h"
#include "report/document.h"
#include "report/svg.h"

namespace vkperftest {

// How many times as long as the fastest each kind of load takes, a chart for each pattern of addresses and a dot for each
// device; none for devices without choices. `all` has the devices' files.
std::vector<DotChart> costCharts(const ReportFiles& all, std::span<const ReportDevice> devices);

// The charts of all devices as an SVG file, for READMEs; empty if there are none.
std::string pictureOf(const ReportFiles& all);

// A line for each row, a column for each run and strategy: the figures as `show` prints them; behind each stands what a
// reader may want to know about it. `names`: of the runs, for the columns.
Grid ratioGrid(std::span<const RunFigures* const> runs, std::span<const std::string> names);

} // namespace vkperftest
