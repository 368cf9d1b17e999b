// What an experiment finds, typed. Its words are the report's (report/findings.h).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "analysis/unit_rates.h"
#include "analysis/verdict.h"
#include "cases/operation.h"
#include "stats/interval.h"

namespace vkperftest {

// What shows beside the verdict: of uniform loads, whether the driver shares them.
enum class Seen : std::uint8_t {
    Nothing,
    NotShared,      // each lane loads
    Shared,         // by the driver
    AsEachLane,     // not shared, or no better than by a load for each lane
    SharingUnclear, // whether the driver shares
    Constants,      // their unit serves one address to all lanes
    WordLoads,      // of vectors: as long as a load for each word takes
};

// What limits the loop that a finding compares with, beside loads.
enum class PlainLoop : std::uint8_t { Loads, Instructions, Checks /* of bounds, by the rows without them */ };

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
    bool asStructured = false; // under addresses; structured elements of its width are as fast under `set`
    std::optional<Clocks> clocks = {}; // of advice
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

} // namespace vkperftest
