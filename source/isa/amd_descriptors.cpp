#include "isa/amd_descriptors.h"

#include <algorithm>
#include <optional>
#include <set>

namespace vkperftest {
namespace {

using Registers = std::set<std::uint32_t>;

void insert(Registers& registers, const RegisterRange& range) {
    for (std::uint32_t i = 0; i < range.count; ++i) registers.insert(range.first + i);
}

bool overlap(const Registers& registers, const RegisterRange& range) {
    const auto at = registers.lower_bound(range.first);
    return at != registers.end() && *at - range.first < range.count;
}

std::vector<std::size_t> successors(const Listing& listing, std::size_t from) {
    std::vector<std::size_t> result;
    if (listing.instructions[from].fallsThrough) result.push_back(from + 1);
    for (const std::string& jump : listing.instructions[from].jumps) {
        if (const auto label = listing.labels.find(jump); label != listing.labels.end())
            result.push_back(label->second);
    }
    std::erase_if(result, [&](std::size_t at) { return at >= listing.instructions.size(); });
    return result;
}

// Of what lies in `held` before the instruction: where it lies after it.
Registers after(const AmdInstruction& instruction, const Registers& held) {
    Registers result = held;
    for (const RegisterRange& range : instruction.destinations) {
        for (std::uint32_t i = 0; i < range.count; ++i) result.erase(range.first + i);
    }
    for (const auto& [from, to] : instruction.copies) {
        for (std::uint32_t i = 0; i < std::min(from.count, to.count); ++i) {
            if (held.contains(from.first + i)) result.insert(to.first + i);
        }
    }
    return result;
}

// Follows the loaded registers and their copies over all ways until they are overwritten.
bool becomesBase(const Listing& listing, const std::vector<AmdInstruction>& details, std::size_t load) {
    std::vector<Registers> held(details.size()); // that may hold it before the instruction
    std::vector<std::size_t> open;
    const auto carry = [&](std::size_t from, const Registers& registers) {
        for (const std::size_t next : successors(listing, from)) {
            const std::size_t known = held[next].size();
            held[next].insert(registers.begin(), registers.end());
            if (held[next].size() > known) open.push_back(next);
        }
    };
    Registers loaded;
    for (const RegisterRange& range : details[load].destinations) insert(loaded, range);
    carry(load, loaded);
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (const RegisterRange& base : details[at].bases) {
            if (overlap(held[at], base)) return true;
        }
        carry(at, after(details[at], held[at]));
    }
    return false;
}

} // namespace

void findDescriptorLoads(Listing& listing, const std::vector<AmdInstruction>& details) {
    for (std::size_t i = 0; i < details.size(); ++i) {
        std::optional<Load>& load = listing.instructions[i].load;
        if (load && load->scalar && becomesBase(listing, details, i)) load->source = LoadSource::Descriptor;
    }
}

} // namespace vkperftest
