// Questions that a run of the suite of the same name answers. A new one: a file, and a line in experiment.cpp.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "answers/finding.h"
#include "base/result.h"

namespace vkperftest {

struct Experiment {
    std::string_view name;     // also its suite's name
    std::string_view question; // "does the driver share one load among the lanes of a subgroup?"
    // Pure; its file says how it judges. `strategy`: the first that rows were measured under; the one that
    // was judged. None without a row of the suite.
    std::vector<Finding> (*judge)(const RunFigures& figures, std::size_t& strategy);
    bool ofOneStrategy = true; // that the findings name
};

std::span<const Experiment> experiments();

std::vector<Finding> judgeUniform(const RunFigures& figures, std::size_t& strategy);
std::vector<Finding> judgeBinding(const RunFigures& figures, std::size_t& strategy);
std::vector<Finding> judgeVector(const RunFigures& figures, std::size_t& strategy);
std::vector<Finding> judgeStride(const RunFigures& figures, std::size_t& strategy);
std::vector<Finding> judgeRobustness(const RunFigures& figures, std::size_t& strategy);
std::vector<Finding> judgeCache(const RunFigures& figures, std::size_t& strategy);

// Of "binding": "against set", a finding for each strategy by the rows with loads that were measured under both. Strategies
// with addresses have one for each cause instead, of the topic "addresses against set".
std::vector<Finding> judgeStrategies(const RunFigures& figures);

// "alignment": every row under addresses that promise less than the widest promise, against that.
std::vector<Finding> judgeAlignment(const RunFigures& figures);

// Of those, Load4 linear at a promise of 4 bytes, as a compiler proves it of computed addresses.
std::vector<FoundRow> alignmentOfWideLoads(const RunFigures& figures);

// "recording on the CPU": for each number of dispatches the way of binding whose interval lies below all others; then
// the ways that were not measured. The evidence: the median times of a dispatch, the cheapest first.
std::vector<Finding> recordingFindings(const RunResult& run);

// What the experiment finds in the run, and which rows of its suite are missing. A usage error if it has none
// of them.
Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures);

// The experiment of that name; a usage error that names the choices otherwise.
Result<const Experiment*> findExperiment(std::string_view name);

} // namespace vkperftest
