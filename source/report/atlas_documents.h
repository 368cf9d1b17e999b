// What the pages of an atlas show. One document a page; links are relative to the page's own folder, and the
// pages of devices are in the folder devices/.
#pragma once

#include <string>

#include "report/atlas.h"
#include "report/document.h"

namespace vkperftest {

// All devices, with the fastest loads of each.
Document atlasIndex(const Atlas& atlas);

// Which loads are fastest, on how many devices.
Document atlasLoads(const Atlas& atlas);

// One device: advice, loads, experiments, drivers, similar devices, files.
Document atlasDevice(const Atlas& atlas, const AtlasDevice& device);

// The files that are not shown, with the reasons.
Document atlasLeftOut(const Atlas& atlas);

// Why the file is not shown, a clause.
std::string leftOutText(const LeftOutFile& file);

// Every figure of every file, as records: a line for each row, strategy and kind of figure that a file has, a
// column for each file, by its number. A line for each figure would make a file three times as long. Rows are
// known by their names, since published tables have no ids. Four digits: intervals are seldom narrower.
Document atlasFigures(const Atlas& atlas);

// For the cells of all pages: the day of the run; the driver or source, shortened, since a long name must not
// widen a list; what limits a figure, empty if it is printed or has no loads.
std::string dayOf(const RunResult& run);
std::string sourceOf(const AtlasFile& file);
std::string boundOf(const StrategyResult& result, const StrategyFigures& known);

} // namespace vkperftest
