#include "report/documents.h"

#include <algorithm>

#include <fmt/format.h>

namespace vkperftest {

Document compiledDocument(const std::vector<std::string>& subjects, Grid grid, Grid records) {
    return {.heading = "Loads in the drivers' code",
            .sections = {{.subjects = subjects, .grid = std::move(grid)}},
            .records = std::move(records)};
}

// A section for each vendor.
Document targetsDocument(std::span<const ListedTarget> targets) {
    Document document{.heading = "Targets of the compilers",
                      .records = {.columns = {{"vendor"},
                                              {"target"},
                                              {"gpus"},
                                              {"aliases"},
                                              {"driver"},
                                              {"version"},
                                              {"works", Kind::Flag},
                                              {"trouble"},
                                              {"package"}}}};
    for (const ListedTarget& target : targets) {
        std::vector<Section>& sections = document.sections;
        if (sections.empty() || sections.back().title != target.vendor)
            sections.push_back(
                {.title = target.vendor, .grid = {.columns = textColumns("target,GPUs,compiled by")}});
        Section& section = sections.back();
        const bool works = target.trouble.empty();
        section.grid.rows.push_back(
            {target.name, target.gpus,
             works ? fmt::format("{} {}", target.driver, target.version) : "no: " + target.trouble});
        const std::string source = fmt::format("{} is in {}.", target.driver, target.package);
        if (std::count(section.remarks.begin(), section.remarks.end(), source) == 0)
            section.remarks.push_back(source);
        document.records.rows.push_back({target.vendor, target.name, target.gpus, target.aliases,
                                         target.driver, target.version, works ? "yes" : "no", target.trouble,
                                         target.package});
    }
    return document;
}

} // namespace vkperftest
