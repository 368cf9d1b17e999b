// The experiments: questions that a run of the suite of the same name answers with a figure and a sentence.
// An experiment is added in its own file and in the table of experiment.cpp.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "base/result.h"
#include "experiments/code.h"
#include "experiments/finding.h"

namespace vkperftest {

struct Experiment {
    std::string_view name;     // of its suite, too
    std::string_view question; // "does the driver share one load among the lanes of a subgroup?"
    // Pure. A usage error says that the run has no row of the suite, or names the strategies that it lacks,
    // and the command that measures them; what single rows lack makes a finding that says why nothing can be
    // said.
    Result<Answer> (*judge)(const RunFigures& figures);
    // What code alone tells (experiments/code.h); null where only times do. No findings without a row of the
    // suite.
    Answer (*judgeCode)(std::span<const RowCode> codes) = nullptr;
};

std::span<const Experiment> experiments();

// A null row whose median is off by more than this, or whose 95 % interval is wider than this on either side
// (twice this in all), says that the machine was disturbed; the narrowest bound that a verdict passes or
// misses is 1.05.
constexpr double kMostNullError = 0.05;

// By how much intervals must be wider for what disturbed the run: by what the null row is off or scatters, if
// that is more than kMostNullError; by kMostNullError where more than kMostSetAside of the samples were set
// aside; else 0.
double disturbance(const RunFigures& figures);

// The figures with every interval wider by the disturbance (analyse in analysis/figures.h): what is far
// beyond its bound is judged on a disturbed machine, too, and what is near it is not.
RunFigures widened(const RunFigures& figures);

// What the experiment finds in the run, its figures widened. The conclusion says so if that took a
// disturbance into account, and if rows of the suite are missing. Errors as Experiment::judge.
Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures);

// What the experiment, which must have judgeCode, finds in code: all rows that were chosen of its suite,
// under its strategies as far as they go together. The conclusion says so if rows are missing. A usage error
// if none of the rows is one that it judges.
Result<Answer> judgeCode(const Experiment& experiment, std::span<const RowCode> codes);

// The experiment of that name; a usage error that names the choices otherwise.
Result<const Experiment*> findExperiment(std::string_view name);

} // namespace vkperftest
