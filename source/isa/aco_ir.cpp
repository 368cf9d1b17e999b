#include "isa/dialect.h"

#include <algorithm>

#include "base/text.h"
#include "isa/amd_instructions.h"

namespace vkperftest {
namespace {

// The registers of "s[8-11]", "v[2]" and "vcc"; an empty range for other texts.
Result<RegisterRange> registersIn(std::string_view text) {
    if (text == "vcc") return RegisterRange{kVcc, 2};
    const bool vector = text.starts_with("v[");
    return vector || text.starts_with("s[") ? amdRegisters(vector, text.substr(2), '-') : RegisterRange{};
}

// The registers of an operand or a definition: "(kill)%22:s[8-11]", "s4: %22". Before register allocation,
// its number identifies a value, afterwards (`chosen`) its registers: copies that the allocation adds have no
// number.
Result<RegisterRange> placeOf(std::string_view operand, bool chosen) {
    const std::size_t at = operand.find('%');
    if (at == std::string_view::npos) return RegisterRange{};
    const std::string_view value = operand.substr(at + 1);
    const std::size_t colon = value.find(':');
    if (chosen)
        return colon == std::string_view::npos
                   ? RegisterRange{}
                   : registersIn(value.substr(colon + 1, value.find(' ') - colon - 1));
    const std::uint32_t number = leadingNumber(value);
    return number == 0 ? RegisterRange{} : RegisterRange{number, 1};
}

Result<std::vector<RegisterRange>> placesOf(std::string_view operands, bool chosen) {
    std::vector<RegisterRange> places;
    for (const std::string& operand : split(operands, ','))
        VKPERFTEST_TRY(assign(places.emplace_back(), placeOf(operand, chosen)));
    return places;
}

// The copies that an instruction makes: each operand to its definition, all operands to one, or parts of one.
std::vector<RegisterCopy> copiesOf(std::string_view opcode, const std::vector<RegisterRange>& definitions,
                                   const std::vector<RegisterRange>& operands) {
    std::vector<RegisterCopy> copies;
    const auto add = [&](const RegisterRange& from, const RegisterRange& to) {
        if (from.count > 0 && to.count > 0) copies.push_back({from, to});
    };
    if (opcode == "p_parallelcopy") {
        for (std::size_t i = 0; i < std::min(definitions.size(), operands.size()); ++i)
            add(operands[i], definitions[i]);
    } else if (opcode == "p_create_vector" || opcode.ends_with("_phi")) {
        for (const RegisterRange& operand : operands) add(operand, definitions[0]);
    } else if (opcode == "p_split_vector" || opcode == "p_extract_vector" || opcode == "p_as_uniform" ||
               amdCopies(opcode)) {
        for (const RegisterRange& definition : definitions) add(operands[0], definition);
    }
    return copies;
}

// The channels after "dmask:", which is printed only if some are left out; otherwise as many as the registers
// hold: "v2: %103:v[10-11]" holds two.
std::string channelsOf(std::string_view operands, std::string_view definition) {
    if (const std::size_t at = operands.find("dmask:"); at != std::string_view::npos) {
        const std::string_view rest = operands.substr(at + 6);
        return std::string(rest.substr(0, rest.find_first_not_of("xyzw")));
    }
    const std::uint32_t registers = definition.starts_with("v") ? leadingNumber(definition.substr(1)) : 0;
    return std::string(std::string_view("xyzw").substr(0, std::min(registers, 4u)));
}

// The labels among the words of a branch: "BB3", "block:BB3".
std::vector<std::string> labelsIn(std::string_view operands) {
    std::vector<std::string> labels;
    for (const std::string& part : split(operands, ',')) {
        for (const std::string& word : split(part, ' ')) {
            const std::string_view label =
                word.starts_with("block:") ? std::string_view(word).substr(6) : word;
            if (label.starts_with("BB")) labels.emplace_back(label);
        }
    }
    return labels;
}

// How many of the first operands are descriptors or addresses.
std::size_t basesOf(std::string_view opcode) {
    if (opcode.starts_with("image_") || opcode.starts_with("global_"))
        return 2; // and the sampler; the 64-bit base
    return 1;
}

Result<void> add(std::string_view line, bool chosen, Listing& listing, std::vector<AmdInstruction>& details) {
    const std::size_t equals = line.find(" = ");
    const bool defines = equals != std::string_view::npos;
    const std::string_view definition = defines ? trim(line.substr(0, line.find(','))) : std::string_view();
    const std::string_view action = defines ? trim(line.substr(equals + 3)) : line;
    const std::size_t blank = std::min(action.find(' '), action.size());
    const std::string_view opcode = action.substr(0, blank);
    Instruction instruction{.opcode = std::string(opcode),
                            .operands = std::string(trim(action.substr(blank)))};
    const bool branches = opcode.find("branch") != std::string_view::npos;
    if (branches) instruction.jumps = labelsIn(instruction.operands);
    AmdInstruction detail;
    if (opcode.starts_with("image_")) detail.channels = channelsOf(instruction.operands, definition);
    VKPERFTEST_TRY(amdInterpret(instruction, detail));
    if (branches && opcode.starts_with("p_")) instruction.fallsThrough = false; // it names all its targets
    std::vector<RegisterRange> operands;
    VKPERFTEST_TRY(assign(operands, placesOf(instruction.operands, chosen)));
    if (defines) {
        VKPERFTEST_TRY(assign(detail.destinations, placesOf(line.substr(0, equals), chosen)));
        detail.copies = copiesOf(opcode, detail.destinations, operands);
    }
    if (instruction.load || opcode.find("_store") != std::string_view::npos) {
        for (std::size_t i = 0; i < std::min(basesOf(opcode), operands.size()); ++i) {
            if (operands[i].count > 0) detail.bases.push_back(operands[i]);
        }
    }
    listing.instructions.push_back(std::move(instruction));
    details.push_back(std::move(detail));
    return {};
}

Result<Listing> parseAcoIr(std::string_view text) {
    const bool chosen = text.find("After lowering to hw instructions") != std::string_view::npos;
    Listing listing;
    std::vector<AmdInstruction> details;
    const std::vector<std::string> lines = amdLines(text, listing);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& raw = lines[i];
        const std::string_view line = trim(raw);
        if (raw.starts_with("BB")) {
            listing.labels[std::string(line)] = listing.instructions.size();
            continue;
        }
        // Headings precede the first label; marks of the logical control flow are not instructions.
        if (line.empty() || line.starts_with("/*") || listing.labels.empty() ||
            line.starts_with("p_logical_"))
            continue;
        if (!raw.starts_with("\t")) return amdNoInstruction(line);
        VKPERFTEST_TRY(add(line, chosen, listing, details));
        listing.instructions.back().textLine = i;
    }
    VKPERFTEST_TRY(findLoops(listing));
    VKPERFTEST_TRY(findDescriptorLoads(listing, details));
    return listing;
}

bool isAcoIr(const Representation& text) {
    return text.text.find("ACO shader stage") != std::string::npos;
}

} // namespace

const Dialect kAcoIr = {"ACO IR", isAcoIr, parseAcoIr};

} // namespace vkperftest
