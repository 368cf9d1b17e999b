#include "isa/registers.h"

#include <algorithm>
#include <map>
#include <set>

namespace vkperftest {
namespace {

using Registers = std::set<std::uint32_t>;

bool overlap(const Registers& registers, const RegisterRange& range) {
    const auto at = registers.lower_bound(range.first);
    return at != registers.end() && *at - range.first < range.count;
}

void insert(Registers& registers, const std::vector<RegisterRange>& ranges) {
    for (const RegisterRange& range : ranges) {
        for (std::uint32_t i = 0; i < range.count; ++i) registers.insert(range.first + i);
    }
}

void erase(Registers& registers, const std::vector<RegisterRange>& ranges) {
    for (const RegisterRange& range : ranges) {
        for (std::uint32_t i = 0; i < range.count; ++i) registers.erase(range.first + i);
    }
}

// Turns the registers whose values are taken as bases behind the instruction into those before it.
void goBack(const RegisterUse& use, bool loadsDescriptor, Registers& taken) {
    Registers copied;
    for (const auto& [from, to] : use.copies) {
        for (std::uint32_t i = 0; i < std::min(from.count, to.count); ++i) {
            if (taken.contains(to.first + i)) copied.insert(from.first + i);
        }
    }
    if (!use.conditional) erase(taken, use.destinations);
    if (loadsDescriptor)
        insert(taken, use.reads);
    else
        erase(taken, use.reads);
    taken.merge(copied);
    insert(taken, use.bases);
}

} // namespace

// Goes from the end of the code to its start, and repeats while loops add registers.
Result<void> findDescriptorLoads(Disassembly& disassembly, const std::vector<RegisterUse>& uses,
                                 bool surely) {
    constexpr std::size_t kMostSteps = 1 << 21; // kernels take thousands
    std::map<std::size_t, Registers> entered;   // what is taken from there on; by instruction with a label
    for (const auto& [label, at] : disassembly.labels) entered[at];
    std::size_t steps = 0;
    for (bool changed = true; changed;) {
        changed = false;
        Registers taken;
        for (std::size_t i = uses.size(); i-- > 0;) {
            Instruction& instruction = disassembly.instructions[i];
            std::optional<Load>& load = instruction.load;
            if (!instruction.fallsThrough) taken.clear();
            for (const std::string& jump : instruction.jumps) {
                const auto label = disassembly.labels.find(jump);
                if (label == disassembly.labels.end()) continue;
                const Registers& there = entered[label->second];
                taken.insert(there.begin(), there.end());
                steps += there.size();
            }
            const bool isBase = std::ranges::any_of(
                uses[i].destinations, [&](const RegisterRange& range) { return overlap(taken, range); });
            if (isBase && load && uses[i].mayLoadDescriptor) {
                load->source = LoadSource::Descriptor;
                load->surely = surely;
            }
            goBack(uses[i], load && load->surely, taken);
            if (const auto at = entered.find(i); at != entered.end() && at->second.size() < taken.size()) {
                at->second = taken;
                changed = true;
            }
            if (++steps > kMostSteps) return unread("the code is too long to trace its descriptors");
        }
    }
    return {};
}

} // namespace vkperftest
