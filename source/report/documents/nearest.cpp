#include <fmt/format.h>

#include "report/documents.h"

namespace vkperftest {

Document nearestDocument(std::span<const RankedGpus> runs) {
    Document document{.heading = "Published GPUs by likeness",
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
                fmt::format("{} of {} omitted: limited by instructions, they say little about loads.",
                            leftOut == 1 ? "one row" : fmt::format("{} rows", leftOut), run.name));
            document.notes.push_back(remarks.back());
        }
        document.sections.push_back(
            {.subjects = {run.name + ": " + run.device},
             .caption = "Published GPUs by likeness: rank correlation of the rows' ratios",
             .grid = std::move(grid),
             .remarks = std::move(remarks)});
    }
    return document;
}

} // namespace vkperftest
