// The experiments. Each asks a question that a run of the suite of the same name answers with figures and
// verdicts. To add one, write a file for it, and a line in the table of experiment.cpp.
#pragma once

#include <span>
#include <string_view>

#include "analysis/figures.h"
#include "answers/finding.h"
#include "base/result.h"

namespace vkperftest {

struct Experiment {
    std::string_view name;     // also its suite's name
    std::string_view question; // "does the driver share one load among the lanes of a subgroup?"
    // Pure. A usage error reports that the run has no row of the suite. If single rows lack something, their findings
    // say so.
    Result<Answer> (*judge)(const RunFigures& figures);
};

std::span<const Experiment> experiments();

// Each experiment's file says what it judges and how.
Result<Answer> answerUniform(const RunFigures& figures);
Result<Answer> answerBinding(const RunFigures& figures);
Result<Answer> answerVector(const RunFigures& figures);
Result<Answer> answerStride(const RunFigures& figures);
Result<Answer> answerRobustness(const RunFigures& figures);
Result<Answer> answerCache(const RunFigures& figures);

// What the experiment finds in the run, and which rows of its suite are missing. Errors as Experiment::judge.
Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures);

// The experiment of that name; a usage error that names the choices otherwise.
Result<const Experiment*> findExperiment(std::string_view name);

} // namespace vkperftest
