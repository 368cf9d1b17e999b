#include "model/code_json.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "model/json_words.h"

namespace vkperftest {
namespace {

Json loadJson(const LoadCount& entry) {
    return {{"name", entry.load.name},
            {"count", entry.count},
            {"bits", entry.load.bits},
            {"scalar", entry.load.scalar},
            {"source", kLoadSourceWords[static_cast<std::size_t>(entry.load.source)]},
            {"innermost", entry.innermost}};
}

std::string readName(const Node& node) {
    std::string name = node.text();
    if (name.empty()) node.wrong("must not be empty");
    return name;
}

// As CodeFacts says.
std::string readHash(const Node& node) {
    constexpr std::size_t kDigits = 16;
    std::string hash = node.text();
    const bool digits = hash.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!hash.empty() && (hash.size() != kDigits || !digits))
        node.wrong("must be 16 hexadecimal digits, or empty");
    return hash;
}

std::size_t readCount(const Node& node) {
    const std::uint64_t count = node.whole(1u << 30);
    if (count == 0) node.wrong("must be greater than zero");
    return static_cast<std::size_t>(count);
}

LoadCount readLoad(const Node& node) {
    constexpr std::uint64_t kMostBits = 1u << 20;
    return {.load = {.name = readName(node["name"]),
                     .bits = static_cast<std::uint32_t>(node["bits"].whole(kMostBits)),
                     .scalar = node["scalar"].flag(),
                     .source = node["source"].word<LoadSource>(kLoadSourceWords)},
            .count = readCount(node["count"]),
            .innermost = node["innermost"].flag()};
}

Json codeJson(const CodeDigest& code) {
    Json statistics = Json::array(), loads = Json::array(), texts = Json::array();
    for (const Statistic& statistic : code.statistics)
        statistics.push_back({statistic.name, statistic.value});
    for (const LoadCount& entry : code.summary.loads) loads.push_back(loadJson(entry));
    for (const KeptText& text : code.texts)
        texts.push_back({{"name", text.name}, {"text", text.text}, {"cut", text.cut}});
    Json json = {{"summary", code.loads()},
                 {"registers", registersText(code.statistics)},
                 {"subgroup_size", code.subgroupSize},
                 {"hash", code.hash},
                 {"dialect", code.dialect},
                 {"unknown", code.trouble},
                 {"loop", code.summary.loops},
                 {"loads", std::move(loads)},
                 {"instructions", code.summary.instructions},
                 {"statistics", std::move(statistics)}};
    if (code.summary.loadsPerIteration != 1) json["loads_per_iteration"] = code.summary.loadsPerIteration;
    if (code.summary.inFlight) json["in_flight"] = *code.summary.inFlight;
    if (!texts.empty()) json["texts"] = std::move(texts);
    return json;
}

LoadSummary readSummary(const Node& node) {
    LoadSummary summary{.loops = node["loop"].flag(), .loads = node["loads"].list(readLoad)};
    if (node.has("instructions")) // since 1.2
        summary.instructions = static_cast<std::size_t>(node["instructions"].whole(kMostInstructions));
    if (node.has("loads_per_iteration"))
        summary.loadsPerIteration = static_cast<std::uint32_t>(readCount(node["loads_per_iteration"]));
    if (node.has("in_flight")) summary.inFlight = readCount(node["in_flight"]);
    const std::vector<LoadCount>& loads = summary.loads;
    if (loads.size() > kMostDifferentLoads)
        node["loads"].wrong(fmt::format("must be at most {}", kMostDifferentLoads));
    for (auto load = loads.begin(); load != loads.end(); ++load) {
        if (!summary.loops && !load->innermost)
            node["loads"].wrong("must all be innermost, since there is no loop");
        const bool twice =
            std::any_of(loads.begin(), load, [&](const LoadCount& other) { return sameLoad(other, *load); });
        if (twice) node["loads"].wrong(fmt::format("names '{}' twice", load->load.name));
    }
    return summary;
}

Statistic readStatistic(const Node& node) {
    std::vector<std::string> both = node.list([](const Node& text) { return text.text(); });
    if (both.size() != 2) node.wrong("must be a name and a value");
    return {std::move(both[0]), std::move(both[1])};
}

CodeDigest readCode(const Node& node) {
    CodeDigest code;
    code.subgroupSize = static_cast<std::uint32_t>(node["subgroup_size"].whole(0xffffffff));
    code.hash = readHash(node["hash"]);
    code.dialect = node["dialect"].text();
    code.trouble = node["unknown"].text();
    code.summary = readSummary(node);
    code.statistics = node["statistics"].list(readStatistic);
    if (node.has("texts")) {
        code.texts = node["texts"].list([](const Node& text) {
            return KeptText{text["name"].text(), text["text"].text(Keep::Lines), text["cut"].flag()};
        });
    }
    if (!code.trouble.empty() && !code.summary.loads.empty())
        node["loads"].wrong("must be empty, since they are unknown");
    return code;
}

} // namespace

Json codesToJson(const std::map<std::string, CodeDigest>& codes) {
    Json json = Json::object();
    for (const auto& [key, code] : codes) json[key] = codeJson(code);
    return json;
}

std::map<std::string, CodeDigest> codesFromJson(const Node& node) {
    std::map<std::string, CodeDigest> codes;
    node.members([&](const std::string& key, const Node& code) { codes[key] = readCode(code); });
    return codes;
}

} // namespace vkperftest
