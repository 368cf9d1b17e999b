#include "model/published.h"

#include <set>

#include <fmt/format.h>

#include "base/text.h"
#include "model/json_fields.h"

namespace vkperftest {
namespace {

// More than 64 MB of samples, each of which takes 16 bytes of memory; everything else takes several times as much.
constexpr std::size_t kMostMemory = 8'000'000;
constexpr std::size_t kMostMembers = 10'000; // of a list or an object; rows and codes are a few hundred

[[noreturn]] void refuse(const std::string& what) {
    throw Wrong{"the text", what};
}

// Under these strategies, or only one of any name; every code that they name is there.
RowResult readRow(const Node& node, const RunResult& run, const std::vector<std::string>* strategies) {
    RowResult row = rowFromJson(node);
    const Node all = node["strategies"];
    if (strategies != nullptr && row.strategies.size() != strategies->size())
        all.wrong("must match the settings' strategies");
    std::size_t number = 0;
    all.each([&](const Node& each) {
        const StrategyResult& its = row.strategies[number];
        if (!its.code.empty() && !run.codes.contains(its.code))
            each["code"].wrong(fmt::format("'{}' is not among the codes", its.code));
        if (strategies != nullptr && its.strategy != (*strategies)[number])
            each["strategy"].wrong(fmt::format("must be '{}', as in the settings", (*strategies)[number]));
        ++number;
    });
    return row;
}

void checkSchema(const Json& json) {
    const Node node = Node(json, "")["schema_version"];
    const Json& number = json["schema_version"];
    if (number == kSchema) return;
    const bool newer = number.is_number_unsigned() && number > kSchema;
    const std::string shown = number.is_structured() ? "no number" : number.dump();
    node.wrong(fmt::format("is {}, but this program reads {} ({})", shown.substr(0, 20), kSchema,
                           newer ? "a newer vkperftest wrote the file: update this one"
                                 : "another version of vkperftest wrote the file: measure again"));
}

RunResult readRun(const Json& json) {
    const Node node(json, "");
    if (!json.is_object()) throw Wrong{"the top level", "must be an object"};
    checkSchema(json);
    RunResult run;
    headFromJson(node, run);
    if (node.has("codes")) run.codes = codesFromJson(node["codes"]);
    if (node.has("codes") && node.has("codes_missing"))
        node["codes_missing"].wrong("must be absent, since there are codes");
    if (!node["aa_control"].null()) {
        run.aaControl = readRow(node["aa_control"], run, nullptr);
    } else if (run.source.empty()) {
        node["aa_control"].wrong("must not be null: the figures were measured");
    }
    std::set<std::string> names;
    const auto addTo = [&](std::vector<RowResult>& rows, const Node& each,
                           const std::vector<std::string>* strategies) {
        const RowResult& row = rows.emplace_back(readRow(each, run, strategies));
        if (!names.insert(row.name).second) each["name"].wrong(fmt::format("'{}' appears twice", row.name));
    };
    node["rows"].each([&](const Node& row) { addTo(run.rows, row, &run.settings.strategies); });
    if (run.rows.empty()) node["rows"].wrong("is empty");
    for (const std::string_view list : kControlLists)
        node[std::string(list)].each([&](const Node& control) {
            addTo(run.controls, control, nullptr);
            if (run.controls.back().strategies.size() != 1)
                control["strategies"].wrong("must have one element");
        });
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

bool JsonGuard::operator()(int depth, Json::parse_event_t event, Json& parsed) {
    using Event = Json::parse_event_t;
    constexpr int kDeepest = 32;
    if (depth > kDeepest) refuse("is nested too deeply");
    if (event == Event::object_end || event == Event::array_end) {
        open_.pop_back();
        return true;
    }
    memory_ += event == Event::value && !parsed.is_string() ? 1u : 2u;
    if (memory_ > kMostMemory) refuse("has too many values");
    // The library searches all objects before it.
    if (event == Event::object_start && !open_.empty() && ++open_.back().objects > kMostMembers)
        refuse(fmt::format("has more than {} objects side by side", kMostMembers));
    if (event == Event::object_start || event == Event::array_start) open_.emplace_back();
    if (!parsed.is_string()) return true;
    const std::string& text = parsed.get_ref<const std::string&>();
    if (text.size() > kLongestText) refuse(fmt::format("has a string of more than {} bytes", kLongestText));
    if (event != Event::key) return true;
    std::set<std::string>& keys = open_.back().keys;
    if (!keys.insert(text).second)
        throw Wrong{"the key " + layOutJson(Json(text), 0), "appears twice in one object"};
    if (keys.size() > kMostMembers) refuse(fmt::format("has more than {} keys side by side", kMostMembers));
    return true;
}

Result<std::vector<RunResult>> runsFromJson(std::string_view text, std::string_view origin) {
    const std::string name = printable(origin);
    const auto refused = [&](const std::string& why, const std::string& remedy) {
        return Error{ErrorKind::Usage, fmt::format("'{}' is not a results file: {}", name, printable(why)),
                     remedy};
    };
    constexpr const char* kRemedy = "`vkperftest run --output FILE.json` writes one";
    if (trim(text).empty()) return refused("it is empty", kRemedy);
    try {
        const Json json = Json::parse(text, JsonGuard());
        std::vector<RunResult> runs;
        if (json.is_array() && !json.empty() && json.front().contains("schema_version"))
            for (const Json& run : json) runs.push_back(readRun(run));
        else
            runs.push_back(readRun(json));
        return runs;
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

Result<RunResult> runFromJson(std::string_view text, std::string_view origin) {
    Result<std::vector<RunResult>> runs = runsFromJson(text, origin);
    if (!runs.ok()) return runs.error();
    std::vector<RunResult> all = std::move(runs).value();
    if (all.size() == 1) return std::move(all.front());
    return Error{ErrorKind::Usage,
                 fmt::format("'{}' holds the results of {} devices", printable(origin), all.size()),
                 "`run --device all --output FILE.json` writes a file for each; `jq '.[0]'` extracts one"};
}

} // namespace vkperftest
