#include "isa/memory_operations.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// By instruction order, of each loop: its first instruction, or one in a loop inside it.
std::vector<std::size_t> firstInstructions(const Disassembly& disassembly) {
    std::vector<std::size_t> first(disassembly.loops.size(), disassembly.instructions.size());
    for (std::size_t i = disassembly.instructions.size(); i-- > 0;) {
        for (std::size_t loop = disassembly.instructions[i].loop; loop != kNoLoop;
             loop = disassembly.loops[loop].parent)
            first[loop] = i;
    }
    return first;
}

std::optional<MemoryOperation> operationOf(const Instruction& instruction) {
    if (!instruction.memory) return std::nullopt;
    return MemoryOperation{.loop = instruction.loop, .load = *instruction.memory, .count = 1, .lines = {}};
}

std::string fileName(const std::string& path) {
    return path.substr(path.find_last_of("/\\") + 1);
}

// But for its source.
bool alike(const MemoryOperation& a, const MemoryOperation& b) {
    return a.loop == b.loop && a.load.access == b.load.access && a.load.name == b.load.name &&
           a.load.bits == b.load.bits && a.load.scalar == b.load.scalar;
}

bool equal(const MemoryOperation& a, const MemoryOperation& b) {
    return alike(a, b) && a.load.source == b.load.source && a.load.surely == b.load.surely;
}

} // namespace

std::vector<MemoryOperation> memoryOperations(const Disassembly& disassembly) {
    std::vector<MemoryOperation> operations;
    for (const Instruction& instruction : disassembly.instructions) {
        const std::optional<MemoryOperation> one = operationOf(instruction);
        if (!one) continue;
        const auto known = std::ranges::find_if(
            operations, [&](const MemoryOperation& other) { return equal(*one, other); });
        if (known == operations.end())
            operations.push_back(*one);
        else
            ++known->count;
    }
    // Outer loops stand before inner ones in the disassembly, and may begin with them.
    const std::vector<std::size_t> first = firstInstructions(disassembly);
    std::ranges::stable_sort(operations, {}, [&](const MemoryOperation& one) {
        return one.loop == kNoLoop ? std::pair(std::size_t{0}, std::size_t{0})
                                   : std::pair(first[one.loop] + 1, one.loop);
    });
    return operations;
}

SourceLine sourceLine(const std::string& file, std::uint32_t line, const std::string& shader) {
    const std::string name = fileName(file), own = fileName(shader);
    if (file == shader || file == own) return {"", line};
    return {printable(name == own ? file : name), line};
}

std::string linesText(std::span<const SourceLine> lines) {
    std::vector<std::string> parts;
    std::string file; // of the part before
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const SourceLine& first = lines[i];
        while (i + 1 < lines.size() && lines[i + 1].file == first.file &&
               lines[i + 1].line == lines[i].line + 1)
            ++i;
        const std::string name = first.file == file ? "" : first.file + ":";
        file = first.file;
        parts.push_back(lines[i].line == first.line
                            ? fmt::format("{}{}", name, first.line)
                            : fmt::format("{}{}-{}", name, first.line, lines[i].line));
    }
    return join(parts, ", ");
}

const MemoryOperation* operationOf(const Instruction& instruction,
                                   std::span<const MemoryOperation> operations) {
    const std::optional<MemoryOperation> one = operationOf(instruction);
    if (!one) return nullptr;
    const auto find = [&](bool (*same)(const MemoryOperation&, const MemoryOperation&)) {
        const auto found =
            std::ranges::find_if(operations, [&](const MemoryOperation& other) { return same(*one, other); });
        return found != operations.end() ? &*found : nullptr;
    };
    // What looked like a descriptor may have become data.
    const MemoryOperation* const found = find(equal);
    return found != nullptr ? found : find(alike);
}

bool hasLines(const MemoryOperation& operation) {
    const LoadSource source = operation.load.source;
    return isFromMemory(source) ||
           (source == LoadSource::Pushed && (!operation.lines.empty() || !operation.ownKnown));
}

std::string linesOf(const MemoryOperation& operation) {
    if (!hasLines(operation)) return {};
    const std::string lines = linesText(operation.lines);
    return operation.linesComplete ? lines : lines.empty() ? "?" : lines + ", ?";
}

std::vector<std::string> loopNumbers(const Disassembly& disassembly) {
    const std::vector<std::size_t> first = firstInstructions(disassembly);
    std::vector<std::string> numbers;
    for (std::size_t loop = 0; loop < disassembly.loops.size();
         ++loop) { // parents come before their children
        const std::size_t parent = disassembly.loops[loop].parent;
        std::size_t number = 1;
        for (std::size_t other = 0; other < disassembly.loops.size(); ++other)
            number += disassembly.loops[other].parent == parent && first[other] < first[loop] ? 1U : 0U;
        numbers.push_back(parent == kNoLoop ? std::to_string(number)
                                            : fmt::format("{}.{}", numbers[parent], number));
    }
    return numbers;
}

std::string withSourceLines(std::string_view text, const Disassembly& disassembly,
                            std::span<const MemoryOperation> operations) {
    std::map<std::size_t, std::string> notes; // by line of the text
    for (const Instruction& instruction : disassembly.instructions) {
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
