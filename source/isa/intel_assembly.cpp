#include "isa/dialect.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/text.h"
#include "isa/intel_messages.h"

namespace vkperftest {
namespace {

// The disassembler aligns columns with blanks, of which it prints other numbers from run to run.
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
    // Since Xe a send has a token, "$2", and "$2.dst" waits until what it loads has come.
    const bool waits = statement.find(".dst") != std::string_view::npos;
    instruction.waitsForVectorLoads = instruction.waitsForScalarLoads = waits;
    instruction.fallsThrough = instruction.operands.find(" EOT ") == std::string::npos;
    return instruction;
}

// Which part of the lanes a statement is for where no message serves all of them: 1 of "{ align1 1H $2 }", 2 of
// "{ align1 2H $3 }"; 1 if it is not in parts.
std::uint32_t partOf(std::string_view statement) {
    constexpr std::string_view kQuarters = "QHN"; // quarters, halves, eighths of 32 lanes
    for (const std::string& word :
         split(statement.substr(std::min(statement.rfind('{'), statement.size())), ' ')) {
        if (word.size() == 2 && kQuarters.find(word[1]) != std::string_view::npos && word[0] > '0' &&
            word[0] <= '9')
            return static_cast<std::uint32_t>(word[0] - '0');
    }
    return 1;
}

// A send's descriptor stands on a line of its own.
bool beginsSend(std::string_view line) {
    return line.starts_with("send") ||
           (line.starts_with("(") && line.find(") send") != std::string_view::npos);
}

// Marks of basic blocks, headings and labels stand alone on their lines; an instruction ends with "};".
Result<Listing> parse(std::string_view text) {
    Listing listing;
    std::set<std::string> begun; // names of loads whose first part was met
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
            // A load that is wider than a message serves its lanes in parts, which are one load to a lane.
            if (std::optional<Load>& load = instruction.value().load) {
                if (partOf(statement) == 1) {
                    begun.insert(load->name);
                } else if (begun.contains(load->name)) {
                    load.reset();
                }
            }
            listing.instructions.push_back(std::move(instruction).value());
            const bool jumpsByNumber =
                statement.find("JIP: ") != std::string::npos && listing.instructions.back().jumps.empty();
            if (jumpsByNumber) return Error{ErrorKind::Unsupported, "jumps are printed without labels", ""};
            statement.clear();
        }
    }
    VKPERFTEST_TRY(findLoops(listing));
    return listing;
}

bool recognizes(const Representation& text) {
    return text.text.find("{ align1") != std::string::npos && text.text.find("EOT") != std::string::npos;
}

} // namespace

const Dialect kIntelAssembly = {"Intel assembly", recognizes, parse};

} // namespace vkperftest
