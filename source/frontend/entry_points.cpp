#include "frontend/entry_points.h"

#include <algorithm>

#include "base/text.h"

namespace vkperftest {
namespace {

bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Words, and single characters of anything else but blanks; lines of directives are left out.
class Tokens {
public:
    explicit Tokens(std::string_view text) : text_(text) {}

    // Empty at the end.
    std::string_view next() {
        while (at_ < text_.size()) {
            const std::size_t begin = at_;
            const char c = text_[at_++];
            if (c == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c == '"') {
                at_ = std::min(text_.find('"', at_), text_.size() - 1) + 1;
            } else if (isWord(c)) {
                while (at_ < text_.size() && isWord(text_[at_])) ++at_;
                return text_.substr(begin, at_ - begin);
            } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
                return text_.substr(begin, 1);
            }
        }
        return {};
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
};

// Behind the "[" that begins an attribute: up to its end; whether it is [numthreads].
bool isNumthreads(Tokens& tokens) {
    bool found = false;
    for (int depth = 1; depth > 0;) {
        const std::string_view token = tokens.next();
        if (token.empty()) return false;
        depth += token == "[" ? 1 : token == "]" ? -1 : 0;
        found = found || lowercase(token) == "numthreads"; // case does not matter in attributes
    }
    return found;
}

} // namespace

std::vector<std::string> computeEntryPoints(std::string_view text) {
    std::vector<std::string> names;
    Tokens tokens(text);
    bool pending = false; // behind [numthreads], before the function's name
    std::string_view last;
    for (std::string_view token = tokens.next(); !token.empty(); last = token, token = tokens.next()) {
        if (token == "[") {
            pending = isNumthreads(tokens) || pending;
        } else if (pending && token == "(") {
            pending = false;
            if (std::find(names.begin(), names.end(), last) == names.end()) names.emplace_back(last);
        }
    }
    return names;
}

} // namespace vkperftest
