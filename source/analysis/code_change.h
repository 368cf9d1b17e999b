// What became of the code that drivers' compilers made of a row, between two runs.
#pragma once

#include <optional>
#include <string>

#include "model/run_result.h"

namespace vkperftest {

struct CodeChange {
    std::string baseLoads, nowLoads; // "4 × buffer_load_dword"; empty: not known
    std::optional<bool> same; // nothing: it cannot be told, or the devices differ, and their code by nature
    std::string whyUnknown;   // "in BASE: …"; empty if it can be told, or the devices differ
};

CodeChange codeChange(const RunResult& base, const StrategyResult& before, const RunResult& now,
                      const StrategyResult& after);

} // namespace vkperftest
