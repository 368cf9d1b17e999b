#include "isa/source_lines.h"

#include <map>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {

std::string withSourceLines(std::string_view text, const Listing& listing,
                            std::span<const MemoryOperation> operations) {
    std::map<std::size_t, std::string> notes; // by line of the text
    for (const Instruction& instruction : listing.instructions) {
        const MemoryOperation* const operation = operationOf(instruction, operations);
        if (operation == nullptr || operation->lines.empty()) continue;
        const bool several = operation->lines.size() > 1 || !operation->linesComplete;
        notes[instruction.textLine] =
            fmt::format(" // {} {}", several ? "lines" : "line", linesOf(*operation));
    }
    std::vector<std::string> lines = split(text, '\n');
    for (const auto& [line, note] : notes) {
        if (line < lines.size()) lines[line] += note;
    }
    return join(lines, "\n");
}

} // namespace vkperftest
