#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/json_parts.h"

namespace vkperftest {
namespace {

// Rows of the settings' strategies, none twice.
void checkRows(const RunResult& run) {
    if (run.rows.empty()) throw Wrong{"rows", "is empty"};
    std::set<std::string> names;
    for (std::size_t i = 0; i < run.rows.size(); ++i) {
        const RowResult& row = run.rows[i];
        const auto wrong = [&](const std::string& field, const std::string& what) {
            throw Wrong{fmt::format("rows[{}].{}", i, field), what};
        };
        if (!names.insert(row.name).second) wrong("name", fmt::format("'{}' appears twice", row.name));
        if (row.strategies.size() != run.settings.strategies.size()) {
            wrong("strategies", "must match the settings' strategies");
        }
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            if (row.strategies[s].strategy != run.settings.strategies[s]) {
                wrong(fmt::format("strategies[{}].strategy", s),
                      fmt::format("must be '{}', as in the settings", run.settings.strategies[s]));
            }
        }
    }
}

// "floors[3]": where the twin of that number stands in the file.
std::string placeOfTwin(const RunResult& run, std::size_t number) {
    const TwinList list = listOfTwin(run, run.twins[number]);
    const auto end = run.twins.begin() + static_cast<std::ptrdiff_t>(number);
    const auto before = std::count_if(run.twins.begin(), end,
                                      [&](const RowResult& twin) { return listOfTwin(run, twin) == list; });
    return fmt::format("{}[{}]", kTwinLists[list], before);
}

// Twins have one strategy; no name comes twice, or is a row's.
void checkTwins(const RunResult& run) {
    std::set<std::string> names;
    for (const RowResult& row : run.rows) names.insert(row.name);
    for (std::size_t i = 0; i < run.twins.size(); ++i) {
        const RowResult& twin = run.twins[i];
        const auto wrong = [&](const std::string& field, const std::string& what) {
            throw Wrong{fmt::format("{}.{}", placeOfTwin(run, i), field), what};
        };
        if (!names.insert(twin.name).second) wrong("name", fmt::format("'{}' appears twice", twin.name));
        if (twin.strategies.size() != 1) wrong("strategies", "must have one element");
    }
}

// Every code that a row names is there.
void checkCodes(const RunResult& run) {
    const auto check = [&](const std::string& place, const RowResult& row) {
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            const std::string& code = row.strategies[s].code;
            if (!code.empty() && !run.codes.contains(code))
                throw Wrong{fmt::format("{}.strategies[{}].code", place, s),
                            fmt::format("'{}' is not among the codes", code)};
        }
    };
    for (std::size_t i = 0; i < run.rows.size(); ++i) check(fmt::format("rows[{}]", i), run.rows[i]);
    for (std::size_t i = 0; i < run.twins.size(); ++i) check(placeOfTwin(run, i), run.twins[i]);
    check("null_row", run.nullRow);
}

// The bounds of the timer's rate are in order.
void checkTimer(const RunResult& run) {
    if (run.timerRate && run.timerRate->low > run.timerRate->high)
        throw Wrong{"timer_rate.low", "must not be greater than 'high'"};
}

} // namespace

void checkMembers(const RunResult& run) {
    checkRows(run);
    checkTwins(run);
    checkCodes(run);
    checkTimer(run);
}

} // namespace vkperftest
