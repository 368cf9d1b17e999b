#include "isa/code_shift.h"

#include <algorithm>
#include <compare>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace vkperftest {
namespace {

struct NamedShift {
    std::string_view name;
    LoadVerdict verdict = LoadVerdict::NotWorse;
};

constexpr auto kShifts = enumTable<CodeShift, NamedShift>({
    {"once for the subgroup instead of once in each lane"},
    {"once in each lane instead of once for the subgroup", LoadVerdict::Worse},
    {"in a waterfall loop, once for each different descriptor", LoadVerdict::Worse},
    {"no longer in a waterfall loop"},
    {"fewer, wider loads"},
    {"fewer, wider loads of more bytes"},
    {"more, narrower loads", LoadVerdict::Worse},
    {"fewer loads"},
    {"more loads", LoadVerdict::Worse},
    {"wider loads"},
    {"narrower loads", LoadVerdict::Worse},
    {"other load instructions, as many and as wide"},
    {"other load instructions", LoadVerdict::Unknown},
    {"fewer loads of descriptors in the loop"},
    {"more loads of descriptors in the loop"},
    {"other loads of descriptors in the loop"},
    {"same loads, fewer instructions"},
    {"same loads, more instructions"},
    {"same loads, other instructions"},
    {"same loads, another assembly syntax"},
    {"unknown loads", LoadVerdict::Unknown},
    {"same code"},
});

// Of what a row loads, without descriptors, push constants and scratch memory.
struct DataLoads {
    std::vector<std::string> names; // with their numbers, in the code's order
    double count = 0;               // of instructions for each load of the row
    double outside = 0;             // of these, not in the innermost loop
    double bits = 0;
    bool told = true; // the text shows the width of each
    bool anyScalar = false, anyVector = false, anyWaterfall = false;
};

DataLoads dataLoadsOf(const LoadSummary& summary) {
    DataLoads loads;
    for (const LoadCount& entry : summary.loads) {
        const Load& load = entry.load;
        if (!isFromMemory(load.source)) continue;
        const double count = static_cast<double>(entry.count) /
                             (summary.loops && entry.innermost ? summary.loadsPerIteration : 1);
        loads.names.push_back(fmt::format("{} {} {}", count, load.name, entry.innermost));
        loads.count += count;
        if (!entry.innermost) loads.outside += count;
        loads.bits += count * load.bits;
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
    return after.bits / after.count <=> before.bits / before.count;
}

CodeShift shiftOfLoads(const DataLoads& before, const DataLoads& after) {
    if (before.anyWaterfall != after.anyWaterfall)
        return after.anyWaterfall ? CodeShift::IntoWaterfall : CodeShift::OutOfWaterfall;
    if (before.outside != after.outside) return CodeShift::UncomparedLoads;
    if (!before.anyScalar && !after.anyVector && before.anyVector && after.anyScalar)
        return CodeShift::Shared;
    if (!before.anyVector && !after.anyScalar && before.anyScalar && after.anyVector)
        return CodeShift::Unshared;
    const std::partial_ordering width = compareWidths(before, after);
    if (after.count < before.count && std::is_gt(width))
        return after.bits > before.bits ? CodeShift::WiderMoreBytes : CodeShift::FewerWiderLoads;
    if (after.count < before.count) return CodeShift::FewerLoads;
    if (after.count > before.count)
        return std::is_lt(width) ? CodeShift::MoreNarrowerLoads : CodeShift::MoreLoads;
    if (std::is_eq(width)) return CodeShift::OtherLoads;
    return std::is_gt(width)   ? CodeShift::WiderLoads
           : std::is_lt(width) ? CodeShift::NarrowerLoads
                               : CodeShift::UncomparedLoads;
}

// In the innermost loop, for each load of the row.
double descriptorsIn(const LoadSummary& summary) {
    double count = 0;
    for (const LoadCount& entry : summary.loads) {
        if (entry.load.source == LoadSource::Descriptor && entry.innermost)
            count += static_cast<double>(entry.count) / summary.loadsPerIteration;
    }
    return count;
}

CodeShift shiftOfDescriptors(double before, double after) {
    if (before == after) return CodeShift::OtherDescriptors;
    return after < before ? CodeShift::FewerDescriptors : CodeShift::MoreDescriptors;
}

CodeShift shiftOfInstructions(std::size_t before, std::size_t after) {
    if (before == 0 || after == 0 || before == after) return CodeShift::OtherInstructions;
    return after < before ? CodeShift::FewerInstructions : CodeShift::MoreInstructions;
}

} // namespace

LoadVerdict judgeLoads(const CodeFacts& before, const CodeFacts& after) {
    return kShifts[codeShift(before, after)].verdict;
}

CodeShift codeShift(const CodeFacts& before, const CodeFacts& after) {
    if (!before.trouble.empty() || !after.trouble.empty()) return CodeShift::Unknown;
    const std::optional<bool> same = sameCode(before, after);
    if (!same) return before.hash.empty() || after.hash.empty() ? CodeShift::Unknown : CodeShift::Undecided;
    if (*same) return CodeShift::SameCode;
    if (before.loads() == after.loads())
        return shiftOfInstructions(before.summary.instructions, after.summary.instructions);
    if (before.summary.loops != after.summary.loops) return CodeShift::UncomparedLoads;
    const DataLoads old = dataLoadsOf(before.summary), now = dataLoadsOf(after.summary);
    if (before.format == after.format && old.names == now.names)
        return shiftOfDescriptors(descriptorsIn(before.summary), descriptorsIn(after.summary));
    return shiftOfLoads(old, now);
}

std::string_view codeShiftName(CodeShift shift) {
    return kShifts[shift].name;
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
        if (!was.load || was.load->source != LoadSource::Descriptor) return std::nullopt;
        ++moved;
    }
    return moved > 0 ? std::optional(moved) : std::nullopt;
}

std::string bytesChange(const LoadSummary& before, const LoadSummary& after) {
    constexpr double kBits = 8;
    const DataLoads old = dataLoadsOf(before), now = dataLoadsOf(after);
    if (!old.told || !now.told || old.bits == now.bits || old.anyScalar || now.anyScalar) return {};
    return fmt::format("{} → {} bytes for a lane in {}", old.bits / kBits, now.bits / kBits,
                       before.loops && after.loops ? "an iteration" : "the code");
}

} // namespace vkperftest
