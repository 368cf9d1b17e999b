#include "results/code_json.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "results/json_words.h"

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

LoadCount readLoad(const Node& node) {
    constexpr std::uint64_t kMostBits = 1u << 20, kMostCount = 1u << 30;
    if (node["count"].whole(kMostCount) == 0) node["count"].wrong("must be greater than zero");
    return {.load = {.name = node["name"].text(),
                     .bits = static_cast<std::uint32_t>(node["bits"].whole(kMostBits)),
                     .scalar = node["scalar"].flag(),
                     .source = node["source"].word<LoadSource>(kLoadSourceWords)},
            .count = static_cast<std::size_t>(node["count"].whole(kMostCount)),
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
                 {"statistics", std::move(statistics)}};
    if (!texts.empty()) json["texts"] = std::move(texts);
    return json;
}

Statistic readStatistic(const Node& node) {
    std::vector<std::string> both = node.list([](const Node& text) { return text.text(); });
    if (both.size() != 2) node.wrong("must be a name and a value");
    return {std::move(both[0]), std::move(both[1])};
}

CodeDigest readCode(const Node& node) {
    CodeDigest code;
    code.subgroupSize = static_cast<std::uint32_t>(node["subgroup_size"].whole(0xffffffff));
    code.hash = node["hash"].text();
    code.dialect = node["dialect"].text();
    code.trouble = node["unknown"].text();
    code.summary = {.loops = node["loop"].flag(), .loads = node["loads"].list(readLoad)};
    code.statistics = node["statistics"].list(readStatistic);
    if (node.has("texts")) {
        code.texts = node["texts"].list([](const Node& text) {
            return KeptText{text["name"].text(), text["text"].text(), text["cut"].flag()};
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
