// The documents of the commands that print tables. One file each in report/documents/.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/comparison.h"
#include "answers/advice.h"
#include "answers/experiment.h"
#include "cases/binding.h"
#include "isa/compile_log.h"
#include "isa/memory_operations.h"
#include "report/document.h"

namespace vkperftest {

// A run's figures, to which the document refers, and below them what they mean, if `advice` says so: the
// answer then is the advice, and the table if it is short.
Document runDocument(const RunFigures& figures, bool advice = false);

// What the run means for a programmer: the table of the fastest loads, and what to avoid; of suites without them the
// topics. With --all also the topics; `why`: also the rows behind each line.
Document adviceDocument(const RunFigures& figures, bool why = false);

// How many times as long the load takes: "2.9"; "≤1.4" if instructions limit it; "1.4?" if it is unclear for another
// reason, and "~" if because of a footnote.
std::string costText(const Alternative& each);

// What the names of loads and patterns mean, a sentence each. `structured`: what structured loads are called.
std::vector<std::string> choiceRemarks(std::string_view structured);

// What is printed below a run's table: of the matrix, and of all suites, the table and what to avoid; of another suite,
// what its own rows say.
std::vector<Section> shortAdvice(const Advice& advice, std::string_view suite);

// What an experiment found in a run: the conclusion, then a line for each finding.
Document findingsDocument(const Experiment& experiment, const RunFigures& figures, const Answer& answer);

// Two runs under the names that the user gave, and the result of comparing them.
struct ComparedRuns {
    std::string base, now;             // file names, or perftest:NAME
    std::string baseDevice, nowDevice; // phrases' deviceLine
    Comparison comparison;             // its changes in the order of display
};
Document comparisonDocument(std::span<const ComparedRuns> compared);

// The result, before any row, a sentence each: the change that all rows share, counts, and what verdicts
// exclude.
std::vector<std::string> comparisonOutcome(const Comparison& comparison);

// The error that --fail-on reports (exit code 4) if no figure could be judged, with the reason.
Error blindError(const ComparedRuns& runs);

struct ListedRow {
    std::string name, id, needs, kernel;
};
struct ListedSuite {
    std::string name;
    std::vector<ListedRow> rows;
};
// Several suites have a section each. The records have each row once, with all suites that it is listed
// under.
Document listDocument(std::span<const ListedSuite> suites);

// A line a suite; in the table the experiments', whose questions `experiment` lists, share one.
Document suitesDocument();

Document devicesDocument(std::span<const DeviceRecord> devices);

// PerfTest's published tables.
Document referenceDocument();

// The subjects' targets, and which installed drivers compile for them.
Document targetsDocument(std::span<const CompiledSubject> compiled);

// What drivers' compilers made of rows, for each driver, target and strategy.
struct SubjectCode {
    IsaSubject subject;
    std::string device;          // with its driver, in one line
    std::string driver;          // its version; may be empty
    std::vector<CodeCell> cells; // what the rows load: all rows under the first strategy, then under the next
};

struct CompiledCode {
    std::vector<Case> rows;
    std::vector<Strategy> strategies;
    DriverNames drivers;
    std::vector<SubjectCode> subjects;
};

// For readers: a column for each subject and strategy. If two drivers compile for the same target, or for
// none, they share a column that says what changes from the first to the second. For programs: a line for
// each subject, strategy and row. `subjects`: the devices and drivers that the columns stand for.
Document compiledDocument(const std::vector<std::string>& subjects, const CompiledCode& code);

// A load that the source has at once, and the code in narrower loads.
struct NarrowedLoad {
    SourceLine line;
    std::uint32_t bits = 0;      // in the source: 64 or 128
    std::uint32_t most = 0;      // of the widest load in the code that comes from this line
    std::uint64_t alignment = 1; // bytes that the address is known to be a multiple of
};

// What a driver's compiler made of a user's compute shader.
struct ShaderCode {
    std::string file; // as the user named it
    std::string entryPoint;
    std::string compiler; // that made the SPIR-V; empty: it was given
    IsaSubject subject;
    std::string device; // with its driver, in one line; empty: none was opened
    std::string driver; // its version; may be empty
    CodeCell cell;
    std::vector<MemoryOperation> operations; // none if the cell lacks code, or it cannot be read
    std::array<std::uint32_t, 3> workgroup = {1, 1, 1};
    bool usualWorkgroup = false; // of 64 instead of one, which a specialization constant defaults to
    std::vector<std::string> constants = {};     // specialization constants with their values: "0 (rows) = 4"
    std::vector<std::string> indexedArrays = {}; // that only memory can hold: "'bones' (line 7)"
    std::vector<NarrowedLoad> narrowed = {};     // by line
    bool hasLines = true;                        // false: nobody looked for the operations' lines
    std::string aboutLines;                      // why lines are missing, in sentences; may be empty
    ErrorKind kind = ErrorKind();                // of what the cell lacks
};

// Whether its code loads from or stores to scratch memory.
bool usesScratch(const ShaderCode& code);

// A section for each shader and subject; for programs, a line for each memory instruction.
Document shadersDocument(std::span<const ShaderCode> codes, const DriverNames& drivers);

// The answer first: the shader as written, and the fastest variant; then a line a variant. `all`: also those that do
// not apply, with their reasons. `threshold`: from which change on a variant is faster or slower: 0.03. The run is one of
// a user's shader.
Document triedDocument(const RunFigures& figures, double threshold, bool all);

// The same without times: a column for each subject with the loads in its code. The rows are the trial's.
Document triedCodeDocument(const std::vector<std::string>& subjects, const CompiledCode& code,
                           const TriedShader& tried, bool all);

// The variant's verdict against the shader as written.
Verdict verdictOnVariant(const RowFigures& row, double threshold);

struct ShaderPair {
    std::string name; // "a.comp, main on fiji: Mesa 22.3.6 → Mesa 25.0.7"
    const ShaderCode *before = nullptr, *after = nullptr;
};

// Of one shader by two drivers, or of two shaders if there are no others. Only shaders that compiled.
std::vector<ShaderPair> shaderPairs(std::span<const ShaderCode> codes, const DriverNames& drivers);

// The code itself (CodeReading::code), with the subgroup size and the driver's statistics: of one kernel,
// without a heading, or of all.
std::string codeInFull(const CodeCell& cell);
std::string codeInFull(const CompiledCode& code);
std::string codeInFull(std::span<const ShaderCode> codes, const DriverNames& drivers);

} // namespace vkperftest
