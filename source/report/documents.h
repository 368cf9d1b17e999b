// The documents: what each command that prints a table has to say. One file each in report/documents/.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "advice/advice.h"
#include "analysis/comparison.h"
#include "analysis/nearest.h"
#include "cases/bound_row.h"
#include "experiments/claims.h"
#include "experiments/experiment.h"
#include "isa/subjects.h"
#include "isa/transcript.h"
#include "report/document.h"

namespace vkperftest {

// A column that a run's table has for each strategy.
struct RunColumn {
    std::string_view name; // as --columns takes it
    std::string_view title;
    Kind kind = Kind::Text;
    bool usual = true; // shown unless others are chosen
    std::string (*cell)(const StrategyResult& result, const StrategyFigures& figures) = nullptr;
};

std::span<const RunColumn> runColumns(); // all there are
std::vector<RunColumn> usualRunColumns();

// "ratio,gain" → both, in the order given. A usage error names the choices.
Result<std::vector<RunColumn>> parseRunColumns(std::string_view list);

// What the table of a run shows.
struct RunView {
    bool explain = false;                               // what the driver's compiler made of the rows, too
    std::vector<RunColumn> columns = usualRunColumns(); // of each strategy, at least one
};

// A run's figures. The document refers to them.
Document runDocument(const RunFigures& figures, const RunView& view = {});

// What the run means for a programmer: a table of what to use, what to avoid, then sentences by heading; with
// `why` the rows and figures that each sentence rests on, and the rules that said nothing.
Document adviceDocument(const RunFigures& figures, bool why);

// What to use and what to avoid, to be put below a run's table.
std::vector<Section> shortAdvice(const AdviceList& list);

// The same in sentences, with the notes.
std::vector<std::string> adviceSentences(const AdviceList& list);

// What an experiment found in a run: the conclusion, then findings that are alike told together; for programs
// each by itself.
Document findingsDocument(const Experiment& experiment, const RunFigures& figures, const Answer& answer);

// The same of code that was compiled for targets, and not executed: a section for each.
struct TargetAnswer {
    std::string target; // and the driver, if there are several: "skl"
    std::string device; // what it is, one line
    Answer answer;
};
Document codeFindingsDocument(const Experiment& experiment, std::span<const TargetAnswer> targets);

// What runs say of the claims of lint's rules.
struct JudgedClaim {
    const Claim* claim = nullptr;
    std::string device; // phrases' deviceLine; empty: no run was of the claim's suite
    Finding finding;
};
Document claimsDocument(std::span<const JudgedClaim> claims);

// Two runs under the names that the user gave them, and what came of comparing them.
struct ComparedRuns {
    std::string base, now;             // file names, or perftest:NAME
    std::string baseDevice, nowDevice; // phrases' deviceLine
    Comparison comparison;             // its changes in the order they are to be shown in
    bool all = false;                  // SAME and UNCLEAR ones are shown, too
};
Document comparisonDocument(std::span<const ComparedRuns> compared);

// What came of it, before any row, a sentence each: what everything did alike, counts, and what they leave
// out.
std::vector<std::string> comparisonOutcome(const Comparison& comparison);

// That the comparison is blind, and why: what --fail-on makes of it, exit code 4.
Error blindError(const ComparedRuns& runs);

// A run and the published GPUs, the most alike first.
struct RankedGpus {
    std::string name; // as the user gave it
    std::string device;
    Likenesses likenesses;
};
Document nearestDocument(std::span<const RankedGpus> runs);

struct ListedRow {
    std::string name, id, needs, kernel;
};
Document listDocument(std::span<const ListedRow> rows);

Document devicesDocument(std::span<const DeviceRecord> devices);

// PerfTest's published tables.
Document referenceDocument();

// The targets that each subject stands for, and which drivers at hand compile for them.
Document targetsDocument(std::span<const CompiledSubject> compiled);

// What drivers' compilers made of rows: rows × what they were compiled by, for and under.
struct SubjectCode {
    IsaSubject subject;
    std::string device;          // and driver, one line
    std::string driver;          // its version; may be empty
    std::vector<CodeCell> cells; // what the rows load: all under the first strategy, then under the next
};

struct CompiledCode {
    std::vector<Case> rows;
    std::vector<Strategy> strategies;
    DriverNames drivers;
    std::vector<SubjectCode> subjects;
};

// For readers a column for each subject and strategy; where two drivers compile for one target, or for none,
// one that says what changes from the first to the second. For programs a line for each subject, strategy and
// row. `subjects`: which devices and drivers the columns stand for.
Document compiledDocument(const std::vector<std::string>& subjects, const CompiledCode& code);

// The code itself (CodeReading::code), with the subgroup size and the drivers' statistics.
std::string codeInFull(const CompiledCode& code);

} // namespace vkperftest
