// How the code that drivers' compilers made of a row changed between two runs.
#pragma once

#include <optional>
#include <string>

#include "model/run_result.h"

namespace vkperftest {

struct CodeChange {
    std::string baseLoads, nowLoads; // "4 × buffer_load_dword"; empty: not known
    std::optional<bool> same;        // nothing: not known, or the devices differ, and with them their code
    std::string whyUnknown;          // "in BASE: …"; empty if it is known
};

CodeChange codeChange(const RunResult& base, const StrategyResult& before, const RunResult& now,
                      const StrategyResult& after);

} // namespace vkperftest
