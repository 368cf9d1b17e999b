#include "report/markup.h"

namespace vkperftest {

std::string escapedMarkup(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t special = std::string_view("&<>\"").find(text[i]);
        constexpr const char* kEntities[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
        const std::string_view character = text.substr(i, 3);
        if (character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf") {
            result += "\xef\xbf\xbd";
            i += 2;
        } else {
            result += special == std::string_view::npos ? std::string(1, text[i]) : kEntities[special];
        }
    }
    return result;
}

} // namespace vkperftest
