#include <algorithm>

#include <fmt/format.h>

#include "model/json_fields.h"
#include "model/json_parts.h"

namespace vkperftest {
namespace {

// As CodeFacts describes it.
std::string hashText(const Node& node) {
    constexpr std::size_t kDigits = 16;
    std::string hash = node.text();
    const bool digits = hash.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!hash.empty() && (hash.size() != kDigits || !digits))
        node.wrong("must be 16 hexadecimal digits, or empty");
    return hash;
}

void checkLoads(const Node& node, const CodeDigest& code) {
    const std::vector<LoadCount>& loads = code.summary.loads;
    if (loads.size() > kMostDifferentLoads)
        node.wrong(fmt::format("must have at most {} elements", kMostDifferentLoads));
    for (auto load = loads.begin(); load != loads.end(); ++load) {
        if (!code.summary.loops && !load->innermost)
            node.wrong("must all be innermost, since there is no loop");
        const bool twice =
            std::any_of(loads.begin(), load, [&](const LoadCount& other) { return sameLoad(other, *load); });
        if (twice) node.wrong(fmt::format("names '{}' twice", load->load.name));
    }
    if (!code.trouble.empty() && !loads.empty()) node.wrong("must be empty, since they are unknown");
}

} // namespace

void jsonFields(auto& json, Of<LoadCount> auto& entry) {
    constexpr std::uint64_t kMostBits = 1u << 20;
    json("name", entry.load.name, textNotEmpty);
    json("count", entry.count, positiveCount);
    json("bits", entry.load.bits, atMost(kMostBits));
    json("scalar", entry.load.scalar);
    json("source", entry.load.source);
    json("innermost", entry.innermost);
}

void jsonFields(auto& json, Of<KeptText> auto& text) {
    json("name", text.name);
    json("text", text.text, [](const Node& node) { return node.text(Keep::Lines); });
    json("cut", text.cut);
}

// A pair, not an object.
void readJson(const Node& node, Statistic& statistic) {
    std::vector<std::string> both;
    readJson(node, both);
    if (both.size() != 2) node.wrong("must be a name and a value");
    statistic = {both[0], both[1]};
}

Json toJson(const Statistic& statistic) {
    return {statistic.name, statistic.value};
}

void jsonFields(auto& json, Of<CodeDigest> auto& code) {
    json.derived("summary", code.loads());
    json.derived("registers", registersText(code.statistics));
    json("subgroup_size", code.subgroupSize);
    json("hash", code.hash, hashText);
    json("dialect", code.dialect);
    json("unknown", code.trouble);
    json("loop", code.summary.loops);
    json("loads", code.summary.loads);
    json.newer("instructions", code.summary.instructions, atMost(kMostInstructions)); // since 1.2
    json("statistics", code.statistics);
    const std::uint32_t each = code.summary.loadsPerIteration;
    json.onlyIf(each != 1, "loads_per_iteration", code.summary.loadsPerIteration, positiveCount);
    json.onlyIf(code.summary.inFlight.has_value(), "in_flight", code.summary.inFlight, positiveCount);
    json.onlyIf(!code.texts.empty(), "texts", code.texts);
}

Json codesToJson(const std::map<std::string, CodeDigest>& codes) {
    return toJson(codes);
}

std::map<std::string, CodeDigest> codesFromJson(const Node& node) {
    std::map<std::string, CodeDigest> codes;
    node.members([&](const std::string& key, const Node& code) {
        readJson(code, codes[key]);
        checkLoads(code["loads"], codes[key]);
    });
    return codes;
}

} // namespace vkperftest
