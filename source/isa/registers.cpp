#include "isa/registers.h"

#include <algorithm>
#include <map>
#include <set>

namespace vkperftest {
namespace {

using Registers = std::set<std::uint32_t>;

// Turns the registers whose values are taken as bases behind the instruction into those before it.
void goBack(const RegisterUse& use, bool loadsDescriptor, Registers& taken) {
    const auto insert = [&](std::uint32_t one) { taken.insert(one); };
    const auto erase = [&](std::uint32_t one) { taken.erase(one); };
    Registers copied;
    for (const auto& [from, to] : use.copies) {
        for (std::uint32_t i = 0; i < std::min(from.count, to.count); ++i) {
            if (taken.contains(to.first + i)) copied.insert(from.first + i);
        }
    }
    if (!use.conditional) forEach(use.destinations, erase);
    if (loadsDescriptor)
        forEach(use.reads, insert);
    else
        forEach(use.reads, erase);
    taken.merge(copied);
    forEach(use.bases, insert);
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
            if (!instruction.fallsThrough) taken.clear();
            for (const std::string& jump : instruction.jumps) {
                const auto label = disassembly.labels.find(jump);
                if (label == disassembly.labels.end()) continue;
                const Registers& there = entered[label->second];
                taken.insert(there.begin(), there.end());
                steps += there.size();
            }
            const bool isBase = std::ranges::any_of(uses[i].destinations, [&](const RegisterRange& range) {
                const auto at = taken.lower_bound(range.first);
                return at != taken.end() && *at - range.first < range.count;
            });
            if (isBase && uses[i].mayLoadDescriptor) {
                instruction.memory->source = LoadSource::Descriptor;
                instruction.memory->surely = surely;
            }
            goBack(uses[i], instruction.memory && instruction.memory->surely, taken);
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
