#include "advice/candidates.h"

#include <algorithm>
#include <utility>

namespace vkperftest {

std::vector<Candidate> candidatesOf(std::uint32_t bytes) {
    const std::uint32_t width = bytes / 4;
    const Format format = width == 1 ? Format::R32F : width == 2 ? Format::RG32F : Format::RGBA32F;
    std::vector<Candidate> candidates = {{"structured", structuredLoad(width)},
                                         {"raw", rawLoad(width)},
                                         {"typed", typedLoad(format)},
                                         {"texture", textureLoad(format)}};
    if (bytes == 16) candidates.push_back({"cbuffer", constantLoad()});
    return candidates;
}

std::vector<CandidateRow> candidateRows(const Reading& reading, std::uint32_t bytes, Pattern pattern) {
    std::vector<CandidateRow> rows;
    for (const Candidate& candidate : candidatesOf(bytes)) {
        Row row = reading.row(candidate.operation, pattern);
        if (row.figures == nullptr) return {};
        if (!row.figures->incomparable) rows.push_back({candidate, std::move(row)});
    }
    return rows;
}

const CandidateRow& fastestOf(const std::vector<CandidateRow>& rows) {
    return *std::max_element(rows.begin(), rows.end(), [](const CandidateRow& a, const CandidateRow& b) {
        return a.row.ratio() < b.row.ratio();
    });
}

} // namespace vkperftest
