#include "report/html_text.h"

namespace vkperftest {

std::string htmlText(std::string_view text) {
    std::string result;
    for (const char c : text) {
        const std::size_t special = std::string_view("&<>\"").find(c);
        constexpr const char* kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
        result += special == std::string_view::npos ? std::string(1, c) : kEntities[special];
    }
    return result;
}

} // namespace vkperftest
