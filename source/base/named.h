// Tables of things that users choose by name, or by the ending of a file.
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

// The entry whose `ending` the path has, in any case; `otherwise` for a path without an ending, or with .txt
// if there are several formats. Any other ending is a usage error that names the choices. Entries without an
// ending have no files of their own.
template <class Table>
Result<const typename Table::value_type*> findByEnding(const Table& table, std::string_view path,
                                                       const typename Table::value_type* otherwise) {
    const std::string lower = lowercase(path);
    std::vector<std::string> endings;
    for (const auto& entry : table) {
        if (entry.ending.empty()) continue;
        if (lower.ends_with(entry.ending)) return &entry;
        endings.emplace_back(entry.ending);
    }
    const std::size_t name = lower.find_last_of("/\\") + 1; // 0 without a folder
    const std::size_t dot = lower.rfind('.');
    const bool several = table.size() > 1;
    if (dot == std::string::npos || dot <= name || (several && lower.ends_with(".txt"))) return otherwise;
    return usageError(fmt::format("--output '{}': no format has the ending '{}'", path, lower.substr(dot)),
                      fmt::format("choose from: {}{}", join(endings, ", "),
                                  several ? ", or .txt for the format of --format" : ""));
}

} // namespace vkperftest
