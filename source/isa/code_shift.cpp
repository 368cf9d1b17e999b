#include "isa/code_shift.h"

#include <algorithm>
#include <compare>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace vkperftest {
namespace {

// Of what a row loads, without descriptors, push constants and scratch memory.
struct DataLoads {
    std::vector<std::string> names; // with their numbers, in the code's order
    double count = 0;               // of instructions for each load of the row
    double outside = 0;             // of these, not in the innermost loop
    double bits = 0;
    bool told = true; // the text shows the width of each
    bool anyScalar = false, anyVector = false;
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
    if (before.outside != after.outside) return CodeShift::UncomparedLoads;
    if (!before.anyScalar && !after.anyVector && before.anyVector && after.anyScalar)
        return CodeShift::Shared;
    if (!before.anyVector && !after.anyScalar && before.anyScalar && after.anyVector)
        return CodeShift::Unshared;
    const std::partial_ordering width = compareWidths(before, after);
    if (after.count < before.count)
        return std::is_gt(width) ? CodeShift::FewerWiderLoads : CodeShift::FewerLoads;
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

LoadVerdict verdictOn(CodeShift shift) {
    switch (shift) {
    case CodeShift::Unshared:
    case CodeShift::MoreNarrowerLoads:
    case CodeShift::MoreLoads:
    case CodeShift::NarrowerLoads:
        return LoadVerdict::Worse;
    case CodeShift::UncomparedLoads:
    case CodeShift::Unknown:
        return LoadVerdict::Unknown;
    default:
        return LoadVerdict::NotWorse;
    }
}

// By the loops' numbers.
std::map<std::string, DataLoads> loadsByLoop(const Disassembly& disassembly) {
    const std::vector<std::string> numbers = loopNumbers(disassembly);
    std::map<std::string, LoadSummary> summaries;
    for (const std::string& number : numbers) summaries[number].loops = true;
    for (const MemoryOperation& one : memoryOperations(disassembly)) {
        if (one.access == Access::Load && one.loop != kNoLoop)
            summaries[numbers[one.loop]].loads.push_back({one.load, one.count});
    }
    std::map<std::string, DataLoads> loads;
    for (const auto& [number, summary] : summaries) loads[number] = dataLoadsOf(summary);
    return loads;
}

// Instructions of one kind, and the accesses of the source that became them; 0 if not all are known.
struct LoadsOfKind {
    std::size_t count = 0, sources = 0;
};
using LoadsByKind = std::map<std::tuple<std::string, std::uint32_t, bool>, LoadsOfKind>;

// Of the loop with this number.
LoadsByKind loadsByKind(const Disassembly& disassembly, std::span<const MemoryOperation> operations,
                        const std::string& number) {
    const std::vector<std::string> numbers = loopNumbers(disassembly);
    LoadsByKind all;
    for (const MemoryOperation& one : operations) {
        const bool counts = one.access == Access::Load && isFromMemory(one.load.source) &&
                            one.loop != kNoLoop && numbers[one.loop] == number;
        if (!counts) continue;
        all[{one.load.name, one.load.bits, one.load.scalar}] = {one.count,
                                                                one.linesComplete ? one.sources : 0};
    }
    return all;
}

bool isUnrolled(const LoadsByKind& before, const LoadsByKind& after) {
    if (before.empty() || before.size() != after.size()) return false;
    const std::size_t times = after.begin()->second.count / before.begin()->second.count;
    return times > 1 && std::ranges::all_of(before, [&](const auto& entry) {
               const auto& [kind, loads] = entry;
               const auto then = after.find(kind);
               return then != after.end() && loads.sources > 0 && loads.sources == then->second.sources &&
                      then->second.count == times * loads.count;
           });
}

} // namespace

LoadVerdict judgeLoads(const CodeReading& before, const CodeReading& after,
                       std::span<const MemoryOperation> operationsBefore,
                       std::span<const MemoryOperation> operationsAfter) {
    const auto onlyUnrolled = [&](const std::string& number) {
        return isUnrolled(loadsByKind(before.disassembly, operationsBefore, number),
                          loadsByKind(after.disassembly, operationsAfter, number));
    };
    const CodeShift shift = codeShift(before, after);
    if (shift == CodeShift::Unknown || shift == CodeShift::SameCode) return verdictOn(shift);
    const std::map<std::string, DataLoads> old = loadsByLoop(before.disassembly),
                                           now = loadsByLoop(after.disassembly);
    const auto sameNumber = [](const auto& a, const auto& b) { return a.first == b.first; };
    const bool sameLoops = !old.empty() && std::ranges::equal(old, now, sameNumber);
    if (!sameLoops) return verdictOn(shift);
    LoadVerdict all = LoadVerdict::NotWorse;
    for (const auto& [number, loads] : old) {
        const DataLoads& then = now.at(number);
        if (loads.names == then.names || onlyUnrolled(number)) continue;
        const LoadVerdict verdict = verdictOn(shiftOfLoads(loads, then));
        if (verdict == LoadVerdict::Worse) return verdict;
        if (verdict == LoadVerdict::Unknown) all = verdict;
    }
    return all;
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
    static constexpr auto kNames = enumTable<CodeShift, std::string_view>({
        "once for the subgroup instead of once in each lane",
        "once in each lane instead of once for the subgroup",
        "fewer, wider loads",
        "more, narrower loads",
        "fewer loads",
        "more loads",
        "wider loads",
        "narrower loads",
        "other load instructions, as many and as wide",
        "other load instructions",
        "fewer loads of descriptors in the loop",
        "more loads of descriptors in the loop",
        "other loads of descriptors in the loop",
        "same loads, fewer instructions",
        "same loads, more instructions",
        "same loads, other instructions",
        "same loads, another assembly syntax",
        "unknown loads",
        "same code",
    });
    return kNames[shift];
}

} // namespace vkperftest
