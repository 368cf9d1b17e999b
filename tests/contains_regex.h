// ContainsRegex on every system: on Windows, GoogleTest's own knows no brackets.
#pragma once

#include <regex>
#include <string>

#include <gmock/gmock.h>

namespace vkperftest {

MATCHER_P(ContainsRegex, pattern, "contains the regular expression " + std::string(pattern)) {
    return std::regex_search(std::string(arg), std::regex(pattern));
}

} // namespace vkperftest
