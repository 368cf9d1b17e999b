#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "base/text.h"
#include "isa/disassembly.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kRegisterBits = 256; // before Xe2
constexpr std::uint32_t kOwordBits = 128;
constexpr std::uint32_t kSharedMemory = 254;       // binding table index
constexpr std::uint32_t kStateless[] = {253, 255}; // binding table indices: memory without a surface

using Done = Result<std::optional<Load>>; // what a message loads or writes, if anything

Done accesses(Load memory) {
    return std::optional(std::move(memory));
}

Done accessesNothing() {
    return std::optional<Load>();
}

Access writeOf(bool atomic) {
    return atomic ? Access::Atomic : Access::Store;
}

Error unknownMessage(std::string_view unit, std::string_view message) {
    return unread(fmt::format("it is unknown what the message '{}' of the unit '{}' loads", message, unit));
}

// The words of a message: "load_cmask", "a32", "d32", "xyzw", …
std::vector<std::string> messageWords(std::string_view text) {
    std::string plain(text);
    std::ranges::replace_if(
        plain, [](char c) { return c == ',' || c == '(' || c == ')'; }, ' ');
    return wordsOf(plain);
}

// "rlen 8" → 8, "SIMD16" → 16, "Mask = 0xc" → 12; 0 if the mark is missing.
std::uint32_t numberAfter(std::string_view text, std::string_view mark) {
    const std::size_t at = text.find(mark);
    if (at == std::string_view::npos) return 0;
    const std::string_view rest = trim(text.substr(at + mark.size()));
    return rest.starts_with("0x") ? leadingNumber(rest.substr(2), 16) : leadingNumber(rest);
}

// The comma-separated parts in the first brackets.
std::vector<std::string> partsOf(std::string_view message) {
    std::vector<std::string> parts;
    const std::size_t open = message.find('(');
    if (open == std::string_view::npos) return parts;
    const std::string_view body = message.substr(open + 1);
    for (const std::string& part : split(body.substr(0, body.find(')')), ',')) parts.emplace_back(trim(part));
    return parts;
}

// The width that a message of Xe's load/store unit names: "d32" times "V8" or "xyzw"; each such word is added
// to the name.
std::uint32_t unitBits(const std::vector<std::string>& words, std::string& name) {
    std::uint32_t elementBits = 0, elements = 0;
    for (const std::string& word : words) {
        const bool digit = word.size() > 1 && word[1] >= '0' && word[1] <= '9';
        const bool channels = word.find_first_not_of("xyzw") == std::string::npos;
        if (word[0] == 'd' && digit) {
            elementBits = leadingNumber(word.substr(1));
        } else if (word[0] == 'V' && digit) {
            elements = leadingNumber(word.substr(1));
        } else if (channels) {
            elements = static_cast<std::uint32_t>(word.size());
        } else {
            continue;
        }
        name += "." + word;
    }
    return elementBits * std::max(elements, 1U);
}

// Where a message of Xe's load/store unit goes. Surfaces are named by "bti" or "bss"; "ss" is the surface of
// scratch memory. Without a surface ("flat"), addresses of shaders have 64 bits; what the driver pushes has
// 32.
LoadSource unitMemory(std::string_view unit, const std::vector<std::string>& words) {
    const auto has = [&](std::string_view word) { return std::ranges::find(words, word) != words.end(); };
    if (unit == "slm") return LoadSource::Shared;
    if (has("ss")) return LoadSource::Scratch;
    return unit == "ugm" && has("flat") && has("a32") ? LoadSource::Pushed : LoadSource::Data;
}

// Where a message of the data port goes: its surface is "Surface = 1", "bti 1", "1". Without a surface, only
// messages with addresses of 64 bits belong to shaders ("DC A64 untyped surface read").
LoadSource portMemory(std::string_view action, std::string_view surface) {
    const std::uint32_t index = numberAfter(surface, surface.starts_with("Surface") ? "="
                                                     : surface.starts_with("bti")   ? "bti"
                                                                                    : "");
    if (index == kSharedMemory) return LoadSource::Shared;
    const bool stateless = std::ranges::find(kStateless, index) != std::end(kStateless);
    return stateless && action.find("A64") == std::string_view::npos ? LoadSource::Scratch : LoadSource::Data;
}

