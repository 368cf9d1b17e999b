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

bool amdCopies(std::string_view opcode) {
    return opcode.starts_with("s_mov_b") || opcode.starts_with("v_mov_b") ||
           opcode.starts_with("v_dual_mov_b") || opcode.starts_with("v_readfirstlane_b");
}

bool amdFallsThrough(std::string_view opcode) {
    return opcode != "s_branch" && opcode != "s_endpgm" && opcode != "s_setpc_b64" && opcode != "s_code_end";
}

} // namespace vkperftest
