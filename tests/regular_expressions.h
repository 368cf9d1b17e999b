// Regular expressions (ECMAScript's) for tests, compiled once: std::regex takes seconds in every file that uses it.
#pragma once

#include <cstddef>
#include <string>

#include "matchers.h"

namespace vkperftest {

bool containsMatch(const std::string& text, const std::string& pattern);

bool isMatch(const std::string& text, const std::string& pattern);

std::size_t countMatches(const std::string& text, const std::string& pattern);

// `by` may name groups: "$1".
std::string replaceMatches(const std::string& text, const std::string& pattern, const std::string& by);

// As GoogleTest's own, which knows no brackets on Windows.
MATCHER_P(ContainsRegex, pattern, "contains the regular expression " + std::string(pattern)) {
    return containsMatch(std::string(arg), pattern);
}

} // namespace vkperftest
