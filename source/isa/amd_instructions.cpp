#include "isa/amd_instructions.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// How the opcodes of loads begin.
constexpr std::string_view kLoads[] = {
    "s_load_",      "s_buffer_load_", "s_scratch_load_", "buffer_load_", "tbuffer_load_",
    "global_load_", "flat_load_",     "scratch_load_",   "image_load",   "image_msaa_load",
    "image_sample", "image_gather4",  "image_bvh",       "ds_read",      "ds_load",
};

// How other opcodes begin that touch memory, or are named after it, but load nothing: cache control, waits,
// image queries, lane permutations.
constexpr std::string_view kNoLoads[] = {
    "buffer_wb",   "buffer_inv",  "buffer_gl0_inv", "buffer_gl1_inv", "image_get_",
    "global_inv",  "global_wb",   "s_wait_",        "ds_write",       "ds_bpermute_",
    "ds_permute_", "ds_swizzle_", "ds_nop",         "ds_gws_",        "ds_bvh_stack_",
};

// Atomic operations in shared memory.
constexpr std::string_view kSharedAtomics[] = {
    "ds_add_",   "ds_sub_",       "ds_rsub_",  "ds_inc_",    "ds_dec_",          "ds_min_",      "ds_max_",
    "ds_and_",   "ds_or_",        "ds_xor_",   "ds_mskor_",  "ds_cmpst_",        "ds_cmpstore_", "ds_wrap_",
    "ds_wrxchg", "ds_storexchg_", "ds_append", "ds_consume", "ds_ordered_count", "ds_condxchg",  "ds_pk_add_",
};

// Every instruction that touches memory begins with one of these; ALU instructions have no mark of their own.
constexpr std::string_view kMemory[] = {"buffer_",  "tbuffer_",  "image_",     "flat_", "global_",
                                        "scratch_", "s_buffer_", "s_scratch_", "ds_",   "lds_"};

// "p_": pseudo instructions of ACO's IR.
constexpr std::string_view kOthers[] = {"s_", "v_", "p_"};

bool startsWithOne(std::string_view opcode, std::span<const std::string_view> prefixes) {
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return opcode.starts_with(prefix); });
}

bool isSpelt(std::string_view opcode) {
    constexpr std::size_t kLongest = 64;
    constexpr std::string_view kCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_";
    return opcode.size() <= kLongest && opcode.find_first_not_of(kCharacters) == std::string_view::npos;
}

// Checks that an opcode which does not begin like a load is known not to be one.
Result<void> checkNoLoad(std::string_view opcode) {
    const bool exports = opcode == "exp" || opcode == "export";
    const bool memory = startsWithOne(opcode, kMemory);
    if (!isSpelt(opcode) || !(exports || memory || startsWithOne(opcode, kOthers)))
        return amdNoInstruction(opcode);
    const bool prefetches = opcode.find("prefetch") != std::string_view::npos;
    if (amdStores(opcode) || prefetches || startsWithOne(opcode, kNoLoads) ||
        startsWithOne(opcode, kSharedAtomics))
        return {};
    const bool scalarLoad = opcode.starts_with("s_") && (opcode.find("load") != std::string_view::npos ||
                                                         opcode.find("fetch") != std::string_view::npos);
    if (memory || scalarLoad) return unread(fmt::format("it is unknown what '{}' loads", opcode));
    return {};
}

// The opcode's word for the width: in dwords on GCN, in bits on RDNA 3 and later.
constexpr std::pair<std::string_view, std::uint32_t> kWidths[] = {
    {"dword", 32}, {"dwordx2", 64}, {"dwordx3", 96}, {"dwordx4", 128}, {"dwordx8", 256}, {"dwordx16", 512},
    {"b32", 32},   {"b64", 64},     {"b96", 96},     {"b128", 128},    {"b256", 256},    {"b512", 512},
    {"ubyte", 8},  {"sbyte", 8},    {"u8", 8},       {"i8", 8},        {"ushort", 16},   {"sshort", 16},
    {"short", 16}, {"u16", 16},     {"i16", 16},     {"b16", 16},      {"b8", 8},        {"byte", 8},
};

// Channels of a formatted load: "x" to "xyzw"; 0 for another word.
std::uint32_t formattedChannels(std::string_view word) {
    return !word.empty() && std::string_view("xyzw").starts_with(word)
               ? static_cast<std::uint32_t>(word.size())
               : 0;
}

std::uint32_t bitsOf(std::string_view opcode) {
    std::uint32_t bits = 0;
    std::uint32_t channelBits = 32;
    for (const std::string& word : split(opcode, '_')) {
        if (word == "d16") channelBits = 16;
        // ds_read2_b32 loads, and ds_write2_b32 stores, two of what it names.
        constexpr std::string_view kPairs[] = {"read2", "read2st64", "write2", "write2st64", "2addr"};
        if (std::ranges::find(kPairs, word) != std::end(kPairs)) channelBits = 0;
        for (const auto& [known, width] : kWidths) {
            if (word == known) bits = width;
        }
        if (const std::uint32_t channels = formattedChannels(word); channels > 0)
            bits = channels * channelBits;
    }
    return channelBits == 0 ? 2 * bits : bits;
}

LoadSource memoryOf(std::string_view opcode) {
    if (opcode.starts_with("ds_")) return LoadSource::Shared;
    return opcode.starts_with("scratch_") ? LoadSource::Scratch : LoadSource::Data;
}

