// A kernel's memory instructions, loop by loop, and the lines of the source that LineSearch finds for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "isa/disassembly.h"

namespace vkperftest {

struct SourceLine {
    std::string file; // empty: the shader's own
    std::uint32_t line = 0;

    bool operator==(const SourceLine&) const = default;
    auto operator<=>(const SourceLine& other) const {
        return std::tie(file, line) <=> std::tie(other.file, other.line);
    }
};

// A line of `file`, which belongs to the shader in `shader`: without the file's name if that is the shader's
// own, with its whole path if it only has the same name.
SourceLine sourceLine(const std::string& file, std::uint32_t line, const std::string& shader);

// "31, 40-42, common.h:7, 9": neighbours as a range; a file's name holds for what follows.
std::string linesText(std::span<const SourceLine> lines);

// Equal instructions in one loop, or outside all loops.
struct MemoryOperation {
    std::size_t loop = kNoLoop; // index into the disassembly's loops
    Load load;                  // or what is written
    std::size_t count = 0;
    std::vector<SourceLine> lines; // sorted, each once; none of loads of descriptors
    bool linesComplete = false;    // each of these instructions comes from one of the lines
    // Of what a driver pushes: loads without lines hold only its own values. False: lines were not looked for.
    bool ownKnown = true;
};

// Those outside of loops first, then loop by loop in the code's order; by the first of equal ones.
std::vector<MemoryOperation> memoryOperations(const Disassembly& disassembly);

// The operation that counts the instruction; null if it is none.
const MemoryOperation* operationOf(const Instruction& instruction,
                                   std::span<const MemoryOperation> operations);

// False for descriptors, scratch memory, and what only the driver passes: nothing in the source loads these.
bool hasLines(const MemoryOperation& operation);

// The operation's lines as text, with "?" if some of its instructions come from no known line; empty without
// hasLines().
std::string linesOf(const MemoryOperation& operation);

// "1", "1.2": of each of the disassembly's loops, its number among its siblings in the code's order, after its
// parents'.
std::vector<std::string> loopNumbers(const Disassembly& disassembly);

// Appends to each memory instruction's line of the text: "// line 12", "// lines 12, a.h:7", "// lines 12, ?".
// Instructions without any known line get nothing. `disassembly`: what was parsed from the text.
std::string withSourceLines(std::string_view text, const Disassembly& disassembly,
                            std::span<const MemoryOperation> operations);

} // namespace vkperftest
