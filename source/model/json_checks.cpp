#include "model/json_checks.h"

#include <set>

#include <fmt/format.h>

#include "model/json_node.h"

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
        if (!names.insert(row.name).second) wrong("name", fmt::format("'{}' stands there twice", row.name));
        if (row.strategies.size() != run.settings.strategies.size()) {
            wrong("strategies", "must be those of the settings");
        }
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            if (row.strategies[s].strategy != run.settings.strategies[s]) {
                wrong(fmt::format("strategies[{}].strategy", s),
                      fmt::format("must be '{}', as in the settings", run.settings.strategies[s]));
            }
        }
    }
}

// Floors have one strategy; no name comes twice, or is a row's.
void checkFloors(const RunResult& run) {
    std::set<std::string> names;
    for (const RowResult& row : run.rows) names.insert(row.name);
    for (std::size_t i = 0; i < run.floors.size(); ++i) {
        const RowResult& floor = run.floors[i];
        const auto wrong = [&](const std::string& field, const std::string& what) {
            throw Wrong{fmt::format("floors[{}].{}", i, field), what};
        };
        if (!names.insert(floor.name).second)
            wrong("name", fmt::format("'{}' stands there twice", floor.name));
        if (floor.strategies.size() != 1) wrong("strategies", "must be one");
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
    for (std::size_t i = 0; i < run.floors.size(); ++i) check(fmt::format("floors[{}]", i), run.floors[i]);
    check("null_row", run.nullRow);
}

} // namespace

void checkMembers(const RunResult& run) {
    checkRows(run);
    checkFloors(run);
    checkCodes(run);
}

} // namespace vkperftest
