// The words that stand for enumerators in JSON, in the order of their values.
#pragma once

#include <array>
#include <string>
#include <string_view>

namespace vkperftest {

constexpr std::array<std::string_view, 5> kDeviceKindWords = {"discrete", "integrated", "virtual", "cpu",
                                                              "other"};
// Of Status: wrong values are called a failure, and their reason tells them apart (unmeasuredAs).
constexpr std::array<std::string_view, 4> kStatusWords = {"measured", "unsupported", "failed",
                                                          "not measured"};
constexpr std::array<std::string_view, 3> kLoadSourceWords = {"data", "descriptor", "shared"};
constexpr std::array<std::string_view, 3> kStopWords = {"precision", "time", "interrupted"};

template <class Words, class Enumerator> std::string word(const Words& words, Enumerator value) {
    return std::string(words[static_cast<std::size_t>(value)]);
}

} // namespace vkperftest
