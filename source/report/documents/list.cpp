#include "report/documents.h"

namespace vkperftest {

Document listDocument(std::span<const ListedRow> rows) {
    Grid grid{.columns = textColumns("row,id,needs,kernel")};
    for (std::size_t i = 1; i < grid.columns.size(); ++i) grid.columns[i].spare = true;
    for (const ListedRow& row : rows) grid.rows.push_back({row.name, row.id, row.needs, row.kernel});
    Grid records = grid;
    records.columns[0].title = "name";
    return {.heading = "Rows, and what each needs",
            .sections = {{.grid = std::move(grid)}},
            .records = std::move(records)};
}

} // namespace vkperftest
