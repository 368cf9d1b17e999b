#include "model/json_layout.h"

#include <algorithm>
#include <cmath>

namespace vkperftest {
namespace {

std::string dump(const Json& value) {
    return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

bool plain(const Json& array) {
    return std::none_of(array.begin(), array.end(),
                        [](const Json& element) { return element.is_structured(); });
}

void layOut(const Json& value, std::size_t depth, std::string& text) {
    if (!value.is_structured() || value.empty() || (value.is_array() && plain(value))) {
        text += dump(value);
        return;
    }
    const std::string indent(depth + 1, ' ');
    text += value.is_object() ? "{" : "[";
    bool first = true;
    for (const auto& [key, element] : value.items()) {
        text += first ? "\n" : ",\n";
        first = false;
        text += indent;
        if (value.is_object()) text += dump(Json(key)) + ": ";
        layOut(element, depth + 1, text);
    }
    text += "\n" + std::string(depth, ' ') + (value.is_object() ? "}" : "]");
}

} // namespace

Json jsonNumber(double value) {
    constexpr double kWholeBelow = 9007199254740992.0; // 2^53
    if (!std::isfinite(value)) return nullptr;
    if (std::trunc(value) == value && std::abs(value) < kWholeBelow) return static_cast<std::int64_t>(value);
    return value;
}

Json jsonNumber(const std::optional<double>& value) {
    return value ? jsonNumber(*value) : Json(nullptr);
}

Json jsonText(std::string_view text) {
    return text.empty() ? Json(nullptr) : Json(text);
}

std::string layOutJson(const Json& value) {
    return layOutJson(value, 0) + "\n";
}

std::string layOutJson(const Json& value, std::size_t depth) {
    std::string text;
    layOut(value, depth, text);
    return text;
}

} // namespace vkperftest
