#include "report/documents.h"

namespace vkperftest {

Document compiledDocument(const std::vector<std::string>& subjects, Grid grid) {
    return {.heading = "Loads in the drivers' code",
            .sections = {{.subjects = subjects, .grid = std::move(grid)}},
            .notes = subjects};
}

Document targetsDocument(std::span<const ListedTarget> targets) {
    Grid grid{.columns = textColumns("target,GPUs,works")};
    for (const ListedTarget& target : targets)
        grid.rows.push_back(
            {target.name, target.gpus, target.trouble.empty() ? "yes" : "no: " + target.trouble});
    return {.heading = "Targets of the compiler", .sections = {{.grid = std::move(grid)}}};
}

} // namespace vkperftest
