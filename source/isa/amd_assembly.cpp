#include "isa/dialect.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "isa/amd_descriptors.h"
#include "isa/amd_opcodes.h"

namespace vkperftest {
namespace {

constexpr std::string_view kRepeated = "(then repeated ";

// "v[8:11], v6, s[8:11], 0 offen" → the parts between commas; brackets hold none.
std::vector<std::string> operandsOf(std::string_view text) {
    std::vector<std::string> operands;
    for (const std::string& part : split(text, ',')) operands.emplace_back(trim(part));
    return operands;
}

// "s[8:11]", "v8" and "vcc"; nothing for others.
RegisterRange rangeOf(std::string_view operand) {
    if (operand == "vcc") return {kVcc, 2};
    if (operand == "vcc_lo") return {kVcc, 1};
    if (operand == "vcc_hi") return {kVcc + 1, 1};
    if (operand.size() < 2 || (operand[0] != 's' && operand[0] != 'v')) return {};
    const std::uint32_t begin = operand[0] == 'v' ? kVectorRegisters : 0;
    const char* const end = operand.data() + operand.size();
    std::uint32_t first = 0, last = 0;
    if (operand[1] != '[') {
        const auto [behind, failed] = std::from_chars(operand.data() + 1, end, first);
        return failed == std::errc() && behind == end ? RegisterRange{begin + first, 1} : RegisterRange{};
    }
    const auto [behind, failed] = std::from_chars(operand.data() + 2, end, first);
    if (failed != std::errc() || behind == end) return {};
    if (std::from_chars(behind + 1, end, last).ec != std::errc() || last < first) return {};
    return {begin + first, last - first + 1};
}

// "s_mov_b32", "v_readlane_b32", "v_cmp_lt_u32_e64". Since RDNA "v_cmpx" writes the mask of lanes alone,
// which is no operand then.
bool writesFirstOperand(std::string_view opcode, std::size_t operands) {
    constexpr std::string_view kReaders[] = {"s_cmp",    "s_bitcmp",   "s_setpc",
                                             "s_setreg", "s_setvskip", "ds_write"};
    for (const std::string_view reader : kReaders) {
        if (opcode.starts_with(reader)) return false;
    }
    if (opcode.starts_with("v_cmpx_")) return operands > 2;
    return opcode.find("store") == std::string_view::npos && opcode.find("atomic") == std::string_view::npos;
}

// Descriptors and addresses take more than one register; one alone is an offset. Of vector registers they are
// addresses of flat and global memory instructions: the first operand that is not loaded.
std::vector<RegisterRange> basesAmong(std::string_view opcode, std::span<const std::string> operands) {
    std::vector<RegisterRange> bases;
    const bool addressed = opcode.starts_with("flat_") || opcode.starts_with("global_");
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const RegisterRange range = rangeOf(operands[i]);
        const bool vector = range.first >= kVectorRegisters;
        if (range.count > 1 && (!vector || (addressed && i == 0))) bases.push_back(range);
    }
    return bases;
}

// "dmask:0x3" → "xy".
std::string channelsOf(std::string_view operands) {
    const std::size_t at = operands.find("dmask:0x");
    if (at == std::string_view::npos) return {};
    std::uint32_t dmask = 0;
    std::from_chars(operands.data() + at + 8, operands.data() + operands.size(), dmask, 16);
    std::string channels;
    for (std::uint32_t channel = 0; channel < 4; ++channel) {
        if ((dmask >> channel & 1) != 0) channels += "xyzw"[channel];
    }
    return channels;
}

// "v_add_f32_e32 v1, s8, v1     ; 02020208": LLVM ends a line with the encoding, AMD's own tools with "//
// address: …".
std::string_view withoutComment(std::string_view line) {
    line = line.substr(0, line.find(';'));
    return trim(line.substr(0, line.find("//")));
}

// What becomes of registers. RDNA 3 packs two instructions into one: "v_dual_mov_b32 v0, s1 ::
// v_dual_mov_b32 v1, s2".
void addEffects(std::string_view text, AmdInstruction& detail) {
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t seam = std::min(rest.find(" :: "), rest.size());
        const std::string_view one = trim(rest.substr(0, seam));
        rest = rest.substr(std::min(seam + 4, rest.size()));
        const std::size_t blank = std::min(one.find_first_of(" \t"), one.size());
        const std::string_view opcode = one.substr(0, blank);
        const std::vector<std::string> operands = operandsOf(one.substr(blank));
        const RegisterRange first = rangeOf(operands[0]);
        if (first.count == 0 || !writesFirstOperand(opcode, operands.size())) continue;
        detail.destinations.push_back(first);
        if (amdCopies(opcode) && operands.size() > 1) detail.copies.push_back({rangeOf(operands[1]), first});
    }
}

