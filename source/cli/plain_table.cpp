#include "cli/plain_table.h"

#include "cli/console.h"

namespace vkperftest {

std::string plainTable(ListFormat format, const std::vector<Column>& columns,
                       const std::vector<std::vector<std::string>>& rows) {
    switch (format) {
    case ListFormat::Csv:
        return csvGrid(columns, rows);
    case ListFormat::Markdown:
        return markdownGrid(columns, rows);
    case ListFormat::Table:
        break;
    }
    return alignedGrid(columns, rows, stdoutHasColor() ? "\x1b[1m" : "");
}

} // namespace vkperftest
