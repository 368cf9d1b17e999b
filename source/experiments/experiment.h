// The experiments. Each asks a question that a run of the suite of the same name answers with a figure and a
// sentence. To add one, write a file for it and a line in the table of experiment.cpp.
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
    std::string_view name;     // also its suite's name
    std::string_view question; // "does the driver share one load among the lanes of a subgroup?"
    // Pure. A usage error reports that the run has no row of the suite, or names the strategies that the run
    // lacks and the command that measures them. If single rows lack something, their findings give the reason
    // for having no verdict.
    Result<Answer> (*judge)(const RunFigures& figures);
    // What code alone shows (experiments/code.h); null if only times can answer the question. No findings
    // without a row of the suite.
    Answer (*judgeCode)(std::span<const RowCode> codes) = nullptr;
};

std::span<const Experiment> experiments();

// The machine was disturbed if the null row's median is off by more than this, or if its 95 % interval is
// wider than this on either side (twice this in all). The narrowest bound of any verdict is 1.05.
constexpr double kMostNullError = 0.05;

// By how much to widen intervals because the run was disturbed: by the null row's error or scatter if that
// exceeds kMostNullError; by at least kMostNullError if more than kMostSetAside of the samples were set
// aside; otherwise 0.
double disturbance(const RunFigures& figures);

// The figures with every interval widened by the disturbance (analyse in analysis/figures.h). So even on a
// disturbed machine, an effect far beyond its bound is judged; an effect near its bound is not.
RunFigures widened(const RunFigures& figures);

// What the experiment finds in the run, with its figures widened. The conclusion reports a disturbance that
// widened them, and missing rows of the suite. Errors as Experiment::judge.
Result<Answer> judgeRun(const Experiment& experiment, const RunFigures& figures);

// What the experiment, which must have judgeCode, finds in code. `codes`: the chosen rows of its suite, under
// every strategy that can bind them. The conclusion reports missing rows. A usage error if the experiment
// judges none of the rows.
Result<Answer> judgeCode(const Experiment& experiment, std::span<const RowCode> codes);

// The experiment of that name; a usage error that names the choices otherwise.
Result<const Experiment*> findExperiment(std::string_view name);

} // namespace vkperftest
