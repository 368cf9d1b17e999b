// Why a row has no time under a strategy, or a way of recording has none: a kind and a detail. One table
// holds the texts.
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
    NeedsBuffer, // of either kind
    NeedsTexture,
    NeedsAlignedLoads,       // through addresses; the detail is their bytes, "16"
    TechniqueLacksAddresses, // the detail is the technique, "shuffle"
    WindowLacksAddresses,
    WritesLackAddresses,
    LoadLacksAddresses, // of that pattern or memory
    NeedsOneDescriptor, // of the source; the row has an array of them
    NeedsOneKind,       // of load; the row mixes several
    // What the executor reported: the detail is a clause.
    DeviceLacks,
    WrongValues,
    DeviceLost,
    Broke, // another error
    // Its turn did not come.
    TimeRanOut,
    RunEnded,
};

struct Reason {
    ReasonKind kind = ReasonKind::None;
    std::string detail;
    // What this row asked for instead of what the detail names: "16" for "subgroups have 32 lanes". Rows that
    // differ only in this lack the same thing. May be empty.
    std::string wanted;

    bool empty() const { return kind == ReasonKind::None; }
    bool operator==(const Reason&) const = default;
};

// Whether it is the strategy, not the device, that cannot bind the row.
bool isOfStrategy(ReasonKind kind);

std::string_view reasonWord(ReasonKind kind); // in results files: "device lacks"

// Whether the kind's clause contains a detail.
bool hasDetail(ReasonKind kind);

// A clause: "needs a storage buffer", "subgroups have 32 lanes, not 16"; empty for None.
std::string reasonText(const Reason& reason);

// The reason for an error that the executor returned.
Reason reasonOf(const Error& error);

} // namespace vkperftest