// The instruction's load; nothing if it loads nothing.
Result<std::optional<Load>> amdLoadOf(const Instruction& instruction, const std::string& channels) {
    const std::string& opcode = instruction.opcode;
    if (!startsWithOne(opcode, kLoads)) {
        VKPERFTEST_TRY(checkNoLoad(opcode));
        return std::optional<Load>();
    }
    if (!isSpelt(opcode)) return amdNoInstruction(opcode);
    Load load{.name = opcode,
              .bits = bitsOf(opcode),
              .scalar = opcode.starts_with("s_"),
              .source = memoryOf(opcode)};
    if (opcode.starts_with("image_bvh")) load.bits = 128; // what the ray met, in four words
    if (!channels.empty()) {
        const bool gathers = opcode.starts_with("image_gather4"); // four texels of one channel
        const bool halves = instruction.operands.find(" d16") != std::string::npos;
        load.name += "." + channels;
        load.bits = static_cast<std::uint32_t>(gathers ? 4 : channels.size()) * (halves ? 16 : 32);
    }
    return std::optional<Load>(std::move(load));
}

// The instruction's store or atomic operation; nothing if it writes nothing.
std::optional<Load> amdWriteOf(const Instruction& instruction, const std::string& channels) {
    const std::string& opcode = instruction.opcode;
    const bool atomic = opcode.find("atomic") != std::string::npos || startsWithOne(opcode, kSharedAtomics);
    if (!atomic && !amdStores(opcode) && !opcode.starts_with("ds_write")) return std::nullopt;
    Load write{.name = opcode,
               .bits = bitsOf(opcode),
               .source = memoryOf(opcode),
               .access = atomic ? Access::Atomic : Access::Store};
    if (atomic) {
        const bool wide = opcode.find("64") != std::string::npos || opcode.ends_with("_x2");
        write.bits = wide ? 64 : 32;
    } else if (!channels.empty()) {
        write.name += "." + channels;
        write.bits = static_cast<std::uint32_t>(channels.size()) * 32;
    }
    return write;
}

// True if it waits for one kind of load: an `s_waitcnt` that names the kind's counter, or an instruction of
// the counter's own.
bool waitsFor(const Instruction& instruction, std::string_view counter,
              std::span<const std::string_view> own) {
    return instruction.opcode == "s_waitcnt" ? instruction.operands.find(counter) != std::string::npos
                                             : startsWithOne(instruction.opcode, own);
}

} // namespace

Error amdNoInstruction(std::string_view line) {
    return unread(fmt::format("'{}' is not an instruction", line));
}

Result<RegisterRange> amdRegisters(std::string_view text, char between) {
    constexpr std::uint32_t kLast = 255; // of either kind
    constexpr std::uint32_t kMostTogether = 32;
    if (text == "vcc") return RegisterRange{kVcc, 2};
    if (text == "vcc_lo") return RegisterRange{kVcc, 1};
    if (text == "vcc_hi") return RegisterRange{kVcc + 1, 1};
    if (text.size() < 2 || (text[0] != 's' && text[0] != 'v')) return RegisterRange{};
    const bool bracket = text[1] == '[';
    const std::string_view numbers = text.substr(bracket ? 2 : 1);
    if (!bracket && numbers.find_first_not_of("0123456789") != std::string_view::npos) return RegisterRange{};
    const char* const end = numbers.data() + numbers.size();
    std::uint32_t first = 0;
    const auto [behind, failed] = std::from_chars(numbers.data(), end, first);
    if (failed == std::errc::invalid_argument) return RegisterRange{};
    std::uint32_t last = first;
    std::errc failedLast = failed;
    if (behind != end && *behind == between) failedLast = std::from_chars(behind + 1, end, last).ec;
    if (failedLast != std::errc() || last < first || last > kLast || last - first >= kMostTogether) {
        return unread(fmt::format("no GPU has the registers '{}'", numbers.substr(0, numbers.find(']'))));
    }
    return RegisterRange{(text[0] == 'v' ? kSecondRegisters : 0) + first, last - first + 1};
}

std::vector<std::string> amdLines(std::string_view text, Disassembly& disassembly) {
    const std::size_t data = std::min(text.find("/* constant data"), text.size());
    disassembly.data = text.substr(data);
    return split(text.substr(0, data), '\n');
}

bool amdStores(std::string_view opcode) {
    return opcode.find("store") != std::string_view::npos || opcode.find("atomic") != std::string_view::npos;
}

bool amdCopies(std::string_view opcode) {
    return opcode.starts_with("s_mov_b") || opcode.starts_with("v_mov_b") ||
           opcode.starts_with("v_dual_mov_b") || opcode.starts_with("v_readfirstlane_b");
}

Result<void> amdInterpret(Instruction& instruction, const std::string& channels) {
    constexpr std::string_view kVectorWaits[] = {"s_waitcnt_vmcnt", "s_wait_loadcnt", "s_wait_samplecnt"};
    constexpr std::string_view kScalarWaits[] = {"s_waitcnt_lgkmcnt", "s_wait_kmcnt"};
    constexpr std::string_view kEnds[] = {"s_branch", "s_endpgm", "s_setpc_b64", "s_code_end"};
    instruction.waitsForVectorLoads = waitsFor(instruction, "vmcnt(", kVectorWaits);
    instruction.waitsForScalarLoads = waitsFor(instruction, "lgkmcnt(", kScalarWaits);
    instruction.fallsThrough = std::ranges::find(kEnds, instruction.opcode) == std::end(kEnds);
    VKPERFTEST_TRY(assign(instruction.memory, amdLoadOf(instruction, channels)));
    if (!instruction.memory) instruction.memory = amdWriteOf(instruction, channels);
    return {};
}

} // namespace vkperftest
