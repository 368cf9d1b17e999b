#include "isa/digest.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include "base/printable.h"
#include "base/text.h"

namespace vkperftest {
namespace {

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

// Loads of one kind: from one memory, of one width, in one place.
struct Kind {
    LoadSource source;
    bool innermost;
    bool scalar, block;
    std::uint32_t bits;
    bool operator==(const Kind&) const = default;
};

struct Group {
    Kind kind;
    std::size_t count = 0;
};

std::string phrase(const Group& group, const std::string& count) {
    constexpr std::uint32_t kNarrow = 32;
    const Kind& kind = group.kind;
    const bool one = count == "1";
    if (kind.scalar) {
        const std::string name = kind.block ? "block read" : "scalar load";
        return one ? name : fmt::format("{} {}s", count, name);
    }
    if (kind.bits == 0) return one ? "one load" : count + " loads";
    if (one) return fmt::format("one {}-bit load", kind.bits);
    if (kind.bits <= kNarrow) return count + " narrow loads";
    return fmt::format("{} {}-bit loads", count, kind.bits);
}

} // namespace

CodeDigest digest(const DriverCode& code) {
    const CodeReading reading = interpret(code);
    CodeDigest result;
    static_cast<CodeFacts&>(result) = reading;
    result.trouble = oneLine(result.trouble);
    for (LoadCount& entry : result.summary.loads) entry.load.name = oneLine(entry.load.name);
    for (const Statistic& statistic : code.statistics)
        result.statistics.push_back({oneLine(statistic.name), oneLine(statistic.value)});
    if (reading.trouble.empty()) return result;
    for (const Representation& text : code.representations) result.texts.push_back(kept(text));
    return result;
}

CodeDigest missingCode(const std::string& trouble) {
    CodeDigest result;
    result.trouble = oneLine(trouble);
    return result;
}

bool isBlockRead(const Load& load) {
    return load.scalar && load.name.find("block ") != std::string::npos;
}

std::string loadPhrase(const CodeFacts& code) {
    if (!code.trouble.empty()) return "unknown";
    std::vector<Group> groups;
    for (const LoadCount& entry : code.summary.loads) {
        const Load& load = entry.load;
        if (!isFromMemory(load.source)) continue;
        const Kind kind{load.source, entry.innermost, load.scalar, isBlockRead(load),
                        load.scalar ? 0 : load.bits};
        const auto known = std::ranges::find(groups, kind, &Group::kind);
        Group& group = known != groups.end() ? *known : groups.emplace_back(Group{kind});
        group.count += entry.count;
    }
    if (groups.empty()) return code.summary.loops ? "no load in the loop" : "no load";
    std::vector<std::string> parts;
    for (const Group& group : groups) {
        parts.push_back(fmt::format("{}{}{}",
                                    group.kind.source == LoadSource::Shared ? "shared memory: " : "",
                                    group.kind.innermost ? "" : "outer loop: ",
                                    phrase(group, code.summary.told(group.count, group.kind.innermost))));
    }
    return (code.summary.loops ? "" : "no loop: ") + join(parts, " + ");
}

} // namespace vkperftest
