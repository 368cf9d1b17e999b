#include "isa/amd_opcodes.h"

#include <array>

#include "base/text.h"

namespace vkperftest {
namespace {

struct Family {
    std::string_view prefix;
    bool scalar;
    LoadSource source;
};

// By the start of the opcode; the first that fits counts.
constexpr std::array kFamilies = {
    Family{"s_load_", true, LoadSource::Data},         Family{"s_buffer_load_", true, LoadSource::Data},
    Family{"s_scratch_load_", true, LoadSource::Data}, Family{"buffer_load_", false, LoadSource::Data},
    Family{"tbuffer_load_", false, LoadSource::Data},  Family{"global_load_", false, LoadSource::Data},
    Family{"flat_load_", false, LoadSource::Data},     Family{"scratch_load_", false, LoadSource::Data},
    Family{"image_load", false, LoadSource::Data},     Family{"image_msaa_load", false, LoadSource::Data},
    Family{"image_sample", false, LoadSource::Data},   Family{"image_gather4", false, LoadSource::Data},
    Family{"image_bvh_", false, LoadSource::Data},     Family{"ds_read", false, LoadSource::Shared},
    Family{"ds_load", false, LoadSource::Shared},
};

struct Width {
    std::string_view word;
    std::uint32_t bits;
};

// The word of the opcode that says how much is loaded. GCN counts dwords, RDNA 3 and later bits.
constexpr std::array kWidths = {
    Width{"dword", 32},    Width{"dwordx2", 64},   Width{"dwordx3", 96}, Width{"dwordx4", 128},
    Width{"dwordx8", 256}, Width{"dwordx16", 512}, Width{"b32", 32},     Width{"b64", 64},
    Width{"b96", 96},      Width{"b128", 128},     Width{"b256", 256},   Width{"b512", 512},
    Width{"ubyte", 8},     Width{"sbyte", 8},      Width{"u8", 8},       Width{"i8", 8},
    Width{"ushort", 16},   Width{"sshort", 16},    Width{"short", 16},   Width{"u16", 16},
    Width{"i16", 16},      Width{"b16", 16},       Width{"b8", 8},
};

// Channels of a formatted load: "x" to "xyzw"; 0 for another word.
std::uint32_t channelsOf(std::string_view word) {
    return !word.empty() && std::string_view("xyzw").starts_with(word)
               ? static_cast<std::uint32_t>(word.size())
               : 0;
}

std::uint32_t bitsOf(std::string_view opcode) {
    std::uint32_t bits = 0;
    std::uint32_t channelBits = 32;
    for (const std::string& word : split(opcode, '_')) {
        if (word == "d16") channelBits = 16;
        // ds_read2_b32 loads two of what it names.
        if (word == "read2" || word == "read2st64" || word == "2addr") channelBits = 0;
        for (const Width& width : kWidths) {
            if (word == width.word) bits = width.bits;
        }
        if (const std::uint32_t channels = channelsOf(word); channels > 0) bits = channels * channelBits;
    }
    return channelBits == 0 ? 2 * bits : bits;
}

// Bits of those of `range` that lie in `part`; the first register of `range` is bit 0.
std::uint32_t bitsIn(const ScalarRange& range, const ScalarRange& part) {
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < range.count; ++i) {
        if (range.first + i >= part.first && range.first + i < part.first + part.count) bits |= 1u << i;
    }
    return bits;
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

// Follows the loaded registers over all ways until they are overwritten.
bool becomesBase(const Listing& listing, const std::vector<AmdInstruction>& details, std::size_t load) {
    const ScalarRange loaded = details[load].destination;
    std::vector<std::uint32_t> held(details.size(), 0); // bits of the registers that may still hold it
    std::vector<std::size_t> open;
    const auto carry = [&](std::size_t from, std::uint32_t registers) {
        for (const std::size_t next : successors(listing, from)) {
            if ((held[next] | registers) == held[next]) continue;
            held[next] |= registers;
            open.push_back(next);
        }
    };
    carry(load, bitsIn(loaded, loaded));
    while (!open.empty()) {
        const std::size_t at = open.back();
        open.pop_back();
        for (const ScalarRange& base : details[at].bases) {
            if ((bitsIn(loaded, base) & held[at]) != 0) return true;
        }
        carry(at, held[at] & ~bitsIn(loaded, details[at].destination));
    }
    return false;
}

} // namespace

std::optional<Load> amdLoad(const AmdInstruction& instruction) {
    for (const Family& family : kFamilies) {
        if (!instruction.opcode.starts_with(family.prefix)) continue;
        Load load{.name = instruction.opcode,
                  .bits = bitsOf(instruction.opcode),
                  .scalar = family.scalar,
                  .source = family.source};
        if (!instruction.channels.empty()) {
            const bool gathers =
                instruction.opcode.starts_with("image_gather4"); // four texels of one channel
            const std::size_t channels = gathers ? 4 : instruction.channels.size();
            load.name += "." + instruction.channels;
            load.bits = static_cast<std::uint32_t>(channels) * (instruction.halves ? 16 : 32);
        }
        return load;
    }
    return std::nullopt;
}

void findDescriptorLoads(Listing& listing, const std::vector<AmdInstruction>& details) {
    for (std::size_t i = 0; i < details.size(); ++i) {
        std::optional<Load>& load = listing.instructions[i].load;
        if (load && load->scalar && becomesBase(listing, details, i)) load->source = LoadSource::Descriptor;
    }
}

bool amdFallsThrough(std::string_view opcode) {
    return opcode != "s_branch" && opcode != "s_endpgm" && opcode != "s_setpc_b64" && opcode != "s_code_end";
}

} // namespace vkperftest
