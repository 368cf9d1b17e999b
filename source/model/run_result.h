// What a run measured: raw samples. Everything derived from them is in analysis/figures.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/compile_settings.h"
#include "base/enum_table.h"
#include "base/result.h"
#include "cases/load_facts.h"
#include "cases/reason.h"
#include "isa/summary.h"
#include "model/conditions.h"
#include "model/device_record.h"
#include "model/host_record.h"

namespace vkperftest {

enum class Status {
    Measured,
    Unsupported, // the strategy cannot bind it, or the device lacks something
    Failed,      // the row or the device broke
    NotMeasured, // the run ended before
    WrongValues, // reports and files call it failed; its reason distinguishes it
};

std::string_view statusName(Status status); // "not measured"
bool hasFailed(Status status);              // Failed or WrongValues

struct Unmeasured {
    Status status = Status::NotMeasured;
    Reason reason = {};
};

// "failed (wrong values)"; without a reason the status alone.
std::string unmeasuredText(const Unmeasured& unmeasured);

// The status and reason for an executor's error.
Unmeasured unmeasuredBy(const Error& error);

enum class StopReason { Precision, Time, Interrupted };

inline constexpr auto kStopReasons =
    enumTable<StopReason, std::string_view>({"precision reached", "time is up", "interrupted"});

// How the reason for a footnote may have changed a row, compared with one that needs no footnote.
enum class FootnoteEffect {
    Unknown, // faster or slower
    Slower,  // never faster: the load is at least as fast as printed
    Faster,  // never slower: it takes at least as long as printed
};

// A row's figures as somebody else printed them, without samples: PerfTest's published tables and pasted
// texts.
struct PrintedFigures {
    // The time of PerfTest's dispatch, or of a sum of such; comparable only within its table.
    std::optional<double> milliseconds;
    double ratio = 0;     // against the table's baseline
    std::string footnote; // why the row cannot be compared, a clause; empty if it can
    FootnoteEffect effect = FootnoteEffect::Unknown; // of the footnote
    bool operator==(const PrintedFigures&) const = default;
};

struct StrategyResult {
    std::string strategy;
    Status status = Status::NotMeasured;
    Reason reason;           // empty when measured
    std::uint64_t loads = 0; // in a sample
    // Of each sample, which was taken together with the baseline's sample of its index
    // (run/dispatch_size.h).
    std::vector<double> nanoseconds;
    std::optional<PrintedFigures> printed; // instead of samples; loads is 0 then
    std::string kernel;                    // a key of RunResult::kernels; empty: the row's own
    std::string code;                      // a key of RunResult::codes; empty: not known
    bool operator==(const StrategyResult&) const = default;
};

struct RowResult {
    // For readers only: `load` has the facts.
    std::string name;              // "Buffer<R8>.Load uniform"
    std::string operation;         // "Buffer<R8>.Load"
    std::string pattern;           // "uniform"
    std::string id;                // "typed-r8-uniform"
    std::string kernel;            // "typed_buffer.linear", a key of RunResult::kernels; empty if printed
                                   // (under strategies that name none of their own)
    std::optional<LoadFacts> load; // nothing: this version does not have the row
    std::uint64_t baselineLoads = 0;
    std::vector<double> baselineNanoseconds;
    std::vector<std::size_t> restarts; // of each sample: pipelines and memory were made anew between restarts
    std::vector<StrategyResult> strategies; // in the order of RunSettings::strategies
    std::optional<StopReason> stopped;      // nothing if nothing was sampled
    // Names of the rows that are its controls; may be empty.
    std::string noLoads;   // the same loop without loads
    std::string dependent; // the same loop with one load in flight

    // Key of the kernel that the strategy runs.
    const std::string& kernelOf(std::size_t number) const {
        return strategies[number].kernel.empty() ? kernel : strategies[number].kernel;
    }
    bool operator==(const RowResult&) const = default;
};

// What one way of binding and recording costs the CPU: the CPU's side of the binding strategies.
struct RecordingResult {
    // Samples of command buffers of one length.
    struct Length {
        std::uint64_t dispatches = 0;    // of a command buffer
        std::vector<double> nanoseconds; // of each recording, for one dispatch
        bool operator==(const Length&) const = default;
    };

    std::string way; // "allocate + write + bind"
    Status status = Status::NotMeasured;
    Reason reason;               // empty when measured
    std::vector<Length> lengths; // ascending
    bool operator==(const RecordingResult&) const = default;
};

// What loads from windows of one size took, on one walk (cases/walk.h).
struct WindowResult {
    std::string walk;        // "raw loads"
    std::uint64_t bytes = 0; // of the window
    Status status = Status::NotMeasured;
    Reason reason;           // empty when measured
    std::uint64_t loads = 0; // in a sample: of all lanes, but of a chain's one lane
    // Of each sample, and of the dispatch that followed it in its submission and had twice the loads.
    std::vector<double> nanoseconds, twice;
    bool operator==(const WindowResult&) const = default;
};

// What `try` measures instead of a suite: a user's shader and its variants, which are the rows.
struct TriedVariant {
    std::string name;
    std::string reason;     // why it was not measured, a clause; else empty
    std::string assumption; // what must hold of the input for it, a clause; may be empty
    bool crashed = false;   // a process that tried it: the reason says so
    std::string source;     // of another version, as TriedShader has it; empty for variants
};

struct TriedShader {
    std::string file, entryPoint;      // the file's name without its folder
    std::string setting;               // "256 workgroups of 64, 1 MB in, 1 MB out"
    std::string memory;                // "17 MB", of that and all copies; empty in older files
    std::string guessed;               // the options for what nobody said: "--groups, --buffer"; may be empty
    std::vector<std::uint32_t> groups; // workgroups of a dispatch, along x, y and z
    std::uint64_t most = 0;            // that a guessed integer is, if fewer than usual; else 0
    std::string contents;              // a hash of everything that a dispatch begins with
    std::string source;                // the file's text or, if that is long, its beginning; empty for SPIR-V
    std::vector<TriedVariant> variants; // that were asked for, in the order of reports
    bool checked = false;               // bounds are, since a run without checks failed or left other results
    bool unchanged = false;             // the shader left all that it may write as it was
    bool reproducible = true; // runs of the shader as written left the same, so that variants can be compared