void add(std::string_view line, Listing& listing, std::vector<AmdInstruction>& details) {
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    Instruction instruction{.opcode = std::string(line.substr(0, blank)),
                            .operands = std::string(trim(line.substr(blank)))};
    instruction.fallsThrough = amdFallsThrough(instruction.opcode);
    if (instruction.opcode == "s_branch" || instruction.opcode.starts_with("s_cbranch_"))
        instruction.jumps.push_back(instruction.operands);
    const std::vector<std::string> operands = operandsOf(instruction.operands);
    AmdInstruction detail{.opcode = instruction.opcode};
    if (detail.opcode.starts_with("image_")) detail.channels = channelsOf(instruction.operands);
    detail.halves = instruction.operands.find(" d16") != std::string::npos;
    instruction.load = amdLoad(detail);
    addEffects(line, detail);
    const bool stores = detail.opcode.find("_store") != std::string::npos ||
                        detail.opcode.find("_atomic") != std::string::npos;
    if (instruction.load || stores)
        detail.bases = basesAmong(detail.opcode, std::span(operands).subspan(stores ? 0 : 1));
    listing.instructions.push_back(std::move(instruction));
    details.push_back(std::move(detail));
}

// Mesa prints equal neighbours once: "(then repeated 10 times)". Nothing if the line is no such count, or one
// that no kernel has.
std::optional<std::size_t> repeatsIn(std::string_view line) {
    constexpr std::size_t kMost = 1 << 16;
    std::size_t count = 0;
    line.remove_prefix(kRepeated.size());
    const auto [behind, failed] = std::from_chars(line.data(), line.data() + line.size(), count);
    const bool whole = line.substr(static_cast<std::size_t>(behind - line.data())) == " times)";
    return failed == std::errc() && whole && count <= kMost ? std::optional(count) : std::nullopt;
}

Error noInstruction(std::string_view line) {
    return {ErrorKind::Unsupported, fmt::format("'{}' is no instruction", line), ""};
}

Result<Listing> parse(std::string_view text) {
    Listing listing;
    std::vector<AmdInstruction> details;
    for (const std::string& raw : split(text, '\n')) {
        const std::string_view line = withoutComment(raw);
        if (line.starts_with("/*")) break; // constant data
        if (line.empty()) continue;
        if (line.starts_with(kRepeated)) {
            const std::optional<std::size_t> repeats = repeatsIn(line);
            if (!repeats || details.empty()) return noInstruction(line);
            listing.instructions.insert(listing.instructions.end(), *repeats,
                                        Instruction(listing.instructions.back()));
            details.insert(details.end(), *repeats, AmdInstruction(details.back()));
            continue;
        }
        if (line.ends_with(":") && line.find_first_of(" \t") == std::string_view::npos) {
            listing.labels[std::string(line.substr(0, line.size() - 1))] = listing.instructions.size();
            continue;
        }
        if (raw[0] != '\t' && raw[0] != ' ') return noInstruction(line);
        add(line, listing, details);
    }
    VKPERFTEST_TRY(findLoops(listing));
    findDescriptorLoads(listing, details);
    return listing;
}

// Other texts may carry the name: Mesa prints its IR as "Assembly" where it has no disassembler.
bool recognizes(const Representation& text) {
    return text.text.find("\ts_endpgm") != std::string::npos &&
           text.text.find("ACO shader stage") == std::string::npos;
}

} // namespace

const Dialect kAmdAssembly = {"AMD assembly", recognizes, parse};

} // namespace vkperftest
