#include "regular_expressions.h"

#include <regex>

namespace vkperftest {

bool containsMatch(const std::string& text, const std::string& pattern) {
    return std::regex_search(text, std::regex(pattern));
}

bool isMatch(const std::string& text, const std::string& pattern) {
    return std::regex_match(text, std::regex(pattern));
}

std::size_t countMatches(const std::string& text, const std::string& pattern) {
    const std::regex regex(pattern);
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator()));
}

std::string replaceMatches(const std::string& text, const std::string& pattern, const std::string& by) {
    return std::regex_replace(text, std::regex(pattern), by);
}

} // namespace vkperftest
