// Rows that read wrong values, and mixed loads of which one part does.
#pragma once

#include <optional>

#include "cases/cpu_model.h"

namespace vkperftest {

// The row with a resource that repeats its first values, chosen by `source`, so that others follow them than in
// the row's. Nothing if that shows in no sum: ones in place of zeros and the reverse may even out, but not each of
// a few times.
template <class Choose> std::optional<Case> withWrongValues(const Case& row, const Choose& source) {
    for (std::uint32_t values = 100; values < 106; ++values) {
        Case wrong = row;
        source(wrong.operation).period = values;
        if (expectedSums(wrong) != expectedSums(row)) return wrong;
    }
    return std::nullopt;
}

inline std::optional<Case> withWrongSource(const Case& row) {
    return withWrongValues(row, [](Operation& operation) -> SourceResource& { return operation.source; });
}

inline std::optional<Case> withWrongPart(const Case& row, std::size_t part) {
    return withWrongValues(
        row, [part](Operation& operation) -> SourceResource& { return operation.parts.at(part).source; });
}

} // namespace vkperftest
