// Plain tables in the formats of `list` and `isa`.
#pragma once

#include <string>
#include <vector>

#include "cli/command_line.h"
#include "report/grid.h"

namespace vkperftest {

// In colour where standard output has it.
std::string plainTable(ListFormat format, const std::vector<Column>& columns,
                       const std::vector<std::vector<std::string>>& rows);

} // namespace vkperftest
