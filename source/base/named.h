// Tables of things that users choose by name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/result.h"
#include "base/text.h"

namespace vkperftest {

template <class Table> std::vector<std::string> nameList(const Table& table) {
    std::vector<std::string> names;
    for (const auto& entry : table) names.emplace_back(entry.name);
    return names;
}

// "a, b, c": the entries' members `name`.
template <class Table> std::string namesOf(const Table& table) {
    return join(nameList(table), ", ");
}

// The entry with that name, in any case. Otherwise a usage error that names the likely entry and the choices:
// "there is no suite 'x'" if `none` is "there is no suite".
template <class Table>
Result<const typename Table::value_type*> findNamed(const Table& table, std::string_view name,
                                                    std::string_view none) {
    for (const auto& entry : table) {
        if (lowercase(entry.name) == lowercase(name)) return &entry;
    }
    return usageError(fmt::format("{} '{}'{}", none, name, didYouMean(name, nameList(table))),
                      fmt::format("choose from: {}", namesOf(table)));
}

} // namespace vkperftest
