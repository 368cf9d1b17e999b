#include <fmt/format.h>

#include "report/documents.h"

namespace vkperftest {

Document nearestDocument(std::span<const RankedGpus> runs) {
    Document document{.heading = "Published GPUs, the most similar first",
                      .records = {.columns = {{"file"},
                                              {"device"},
                                              {"gpu"},
                                              {"architecture"},
                                              {"correlation", Kind::Number},
                                              {"rows", Kind::Number}}}};
    for (const RankedGpus& run : runs) {
        Grid grid{
            .columns = {{"GPU"}, {"architecture"}, {"correlation", Kind::Number}, {"rows", Kind::Number}}};
        for (const Likeness& likeness : run.likenesses.gpus) {
            const std::string rows = std::to_string(likeness.rows);
            grid.rows.push_back(
                {likeness.gpu, likeness.architecture, fmt::format("{:+.3f}", likeness.correlation), rows});
            document.records.rows.push_back({run.name, run.device, likeness.gpu, likeness.architecture,
                                             numberCell(likeness.correlation), rows});
        }
        std::vector<std::string> remarks;
        if (const std::size_t leftOut = run.likenesses.leftOut; leftOut > 0) {
            remarks.push_back(
                leftOut == 1
                    ? fmt::format("1 row of {} is omitted, because instructions limit it, not loads.",
                                  run.name)
                    : fmt::format("{} rows of {} are omitted, because instructions limit them, not loads.",
                                  leftOut, run.name));
            document.notes.push_back(remarks.back());
        }
        document.sections.push_back(
            {.subjects = {run.name + ": " + run.device},
             .caption = "Published GPUs, the most similar first (rank correlation of the rows' ratios)",
             .grid = std::move(grid),
             .remarks = std::move(remarks)});
    }
    return document;
}

} // namespace vkperftest
