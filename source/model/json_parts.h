// The parts of a results file as they are read and written: what was measured. report/results_json.h adds
// what is made of it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "model/json_fields.h"
#include "model/run_result.h"

namespace vkperftest {

constexpr int kSchema = 1; // the number of results/results-1.schema.json

// All but codes, rows and twins. `complete`: the run has ended.
Json headToJson(const RunResult& run, bool complete);
void headFromJson(const Node& node, RunResult& run); // throws Wrong, like the others

// What the driver's compiler made of the kernels.
Json codesToJson(const std::map<std::string, CodeDigest>& codes);
std::map<std::string, CodeDigest> codesFromJson(const Node& node);

// A row, a twin or the null row.
Json rowToJson(const RowResult& row);
RowResult rowFromJson(const Node& node);

constexpr std::uint64_t kMostLoads = std::uint64_t{1} << 50; // of a sample: hours on any device

template <>
inline constexpr auto kWords<ReasonKind> = enumTable<ReasonKind, Word>({"none",
                                                                        "needs storage buffer",
                                                                        "needs uniform buffer",
                                                                        "needs buffer",
                                                                        "needs texture",
                                                                        "needs aligned loads",
                                                                        "technique lacks addresses",
                                                                        "window lacks addresses",
                                                                        "writes lack addresses",
                                                                        "load lacks addresses",
                                                                        "needs one descriptor",
                                                                        "needs one kind",
                                                                        "device lacks",
                                                                        "wrong values",
                                                                        "device lost",
                                                                        "broke",
                                                                        "time ran out",
                                                                        "run ended",
                                                                        "not in text",
                                                                        "other"});

void jsonFields(auto& json, Of<Reason> auto& reason) {
    json("kind", reason.kind);
    json.onlyIf(!reason.detail.empty(), "detail", reason.detail);
    json.onlyIf(!reason.wanted.empty(), "wanted", reason.wanted);
}

// Of a strategy, a way of recording or a window: the reason as a sentence for readers, and as a kind with a detail.
void outcomeFields(auto& json, auto& result) {
    json("status", result.status);
    json.derived("reason", reasonText(result.reason));
    json.onlyIf(!result.reason.empty(), "cause", result.reason);
}

// Call when outcomeFields has read them. Wrong values are written as a failure: the cause distinguishes them.
void settleOutcome(const Node& node, auto& result) {
    if (hasDetail(result.reason.kind) && result.reason.detail.empty())
        node["cause"]["detail"].wrong("is empty");
    if (result.status == Status::Failed && result.reason.kind == ReasonKind::WrongValues)
        result.status = Status::WrongValues;
}

} // namespace vkperftest
