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

// A kernel that reads texels gets all its data from them. If it also reads blocks, these belong to the
// texture's descriptor: Gen7's code maps the components itself.
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

// A send's descriptor is on a line of its own.
bool beginsSend(std::string_view line) {
    return line.starts_with("send") ||
           (line.starts_with("(") && line.find(") send") != std::string_view::npos);
}

// Marks of basic blocks, headings and labels have lines of their own; an instruction ends with "};".
Result<Listing> parseIntel(std::string_view text) {
    Listing listing;
    std::vector<TokenUse> uses;  // of its instructions
    std::set<std::string> begun; // names of loads with a first part
    std::vector<std::size_t> laterParts;
    std::string statement;
    for (const std::string& raw : split(text, '\n')) {
        const std::string_view line = trim(raw);
        if (line.starts_with("LABEL") && line.ends_with(":")) {
            listing.labels[std::string(line.substr(0, line.size() - 1))] = listing.instructions.size();
        } else if (statement.empty() && line.find('{') == std::string_view::npos && !beginsSend(line)) {
            continue;
        } else {
            statement += (statement.empty() ? "" : "   ") + std::string(line);
            if (!line.ends_with(";")) continue;
            Result<Instruction> instruction = instructionOf(statement);
            if (!instruction.ok()) return instruction.error();
            uses.push_back(tokenUseOf(statement));
            if (const std::optional<Load>& load = instruction.value().load) {
                if (partOf(statement) == 1) {
                    begun.insert(load->name);
                } else {
                    laterParts.push_back(listing.instructions.size());
                }
            }
            listing.instructions.push_back(std::move(instruction).value());
            const bool jumpsByNumber =
                statement.find("JIP: ") != std::string::npos && listing.instructions.back().jumps.empty();
            if (jumpsByNumber) return unread("jumps are printed without labels");
            statement.clear();
        }
    }
    // A load that is wider than a message serves its lanes in parts, in any order; to each lane, it is one
    // load.
    for (const std::size_t at : laterParts) {
        std::optional<Load>& load = listing.instructions[at].load;
        if (begun.contains(load->name)) load.reset();
    }
    VKPERFTEST_TRY(findLoops(listing));
    findWaits(listing, uses);
    findDescriptorLoads(listing);
    return listing;
}

bool isIntel(const Representation& text) {
    return text.text.find("{ align1") != std::string::npos && text.text.find("EOT") != std::string::npos;
}

} // namespace

const Dialect kIntelAssembly = {"Intel assembly", isIntel, parseIntel};

} // namespace vkperftest