// Xe's load/store unit: "( load_cmask, a32, d32, xyzw, … )", "( load, a32, d32, V8, transpose, … )".
Done unitMessage(std::string_view unit, std::string_view message) {
    const std::vector<std::string> words = messageWords(message);
    const std::string action = words.empty() ? "" : words[0];
    const bool atomic = action.starts_with("atomic_") && action != "atomic_load";
    const bool block = std::ranges::find(words, "transpose") != words.end();
    std::string name = fmt::format("{} {}{}", unit, block ? "block " : "", action);
    const std::uint32_t bits = unitBits(words, name);
    const LoadSource memory = unitMemory(unit, words);
    if (atomic || action.starts_with("store"))
        return accesses({.name = std::move(name), .bits = bits, .source = memory, .access = writeOf(atomic)});
    if (action == "fence") return accessesNothing();
    if (!action.starts_with("load")) return unknownMessage(unit, action);
    return accesses({std::move(name), bits, block, memory});
}

// A block's size is given as "owords = 4", "owords = 1-low" or as a code in the message's control: "msg_ctrl
// 3", "3".
std::uint32_t owordsOf(std::string_view control) {
    if (control.starts_with("owords")) return numberAfter(control, "owords = ");
    constexpr std::uint32_t kOwords[] = {1, 1, 2, 4, 8, 0, 0, 0};
    const std::string_view name = control.starts_with("msg_ctrl") ? "msg_ctrl" : "";
    return kOwords[numberAfter(control, name) & 7];
}

// The data port before Xe-HPG: "( untyped surface read, Surface = 1, SIMD16, Mask = 0x0)", "( DC OWORD block
// read, bti 2, owords = 4, aligned = 0)", "( DC byte scattered read, 1, 4)". Mask bits are set for the
// channels that are not read.
Done dataPortMessage(std::string_view unit, std::string_view message) {
    const std::vector<std::string> parts = partsOf(message);
    const std::string action = parts.empty() ? "" : parts[0], kind = lowercase(action);
    const bool atomic = action.find("atomic") != std::string::npos, writes = action.ends_with("write");
    const LoadSource memory = parts.size() > 1 ? portMemory(action, parts[1]) : LoadSource::Data;
    const std::uint32_t control = parts.size() > 2 ? numberAfter(parts[2], "") : 0;
    std::uint32_t channels = 0;
    if (kind.ends_with("surface read") || (kind.ends_with("surface write") && parts.size() > 3)) {
        const std::uint32_t mask = parts.size() > 3 ? numberAfter(parts[3], "Mask =") : control;
        channels =
            4 - static_cast<std::uint32_t>(std::popcount(mask & 15)); // it has bits for those left alone
    }
    const std::string name = channels == 0 ? action : fmt::format("{} x{}", action, channels);
    if (atomic || writes)
        return accesses({.name = name, .bits = 32 * channels, .source = memory, .access = writeOf(atomic)});
    if (action.ends_with("mfence")) return accessesNothing();
    if (parts.size() < 3 || !action.ends_with("read")) return unknownMessage(unit, action);
    const bool block = kind.ends_with(" oword block read");
    Load load{.name = name, .bits = 32 * channels, .scalar = block, .source = memory};
    if (block)
        load.bits = kOwordBits * owordsOf(parts[2]);
    else if (kind == "dc byte scattered read")
        load.bits = 8u << (control >> 2 & 3);
    else if (kind == "dc dword scattered read")
        load.bits = 32;
    else if (!kind.ends_with("surface read") &&
             kind != "dc a64 scattered read") // of a width that is not shown
        return unknownMessage(unit, action);
    return accesses(std::move(load));
}

