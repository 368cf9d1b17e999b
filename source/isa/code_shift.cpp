#include "isa/code_shift.h"

#include <compare>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace vkperftest {
namespace {

// Of what a shader loads, without descriptors, push constants and scratch memory.
struct DataLoads {
    std::vector<std::string> names; // with their numbers, in the code's order
    std::size_t count = 0;
    std::size_t outside = 0; // of these, not in the innermost loop
    std::size_t bits = 0;
    bool told = true; // the text shows the width of each
    bool anyScalar = false, anyVector = false, anyWaterfall = false;
};

DataLoads dataLoadsOf(const LoadSummary& summary) {
    DataLoads loads;
    for (const LoadCount& entry : summary.loads) {
        const Load& load = entry.load;
        if (!isFromMemory(load.source)) continue;
        loads.names.push_back(fmt::format("{} {} {}", entry.count, load.name, entry.innermost));
        loads.count += entry.count;
        if (!entry.innermost) loads.outside += entry.count;
        loads.bits += entry.count * load.bits;
        loads.told = loads.told && load.bits != 0;
        loads.anyWaterfall = loads.anyWaterfall || load.name.ends_with(kWaterfall);
        (load.scalar ? loads.anyScalar : loads.anyVector) = true;
    }
    return loads;
}

// Of a load; a block that serves the subgroup holds more than a lane gets.
std::partial_ordering compareWidths(const DataLoads& before, const DataLoads& after) {
    const bool comparable = before.told && after.told && before.anyScalar == after.anyScalar &&
                            before.anyVector == after.anyVector && before.count > 0 && after.count > 0;
    if (!comparable) return std::partial_ordering::unordered;
    return after.bits * before.count <=> before.bits * after.count;
}

CodeShift shiftOfLoads(const DataLoads& before, const DataLoads& after) {
    using enum LoadVerdict;
    constexpr CodeShift kUncompared{"other load instructions", Unknown};
    if (before.anyWaterfall != after.anyWaterfall)
        return after.anyWaterfall
                   ? CodeShift{"in a waterfall loop, once for each different descriptor", Worse}
                   : CodeShift{"no longer in a waterfall loop"};
    if (before.outside != after.outside) return kUncompared;
    if (!before.anyScalar && !after.anyVector && before.anyVector && after.anyScalar)
        return {"once for the subgroup instead of once in each lane"};
    if (!before.anyVector && !after.anyScalar && before.anyScalar && after.anyVector)
        return {"once in each lane instead of once for the subgroup", Worse};
    const std::partial_ordering width = compareWidths(before, after);
    if (after.count < before.count && std::is_gt(width))
        return {after.bits > before.bits ? "fewer, wider loads of more bytes" : "fewer, wider loads"};
    if (after.count < before.count) return {"fewer loads"};
    if (after.count > before.count) return {std::is_lt(width) ? "more, narrower loads" : "more loads", Worse};
    if (std::is_eq(width)) return {"other load instructions, as many and as wide"};
    return std::is_gt(width)   ? CodeShift{"wider loads"}
           : std::is_lt(width) ? CodeShift{"narrower loads", Worse}
                               : kUncompared;
}

// In the innermost loop.
std::size_t descriptorsIn(const LoadSummary& summary) {
    std::size_t count = 0;
    for (const LoadCount& entry : summary.loads) {
        if (entry.load.source == LoadSource::Descriptor && entry.innermost) count += entry.count;
    }
    return count;
}

} // namespace

CodeShift codeShift(const CodeFacts& before, const CodeFacts& after) {
    constexpr CodeShift kUnknown{"unknown loads", LoadVerdict::Unknown};
    if (!before.trouble.empty() || !after.trouble.empty()) return kUnknown;
    const std::optional<bool> same = sameCode(before, after);
    if (!same && (before.hash.empty() || after.hash.empty())) return kUnknown;
    if (!same) return {"same loads, another assembly syntax"};
    if (*same) return {"same code"};
    if (before.loads() == after.loads()) {
        const std::size_t was = before.summary.instructions, is = after.summary.instructions;
        return {was == 0 || is == 0 || was == is ? "same loads, other instructions"
                : is < was                       ? "same loads, fewer instructions"
                                                 : "same loads, more instructions"};
    }
    if (before.summary.loops != after.summary.loops) return {"other load instructions", LoadVerdict::Unknown};
    const DataLoads old = dataLoadsOf(before.summary), now = dataLoadsOf(after.summary);
    if (before.format == after.format && old.names == now.names) {
        const std::size_t was = descriptorsIn(before.summary), is = descriptorsIn(after.summary);
        return {was == is  ? "other loads of descriptors in the loop"
                : is < was ? "fewer loads of descriptors in the loop"
                           : "more loads of descriptors in the loop"};
    }
    return shiftOfLoads(old, now);
}

std::optional<std::size_t> movedDescriptors(const Disassembly& before, const Disassembly& after) {
    if (before.instructions.size() != after.instructions.size() || before.labels != after.labels ||
        before.data != after.data)
        return std::nullopt;
    std::size_t moved = 0;
    for (std::size_t i = 0; i < before.instructions.size(); ++i) {
        const Instruction &was = before.instructions[i], &now = after.instructions[i];
        if (was.opcode != now.opcode) return std::nullopt;
        if (was.operands == now.operands) continue;
        if (was.load() == nullptr || was.load()->source != LoadSource::Descriptor) return std::nullopt;
        ++moved;
    }
    return moved > 0 ? std::optional(moved) : std::nullopt;
}

std::string bytesChange(const LoadSummary& before, const LoadSummary& after) {
    constexpr std::size_t kBits = 8;
    const DataLoads old = dataLoadsOf(before), now = dataLoadsOf(after);
    if (!old.told || !now.told || old.bits == now.bits || old.anyScalar || now.anyScalar) return {};
    return fmt::format("{} → {} bytes for a lane in {}", old.bits / kBits, now.bits / kBits,
                       before.loops && after.loops ? "an iteration" : "the code");
}

} // namespace vkperftest
