#include "report/documents.h"

namespace vkperftest {

Document listDocument(std::span<const ListedRow> rows) {
    Grid grid{.columns = textColumns("row,id,needs,kernel")};
    grid.columns[1].spare = grid.columns[3].spare = true;
    for (const ListedRow& row : rows) grid.rows.push_back({row.name, row.id, row.needs, row.kernel});
    return {.heading = "Rows, and what each needs", .sections = {{.grid = std::move(grid)}}};
}

} // namespace vkperftest
