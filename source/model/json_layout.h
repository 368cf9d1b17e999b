// How this program lays out JSON: objects over several lines, arrays of plain values on one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

namespace vkperftest {

using Json = nlohmann::ordered_json; // keys stay in the order they were written in

// A number; whole ones without a decimal point. Null if it is not finite.
Json jsonNumber(double value);
Json jsonNumber(const std::optional<double>& value); // null if nothing

Json jsonText(std::string_view text); // null if empty

// The text, ending with a newline. Bytes that are not UTF-8 are replaced.
std::string layOutJson(const Json& value);

// The same as an element at this depth: lines after the first are indented to it, and no newline ends it.
std::string layOutJson(const Json& value, std::size_t depth);

} // namespace vkperftest
