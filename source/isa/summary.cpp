#include "isa/summary.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "isa/dialect.h"

namespace vkperftest {
namespace {

bool sameLoad(const LoadCount& a, const LoadCount& b) {
    return a.load.name == b.load.name && a.load.bits == b.load.bits && a.load.source == b.load.source &&
           a.innermost == b.innermost;
}

std::string counted(const LoadSummary& summary, LoadSource source, bool innermost) {
    std::vector<std::string> parts;
    for (const LoadCount& entry : summary.loads) {
        if (entry.load.source == source && entry.innermost == innermost)
            parts.push_back(fmt::format("{} × {}", entry.count, entry.load.name));
    }
    return join(parts, ", ");
}

// FNV-1a with 64 bits: only equality counts.
class Hash {
public:
    void add(std::string_view text) {
        for (const char c : text) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
    }
    std::string text() const { return fmt::format("{:016x}", value_); }

private:
    std::uint64_t value_ = 0xcbf29ce484222325ULL;
};

std::string hashOf(const Listing& listing) {
    Hash hash;
    for (const Instruction& instruction : listing.instructions)
        hash.add(fmt::format("{} {}\n", instruction.opcode, instruction.operands));
    for (const auto& [label, at] : listing.labels) hash.add(fmt::format("{} {}\n", label, at));
    return hash.text();
}

// "Register Count", "SGPRs", "VGPRs", "Max live registers"; what was spilled or stood before scheduling is no
// register that the kernel takes.
bool countsRegisters(const Statistic& statistic) {
    const std::string name = lowercase(statistic.name);
    const bool other = name.find("spill") != std::string::npos || name.find("pre-sched") != std::string::npos;
    return !other && (name.find("gpr") != std::string::npos || name.find("register") != std::string::npos);
}

} // namespace

LoadSummary summarize(const Listing& listing) {
    LoadSummary summary{.loops = !listing.loops.empty()};
    for (const Instruction& instruction : listing.instructions) {
        if (!instruction.load || (summary.loops && instruction.loop == kNoLoop)) continue;
        const LoadCount one{.load = *instruction.load,
                            .count = 1,
                            .innermost = !summary.loops || listing.loops[instruction.loop].innermost};
        const auto known = std::find_if(summary.loads.begin(), summary.loads.end(),
                                        [&](const LoadCount& entry) { return sameLoad(entry, one); });
        if (known == summary.loads.end()) {
            summary.loads.push_back(one);
        } else {
            ++known->count;
        }
    }
    return summary;
}

std::size_t innermostLoads(const LoadSummary& summary, LoadSource source) {
    std::size_t count = 0;
    for (const LoadCount& entry : summary.loads) {
        if (summary.loops && entry.innermost && entry.load.source == source) count += entry.count;
    }
    return count;
}

std::string summaryText(const LoadSummary& summary) {
    std::vector<std::string> parts;
    const auto add = [&](const char* heading, LoadSource source, bool innermost) {
        const std::string loads = counted(summary, source, innermost);
        if (!loads.empty()) parts.push_back(heading + loads);
    };
    add("", LoadSource::Data, true);
    add("outer loop: ", LoadSource::Data, false);
    add("shared memory: ", LoadSource::Shared, true);
    add("shared memory, outer loop: ", LoadSource::Shared, false);
    add("descriptors: ", LoadSource::Descriptor, true);
    add("descriptors, outer loop: ", LoadSource::Descriptor, false);
    const std::string text = parts.empty() ? "none" : join(parts, " + ");
    return summary.loops ? text : "no loop: " + text;
}

std::size_t countInLoops(const Listing& listing, std::string_view opcode) {
    return static_cast<std::size_t>(
        std::count_if(listing.instructions.begin(), listing.instructions.end(),
                      [&](const Instruction& one) { return one.loop != kNoLoop && one.opcode == opcode; }));
}

std::string CodeFacts::loads() const {
    return trouble.empty() ? summaryText(summary) : "unknown: " + trouble;
}

std::string registersText(std::span<const Statistic> statistics) {
    std::vector<std::string> registers;
    for (const Statistic& statistic : statistics) {
        if (countsRegisters(statistic)) registers.push_back(statistic.value + " " + statistic.name);
    }
    return join(registers, ", ");
}

std::optional<bool> sameCode(const CodeFacts& before, const CodeFacts& after) {
    if (before.hash.empty() || after.hash.empty()) return std::nullopt;
    const bool read = before.trouble.empty() && after.trouble.empty();
    if (read && before.loads() != after.loads()) return false;
    // Of different texts of one code the hashes differ, too.
    if (before.dialect != after.dialect || before.trouble.empty() != after.trouble.empty())
        return std::nullopt;
    const bool told = before.subgroupSize != 0 && after.subgroupSize != 0;
    return before.hash == after.hash && (!told || before.subgroupSize == after.subgroupSize);
}

std::string codeChange(const CodeFacts& before, const CodeFacts& after) {
    if (before.loads() != after.loads()) return fmt::format("{} → {}", before.loads(), after.loads());
    const bool same = before.hash == after.hash && before.dialect == after.dialect;
    return before.hash.empty() ? before.loads()
                               : fmt::format("{}, {} code", before.loads(), same ? "same" : "other");
}

CodeReading interpret(const DriverCode& code) {
    CodeReading reading;
    reading.subgroupSize = code.subgroupSize;
    reading.registers = registersText(code.statistics);
    for (const Dialect* dialect : dialects()) {
        // Drivers tell of the stages of compiling in their order: the last is closest to what runs.
        const auto text = std::find_if(code.representations.rbegin(), code.representations.rend(),
                                       [&](const Representation& one) { return dialect->recognizes(one); });
        if (text == code.representations.rend()) continue;
        reading.dialect = dialect->name;
        reading.code = text->text;
        Result<Listing> listing = dialect->parse(text->text);
        if (listing.ok()) {
            reading.listing = std::move(listing).value();
            reading.summary = summarize(reading.listing);
            reading.hash = hashOf(reading.listing);
            return reading;
        }
        reading.trouble = fmt::format("the {} cannot be read: {}", dialect->name, listing.error().cause);
        break;
    }
    if (reading.trouble.empty()) {
        reading.trouble = code.representations.empty() ? "the driver gives no code"
                                                       : "no parser knows the code that the driver prints";
    }
    Hash hash;
    for (const Representation& text : code.representations) {
        hash.add(text.text);
        if (reading.dialect.empty()) reading.code += fmt::format("{}:\n{}\n", text.name, text.text);
    }
    if (!code.representations.empty()) reading.hash = hash.text();
    return reading;
}

} // namespace vkperftest
