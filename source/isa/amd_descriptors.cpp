#include "isa/amd_descriptors.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>

namespace vkperftest {
namespace {

using Registers = std::set<std::uint32_t>;

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

// The registers whose values are taken as bases before the instruction, given those `behind` it.
Registers before(const AmdInstruction& instruction, const Registers& behind) {
    Registers result = behind;
    for (const RegisterRange& range : instruction.destinations) {
        for (std::uint32_t i = 0; i < range.count; ++i) result.erase(range.first + i);
    }
    for (const auto& [from, to] : instruction.copies) {
        for (std::uint32_t i = 0; i < std::min(from.count, to.count); ++i) {
            if (behind.contains(to.first + i)) result.insert(from.first + i);
        }
    }
    for (const RegisterRange& range : instruction.bases) {
        for (std::uint32_t i = 0; i < range.count; ++i) result.insert(range.first + i);
    }
    return result;
}

// Behind each instruction: the registers whose values some way takes as bases. Goes from the code's end to its
// start, again as long as loops bring more.
Result<std::vector<Registers>> basesBehind(const Listing& listing,
                                           const std::vector<AmdInstruction>& details) {
    constexpr std::size_t kMostSteps = 1 << 21; // about a second; kernels take thousands
    std::vector<Registers> behind(details.size());
    std::size_t steps = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = details.size(); i-- > 0;) {
            const std::size_t known = behind[i].size();
            for (const std::size_t next : successors(listing, i)) {
                const Registers taken = before(details[next], behind[next]);
                behind[i].insert(taken.begin(), taken.end());
                steps += 1 + taken.size();
            }
            if (steps > kMostSteps)
                return Error{ErrorKind::Unsupported, "there is too much code to follow its descriptors", ""};
            changed = changed || behind[i].size() > known;
        }
    }
    return behind;
}

} // namespace

Result<void> findDescriptorLoads(Listing& listing, const std::vector<AmdInstruction>& details) {
    const Result<std::vector<Registers>> behind = basesBehind(listing, details);
    if (!behind.ok()) return behind.error();
    for (std::size_t i = 0; i < details.size(); ++i) {
        std::optional<Load>& load = listing.instructions[i].load;
        if (!load || !load->scalar) continue;
        const bool taken =
            std::any_of(details[i].destinations.begin(), details[i].destinations.end(),
                        [&](const RegisterRange& range) { return overlap(behind.value()[i], range); });
        if (taken) load->source = LoadSource::Descriptor;
    }
    return {};
}

} // namespace vkperftest
