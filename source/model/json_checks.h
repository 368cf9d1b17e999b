// What must hold between the members of a results file, beyond the form of each.
#pragma once

#include "model/run_result.h"

namespace vkperftest {

// Rows, none twice, each with the settings' strategies; twins of one strategy under names of their own; and of
// every code that a row names, the code. Throws Wrong (model/json_node.h).
void checkMembers(const RunResult& run);

} // namespace vkperftest
