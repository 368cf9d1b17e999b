// What became of the code that drivers' compilers made of a row, between two runs.
#pragma once

#include <string>
#include <vector>

#include "analysis/comparison.h"

namespace vkperftest {

// Fills in what is known of it. Whether it is the same is asked of one device only: another's differs by nature.
void compareCode(const RunResult& base, const StrategyResult& before, const RunResult& now,
                 const StrategyResult& after, Change& change);

// Where rows changed and nobody knows whether the code did, although it was asked for: why, sentences without a full
// stop.
std::vector<std::string> unknownCodes(const RunResult& base, const RunResult& now,
                                      const Comparison& comparison);

} // namespace vkperftest