// The data port through the constant or texture cache: "(bti 2, msg_ctrl 3, msg_type 0, write_commit 0)",
// "(2, 3, 0, 0)". Types 0 and 1 read a block of owords, aligned and unaligned.
Done readOnlyMessage(std::string_view unit, std::string_view message) {
    const std::vector<std::string> parts = partsOf(message);
    const std::string type = parts.size() < 3 ? "" : parts[2];
    const bool aligned = type == "0" || type == "msg_type 0";
    if (!aligned && type != "1" && type != "msg_type 1") return unknownMessage(unit, type);
    const std::string name = fmt::format("{} {}OWORD block read", unit, aligned ? "" : "unaligned ");
    return accesses({name, kOwordBits * owordsOf(parts[1]), true});
}

// How many bits `count` registers hold for each lane; 0 if the text does not show it. Xe2's registers have
// 512 bits. Messages of 8 lanes exist only before Xe2, those of 32 lanes only on Xe2. Both have messages of
// 16 lanes, but no sample on Xe2 fills more than 5 registers: four channels and one for residency.
std::uint32_t laneBits(std::uint32_t lanes, std::uint32_t count) {
    constexpr std::uint32_t kMostOfXe2 = 5;
    if (lanes == 32) return 2 * kRegisterBits * count / lanes;
    const bool narrow = lanes == 8 || (lanes == 16 && count > kMostOfXe2);
    return narrow ? kRegisterBits * count / lanes : 0;
}

// "ld_lz SIMD16 Surface = 1 Sampler = 0 mlen 6 rlen 8": it returns as many registers as its lanes and
// channels fill.
Done samplerMessage(std::string_view unit, std::string_view message) {
    const std::vector<std::string> words = messageWords(message);
    const std::string action = words.empty() ? "" : words[0];
    constexpr std::string_view kNoTexels[] = {"resinfo", "sampleinfo", "lod", "cache_flush"};
    if (std::ranges::find(kNoTexels, action) != std::end(kNoTexels)) return accessesNothing();
    const bool texels =
        action.starts_with("sample") || action.starts_with("ld") || action.starts_with("gather4");
    if (!texels) return unknownMessage(unit, action);
    return accesses({.name = "sampler " + action,
                     .bits = laneBits(numberAfter(message, "SIMD"), numberAfter(message, "rlen"))});
}

// Ivy Bridge's typed surfaces: "typed atomic op MsgCtrl = 0x39 Surface = 2".
Done renderMessage(std::string_view unit, std::string_view message) {
    constexpr std::string_view kAtomic = "typed atomic op", kStore = "typed surface write";
    for (const std::string_view known : {kAtomic, kStore})
        if (message.starts_with(known))
            return accesses({.name = std::string(known), .access = writeOf(known == kAtomic)});
    return unknownMessage(unit, message.substr(0, message.find(" mlen")));
}

using MessageReader = Done (*)(std::string_view unit, std::string_view message);

constexpr std::pair<std::string_view, MessageReader> kReaders[] = {
    {"ugm", unitMessage},
    {"tgm", unitMessage},
    {"slm", unitMessage},
    {"sampler", samplerMessage},
    {"data", dataPortMessage},
    {"dp data 1", dataPortMessage},
    {"hdc0", dataPortMessage},
    {"hdc1", dataPortMessage},
    {"const", readOnlyMessage},
    {"dp_sampler", readOnlyMessage},
    {"hdc:ro", readOnlyMessage},
    {"hdc2", readOnlyMessage},
    {"render", renderMessage},
    {"gateway", [](std::string_view, std::string_view) { return accessesNothing(); }}}; // barriers

// `send` without its predicate: "send(8)  g50<1>UW  g2<8,8,1>UD  0x02106e01   sampler MsgDesc: ld_lz …". What
// writes to the null register loads nothing. Unsupported if it returns a value, and it is unknown whether that is
// a load: the descriptor is in a register, or the message is unknown.
Done sendOf(std::string_view send) {
    constexpr std::string_view kMark = " MsgDesc:";
    // The value is discarded: "send(8)  null<1>UW  …", "send(8)  nullUD  …".
    const bool isNull = trim(send.substr(std::min(send.find(' '), send.size()))).starts_with("null");
    const std::size_t at = send.find(kMark);
    if (at == std::string_view::npos)
        return isNull ? accessesNothing() : unread("a message is printed without its descriptor");
    // The unit's name follows the send's last number, after a wide gap that replaces a line end.
    const std::string_view before = send.substr(0, at), message = trim(send.substr(at + kMark.size()));
    const std::string_view unit = trim(before.substr(std::min(before.rfind("  "), before.size())));
    const auto* const known =
        std::ranges::find(kReaders, unit, &std::pair<std::string_view, MessageReader>::first);
    Done done = accessesNothing();
    if (message.starts_with("indirect"))
        done = unread(fmt::format("the descriptor of a message of the unit '{}' lies in a register", unit));
    else if (known != std::end(kReaders))
        done = known->second(unit, message);
    else
        done = unknownMessage(unit, message.substr(0, message.find(" mlen")));
    const bool writes = done.ok() && done.value() && done.value()->access != Access::Load;
    return !isNull || writes ? done : accessesNothing();
}

