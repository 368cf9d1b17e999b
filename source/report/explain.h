// What the driver's compiler made of the rows, in a few words.
#pragma once

#include <string>
#include <vector>

#include "model/run_result.h"

namespace vkperftest {

// A phrase for the row under its first strategy (loadPhrase in isa/digest.h), and for others where they
// differ: "one 128-bit load; address-4: 4 narrow loads". Empty without figures.
std::string explanation(const RunResult& run, const RowResult& row);

// Why some or all are unknown, one sentence each; none if all are known.
std::vector<std::string> explanationRemarks(const RunResult& run);

} // namespace vkperftest
