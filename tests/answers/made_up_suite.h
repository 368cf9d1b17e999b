// Runs of a suite with times made up, and what advice finds in them.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "answers/advice.h"
#include "answers/made_up_rows.h"
#include "cases/suite.h"

namespace vkperftest {

// The baseline takes 1 ns a load, and so do all rows that `times` does not name.
struct MadeUpSuite {
    std::vector<Case> rows = matrixRows();
    std::map<std::string, double> times = {};
    double spread = 0.001;
    double control = 0.02; // what each row takes without loads

    RunResult run() const {
        RunResult run;
        run.settings = {.suite = "matrix",
                        .baseline = "Buffer<RGBA8>.Load random",
                        .strategies = {"set"},
                        .precisionGoal = 0.01};
        for (const Case& row : rows) {
            const std::string name = caseName(row);
            const auto own = times.find(name);
            addMadeUpRow(run, row.operation.name, std::string(patternName(row.pattern)), "",
                         own != times.end() ? own->second : 1, spread);
            run.rows.back().name = name;
            run.rows.back().load = factsOf(row);
        }
        for (RowResult& row : run.rows) {
            run.controls.push_back({.name = row.name + ", no loads",
                                    .baselineLoads = kMadeUpLoads,
                                    .baselineNanoseconds = row.baselineNanoseconds,
                                    .strategies = {madeUpTimes(control, 0.001)}});
            row.noLoads = row.name + ", no loads";
        }
        return run;
    }
};

// "2 faster by 2.0 to 4.0": of all findings of a topic together; empty without one.
inline std::string foundOn(const RunResult& run, const std::string& topic) {
    const RunFigures figures = analyse(run);
    std::map<Outcome, std::pair<Factors, std::size_t>> by;
    for (const TopicFinding& finding : advise(figures).findings) {
        for (const TopicClaim& claim : finding.claims) {
            if (finding.topic != topic) continue;
            by[claim.outcome].first.add(claim);
            ++by[claim.outcome].second;
        }
    }
    std::string text;
    for (const auto& [outcome, its] : by) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", its.second, kOutcomeNames[outcome]);
        if (outcome == Outcome::Faster || outcome == Outcome::Slower)
            text += fmt::format(" by {:.1f} to {:.1f}", its.first.low, its.first.high);
    }
    return text;
}

} // namespace vkperftest
