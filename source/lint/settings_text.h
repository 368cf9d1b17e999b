// What settings need of TOML: headers of tables, and keys with a value on the same line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"

namespace vkperftest {

struct SettingsLine {
    std::vector<std::string> path; // of a table, or of a key with its table's before it: rules, ID, severity
    std::variant<std::monostate, bool, std::int64_t, std::string> value; // std::monostate: it is a table
};

// Those of the text that say something. Names and strings may stand in quotation marks of either kind, without
// escapes; names may be parted by dots in headers and keys alike. A usage error that calls the text `file` and names the
// line where it is anything else, as arrays are and inline tables, and where a key is set again.
Result<std::vector<SettingsLine>> readSettings(std::string_view text, const std::string& file);

} // namespace vkperftest
