// The parts of a results file as they are read and written: what was measured. report/results_json.h adds
// what is made of it.
#pragma once

#include <map>
#include <string>

#include "model/baseline_series.h"
#include "model/json_node.h"
#include "model/run_result.h"

namespace vkperftest {

// All but codes, rows and twins. `complete`: the run has ended.
Json headToJson(const RunResult& run, bool complete);
void headFromJson(const Node& node, RunResult& run); // throws Wrong, like the others

// What the driver's compiler made of the kernels.
Json codesToJson(const std::map<std::string, CodeDigest>& codes);
std::map<std::string, CodeDigest> codesFromJson(const Node& node);

// A row, a twin or the null row. Its part of the baseline's series goes to `series`.
Json rowToJson(const RowResult& row);
RowResult rowFromJson(const Node& node, BaselineSeries& series);

// Throws Wrong unless there are rows, none twice, each with the settings' strategies; each twin has one
// strategy and a name of its own; and every code that a row names exists.
void checkMembers(const RunResult& run);

constexpr std::uint64_t kMostLoads = std::uint64_t{1} << 50; // of a sample: hours on any device

} // namespace vkperftest