    std::string text() const { return file + ", " + entryPoint + ": " + setting; }
};

struct RunSettings {
    std::string suite;
    std::string baseline; // name of the row that ratios are measured against
    std::vector<std::string> strategies;
    // "default", "quick", "precise", or what was asked for: "precision 0.5 %, time 60 s"; "published" or
    // empty if printed.
    std::string effort;
    double precisionGoal = 0; // relative width of the 95 % interval
    std::uint64_t seed = 0;   // of the shuffles
    bool cpu = false;         // a software driver: times are those of undisturbed samples (stats/interval.h)
    bool validated = false;   // validation layers were on: the times are not representative
    CompileSettings compiled; // of all rows, controls and the baseline
    std::optional<TriedShader> shader; // `loads` counts its dispatches then; nothing for suites' rows
};

// "32", or "the driver's choice".
std::string subgroupSizeText(const CompileSettings& compiled);

// The program that measured.
struct ToolRecord {
    std::string version;
    std::string commit;         // "3f2a9c1", "3f2a9c1-dirty"; empty if it was not built from a checkout
    std::string kernelCompiler; // "glslang 12.0.0"
    std::string kernelFlags;    // that the kernels were compiled with
};

// Who measures, when and with what: known before anything is measured.
struct Provenance {
    ToolRecord tool;
    std::string started; // "2026-11-21T09:30:00Z"; empty where no clock was read
    HostRecord host;
    DeviceRecord device;
    std::map<std::string, std::string> kernels; // SHA-256 of the SPIR-V by kernel key
    // Why the device's clocks and heat cannot be read, a clause; empty if they can, or nobody asked for them.
    std::string conditionsMissing;
};

// What was measured so far, and what it took.
struct Measurements {
    // What the driver's compiler made of the kernels, by kernel key and strategy; rows share them.
    std::map<std::string, CodeDigest> codes;
    std::string codesMissing; // why there are none, a clause; empty if there are
    RowResult aaControl;      // the baseline against itself, one strategy: the harness's own error
    std::vector<RowResult> rows;
    std::vector<RowResult> controls;        // of rows, if not among `rows`; one strategy; never listed
    std::vector<RecordingResult> recording; // empty unless the suite asks for it
    std::vector<WindowResult> windows;      // empty unless the suite asks for them
    double busyNanoseconds = 0;             // in warm-up and timed dispatches, verification not counted
    double timedNanoseconds = 0;            // the part in dispatches that samples are made of
    double wallSeconds = 0;                 // of the whole measurement; 0 where no clock was read
    bool warmedUp = false;                  // the warm-up before the first sample converged
    // The device's clocks and heat under load: before the first sample, at the beginning of each restart, after
    // its first round and after the last sample; empty where they cannot be read.
    std::vector<Conditions> conditions;
    std::string counterMissing; // why the device's counter was not read any more, a clause; empty if it was
};

struct RunResult : Provenance, Measurements {
    RunSettings settings;
    std::string source; // where printed figures come from; empty if this program measured
    bool interrupted = false;
    std::string aborted; // why the run ended before its time; empty if it did not
};

// The strategy's place in the run's settings, and so in every row's results; nothing if it was not asked for.
std::optional<std::size_t> strategyNumber(const RunResult& run, std::string_view name);

// The row's name in its suite: without the words that --robustness and --subgroup-size add to it.
std::string plainName(const RunResult& run, std::string name);

// These find a row among the rows, among rows and controls, or a row's control among both; null if there is none. `name`:
// in the run, or its suite.
const RowResult* findRow(const RunResult& run, std::string_view name);
const RowResult* findRowOrControl(const RunResult& run, std::string_view name);
const RowResult* findNoLoads(const RunResult& run, const RowResult& row);
const RowResult* findDependent(const RunResult& run, const RowResult& row);

// The list of a results file that holds the control.
enum class ControlList { NoLoadControls, Dependent };
inline constexpr auto kControlLists =
    enumTable<ControlList, std::string_view>({"no_load_controls", "dependent_controls"});
ControlList listOfControl(const RunResult& run, const RowResult& control);

// The result of a row or control under the strategy of that number, or its only one if it was measured under a
// single strategy: a no-load control's loop reads no resource. (Under addresses it forms them, so the suite "binding"
// lists its no-load controls among its rows.)
const StrategyResult& resultUnder(const RowResult& row, std::size_t strategy);

// Null if it is not known.
const CodeDigest* codeOf(const RunResult& run, const StrategyResult& strategy);

// Lanes of a subgroup in the strategy's kernel: what the driver reports for that kernel, else what a compute
// shader saw, else what the device reports; 0: not known. Drivers choose the size for each kernel.
std::uint32_t subgroupSizeOf(const RunResult& run, const StrategyResult& strategy);

// The run with the rows whose names match one of the filters (filterMatches). No-load controls and dependent controls that
// are rows, too, become controls if only the rows that they serve are left. If a filter matches no row, a usage
// error.
Result<RunResult> rowsMatching(const RunResult& run, const std::vector<std::string>& filters);

// What a run does besides sampling rows.
enum class RunStage { ReadingCode, BuildingPipelines, WarmingUp, VerifyingRows, WalkingWindows };

} // namespace vkperftest
