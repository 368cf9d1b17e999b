// Plain tables in the formats of `list` and `isa`.
#pragma once

#include <string>
#include <vector>

#include "report/grid.h"

namespace CLI {
class App;
}

namespace vkperftest {

enum class ListFormat { Table, Csv, Markdown };

// --format; a usage error names the choices.
void addListFormat(CLI::App& app, const char* command, ListFormat& format);

// In colour where standard output has it.
std::string plainTable(ListFormat format, const std::vector<Column>& columns,
                       const std::vector<std::vector<std::string>>& rows);

} // namespace vkperftest
