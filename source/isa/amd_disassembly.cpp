#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "isa/amd_instructions.h"
#include "isa/disassembly.h"

namespace vkperftest {
namespace {

constexpr std::string_view kRepeated = "(then repeated ";

// The registers of operands between commas (brackets contain no commas): "v[8:11], v6, s[8:11], 0 offen".
Result<std::vector<RegisterRange>> rangesOf(std::string_view operands) {
    std::vector<RegisterRange> ranges;
    for (const std::string& operand : split(operands, ','))
        VKPERFTEST_TRY(assign(ranges.emplace_back(), amdRegisters(trim(operand), ':')));
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
        const bool vector = range.first >= kSecondRegisters;
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

constexpr std::string_view kInvalid = "(invalid instruction)";

// The encoding of an instruction that the disassembler is too old for: "(invalid instruction)   ; 7e0c3982".
// Nothing if it may access memory or jump: VOP1, VOP2 and VOPC do not, and are those whose highest bit is 0
// (AMD's guides to its ISAs, "Microcode Formats").
std::optional<std::string> vectorArithmetic(std::string_view line) {
    const std::size_t at = line.find("; ");
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view encoding = trim(line.substr(at + 2));
    const bool vector = encoding.size() >= 8 && encoding[0] >= '0' && encoding[0] <= '7';
    return vector ? std::optional(std::string(encoding)) : std::nullopt;
}

// Whether a second word follows: SDWA's, DPP's, DPP8's or a literal, as the lowest nine bits tell (the same guides).
bool hasSecondWord(std::string_view encoding) {
    constexpr std::uint32_t kSource = 0x1ff, kSeconds[] = {0xe9, 0xea, 0xf9, 0xfa, 0xff};
    return encoding.size() == 8 && std::ranges::count(kSeconds, leadingNumber(encoding, 16) & kSource) > 0;
}

// Records which registers are written and copied. RDNA 3 packs two instructions into one: "v_dual_mov_b32 v0,
// s1 :: v_dual_mov_b32 v1, s2".
Result<void> addEffects(std::string_view text, RegisterUse& detail) {
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

Result<void> add(std::string_view line, Disassembly& disassembly, std::vector<RegisterUse>& details) {
    const std::size_t blank = std::min(line.find_first_of(" \t"), line.size());
    Instruction instruction{.opcode = std::string(line.substr(0, blank)),
                            .operands = std::string(trim(line.substr(blank)))};
    const std::string& opcode = instruction.opcode;
    if (opcode == "s_branch" || opcode.starts_with("s_cbranch_"))
        instruction.jumps.push_back(instruction.operands);
    std::vector<RegisterRange> operands;
    VKPERFTEST_TRY(assign(operands, rangesOf(instruction.operands)));
    RegisterUse detail;
    std::string channels;
    if (opcode.starts_with("image_")) channels = channelsOfMask(instruction.operands);
    VKPERFTEST_TRY(amdInterpret(instruction, channels));
    VKPERFTEST_TRY(addEffects(line, detail));
    const bool stores = amdStores(opcode);
    if (instruction.load() != nullptr || stores)
        detail.bases = basesAmong(opcode, std::span(operands).subspan(stores ? 0 : 1));
    detail.mayLoadDescriptor = instruction.load() != nullptr && instruction.load()->scalar;
    disassembly.instructions.push_back(std::move(instruction));
    details.push_back(std::move(detail));
    return {};
}

// Mesa prints equal neighbours once: "(then repeated 10 times)". Nothing if the line is not such a count, or
// the count exceeds any kernel's size.
std::optional<std::size_t> repeatsIn(std::string_view line) {
    constexpr std::string_view kTimes = " times)";
    if (!line.ends_with(kTimes)) return std::nullopt;
    const auto count =
        parseAs<std::size_t>(line.substr(kRepeated.size(), line.size() - kRepeated.size() - kTimes.size()));
    return count && *count <= kMostInstructions ? count : std::nullopt;
}

// "0xe80000", "-1"; nothing for other operands, such as registers.
std::optional<std::uint32_t> literalOf(std::string_view text) {
    constexpr int kHexadecimal = 16;
    if (text == "-1") return ~0U;
    return text.starts_with("0x") ? parseAs<std::uint32_t>(text.substr(2), kHexadecimal) : std::nullopt;
}

// Before GFX9, scratch memory is a buffer, whose descriptor the code makes: of no size, with ADD_TID_ENABLE (AMD's guide to
// the ISA of GCN 3, "Buffer Resource Descriptor").
void findScratchBuffers(Disassembly& disassembly, const std::vector<RegisterUse>& uses) {
    constexpr std::uint32_t kAddThreadId = 1U << 23U;
    const auto movedTo = [](const Instruction& one) {
        const std::size_t comma = one.operands.find(',');
        return one.opcode == "s_mov_b32" && comma != std::string::npos
                   ? literalOf(trim(std::string_view(one.operands).substr(comma + 1)))
                   : std::nullopt;
    };
    // Where paths meet, only what nothing else writes is known.
    std::set<std::uint32_t> rewritten;
    std::map<std::uint32_t, std::uint32_t> literals; // by register, as the text has set them last
    for (std::size_t i = 0; i < uses.size(); ++i) {
        const std::optional<std::uint32_t> bits = movedTo(disassembly.instructions[i]);
        forEach(uses[i].destinations, [&](std::uint32_t each) {
            if (!bits || literals.emplace(each, *bits).first->second != *bits) rewritten.insert(each);
        });
    }
    std::set<std::size_t> meetings;
    for (const auto& [name, at] : disassembly.labels) meetings.insert(at);
    literals.clear();
    for (std::size_t i = 0; i < uses.size(); ++i) {
        Instruction& one = disassembly.instructions[i];
        if (meetings.contains(i))
            std::erase_if(literals, [&](const auto& each) { return rewritten.contains(each.first); });
        const std::vector<std::string> operands = split(one.operands, ',');
        const std::optional<std::uint32_t> bits = movedTo(one);
        forEach(uses[i].destinations, [&](std::uint32_t each) {
            literals.erase(each);
            if (bits) literals[each] = *bits;
        });
        if (!one.opcode.starts_with("buffer_") || operands.size() < 3) continue;
        const Result<RegisterRange> descriptor = amdRegisters(trim(operands[2]), ':');
        if (!descriptor.ok() || descriptor.value().count != 4) continue;
        const auto size = literals.find(descriptor.value().first + 2);
        const auto flags = literals.find(descriptor.value().first + 3);
        if (size == literals.end() || size->second != ~0U || flags == literals.end() ||
            (flags->second & kAddThreadId) == 0)
            continue;
        if (one.memory) one.memory->source = LoadSource::Scratch;
    }
}

// True if the loop takes a value of its first lane, goes on in the lanes that have the same, and loads a
// descriptor at that value. Loops that load data so are the source's own.
bool isWaterfall(const Disassembly& disassembly, std::size_t loop) {
    std::map<std::string, std::string> taken; // by scalar register: the vector register
    std::set<std::string> made;               // scalar registers that were computed of these
    bool goesOn = false, loads = false;
    for (const Instruction& one : disassembly.instructions) {
        if (one.loop != loop) continue;
        std::vector<std::string> operands;
        for (const std::string& operand : split(one.operands, ',')) operands.emplace_back(trim(operand));
        const auto uses = [&](const std::string& name) { return std::ranges::count(operands, name) > 0; };
        const auto ofTaken = std::ranges::any_of(
            std::span(operands).subspan(1), [&](const std::string& each) { return made.contains(each); });
        if (one.opcode.starts_with("v_readfirstlane_b32") && operands.size() == 2) {
            taken[operands[0]] = operands[1];
            made.insert(operands[0]);
        } else if (one.opcode.starts_with("v_cmp") && one.opcode.find("_eq_") != std::string::npos) {
            goesOn = goesOn || std::ranges::any_of(taken, [&](const auto& pair) {
                         return uses(pair.first) && uses(pair.second);
                     });
        } else if (one.opcode.starts_with("s_load_")) {
            loads = loads || ofTaken;
        } else if (one.opcode.starts_with("s_") && ofTaken) {
            made.insert(operands[0]);
        }
    }
    return goesOn && loads;
}

// Waterfall loops run once for each different descriptor in a subgroup. Few sources have such loops
// themselves, so what they hold is in the loop around them, and its name tells.
void dissolveWaterfalls(Disassembly& disassembly) {
    std::vector<std::size_t> waterfalls;
    for (std::size_t loop = disassembly.loops.size(); loop-- > 0;)
        if (disassembly.loops[loop].innermost && isWaterfall(disassembly, loop)) waterfalls.push_back(loop);
    for (const std::size_t loop : waterfalls) {
        const std::size_t parent = disassembly.loops[loop].parent;
        for (Instruction& one : disassembly.instructions) {
            if (one.loop == loop) {
                one.loop = parent;
                if (one.memory) one.memory->name += kWaterfall;
            } else if (one.loop != kNoLoop && one.loop > loop) {
                --one.loop;
            }
        }
        disassembly.loops.erase(disassembly.loops.begin() + static_cast<std::ptrdiff_t>(loop));
        for (Loop& other : disassembly.loops)
            if (other.parent != kNoLoop && other.parent > loop) --other.parent;
        if (parent != kNoLoop)
            disassembly.loops[parent].innermost =
                std::ranges::count(disassembly.loops, parent, &Loop::parent) == 0;
    }
}

// Words of an encoding: "; c00a0201 00000000" has two.
std::ptrdiff_t encodedWords(std::string_view line) {
    constexpr std::size_t kDigits = 8;
    const std::size_t at = std::min(line.find("; "), line.size());
    std::ptrdiff_t words = 0;
    for (const std::string& word : split(line.substr(at), ' ')) words += word.size() == kDigits ? 1 : 0;
    return words;
}

// A branch over more than 128 KB takes a step in the midst of a block, which has no label: the text has the number of
// words to it instead. `ends`: of the instructions, in words.
void labelSteps(Disassembly& disassembly, const std::vector<std::ptrdiff_t>& ends) {
    for (std::size_t i = 0; i < ends.size(); ++i)
        for (std::string& jump : disassembly.instructions[i].jumps) {
            const std::optional<long long> words = parseInteger(jump);
            if (!words) continue;
            const std::ptrdiff_t target = ends[i] + static_cast<std::int16_t>(*words);
            const auto before = std::ranges::lower_bound(ends, target);
            if (before == ends.end() || *before != target) continue;
            jump = fmt::format("word {}", target);
            disassembly.labels[jump] = static_cast<std::size_t>(before - ends.begin()) + 1;
        }
}

Result<Disassembly> parseAmdAssembly(std::string_view text) {
    Disassembly disassembly;
    std::vector<RegisterUse> details;
    std::vector<std::ptrdiff_t> ends;
    std::ptrdiff_t words = 0; // of the last instruction
    const std::vector<std::string> lines = amdLines(text, disassembly);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& raw = lines[i];
        const std::string_view line = withoutComment(raw);
        if (line.empty()) continue;
        if (line.starts_with(kRepeated)) {
            const std::optional<std::size_t> repeats = repeatsIn(line);
            if (!repeats || details.empty()) return amdNoInstruction(line);
            disassembly.instructions.insert(disassembly.instructions.end(), *repeats,
                                            Instruction(disassembly.instructions.back()));
            details.insert(details.end(), *repeats, RegisterUse(details.back()));
            for (std::size_t k = 0; k < *repeats; ++k) ends.push_back(ends.back() + words);
            VKPERFTEST_TRY(checkSize(disassembly));
            continue;
        }
        if (line.ends_with(":") && line.find_first_of(" \t") == std::string_view::npos) {
            disassembly.labels[std::string(line.substr(0, line.size() - 1))] =
                disassembly.instructions.size();
            continue;
        }
        words = encodedWords(raw);
        ends.push_back((ends.empty() ? 0 : ends.back()) + words);
        if (line == kInvalid) {
            const bool second = i > 0 && !disassembly.instructions.empty() &&
                                disassembly.instructions.back().opcode == kInvalid &&
                                disassembly.instructions.back().textLine == i - 1 &&
                                hasSecondWord(disassembly.instructions.back().operands);
            if (second) {
                ends.pop_back();
                ends.back() += words;
                words *= 2;
                continue;
            }
            const std::optional<std::string> encoding = vectorArithmetic(raw);
            if (!encoding) return unread("its disassembler finds an instruction that this GPU does not have");
            disassembly.instructions.push_back(
                {.opcode = std::string(kInvalid), .operands = *encoding, .textLine = i});
            details.emplace_back();
            continue;
        }
        if (raw[0] != '\t' && raw[0] != ' ') return amdNoInstruction(line);
        VKPERFTEST_TRY(add(line, disassembly, details));
        disassembly.instructions.back().textLine = i;
    }
    labelSteps(disassembly, ends);
    VKPERFTEST_TRY(findLoops(disassembly));
    dissolveWaterfalls(disassembly);
    VKPERFTEST_TRY(findDescriptorLoads(disassembly, details, false));
    findScratchBuffers(disassembly, details);
    return disassembly;
}

// The name is no proof: Mesa prints its IR as "Assembly" if it has no disassembler.
bool isAmdAssembly(const Representation& text) {
    return text.text.find("\ts_endpgm") != std::string::npos &&
           text.text.find("ACO shader stage") == std::string::npos;
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
                   : amdRegisters(value.substr(colon + 1, value.find(' ') - colon - 1), '-');
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

Result<void> add(std::string_view line, bool chosen, Disassembly& disassembly,
                 std::vector<RegisterUse>& details) {
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
    RegisterUse detail;
    std::string channels;
    if (opcode.starts_with("image_")) channels = channelsOf(instruction.operands, definition);
    VKPERFTEST_TRY(amdInterpret(instruction, channels));
    if (branches && opcode.starts_with("p_")) instruction.fallsThrough = false; // it names all its targets
    std::vector<RegisterRange> operands;
    VKPERFTEST_TRY(assign(operands, placesOf(instruction.operands, chosen)));
    if (defines) {
        VKPERFTEST_TRY(assign(detail.destinations, placesOf(line.substr(0, equals), chosen)));
        detail.copies = copiesOf(opcode, detail.destinations, operands);
    }
    if (instruction.load() != nullptr || opcode.find("_store") != std::string_view::npos) {
        // Descriptors and addresses come first: with a sampler, or a base of 64 bits, two.
        const std::size_t bases = opcode.starts_with("image_") || opcode.starts_with("global_") ? 2 : 1;
        for (std::size_t i = 0; i < std::min(bases, operands.size()); ++i)
            if (operands[i].count > 0) detail.bases.push_back(operands[i]);
    }
    detail.mayLoadDescriptor = instruction.load() != nullptr && instruction.load()->scalar;
    disassembly.instructions.push_back(std::move(instruction));
    details.push_back(std::move(detail));
    return {};
}

Result<Disassembly> parseAcoIr(std::string_view text) {
    const bool chosen = text.find("After lowering to hw instructions") != std::string_view::npos;
    Disassembly disassembly;
    std::vector<RegisterUse> details;
    const std::vector<std::string> lines = amdLines(text, disassembly);
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string& raw = lines[i];
        const std::string_view line = trim(raw);
        if (raw.starts_with("BB")) {
            disassembly.labels[std::string(line)] = disassembly.instructions.size();
            continue;
        }
        // Headings precede the first label; marks of the logical control flow are not instructions.
        if (line.empty() || line.starts_with("/*") || disassembly.labels.empty() ||
            line.starts_with("p_logical_"))
            continue;
        if (!raw.starts_with("\t")) return amdNoInstruction(line);
        VKPERFTEST_TRY(add(line, chosen, disassembly, details));
        disassembly.instructions.back().textLine = i;
    }
    VKPERFTEST_TRY(findLoops(disassembly));
    VKPERFTEST_TRY(findDescriptorLoads(disassembly, details, false));
    return disassembly;
}

bool isAcoIr(const Representation& text) {
    return text.text.find("ACO shader stage") != std::string::npos;
}

} // namespace

const IsaFormat kAmdAssembly = {"AMD assembly", isAmdAssembly, parseAmdAssembly};

const IsaFormat kAcoIr = {"ACO IR", isAcoIr, parseAcoIr};

} // namespace vkperftest
