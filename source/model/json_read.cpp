#include "model/json_read.h"

#include <fmt/format.h>

#include "base/text.h"
#include "model/json_guard.h"
#include "model/json_parts.h"

namespace vkperftest {
namespace {

void checkVersion(const Node& node) {
    const std::string version = node.text();
    const std::string major = split(version, '.').front();
    const std::string mine = split(kSchemaVersion, '.').front();
    const std::vector<std::string> parts = split(version, '.');
    const bool wellFormed = parts.size() == 2 && parseInteger(parts[1]).value_or(-1) >= 0;
    if (major == mine && wellFormed) return;
    if (major == mine) node.wrong(fmt::format("is '{}', not a version", version));
    const std::optional<long long> number = parseInteger(major);
    if (!number || *number < 0) node.wrong(fmt::format("is '{}', not a version", version));
    node.wrong(fmt::format("is {}, but this program reads {}.x{}", version, mine,
                           *number > 1 ? " (a newer vkperftest wrote the file)" : ""));
}

RunResult readRun(const Json& json) {
    const Node node(json, "");
    if (!json.is_object()) throw Wrong{"the top level", "must be an object"};
    checkVersion(node["schema_version"]);
    RunResult run;
    headFromJson(node, run);
    if (node.has("codes")) run.codes = codesFromJson(node["codes"]); // since 1.1
    if (node.has("codes") && node.has("codes_missing"))
        node["codes_missing"].wrong("must be absent, since there are codes");
    BaselineSeries series;
    if (!node["null_row"].null()) {
        run.nullRow = rowFromJson(node["null_row"], series);
    } else if (run.source.empty()) {
        node["null_row"].wrong("must not be null: the figures were measured");
    }
    const auto read = [&](const std::string& key, std::vector<RowResult>& rows) {
        node[key].each([&](const Node& row) { rows.push_back(rowFromJson(row, series)); });
    };
    for (const std::string_view list : kTwinLists) // since 1.1, 1.2 and 1.4
        if (node.has(std::string(list))) read(std::string(list), run.twins);
    read("rows", run.rows);
    series.finish(run);
    checkMembers(run);
    return run;
}

// "line 3, column 9: unexpected end of input" from the library's message.
std::string parseTrouble(std::string_view message) {
    const std::size_t place = message.find("line ");
    std::string trouble(place == std::string_view::npos ? message : message.substr(place));
    const std::size_t bracket = trouble.find("] ");
    if (place == std::string_view::npos && bracket != std::string::npos) trouble.erase(0, bracket + 2);
    return trouble;
}

} // namespace

Result<RunResult> runFromJson(std::string_view text, std::string_view origin) {
    const std::string name = printable(origin);
    const auto refused = [&](const std::string& why, const std::string& remedy) {
        return Error{ErrorKind::Usage, fmt::format("'{}' is not a results file: {}", name, printable(why)),
                     remedy};
    };
    constexpr const char* kRemedy = "`vkperftest run --output FILE.json` writes one";
    if (trim(text).empty()) return refused("it is empty", kRemedy);
    try {
        const Json json = Json::parse(text, JsonGuard());
        // What `run --device all --format json` prints.
        const bool runs = json.is_array() && !json.empty() && json.front().contains("schema_version");
        if (!runs) return readRun(json);
        if (json.size() == 1) return readRun(json.front());
        return Error{
            ErrorKind::Usage, fmt::format("'{}' holds the results of {} devices", name, json.size()),
            "`run --device all --output FILE.json` writes a file for each; `jq '.[0]'` extracts one"};
    } catch (const Wrong& wrong) {
        return refused(wrong.place + " " + wrong.what, kRemedy);
    } catch (const Json::exception& error) {
        if (std::string_view("{[").find(trim(text).front()) != std::string_view::npos)
            return refused(parseTrouble(error.what()), kRemedy);
        const bool perftest = text.find("ms ") != std::string_view::npos;
        return refused("it is not JSON",
                       perftest ? "`vkperftest import` turns PerfTest's text into one" : kRemedy);
    }
}

} // namespace vkperftest
