#include "isa/summary.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>

#include <fmt/format.h>

#include "base/hash.h"
#include "base/printable.h"
#include "base/text.h"
#include "isa/disassembly.h"

namespace vkperftest {
namespace {

// Compares loads that different formats name differently: how many there are of each width, in each place.
bool sameKinds(const LoadSummary& a, const LoadSummary& b) {
    using Kind = std::tuple<LoadSource, bool, bool, std::uint32_t>;
    const auto untold = [](const LoadSummary& summary) {
        return std::ranges::any_of(summary.loads,
                                   [](const LoadCount& entry) { return entry.load.bits == 0; });
    };
    const bool widths = !untold(a) && !untold(b);
    const auto kindsOf = [&](const LoadSummary& summary) {
        std::map<Kind, std::size_t> counts; // scaled by the loads per iteration of the other
        for (const LoadCount& entry : summary.loads) {
            const Load& load = entry.load;
            counts[{load.source, entry.innermost, load.scalar, widths ? load.bits : 0}] +=
                entry.count * (&summary == &a ? b : a).loadsPerIteration;
        }
        return counts;
    };
    return a.loops == b.loops && kindsOf(a) == kindsOf(b);
}

// Numbers of instructions: in the innermost loop per load of the row ("1", "0.25"), elsewhere per iteration, or for
// the whole kernel if it has no loop.
std::string counted(const LoadSummary& summary, LoadSource source, bool innermost) {
    std::vector<std::string> parts;
    const double each = summary.loops && innermost ? summary.loadsPerIteration : 1;
    for (const LoadCount& entry : summary.loads) {
        if (entry.load.source == source && entry.innermost == innermost)
            parts.push_back(fmt::format("{} × {}", static_cast<double>(entry.count) / each, entry.load.name));
    }
    return join(parts, ", ");
}

std::string hashOf(const Disassembly& disassembly) {
    Hash hash;
    for (const Instruction& instruction : disassembly.instructions) {
        for (const std::string_view part : {std::string_view(instruction.opcode), std::string_view(" "),
                                            std::string_view(instruction.operands), std::string_view("\n")})
            hash.add(part);
    }
    for (const auto& [label, at] : disassembly.labels) hash.add(fmt::format("{} {}\n", label, at));
    hash.add(disassembly.data);
    return hash.text();
}

constexpr std::string_view kCount = "number of "; // "Number of GPRs" of NVK

// "Register Count", "SGPRs", "VGPRs", "Max live registers"; spills and counts from before scheduling are not
// registers that the kernel takes.
bool countsRegisters(const Statistic& statistic) {
    const std::string name = lowercase(statistic.name);
    const bool other = name.find("spill") != std::string::npos || name.find("pre-sched") != std::string::npos;
    return !other && (name.find("gpr") != std::string::npos || name.find("register") != std::string::npos);
}

bool isData(const Instruction& instruction) {
    return instruction.load() != nullptr && instruction.load()->source == LoadSource::Data;
}

// For the first innermost loop that loads data.
std::optional<std::size_t> loadsBeforeWait(const Disassembly& disassembly) {
    const auto innermost = [&](const Instruction& one) {
        return one.loop != kNoLoop && disassembly.loops[one.loop].innermost;
    };
    const auto& all = disassembly.instructions;
    const auto first =
        std::ranges::find_if(all, [&](const Instruction& one) { return isData(one) && innermost(one); });
    if (first == all.end()) return std::nullopt;
    const bool scalar = first->load()->scalar;
    std::size_t issued = 0;
    for (auto next = first; next != all.end() && next->loop == first->loop; ++next) {
        if (scalar ? next->waitsForScalarLoads : next->waitsForVectorLoads) return issued;
        if (isData(*next)) ++issued;
    }
    return std::nullopt;
}

std::string oneLine(std::string_view text) {
    std::string line(text);
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return printable(line);
}

KeptText kept(const Representation& representation) {
    std::string text = printable(representation.text, Keep::Lines);
    const bool cut = text.size() > kMostKept;
    if (cut) {
        std::size_t end = kMostKept;
        const auto continues = [&] { return (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80; };
        while (end > 0 && continues()) --end; // not within a character
        text.resize(end);
    }
    return {oneLine(representation.name), std::move(text), cut};
}

} // namespace

bool sameLoad(const LoadCount& a, const LoadCount& b) {
    return a.load.name == b.load.name && a.load.bits == b.load.bits && a.load.source == b.load.source &&
           a.innermost == b.innermost;
}

LoadSummary summarize(const Disassembly& disassembly) {
    LoadSummary summary{.loops = !disassembly.loops.empty()};
    for (const Instruction& instruction : disassembly.instructions) {
        if (!summary.loops || (instruction.loop != kNoLoop && disassembly.loops[instruction.loop].innermost))
            ++summary.instructions;
        if (instruction.load() == nullptr || (summary.loops && instruction.loop == kNoLoop)) continue;
        const LoadCount one{.load = *instruction.load(),
                            .count = 1,
                            .innermost = !summary.loops || disassembly.loops[instruction.loop].innermost};
        const auto known =
            std::ranges::find_if(summary.loads, [&](const LoadCount& entry) { return sameLoad(entry, one); });
        if (known == summary.loads.end()) {
            summary.loads.push_back(one);
        } else {
            ++known->count;
        }
    }
    summary.inFlight = loadsBeforeWait(disassembly);
    return summary;
}

std::string descriptorsText(const LoadSummary& summary) {
    return counted(summary, LoadSource::Descriptor, true);
}

std::string summaryText(const LoadSummary& summary, bool descriptors) {
    std::vector<std::string> parts;
    const auto add = [&](const std::string& heading, LoadSource source, bool innermost) {
        const std::string loads = counted(summary, source, innermost);
        if (!loads.empty()) parts.push_back(heading + loads);
    };
    add("", LoadSource::Data, true);
    add("outer loop: ", LoadSource::Data, false);
    for (const auto& [heading, source] : {std::pair("shared memory", LoadSource::Shared),
                                          {"descriptors", LoadSource::Descriptor},
                                          {"push data", LoadSource::Pushed},
                                          {"scratch", LoadSource::Scratch}}) {
        if (descriptors || source != LoadSource::Descriptor) add(heading + std::string(": "), source, true);
        add(heading + std::string(", outer loop: "), source, false);
    }
    const std::string text = parts.empty() ? "none" : join(parts, " + ");
    return summary.loops ? text : "no loop: " + text;
}

std::string CodeFacts::loads() const {
    return trouble.empty() ? summaryText(summary) : "unknown: " + trouble;
}

std::string CodeFacts::inFlight() const {
    if (summary.inFlight) return std::to_string(*summary.inFlight);
    const auto inLoop = [&](const LoadCount& entry) {
        return summary.loops && entry.innermost && entry.load.source == LoadSource::Data;
    };
    return std::ranges::any_of(summary.loads, inLoop) ? "unknown" : "";
}

std::string registersText(std::span<const Statistic> statistics) {
    std::vector<std::string> registers;
    for (const Statistic& statistic : statistics) {
        if (!countsRegisters(statistic)) continue;
        const bool plain = lowercase(statistic.name) == "register count"; // NVIDIA's, which has one kind
        const std::string kind =
            statistic.name.substr(lowercase(statistic.name).starts_with(kCount) ? kCount.size() : 0);
        registers.push_back(statistic.value + " " + (plain ? "registers" : kind));
    }
    return join(registers, ", ");
}

std::optional<bool> spillsRegisters(std::span<const Statistic> statistics) {
    std::optional<bool> spills;
    for (const Statistic& statistic : statistics) {
        const std::string name = lowercase(statistic.name);
        const bool elsewhere = name.find("to reg") != std::string::npos; // "Spills to reg" of NVK
        if (elsewhere || name.find("spill") == std::string::npos) continue;
        const bool some = statistic.value.find_first_of("123456789") != std::string::npos;
        spills = spills.value_or(false) || some;
    }
    return spills;
}

std::optional<bool> sameCode(const CodeFacts& before, const CodeFacts& after) {
    if (before.hash.empty() || after.hash.empty()) return std::nullopt;
    const bool read = before.trouble.empty() && after.trouble.empty();
    if (before.format == after.format && before.trouble.empty() == after.trouble.empty()) {
        const bool told = before.subgroupSize != 0 && after.subgroupSize != 0;
        return before.hash == after.hash && (!told || before.subgroupSize == after.subgroupSize);
    }
    // In different formats, the same code has other hashes and other names of loads.
    if (read && !sameKinds(before.summary, after.summary)) return false;
    return std::nullopt;
}

std::string codeChange(const CodeFacts& before, const CodeFacts& after) {
    const std::optional<bool> same = sameCode(before, after);
    const bool read = before.trouble.empty() && after.trouble.empty();
    const bool otherwiseSpelt = !same && read && before.format != after.format;
    if (before.loads() != after.loads() && !otherwiseSpelt)
        return fmt::format("{} → {}", before.loads(), after.loads());
    return same ? fmt::format("{}, {} code", before.loads(), *same ? "same" : "other") : before.loads();
}

CodeReading interpret(const DriverCode& code) {
    CodeReading reading;
    reading.subgroupSize = code.subgroupSize;
    reading.statistics = code.statistics;
    for (const IsaFormat* format : kIsaFormats) {
        // Drivers report the stages of compilation in order: the last is closest to what runs.
        const auto text = std::find_if(code.representations.rbegin(), code.representations.rend(),
                                       [&](const Representation& one) { return format->recognizes(one); });
        if (text == code.representations.rend()) continue;
        reading.format = format->name;
        reading.code = text->text;
        Result<Disassembly> disassembly = format->parse(text->text);
        if (disassembly.ok()) {
            LoadSummary summary = summarize(disassembly.value());
            if (summary.loads.size() <= kMostDifferentLoads) {
                reading.disassembly = std::move(disassembly).value();
                reading.summary = std::move(summary);
                reading.hash = hashOf(reading.disassembly);
                return reading;
            }
            disassembly = unread(fmt::format("it has more than {} different loads", kMostDifferentLoads));
        }
        reading.trouble = fmt::format("the {} cannot be read ({})", format->name, disassembly.error().cause);
        break;
    }
    if (reading.trouble.empty()) {
        reading.trouble = code.representations.empty() ? std::string(kNoCompilerOutput)
                                                       : "no parser knows the code that the driver prints";
    }
    Hash hash;
    for (const Representation& text : code.representations) {
        hash.add(text.text);
        if (reading.format.empty()) reading.code += fmt::format("{}:\n{}\n", text.name, text.text);
    }
    if (!code.representations.empty()) reading.hash = hash.text();
    return reading;
}

CodeDigest digest(const DriverCode& code) {
    const CodeReading reading = interpret(code);
    CodeDigest result;
    static_cast<CodeFacts&>(result) = reading;
    result.trouble = oneLine(result.trouble);
    for (LoadCount& entry : result.summary.loads) entry.load.name = oneLine(entry.load.name);
    for (Statistic& one : result.statistics) one = {oneLine(one.name), oneLine(one.value)};
    if (reading.trouble.empty()) return result;
    for (const Representation& text : code.representations) result.texts.push_back(kept(text));
    return result;
}

CodeDigest missingCode(const std::string& trouble) {
    CodeDigest result;
    result.trouble = oneLine(trouble);
    return result;
}

} // namespace vkperftest
