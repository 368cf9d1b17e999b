#include "isa/dialect.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "isa/intel_messages.h"

namespace vkperftest {
namespace {

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
    if (instruction.opcode.starts_with("send")) {
        const Result<std::optional<Load>> load = intelLoad(rest);
        if (!load.ok()) return load.error();
        instruction.load = load.value();
        if (!instruction.load) instruction.write = intelWrite(rest);
    }
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

void findDescriptorLoads(Listing& listing) {
    const auto reads = [](const Instruction& one) {
        return one.load && one.load->name.starts_with("sampler ");
    };
    if (std::ranges::none_of(listing.instructions, reads)) return;
    for (Instruction& instruction : listing.instructions) {
        std::optional<Load>& load = instruction.load;
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
            if (!std::ranges::any_of(words, isConstant)) return;
            if (instruction.load) leaveScratch(instruction.load->source);
            if (instruction.write) leaveScratch(instruction.write->memory);
        } else if (words.size() > 2 && words[1].starts_with("a0")) {
            registers_.erase(nameOf(words[1]));
            const bool number = words[2][0] >= '0' && words[2][0] <= '9';
            if (instruction.opcode == "mov" && number) registers_.insert(nameOf(words[1]));
        }
    }

private:
    static std::string nameOf(const std::string& word) { return word.substr(0, word.find('<')); }
    static void leaveScratch(LoadSource& source) {
        if (source == LoadSource::Scratch) source = LoadSource::Data;
    }

    std::set<std::string> registers_;
};

// A send's descriptor is on a line of its own.
bool beginsSend(std::string_view line) {
    return line.starts_with("send") ||
           (line.starts_with("(") && line.find(") send") != std::string_view::npos);
}

// The name of its load or write; empty if it has none.
std::string accessed(const Instruction& instruction) {
    return instruction.load ? instruction.load->name : instruction.write ? instruction.write->name : "";
}

// Marks of basic blocks, headings and labels have lines of their own; an instruction ends with "};".
Result<Listing> parseIntel(std::string_view text) {
    Listing listing;
    std::vector<TokenUse> uses;  // of its instructions
    std::set<std::string> begun; // names of accesses with a first part
    std::vector<std::size_t> laterParts;
    ConstantSurfaces surfaces;
    std::string statement;
    const std::vector<std::string> lines = split(text, '\n');
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string_view line = trim(lines[i]);
        if (line.starts_with("LABEL") && line.ends_with(":")) {
            listing.labels[std::string(line.substr(0, line.size() - 1))] = listing.instructions.size();
        } else if (statement.empty() && line.find('{') == std::string_view::npos && !beginsSend(line)) {
            continue;
        } else {
            statement += (statement.empty() ? "" : "   ") + std::string(line);
            if (!line.ends_with(";")) continue;
            Result<Instruction> instruction = instructionOf(statement);
            if (!instruction.ok()) return instruction.error();
            surfaces.follow(instruction.value());
            uses.push_back(tokenUseOf(statement));
            if (const std::string name = accessed(instruction.value()); !name.empty()) {
                if (partOf(statement) == 1) {
                    begun.insert(name);
                } else {
                    laterParts.push_back(listing.instructions.size());
                }
            }
            listing.instructions.push_back(std::move(instruction).value());
            listing.instructions.back().textLine = i;
            const bool jumpsByNumber =
                statement.find("JIP: ") != std::string::npos && listing.instructions.back().jumps.empty();
            if (jumpsByNumber) return unread("jumps are printed without labels");
            statement.clear();
        }
    }
    // An access that is wider than a message serves its lanes in parts, in any order; to each lane, it is one
    // access.
    for (const std::size_t at : laterParts) {
        Instruction& instruction = listing.instructions[at];
        if (!begun.contains(accessed(instruction))) continue;
        instruction.load.reset();
        instruction.write.reset();
    }
    VKPERFTEST_TRY(findLoops(listing));
    findWaits(listing, uses);
    if (isGen7(text)) findDescriptorLoads(listing);
    return listing;
}

bool isIntel(const Representation& text) {
    return text.text.find("{ align1") != std::string::npos && text.text.find("EOT") != std::string::npos;
}

} // namespace

const Dialect kIntelAssembly = {"Intel assembly", isIntel, parseIntel};

} // namespace vkperftest
