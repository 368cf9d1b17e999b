#include "isa/code_cells.h"

namespace vkperftest {

CodeCells cellsOf(const Transcript& transcript) {
    CodeCells cells;
    for (const TranscriptEntry& entry : transcript.entries) {
        CodeCell& cell = cells[entry.key];
        if (entry.code.ok()) {
            const DriverCode& code = entry.code.value();
            cell = {.missing = "",
                    .subgroupSize = code.subgroupSize,
                    .statistics = code.statistics,
                    .reading = interpret(code)};
        } else {
            const bool unsupported = entry.code.error().kind == ErrorKind::Unsupported;
            cell.missing = (unsupported ? "unsupported: " : "failed: ") + entry.code.error().cause;
        }
    }
    return cells;
}

} // namespace vkperftest
