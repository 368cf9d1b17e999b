#include "isa/dialect.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>

#include "base/text.h"
#include "isa/amd_instructions.h"

namespace vkperftest {
namespace {

constexpr std::string_view kRepeated = "(then repeated ";

// The registers of "s[8:11]", "v8" and "vcc"; an empty range for other texts.
Result<RegisterRange> rangeOf(std::string_view operand) {
    if (operand == "vcc") return RegisterRange{kVcc, 2};
    if (operand == "vcc_lo") return RegisterRange{kVcc, 1};
    if (operand == "vcc_hi") return RegisterRange{kVcc + 1, 1};
    if (operand.size() < 2 || (operand[0] != 's' && operand[0] != 'v')) return RegisterRange{};
    const bool vector = operand[0] == 'v';
    if (operand[1] == '[') return amdRegisters(vector, operand.substr(2), ':');
    const bool number = operand.find_first_not_of("0123456789", 1) == std::string_view::npos;
    return number ? amdRegisters(vector, operand.substr(1), ':') : RegisterRange{};
}

// The registers of operands between commas (brackets contain no commas): "v[8:11], v6, s[8:11], 0 offen".
Result<std::vector<RegisterRange>> rangesOf(std::string_view operands) {
    std::vector<RegisterRange> ranges;
    for (const std::string& operand : split(operands, ','))
        VKPERFTEST_TRY(assign(ranges.emplace_back(), rangeOf(trim(operand))));
    return ranges;
}

// True for "s_mov_b32", "v_readlane_b32", "v_cmp_lt_u32_e64". Since RDNA, "v_cmpx" writes only the mask of
// lanes, which is not an operand then.
bool writesFirstOperand(std::string_view opcode, std::size_t operands) {
    constexpr std::string_view kReaders[] = {"s_cmp",    "s_bitcmp",   "s_setpc",
                                             "s_setreg", "s_setvskip", "ds_write"};
    for (const std::string_view reader : kReaders) {
        if (opcode.starts_with(reader)) return false;
    }
    if (opcode.starts_with("v_cmpx_")) return operands > 2;
    return !amdStores(opcode);
}

// Descriptors and addresses take more than one register; a single one is an offset. In vector registers they
// are addresses, of flat and global memory instructions only: the first operand that is not loaded.
std::vector<RegisterRange> basesAmong(std::string_view opcode, std::span<const RegisterRange> operands) {
    std::vector<RegisterRange> bases;
    const bool addressed = opcode.starts_with("flat_") || opcode.starts_with("global_");
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const RegisterRange& range = operands[i];
        const bool vector = range.first >= kVectorRegisters;
        if (range.count > 1 && (!vector || (addressed && i == 0))) bases.push_back(range);
    }
    return bases;
}

// "dmask:0x3" → "xy".
std::string channelsOfMask(std::string_view operands) {
    const std::size_t at = operands.find("dmask:0x");
    if (at == std::string_view::npos) return {};
    const std::uint32_t dmask = leadingNumber(operands.substr(at + 8), 16);
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

// Records which registers are written and copied. RDNA 3 packs two instructions into one: "v_dual_mov_b32 v0,
// s1 :: v_dual_mov_b32 v1, s2".
Result<void> addEffects(std::string_view text, AmdInstruction& detail) {
    for (std::string_view rest = text; !rest.empty();) {
        const std::size_t seam = std::min(rest.find(" :: "), rest.size());
        const std::string_view one = trim(rest.substr(0, seam));
        rest = rest.substr(std::min(seam + 4, rest.size()));
        const std::size_t blank = std::min(one.find_first_of(" \t"), one.size());
        const std::string_view opcode = one.substr(0, blank);
        std::vector<RegisterRange> operands;
        VKPERFTEST_TRY(assign(operands, rangesOf(one.substr(blank))));
        if (operands[0].count == 0 || !writesFirstOperand(opcode, operands.size())) continue;
        detail.destinations.push_back(operands[0]);
        if (amdCopies(opcode) && operands.size() > 1) detail.copies.push_back({operands[1], operands[0]});
    }
    return {};
}

Result<void> add(std::string_view line, Listing& listing, std::vector<AmdInstruction>& details) {
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    Instruction instruction{.opcode = std::string(line.substr(0, blank)),
                            .operands = std::string(trim(line.substr(blank)))};
    const std::string& opcode = instruction.opcode;
    if (opcode == "s_branch" || opcode.starts_with("s_cbranch_"))
        instruction.jumps.push_back(instruction.operands);
    std::vector<RegisterRange> operands;
    VKPERFTEST_TRY(assign(operands, rangesOf(instruction.operands)));
    AmdInstruction detail;
    if (opcode.starts_with("image_")) detail.channels = channelsOfMask(instruction.operands);
    VKPERFTEST_TRY(amdInterpret(instruction, detail));
    VKPERFTEST_TRY(addEffects(line, detail));
    const bool stores = amdStores(opcode);
    if (instruction.load || stores)
        detail.bases = basesAmong(opcode, std::span(operands).subspan(stores ? 0 : 1));
    listing.instructions.push_back(std::move(instruction));
    details.push_back(std::move(detail));
    return {};
}

// Mesa prints equal neighbours once: "(then repeated 10 times)". Nothing if the line is not such a count, or
// the count exceeds any kernel's size.
std::optional<std::size_t> repeatsIn(std::string_view line) {
    std::size_t count = 0;
    line.remove_prefix(kRepeated.size());
    const auto [behind, failed] = std::from_chars(line.data(), line.data() + line.size(), count);
    const bool whole = line.substr(static_cast<std::size_t>(behind - line.data())) == " times)";
    return failed == std::errc() && whole && count <= kMostInstructions ? std::optional(count) : std::nullopt;
}

Result<Listing> parseAmdAssembly(std::string_view text) {
    Listing listing;
    std::vector<AmdInstruction> details;
    const std::vector<std::string> lines = amdLines(text, listing);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& raw = lines[i];
        const std::string_view line = withoutComment(raw);
        if (line.empty()) continue;
        if (line.starts_with(kRepeated)) {
            const std::optional<std::size_t> repeats = repeatsIn(line);
            if (!repeats || details.empty()) return amdNoInstruction(line);
            listing.instructions.insert(listing.instructions.end(), *repeats,
                                        Instruction(listing.instructions.back()));
            details.insert(details.end(), *repeats, AmdInstruction(details.back()));
            VKPERFTEST_TRY(checkSize(listing));
            continue;
        }
        if (line.ends_with(":") && line.find_first_of(" \t") == std::string_view::npos) {
            listing.labels[std::string(line.substr(0, line.size() - 1))] = listing.instructions.size();
            continue;
        }
        if (line == "(invalid instruction)")
            return unread("its disassembler finds an instruction that this GPU does not have");
        if (raw[0] != '\t' && raw[0] != ' ') return amdNoInstruction(line);
        VKPERFTEST_TRY(add(line, listing, details));
        listing.instructions.back().textLine = i;
    }
    VKPERFTEST_TRY(findLoops(listing));
    VKPERFTEST_TRY(findDescriptorLoads(listing, details));
    return listing;
}

// The name is no proof: Mesa prints its IR as "Assembly" if it has no disassembler.
bool isAmdAssembly(const Representation& text) {
    return text.text.find("\ts_endpgm") != std::string::npos &&
           text.text.find("ACO shader stage") == std::string::npos;
}

} // namespace

const Dialect kAmdAssembly = {"AMD assembly", isAmdAssembly, parseAmdAssembly};

} // namespace vkperftest