// The disassembler aligns columns with blanks; their number varies from run to run.
std::string withSingleBlanks(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c != ' ' || !result.ends_with(' ')) result += c;
    }
    return result;
}

// "(+f0.0) while(16)  JIP:  LABEL2" and "break(8)  JIP: LABEL1  UIP: LABEL0".
Result<Instruction> instructionOf(std::string_view statement) {
    std::string_view rest = statement;
    if (rest.starts_with("(")) rest = trim(rest.substr(std::min(rest.find(')') + 1, rest.size())));
    const std::size_t end = std::min(rest.find_first_of(" ("), rest.size());
    Instruction instruction{.opcode = std::string(rest.substr(0, end)),
                            .operands = withSingleBlanks(trim(rest.substr(end)))};
    for (const std::string& word : split(instruction.operands, ' ')) {
        if (word.starts_with("LABEL")) instruction.jumps.push_back(word);
    }
    if (instruction.opcode.starts_with("send")) VKPERFTEST_TRY(assign(instruction.memory, sendOf(rest)));
    instruction.fallsThrough = instruction.operands.find(" EOT ") == std::string::npos;
    return instruction;
}

// The words in a statement's last braces: "{", "align1", "1H", "@4", "$4.dst", "};".
std::vector<std::string> optionsOf(std::string_view statement) {
    return split(statement.substr(std::min(statement.rfind('{'), statement.size())), ' ');
}

// Which part of the lanes a statement serves, if no message can serve all: 1 for "{ align1 1H $2 }", 2 for "{
// align1 2H $3 }"; 1 if it is not split.
std::uint32_t partOf(std::string_view statement) {
    constexpr std::string_view kQuarters = "QHN"; // quarters, halves, eighths of 32 lanes
    for (const std::string& word : optionsOf(statement)) {
        if (word.size() == 2 && kQuarters.find(word[1]) != std::string_view::npos && word[0] > '0' &&
            word[0] <= '9')
            return static_cast<std::uint32_t>(word[0] - '0');
    }
    return 1;
}

// Since Xe: "$2" takes the token for the instruction's own value and waits for an earlier holder; "$2.dst"
// only waits; "$2.src" waits for no value.
TokenUse tokenUseOf(std::string_view statement) {
    TokenUse use;
    if (statement.starts_with("sync allwr")) use.waitsFor.set();
    for (const std::string& word : optionsOf(statement)) {
        const std::uint32_t token = leadingNumber(std::string_view(word).substr(word.empty() ? 0 : 1));
        if (!word.starts_with('$') || word.ends_with(".src") || token >= use.takes.size()) continue;
        use.waitsFor.set(token);
        use.takes.set(token, word.find('.') == std::string::npos);
    }
    return use;
}

// Gen7's code maps the components of texels itself. If a kernel for it reads texels, the blocks that it
// reads, too, are taken for the texture's descriptor; they may also be a uniform buffer's. Later
// generations have another unit for untyped surfaces.
bool isGen7(std::string_view text) {
    return text.find(" data MsgDesc: (DC untyped surface") != std::string_view::npos ||
           text.find(" data MsgDesc: ( DC untyped surface") != std::string_view::npos;
}

