// What an experiment finds, typed, and how the times of two rows compare, or why they do not. Its words are the report's
// (report/findings.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/figures.h"
#include "analysis/thresholds.h"
#include "analysis/verdict.h"
#include "cases/operation.h"
#include "stats/interval.h"

namespace vkperftest {

// What shows beside the verdict: of uniform loads, whether the driver shares them.
enum class Seen : std::uint8_t {
    Nothing,
    NotShared,      // each lane loads, or it takes as long as if each did
    Shared,         // by the driver
    SharingUnclear, // whether the driver shares
    Constants,      // their unit serves one address to all lanes
    WordLoads,      // of vectors: as long as a load for each word takes
};

// What limits the loop that a finding compares with, beside loads, or leaves nothing to gain.
enum class PlainLoop : std::uint8_t {
    Loads,
    Instructions,
    Checks,    // of bounds, by the rows without them
    Shuffles,  // of the other loop, which take as long as their unit's rate allows
    Constants, // their unit serves one address to all lanes
};

// Of a GPU's cores, for one access of a subgroup.
struct Clocks {
    double reference = 0, subject = 0;
    std::optional<UnitTime> unit = {}; // of the subject, as far as its rate is known
    RowAccess access = RowAccess::Load;
};

// A row against a reference, or a figure on its own.
struct FoundRow {
    std::string name, strategy = {};
    std::string reference = {}, referenceStrategy = {}; // both empty: the value is in nanoseconds
    std::optional<PairedRatio> value = {};              // times as long as the reference; nothing: no time
    std::string at = {};                                // names it in its finding; empty: `name` does
    Verdict verdict = Verdict::Unknown;
    std::optional<InconclusiveReason> why = {}; // of Unknown
    std::optional<Clocks> clocks = {};          // of advice
    PlainLoop limitedBy = PlainLoop::Loads;
};

struct Finding {
    std::string topic = {};   // "sharing by hand"; findings of one topic follow each other
    std::string subject = {}; // "ByteAddressBuffer.Load4"
    Verdict verdict = Verdict::Unknown;
    std::optional<InconclusiveReason> why = {}; // of Unknown
    std::optional<PairedRatio> factor = {};     // times as long as `reference`: the figure that decides
    std::string reference = {};                 // "32 bytes"
    std::string way = {};                       // what has the factor: "shuffle", "offset 4"
    std::optional<Clocks> clocks = {};
    Seen seen = Seen::Nothing;
    std::string scope = {};              // "under push"
    std::vector<FoundRow> rows = {};     // what was judged, row by row
    std::vector<FoundRow> evidence = {}; // figures that decided, without verdicts of their own
    PlainLoop limitedBy = PlainLoop::Loads;
};

Finding unknownFinding(std::string topic, std::string subject, InconclusiveReason why);

// An experiment's answer.
struct Answer {
    std::vector<Finding> findings;
    std::size_t missing = 0, rows = 0; // rows of the suite that were not judged, and all of them
    bool interrupted = false;          // the run, so that a quieter machine is no remedy
};

// The verdict of more than half of the rows that could be judged; RowsDiffer without one. SomeUnknown if they are
// better or worse but more rows are unknown. Its figure: the greatest of these rows, or the greatest loss if they
// differ.
Finding judgedByMost(Finding finding);

// The claim that all rows are worse: Better or Same if none is; Unknown if rows differ, or if any is unknown.
Finding judgedAsClaim(Finding finding);

// How many times as long one row takes as another, not yet judged: nothing, and why, if the run lacks one of the rows or
// did not measure it. `asPrinted`: as in Planned.
FoundRow timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                  std::size_t strategy, bool asPrinted = false);

// Why a measured row's time may not be that of its loads and what they need, such as addresses: it does not surely
// take kLoadLimited times as long as its control without loads, which may be missing.
std::optional<InconclusiveReason> whyNotLoads(const RowFigures& row, std::size_t strategy);

// Why isAtLeast (stats/interval.h) gives nothing for the row's time.
InconclusiveReason whyUnclear(const FoundRow& row, double bound);

// By verdictOnTime; unknown, and why, without a time.
FoundRow judgedRow(FoundRow row, double bound);

// The same, but unknown if something else than loads may limit the slower row, or one of two that do not
// surely differ: whatever hides the loads of the faster row, they are at least that much faster.
FoundRow judgedByLoads(const RunFigures& figures, FoundRow time, std::size_t strategy, double bound);

// The name of the operation's row at linear addresses.
std::string linearRow(const Operation& operation);

// A comparison of two rows that the run may have. Consecutive ones of one topic and subject make one finding.
struct Planned {
    std::string topic = {}, subject = {}, reference = {}; // as in Finding
    std::string row = {}, other = {};                     // names of rows
    std::string at = {}, way = {};                        // as in FoundRow and Finding
    double bound = kOtherKernel;
    bool whateverLimits = false; // by judgedRow instead of judgedByLoads
    bool asPrinted = false;      // by the rows themselves, even where one load in flight is faster
};

// The first strategy that a row beside the baseline was measured under; 0 without one.
std::size_t judgedStrategy(const RunResult& run);

// One finding for each topic and subject of which the run has a row: judgedByMost, or judgedAsClaim.
std::vector<Finding> judgePlanned(const RunFigures& figures, const std::vector<Planned>& all,
                                  std::size_t strategy, bool asClaim = false);

} // namespace vkperftest
