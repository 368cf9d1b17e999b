#include "cli/plain_table.h"

#include "cli/console.h"
#include "cli/options.h"

namespace vkperftest {

void addListFormat(CLI::App& app, const char* command, ListFormat& format) {
    addValue(
        app, "--format", "NAME", "Format: table, csv, markdown (default: table)",
        [command, &format](const std::string& name) -> Result<void> {
            constexpr std::string_view kNames[] = {"table", "csv", "markdown"}; // by the value of ListFormat
            const auto found = std::find(std::begin(kNames), std::end(kNames), name);
            format = static_cast<ListFormat>(found - std::begin(kNames));
            if (found != std::end(kNames)) return {};
            return Error{ErrorKind::Usage, fmt::format("`{}` has no format '{}'", command, name),
                         "choose from: table, csv, markdown"};
        });
}

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