void findDescriptorLoads(Disassembly& disassembly) {
    const auto reads = [](const Instruction& one) {
        return one.load() != nullptr && one.load()->name.starts_with("sampler ");
    };
    if (std::ranges::none_of(disassembly.instructions, reads)) return;
    for (Instruction& instruction : disassembly.instructions) {
        std::optional<Load>& load = instruction.memory;
        if (load && load->scalar && load->source == LoadSource::Data) load->source = LoadSource::Descriptor;
    }
}

// The address registers that hold a number of the code: "mov(1) a0.1<1>UD 0x4a7cc037UD". As the surface of a
// message, a number is the driver's surface of descriptors, where inline uniform blocks are; scratch
// memory's comes with each thread.
class ConstantSurfaces {
public:
    void follow(Instruction& instruction) {
        if (instruction.operands.find("a0") == std::string::npos) return;
        const std::vector<std::string> words = split(instruction.operands, ' ');
        if (instruction.opcode.starts_with("send")) {
            const auto isConstant = [&](const std::string& word) {
                return registers_.contains(nameOf(word));
            };
            std::optional<Load>& memory = instruction.memory;
            if (memory && memory->source == LoadSource::Scratch && std::ranges::any_of(words, isConstant))
                memory->source = LoadSource::Data;
        } else if (words.size() > 2 && words[1].starts_with("a0")) {
            registers_.erase(nameOf(words[1]));
            const bool number = words[2][0] >= '0' && words[2][0] <= '9';
            if (instruction.opcode == "mov" && number) registers_.insert(nameOf(words[1]));
        }
    }

private:
    static std::string nameOf(const std::string& word) { return word.substr(0, word.find('<')); }

    std::set<std::string> registers_;
};

// A send's descriptor is on a line of its own.
bool beginsSend(std::string_view line) {
    return line.starts_with("send") ||
           (line.starts_with("(") && line.find(") send") != std::string_view::npos);
}

// Marks of basic blocks, headings and labels have lines of their own; an instruction ends with "};".
Result<Disassembly> parseIntel(std::string_view text) {
    Disassembly disassembly;
    std::vector<TokenUse> uses;  // of its instructions
    std::set<std::string> begun; // names of accesses with a first part
    std::vector<std::size_t> laterParts;
    ConstantSurfaces surfaces;
    std::string statement;
    const std::vector<std::string> lines = split(text, '\n');
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trim(lines[i]);
        if (line.starts_with("LABEL") && line.ends_with(":")) {
            disassembly.labels[std::string(line.substr(0, line.size() - 1))] =
                disassembly.instructions.size();
        } else if (statement.empty() && line.find('{') == std::string_view::npos && !beginsSend(line)) {
            continue;
        } else {
            statement += (statement.empty() ? "" : "   ") + std::string(line);
            if (!line.ends_with(";")) continue;
            Result<Instruction> instruction = instructionOf(statement);
            if (!instruction.ok()) return instruction.error();
            surfaces.follow(instruction.value());
            uses.push_back(tokenUseOf(statement));
            if (const std::optional<Load>& memory = instruction.value().memory) {
                if (partOf(statement) == 1)
                    begun.insert(memory->name);
                else
                    laterParts.push_back(disassembly.instructions.size());
            }
            disassembly.instructions.push_back(std::move(instruction).value());
            disassembly.instructions.back().textLine = i;
            const bool jumpsByNumber =
                statement.find("JIP: ") != std::string::npos && disassembly.instructions.back().jumps.empty();
            if (jumpsByNumber) return unread("jumps are printed without labels");
            statement.clear();
        }
    }
    // An access that is wider than a message serves its lanes in parts, in any order; to each lane, it is one
    // access.
    for (const std::size_t at : laterParts) {
        std::optional<Load>& memory = disassembly.instructions[at].memory;
        if (begun.contains(memory->name)) memory.reset();
    }
    VKPERFTEST_TRY(findLoops(disassembly));
    findWaits(disassembly, uses);
    if (isGen7(text)) findDescriptorLoads(disassembly);
    return disassembly;
}

bool isIntel(const Representation& text) {
    return text.text.find("{ align1") != std::string::npos && text.text.find("EOT") != std::string::npos;
}

} // namespace

const IsaFormat kIntelAssembly = {"Intel assembly", isIntel, parseIntel};

} // namespace vkperftest
