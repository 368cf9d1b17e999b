// Documents as the formats write them.
#pragma once

#include "base/named.h"
#include "report/documents.h"
#include "report/writers.h"

namespace vkperftest {

inline std::string written(std::string_view format, const Document& document, bool color = false) {
    return findNamed(runWriters(), format, "no format").value()->write(document, color);
}

inline std::string writtenRun(std::string_view format, const RunResult& run, bool explain = false,
                              bool color = false) {
    return written(format, runDocument(run, explain), color);
}

inline std::string writtenGrid(std::string_view format, const Grid& grid) {
    return written(format, {.sections = {{.grid = grid}}});
}

} // namespace vkperftest
