// Runs of a suite with times made up, and what advice finds in them.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "answers/advice.h"
#include "answers/made_up_rows.h"
#include "base/enum_table.h"
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

// "2 faster by 2.0 to 4.0": what a topic's rows say; empty without a finding.
inline std::string foundOn(const RunResult& run, const std::string& topic) {
    constexpr auto kWords = enumTable<Verdict, std::string_view>({"faster", "as fast", "slower", "unclear"});
    const RunFigures figures = analyse(run);
    std::map<Verdict, std::vector<double>> by;
    for (const Finding& finding : advise(figures).topics)
        for (const FoundRow& row : finding.rows)
            if (finding.topic == topic) by[row.verdict].push_back(row.value->median);
    std::string text;
    for (const auto& [verdict, times] : by) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", times.size(), kWords[verdict]);
        const auto [low, high] = std::ranges::minmax(times);
        if (verdict == Verdict::Better) text += fmt::format(" by {:.1f} to {:.1f}", 1 / high, 1 / low);
        if (verdict == Verdict::Worse) text += fmt::format(" by {:.1f} to {:.1f}", low, high);
    }
    return text;
}

} // namespace vkperftest
