// Tables of things that users choose by name, or by the ending of a file.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "base/text.h"

namespace vkperftest {

// "a, b, c": the entries' members `name`.
template <class Table> std::string namesOf(const Table& table) {
    std::vector<std::string> names;
    for (const auto& entry : table) names.emplace_back(entry.name);
    return join(names, ", ");
}

// The entry of that name; a usage error otherwise: "there is no suite 'x'" for `none` "there is no suite",
// and the choices.
template <class Table>
Result<const typename Table::value_type*> findNamed(const Table& table, std::string_view name,
                                                    std::string_view none) {
    for (const auto& entry : table) {
        if (entry.name == name) return &entry;
    }
    return Error{ErrorKind::Usage, fmt::format("{} '{}'", none, name),
                 fmt::format("choose from: {}", namesOf(table))};
}

// The entry whose member `ending` the path has, whatever its case; null if none has it. Entries without an
// ending have no files of their own.
template <class Table>
const typename Table::value_type* findByEnding(const Table& table, std::string_view path) {
    const std::string lower = lowercase(path);
    const auto found = std::find_if(table.begin(), table.end(), [&](const auto& entry) {
        return !entry.ending.empty() && lower.ends_with(entry.ending);
    });
    return found != table.end() ? &*found : nullptr;
}

} // namespace vkperftest
