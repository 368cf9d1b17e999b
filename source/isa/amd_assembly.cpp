#include "isa/dialect.h"

#include <algorithm>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "isa/amd_opcodes.h"

namespace vkperftest {
namespace {

// "v[8:11], v6, s[8:11], 0 offen" → the parts between commas; brackets hold none.
std::vector<std::string> operandsOf(std::string_view text) {
    std::vector<std::string> operands;
    for (const std::string& part : split(text, ',')) operands.emplace_back(trim(part));
    return operands;
}

// "s[8:11]" and "s8"; nothing for others.
ScalarRange rangeOf(std::string_view operand) {
    if (operand.size() < 2 || operand[0] != 's') return {};
    const char* const end = operand.data() + operand.size();
    std::uint32_t first = 0, last = 0;
    if (operand[1] != '[') {
        const auto [behind, failed] = std::from_chars(operand.data() + 1, end, first);
        return failed == std::errc() && behind == end ? ScalarRange{first, 1} : ScalarRange{};
    }
    const auto [behind, failed] = std::from_chars(operand.data() + 2, end, first);
    if (failed != std::errc() || behind == end) return {};
    if (std::from_chars(behind + 1, end, last).ec != std::errc() || last < first) return {};
    return {first, last - first + 1};
}

// Those of scalar registers whose first operand is not read: "s_mov_b32", "v_readlane_b32",
// "v_cmp_lt_u32_e64".
bool writesFirstOperand(std::string_view opcode) {
    constexpr std::string_view kReaders[] = {"s_cmp", "s_bitcmp", "s_setpc", "s_setreg", "s_setvskip"};
    for (const std::string_view reader : kReaders) {
        if (opcode.starts_with(reader)) return false;
    }
    return opcode.find("store") == std::string_view::npos && opcode.find("atomic") == std::string_view::npos;
}

// Descriptors and addresses take more than one register; one alone is an offset.
std::vector<ScalarRange> basesAmong(std::span<const std::string> operands) {
    std::vector<ScalarRange> bases;
    for (const std::string& operand : operands) {
        if (const ScalarRange range = rangeOf(operand); range.count > 1) bases.push_back(range);
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
    if (writesFirstOperand(detail.opcode)) detail.destination = rangeOf(operands[0]);
    const bool stores = detail.opcode.find("_store") != std::string::npos ||
                        detail.opcode.find("_atomic") != std::string::npos;
    if (instruction.load || stores) detail.bases = basesAmong(std::span(operands).subspan(stores ? 0 : 1));
    listing.instructions.push_back(std::move(instruction));
    details.push_back(std::move(detail));
}

Result<Listing> parse(std::string_view text) {
    Listing listing;
    std::vector<AmdInstruction> details;
    for (const std::string& raw : split(text, '\n')) {
        const std::string_view line = withoutComment(raw);
        if (line.starts_with("/*")) break; // constant data
        // Mesa prints equal instructions once: "(then repeated 10 times)"; they are s_nop.
        if (line.empty() || line.starts_with("(then repeated")) continue;
        if (line.ends_with(":") && line.find_first_of(" \t") == std::string_view::npos) {
            listing.labels[std::string(line.substr(0, line.size() - 1))] = listing.instructions.size();
            continue;
        }
        if (raw[0] != '\t' && raw[0] != ' ')
            return Error{ErrorKind::Unsupported, fmt::format("'{}' is no instruction", line), ""};
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
