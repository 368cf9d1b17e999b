#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "base/text.h"
#include "isa/registers.h"

namespace vkperftest {
namespace {

struct NakStatement {
    std::string predicate; // "@!p0"; empty: always
    std::vector<std::string> destinations;
    std::string opcode;
    std::vector<std::string> operands;
    std::string schedule; // "delay=1 wt=000001 rd:0 wr:1": part of the code, too

    std::string action() const { return opcode.substr(0, opcode.find('.')); } // "ld" of "ld.global.b32"
};

// An Unsupported error: the line is not understood.
Error strangeNak(std::string_view line) {
    return unread(fmt::format("'{}' is not understood", line));
}

// "@!p0 r8 p0 = iadd3 r7 c[0x1][0x0] rZ // delay=13", "st.shared.strong.cta.b32 [r3] r2 // delay=1 rd:0".
Result<NakStatement> nakStatement(std::string_view line) {
    const std::size_t comment = line.find("//");
    if (comment == std::string_view::npos) return strangeNak(line);
    NakStatement statement{.schedule = std::string(trim(line.substr(comment + 2)))};
    std::vector<std::string> words = wordsOf(line.substr(0, comment));
    if (!words.empty() && words[0].starts_with('@')) {
        statement.predicate = words[0];
        words.erase(words.begin());
    }
    if (const auto equals = std::ranges::find(words, "="); equals != words.end()) {
        statement.destinations.assign(words.begin(), equals);
        words.erase(words.begin(), equals + 1);
    }
    if (words.empty() || !statement.schedule.starts_with("delay=")) return strangeNak(line);
    statement.opcode = words[0];
    statement.operands.assign(words.begin() + 1, words.end());
    return statement;
}

// Loads from textures, texel buffers and images, by their actions.
bool readsTexture(const NakStatement& statement) {
    constexpr std::string_view kTextureLoads[] = {"tex", "tld", "tld4", "txd", "suld"};
    return std::ranges::find(kTextureLoads, statement.action()) != std::end(kTextureLoads);
}

// Those at the text's begin; nothing for predicates, "null", and what is none.
std::optional<RegisterRange> nakRegisters(std::string_view text) {
    constexpr std::uint32_t kMost = 256; // that a lane has
    const bool uniform = text.starts_with('u');
    if (uniform) text.remove_prefix(1);
    if (!text.starts_with('r')) return std::nullopt;
    text.remove_prefix(1);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto numberAt = [&]() -> std::optional<std::uint32_t> {
        const auto end = std::ranges::find_if_not(text, isDigit);
        const auto digits = static_cast<std::size_t>(end - text.begin());
        const std::optional<std::uint32_t> number = parseAs<std::uint32_t>(text.substr(0, digits));
        text.remove_prefix(digits);
        return number;
    };
    const std::optional<std::uint32_t> first = numberAt();
    if (!first) return std::nullopt; // rZ
    const std::uint32_t kind = uniform ? kSecondRegisters : 0;
    if (!text.starts_with("..")) return RegisterRange{kind + *first, 1};
    text.remove_prefix(2);
    const std::optional<std::uint32_t> end = numberAt();
    if (!end || *end <= *first || *end > kMost) return std::nullopt;
    return RegisterRange{kind + *first, *end - *first};
}

// Of all registers in an operand: "cx[ur0..2][r4+0x8]" has two.
std::vector<RegisterRange> nakRegistersIn(std::string_view operand) {
    std::vector<RegisterRange> all;
    for (std::size_t i = 0; i < operand.size(); ++i) {
        const bool within = i > 0 && (std::isalnum(static_cast<unsigned char>(operand[i - 1])) != 0);
        if (within) continue;
        if (const std::optional<RegisterRange> one = nakRegisters(operand.substr(i))) all.push_back(*one);
    }
    return all;
}

// A value names a uniform buffer as "cx[ur8..10]", and a texture as the last operand.
RegisterUse registersOf(const NakStatement& one, const Instruction& instruction) {
    constexpr std::string_view kBuffer = "cx[";
    RegisterUse use{.conditional = !one.predicate.empty()};
    const auto add = [](std::vector<RegisterRange>& to, std::string_view text) {
        if (const auto registers = nakRegisters(text)) to.push_back(*registers);
    };
    for (const std::string& destination : one.destinations) add(use.destinations, destination);
    for (const std::string& operand : one.operands) {
        const std::vector<RegisterRange> all = nakRegistersIn(operand);
        use.reads.insert(use.reads.end(), all.begin(), all.end());
        const std::size_t buffer = operand.find(kBuffer);
        if (buffer != std::string::npos)
            add(use.bases, std::string_view(operand).substr(buffer + kBuffer.size()));
    }
    constexpr std::string_view kOthers[] = {"sust", "suatom", "txq"}; // that name a texture
    if ((readsTexture(one) || std::ranges::count(kOthers, one.action()) > 0) && !one.operands.empty())
        add(use.bases, one.operands.back());
    if (one.opcode == "mov" || one.opcode == "r2ur") {
        for (const RegisterRange& from : std::exchange(use.reads, {}))
            for (const RegisterRange& to : use.destinations) use.copies.push_back({from, to});
    }
    const Load* const load = instruction.load();
    use.mayLoadDescriptor = load != nullptr && !readsTexture(one) &&
                            (load->source == LoadSource::Data || load->source == LoadSource::Descriptor);
    return use;
}

using Words = std::vector<std::string>;

// "ld.global.a64.constant.b128" → 128; 0 if the opcode has no width.
std::uint32_t bitsIn(std::string_view opcode) {
    for (const std::string& part : split(opcode, '.')) {
        const bool typed = part.starts_with('b') || part.starts_with('u') || part.starts_with('s');
        const std::optional<std::uint32_t> bits =
            typed ? parseAs<std::uint32_t>(part.substr(1)) : std::nullopt;
        if (bits) return *bits;
    }
    return 0;
}

// All other instructions that NAK is known to print (Mesa's src/nouveau/compiler/nak/ir.rs): a new one may be
// a load.
constexpr std::string_view kNakNoLoads[] = {
    "atom",   "bar",     "bclear",  "bfe",   "bmov",  "bmsk",   "bra",    "break",     "brev",   "brk",
    "bssy",   "bsync",   "cctl",    "cont",  "cs2r",  "dadd",   "dfma",   "dmnmx",     "dmul",   "dsetp",
    "exit",   "f2f",     "f2fp",    "f2i",   "fadd",  "ffma",   "flo",    "fmnmx",     "fmul",   "frnd",
    "fset",   "fsetp",   "fswzadd", "hadd2", "hfma2", "hmnmx2", "hmul2",  "hset2",     "hsetp2", "i2f",
    "i2i",    "iabs",    "iadd2",   "iadd3", "idp4",  "imad",   "imad64", "imadsp",    "imnmx",  "imul",
    "ineg",   "isetp",   "kill",    "lea",   "lop2",  "lop3",   "match",  "membar",    "mov",    "mufu",
    "nop",    "pbk",     "pcnt",    "plop3", "popc",  "prmt",   "psetp",  "r2ur",      "redux",  "rro",
    "s2r",    "sel",     "sgxt",    "shf",   "shfl",  "shl",    "shr",    "ssy",       "st",     "stscul",
    "suatom", "subfm",   "suclamp", "sueau", "sust",  "sustga", "sync",   "texdepbar", "tmml",   "txq",
    "vote",   "warpsync"};

// True for "c[0x1][+0x0]", but not for "c[0x1][r4+0x8]". Data at a fixed place come from the driver:
// descriptors, addresses and push constants. Blackwell loads them; elsewhere they are operands of arithmetic,
// which are not loads ("iadd3 r8 c[0x1][0x0] rZ"). A uniform buffer of the shader is named by its descriptor:
// "cx[ur8..10][+0x10]".
bool namesFixedPlace(const NakStatement& statement) {
    const std::string place = statement.operands.empty() ? "" : statement.operands[0];
    return place.starts_with("c[") && place.find('r') == std::string::npos;
}

LoadSource sourceOf(const NakStatement& statement) {
    if (statement.opcode.starts_with("ld.shared")) return LoadSource::Shared;
    if (statement.opcode.starts_with("ldslk")) return LoadSource::Shared; // Kepler's atomic operations there
    if (statement.opcode.starts_with("ld.local")) return LoadSource::Scratch;
    const bool fixed = statement.opcode.starts_with("ldc.") && namesFixedPlace(statement);
    return fixed ? LoadSource::Descriptor : LoadSource::Data;
}

// A texture load is as wide as its registers, others as their opcode says. A load into a uniform register
// happens once for the subgroup.
Result<std::optional<Load>> loadOf(const NakStatement& statement) {
    const std::string action = statement.action();
    if (std::ranges::find(kNakNoLoads, action) != std::end(kNakNoLoads)) return std::optional<Load>();
    const bool texture = readsTexture(statement);
    if (!texture && action != "ld" && action != "ldc" && action != "ldslk") {
        return unread(fmt::format("it is unknown whether '{}' is a load", statement.opcode));
    }
    std::uint32_t registers = 0;
    for (const std::string& destination : statement.destinations)
        registers += nakRegisters(destination).value_or(RegisterRange()).count;
    Load load{.name = statement.opcode,
              .bits = texture ? 32 * registers : bitsIn(statement.opcode),
              .scalar = registers > 0 && statement.destinations[0].starts_with('u'),
              .source = sourceOf(statement)};
    if (registers == 0 || load.bits == 0) return strangeNak(statement.opcode);
    // GPUs with uniform registers name uniform buffers by their descriptors, and have these in constant buffers
    // other than the first, which also holds push constants.
    load.surely =
        load.source == LoadSource::Descriptor && load.scalar && !statement.operands[0].starts_with("c[0x0]");
    return std::optional(std::move(load));
}

// Stores, and atomic operations in global and shared memory and in images.
std::optional<Load> writeOf(const NakStatement& statement) {
    const std::string action = statement.action();
    const bool atomic = action == "atom" || action == "suatom";
    const bool unlocks = action == "stscul"; // in shared memory, what "ldslk" has locked
    if (!atomic && !unlocks && action != "st" && action != "sust" && action != "sustga") return std::nullopt;
    return Load{.name = statement.opcode,
                .bits = bitsIn(statement.opcode),
                .source = unlocks || statement.opcode.find(".shared") != std::string::npos
                              ? LoadSource::Shared
                          : statement.opcode.starts_with("st.local") ? LoadSource::Scratch
                                                                     : LoadSource::Data,
                .access = atomic ? Access::Atomic : Access::Store};
}

Result<Instruction> instructionOf(const NakStatement& statement) {
    Instruction instruction{.opcode = statement.opcode,
                            .operands = fmt::format("{} {} = {} // {}", statement.predicate,
                                                    join(statement.destinations, " "),
                                                    join(statement.operands, " "), statement.schedule)};
    VKPERFTEST_TRY(assign(instruction.memory, loadOf(statement)));
    if (!instruction.memory) instruction.memory = writeOf(statement);
    return instruction;
}

// The scoreboards in an instruction's schedule, which order instructions of variable latency: "wt=000010"
// waits until these are free; "wr:1" occupies this one until the value arrives; "rd:0", until the operands
// may be overwritten.
Result<TokenUse> scoreboardsOf(const std::string& schedule) {
    constexpr std::size_t kScoreboards = 6;
    TokenUse use;
    for (const std::string& word : wordsOf(schedule)) {
        if (word.starts_with("wt=")) {
            const std::string mask = word.substr(3);
            if (mask.size() != kScoreboards || mask.find_first_not_of("01") != std::string::npos)
                return strangeNak(schedule);
            use.waitsFor = Tokens(mask);
        } else if (word.starts_with("wr:") || word.starts_with("rd:")) {
            const std::optional<std::uint32_t> number =
                parseAs<std::uint32_t>(std::string_view(word).substr(3));
            if (!number || *number >= kScoreboards) return strangeNak(schedule);
            (word.starts_with("wr:") ? use.takes : use.frees).set(*number);
        }
    }
    return use;
}

// Reads line by line. Takes control flow from the blocks' ends: instructions that fill a jump's delay may
// follow the jump.
class Reader {
public:
    // `number`: counted from 0.
    Result<void> read(std::string_view line, std::size_t number) {
        if (!inBlock_) return beginBlock(line);
        if (line.starts_with('}')) return endBlock(line);
        NakStatement statement;
        VKPERFTEST_TRY(assign(statement, nakStatement(line)));
        VKPERFTEST_TRY(assign(listing_.instructions.emplace_back(), instructionOf(statement)));
        listing_.instructions.back().textLine = number;
        VKPERFTEST_TRY(assign(scoreboards_.emplace_back(), scoreboardsOf(statement.schedule)));
        uses_.push_back(registersOf(statement, listing_.instructions.back()));
        return {};
    }

