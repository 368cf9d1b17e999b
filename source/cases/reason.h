// Why a row has no time under a strategy, or a way of recording none: a kind and a detail. What is said of it
// stands in one table, by which files that hold sentences alone are read, too.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace vkperftest {

enum class ReasonKind {
    None, // it has a time, or its turn is still to come
    // The strategy cannot bind what the row reads, on any device (whyUnsupported).
    NeedsStorageBuffer,
    NeedsUniformBuffer,
    NeedsBuffer,             // of either kind
    NeedsAlignedLoads,       // through addresses; the detail is their bytes, "16"
    TechniqueLacksAddresses, // the detail is the technique, "shuffle"
    WindowLacksAddresses,
    // What the executor reported: the detail is a clause.
    DeviceLacks,
    WrongValues,
    DeviceLost,
    Broke, // by another error
    // Its turn did not come.
    TimeRanOut,
    RunEnded,
    NotInText,     // from which the figures were imported
    OtherSentence, // of an older results file or a text: the detail
};

struct Reason {
    ReasonKind kind = ReasonKind::None;
    std::string detail;
    // What this row asked for in place of what the detail names, "16" of "subgroups have 32 lanes": rows that
    // differ in it alone lack the same. May be empty.
    std::string wanted;

    bool empty() const { return kind == ReasonKind::None; }
    bool operator==(const Reason&) const = default;
};

// Whether the strategy, and not the device, has no way to bind the row.
bool isOfStrategy(ReasonKind kind);

// Whether the clause is made of a detail, which such a reason then has.
bool hasDetail(ReasonKind kind);

// A clause: "needs a storage buffer", "subgroups have 32 lanes, not 16"; empty of None.
std::string reasonText(const Reason& reason);

// Why there is no time, by the error that the executor gave.
Reason reasonOf(const Error& error);

// The reason that a results file before 1.4 or a text gives in such a clause. `unsupported`: of its status.
Reason reasonOf(std::string_view clause, bool unsupported);

} // namespace vkperftest
