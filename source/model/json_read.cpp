#include "model/json_read.h"

#include <algorithm>
#include <set>
#include <span>

#include <fmt/format.h>

#include "base/text.h"
#include "model/json_fields.h"

namespace vkperftest {
namespace {

// The baseline's series, put together from the rows' own baseline samples.
class BaselineSeries {
public:
    // `node`: the row's place in the file. The row has equally many samples, places and restarts, and known
    // loads. Throws Wrong unless its places ascend and fit into a run, its restarts do not descend, and no
    // other row has claimed its places.
    void add(const Node& node, const RowResult& row) {
        constexpr std::size_t kMostPlaces = std::size_t{1} << 24; // weeks of measuring
        for (std::size_t i = 0; i < row.sequence.size(); ++i) {
            const std::size_t place = row.sequence[i];
            if (place >= kMostPlaces)
                node["sequence"].wrong(fmt::format("{} is past the end of any run", place));
            if (i > 0 && place <= row.sequence[i - 1]) {
                node["sequence"].wrong(fmt::format("{} does not come after {}", place, row.sequence[i - 1]));
            }
            if (i > 0 && row.restarts[i] < row.restarts[i - 1]) {
                node["restarts"].wrong(
                    fmt::format("{} comes after {}", row.restarts[i], row.restarts[i - 1]));
            }
            if (place >= values_.size()) values_.resize(place + 1, kUnclaimed);
            if (values_[place] != kUnclaimed) {
                node["sequence"].wrong(fmt::format("{} also belongs to another row", place));
            }
            values_[place] = row.baselineNanoseconds[i] / static_cast<double>(row.baselineLoads);
        }
    }

    // Fills the run's series. Rows that were skipped when runs were merged leave places that no row claims;
    // these gaps are closed, also in the rows' sequences.
    void finish(RunResult& run) const {
        std::vector<std::size_t> dense(values_.size());
        for (std::size_t place = 0; place < values_.size(); ++place) {
            dense[place] = run.baselineSeries.size();
            if (values_[place] != kUnclaimed) run.baselineSeries.push_back(values_[place]);
        }
        const auto renumber = [&](RowResult& row) {
            for (std::size_t& place : row.sequence) place = dense[place];
        };
        for (RowResult& row : run.rows) renumber(row);
        for (RowResult& control : run.controls) renumber(control);
        renumber(run.aaControl);
    }

private:
    static constexpr double kUnclaimed = 0; // no sample is

    std::vector<double> values_; // by place, nanoseconds a load
};

// "no-load controls[3]": where the control of that number stands in the file.
std::string placeOfControl(const RunResult& run, std::size_t number) {
    const ControlList list = listOfControl(run, run.controls[number]);
    const auto before =
        std::ranges::count_if(std::span(run.controls).first(number),
                              [&](const RowResult& control) { return listOfControl(run, control) == list; });
    return fmt::format("{}[{}]", kControlLists[list], before);
}

// Rows have the settings' strategies, controls one; no name comes twice; every code that either names is there.
void checkRows(const RunResult& run) {
    if (run.rows.empty()) throw Wrong{"rows", "is empty"};
    std::set<std::string> names;
    const auto checkCodes = [&](const std::string& place, const RowResult& row) {
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            const std::string& code = row.strategies[s].code;
            if (!code.empty() && !run.codes.contains(code))
                throw Wrong{fmt::format("{}.strategies[{}].code", place, s),
                            fmt::format("'{}' is not among the codes", code)};
        }
    };
    const auto check = [&](const std::string& place, const RowResult& row) {
        if (!names.insert(row.name).second)
            throw Wrong{place + ".name", fmt::format("'{}' appears twice", row.name)};
        checkCodes(place, row);
    };
    const std::vector<std::string>& strategies = run.settings.strategies;
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        const std::string place = fmt::format("rows[{}]", i);
        const RowResult& row = run.rows[i];
        check(place, row);
        if (row.strategies.size() != strategies.size())
            throw Wrong{place + ".strategies", "must match the settings' strategies"};
        for (std::size_t s = 0; s < strategies.size(); ++s)
            if (row.strategies[s].strategy != strategies[s])
                throw Wrong{fmt::format("{}.strategies[{}].strategy", place, s),
                            fmt::format("must be '{}', as in the settings", strategies[s])};
    }
    for (std::size_t i = 0; i < run.controls.size(); ++i) {
        check(placeOfControl(run, i), run.controls[i]);
        if (run.controls[i].strategies.size() != 1)
            throw Wrong{placeOfControl(run, i) + ".strategies", "must have one element"};
    }
    checkCodes("aa_control", run.aaControl);
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
    BaselineSeries series;
    const auto read = [&series](const Node& each) {
        RowResult row = rowFromJson(each);
        series.add(each, row);
        return row;
    };
    if (!node["aa_control"].null()) {
        run.aaControl = read(node["aa_control"]);
    } else if (run.source.empty()) {
        node["aa_control"].wrong("must not be null: the figures were measured");
    }
    for (const std::string_view list : kControlLists)
        node[std::string(list)].each([&](const Node& control) { run.controls.push_back(read(control)); });
    node["rows"].each([&](const Node& row) { run.rows.push_back(read(row)); });
    series.finish(run);
    checkRows(run);
    if (run.timerRate && run.timerRate->low > run.timerRate->high)
        node["timer_rate"]["low"].wrong("must not be greater than 'high'");
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
