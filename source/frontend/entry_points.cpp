#include "frontend/entry_points.h"

#include <algorithm>

#include "base/text.h"
#include "frontend/hlsl_tokens.h"

namespace vkperftest {

std::vector<std::string> computeEntryPoints(std::string_view text) {
    std::vector<std::string> names;
    HlslLexer lexer(text, 0);
    bool directive = false;
    int brackets = 0;     // open around an attribute's token
    bool pending = false; // after [numthreads], before the function's name
    std::string_view last;
    for (HlslToken token = lexer.next(); !token.text.empty(); token = lexer.next()) {
        if (token.startsLine) directive = token.is("#");
        if (directive) continue;
        if (token.is("[")) {
            ++brackets;
        } else if (token.is("]")) {
            brackets = std::max(brackets - 1, 0);
        } else if (brackets > 0) {
            pending = pending || lowercase(token.text) == "numthreads"; // case does not matter in attributes
        } else if (pending && token.is("(")) {
            pending = false;
            if (std::find(names.begin(), names.end(), last) == names.end()) names.emplace_back(last);
        }
        last = token.text;
    }
    return names;
}

} // namespace vkperftest