    Result<Disassembly> finish() {
        if (inBlock_ || !expected_.empty()) return unread("it ends within a block");
        VKPERFTEST_TRY(findLoops(listing_));
        findWaits(listing_, scoreboards_);
        VKPERFTEST_TRY(findDescriptorLoads(listing_, uses_, true));
        return std::move(listing_);
    }

private:
    // "block.u 1 L1 [0, 8] -> {" is the block 1; the ".u" marks blocks that a whole subgroup enters at once.
    Result<void> beginBlock(std::string_view line) {
        const Words words = wordsOf(line);
        const bool block = words.size() >= 2 && (words[0] == "block" || words[0] == "block.u") &&
                           parseAs<std::uint32_t>(words[1]);
        if (!block || (!expected_.empty() && expected_ != words[1])) return strangeNak(line);
        expected_.clear();
        begin_ = listing_.instructions.size();
        inBlock_ = listing_.labels.emplace(words[1], begin_).second;
        return inBlock_ ? Result<void>() : strangeNak(line);
    }

    // "} -> [2, 6]" leads to the blocks 2 and 6.
    Result<void> endBlock(std::string_view line) {
        inBlock_ = false;
        const std::size_t open = line.find('['), close = line.find(']');
        if (!line.starts_with("} ->") || open == std::string_view::npos || close < open)
            return strangeNak(line);
        std::string list(line.substr(open + 1, close - open - 1));
        std::ranges::replace(list, ',', ' ');
        const Words successors = wordsOf(list);
        if (begin_ < listing_.instructions.size()) {
            listing_.instructions.back().jumps = successors;
            listing_.instructions.back().fallsThrough = false;
            return {};
        }
        if (successors.size() != 1) return strangeNak(line);
        expected_ = successors[0]; // an empty block only leads to the next
        return {};
    }

    Disassembly listing_;
    std::vector<TokenUse> scoreboards_; // of its instructions
    std::vector<RegisterUse> uses_;     // the same
    bool inBlock_ = false;
    std::size_t begin_ = 0; // of the block
    std::string expected_;  // name of the block that must come next; empty: any
};

Result<Disassembly> parseNak(std::string_view text) {
    Reader reader;
    const std::vector<std::string> lines = split(text, '\n');
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (const std::string_view line = trim(lines[i]); !line.empty()) VKPERFTEST_TRY(reader.read(line, i));
    }
    return reader.finish();
}

bool isNak(const Representation& text) {
    return text.text.starts_with("block") && text.text.find("// delay=") != std::string::npos;
}

} // namespace

const IsaFormat kNakAssembly = {"NAK assembly", isNak, parseNak};

} // namespace vkperftest
