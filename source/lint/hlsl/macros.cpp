#include "lint/hlsl/macros.h"

#include <utility>

namespace vkperftest {
namespace {

constexpr std::size_t kMostExpanded = 4'000'000;
constexpr int kDeepestExpansion = 200;

HlslToken at(HlslToken token, const HlslToken& place) {
    token.file = place.file;
    token.offset = place.offset;
    token.width = place.width;
    return token;
}

} // namespace

bool HlslMacros::define(std::span<const HlslToken> line) {
    if (line.empty() || !line[0].isIdentifier()) return false;
    HlslMacro macro;
    std::unordered_map<std::string_view, int> parameters;
    std::size_t i = 1;
    macro.functionLike = line.size() > 1 && line[1].is("(") && !line[1].spaced;
    if (macro.functionLike) {
        for (i = 2; i < line.size() && !line[i].is(")"); ++i) {
            if (line[i].is(",")) continue;
            macro.variadic = line[i].is("...");
            const bool named = !macro.variadic && line[i].isIdentifier();
            if (!named && !macro.variadic) return false;
            parameters.emplace(named ? line[i].text : "__VA_ARGS__", static_cast<int>(parameters.size()));
        }
        if (i++ >= line.size()) return false;
    }
    macro.parameters = parameters.size();
    for (; i < line.size(); ++i) {
        const auto parameter = parameters.find(line[i].text);
        macro.body.push_back({line[i], parameter == parameters.end() ? -1 : parameter->second});
    }
    macros_[line[0].text] = std::move(macro);
    return true;
}

HlslToken HlslMacros::make(std::string text, const HlslToken& place) {
    HlslToken token = at({}, place);
    token.kind = hlslTokenKind(text);
    token.spaced = true;
    token.text = made_.emplace_back(std::move(text));
    return token;
}

bool HlslMacros::spend(std::size_t tokens) {
    spent_ += tokens;
    return spent_ <= kMostExpanded;
}

// The next token, beyond the ends of macros that are fully read; null if there is none. With `leave`, those
// macros are closed.
const HlslToken* HlslMacros::peek(std::vector<Context>& contexts, bool leave) {
    for (std::size_t i = contexts.size(); i-- > 0;) {
        if (contexts[i].next < contexts[i].tokens.size()) return &contexts[i].tokens[contexts[i].next];
        if (leave && i > 0) {
            if (contexts[i].macro) contexts[i].macro->active = false;
            contexts.pop_back();
        }
    }
    return nullptr;
}

bool HlslMacros::expand(std::span<const HlslToken> tokens, std::vector<HlslToken>& expanded) {
    if (++depth_ > kDeepestExpansion) return false;
    std::vector<Context> contexts;
    contexts.push_back({{}, tokens, 0, nullptr});
    while (const HlslToken* next = peek(contexts, true)) {
        HlslToken token = *next;
        ++contexts.back().next;
        if (contexts.size() + static_cast<std::size_t>(depth_) > 2 && !spend(1)) return false;
        const auto found = token.isIdentifier() ? macros_.find(token.text) : macros_.end();
        if (found != macros_.end() && found->second.active) token.unexpanded = true;
        if (found == macros_.end() || token.unexpanded) {
            expanded.push_back(token);
            continue;
        }
        HlslMacro& macro = found->second;
        std::vector<Argument> given;
        if (macro.functionLike) {
            const HlslToken* bracket = peek(contexts, false);
            if (!bracket || !bracket->is("(")) {
                expanded.push_back(token);
                continue;
            }
            Tokens read;
            auto arguments = this->arguments(contexts, macro, read);
            if (!spend(read.size())) return false;
            if (!arguments) {
                expanded.push_back(token);
                expanded.insert(expanded.end(), read.begin(), read.end());
                continue;
            }
            given = *std::move(arguments);
        }
        Tokens body;
        if (!substitute(macro, given, token, body) || !spend(body.size())) return false;
        macro.active = true;
        Context context{std::move(body), {}, 0, &macro};
        context.tokens = context.owned;
        contexts.push_back(std::move(context));
    }
    --depth_;
    return true;
}

// Nothing if the closing bracket is missing; `read` receives all tokens that were consumed.
std::optional<std::vector<HlslMacros::Argument>> HlslMacros::arguments(std::vector<Context>& contexts,
                                                                       const HlslMacro& macro, Tokens& read) {
    std::vector<Argument> result(1);
    std::size_t depth = 0;
    while (const HlslToken* next = peek(contexts, true)) {
        const HlslToken token = *next;
        ++contexts.back().next;
        read.push_back(token);
        if (token.is("(") && depth++ == 0) continue;
        if (token.is(")") && --depth == 0) {
            result.resize(std::max(result.size(), macro.parameters));
            return result;
        }
        const bool rest = macro.variadic && result.size() >= macro.parameters;
        if (token.is(",") && depth == 1 && !rest) {
            result.emplace_back();
        } else {
            result.back().tokens.push_back(token);
        }
    }
    return std::nullopt;
}

bool HlslMacros::substitute(const HlslMacro& macro, std::vector<Argument>& arguments, const HlslToken& use,
                            Tokens& result) {
    const auto& body = macro.body;
    for (std::size_t i = 0; i < body.size(); ++i) {
        const bool behind = i + 1 < body.size();
        if (body[i].token.is("##") && i > 0 && behind) {
            ++i;
            Tokens right;
            if (!append(body[i], arguments, use, true, right) || !paste(right, result)) return false;
        } else if (macro.functionLike && body[i].token.is("#") && behind && body[i + 1].parameter >= 0) {
            result.push_back(quote(arguments[static_cast<std::size_t>(body[++i].parameter)].tokens, use));
            if (!spend(result.back().text.size() / 16)) return false;
        } else if (!append(body[i], arguments, use, behind && body[i + 1].token.is("##"), result)) {
            return false;
        }
    }
    std::erase_if(result, [](const HlslToken& token) { return token.text.empty(); });
    return true;
}

// Appends one token of a body, or the argument that it stands for. Beside ## the argument is not expanded,
// and an empty one becomes a token without text.
bool HlslMacros::append(const HlslMacro::Part& part, std::vector<Argument>& arguments, const HlslToken& use,
                        bool besidePaste, Tokens& result) {
    if (part.parameter < 0) {
        result.push_back(at(part.token, use));
        return true;
    }
    Argument& argument = arguments[static_cast<std::size_t>(part.parameter)];
    if (!besidePaste && !argument.expanded) {
        argument.expanded.emplace();
        if (!expand(argument.tokens, *argument.expanded)) return false;
    }
    const Tokens& tokens = besidePaste ? argument.tokens : *argument.expanded;
    if (!spend(tokens.size())) return false;
    const std::size_t first = result.size();
    result.insert(result.end(), tokens.begin(), tokens.end());
    if (besidePaste && tokens.empty()) result.push_back(at({}, use));
    if (result.size() > first) result[first].spaced = part.token.spaced;
    return true;
}

bool HlslMacros::paste(std::span<const HlslToken> right, Tokens& result) {
    if (right.empty()) return true;
    if (result.empty()) result.push_back(at({}, right[0]));
    std::string text(result.back().text);
    text += right[0].text;
    if (!spend(1 + text.size() / 16)) return false;
    const bool spaced = result.back().spaced;
    result.back() = text.empty() ? result.back() : make(std::move(text), result.back());
    result.back().spaced = spaced;
    result.insert(result.end(), right.begin() + 1, right.end());
    return true;
}

HlslToken HlslMacros::quote(const Tokens& tokens, const HlslToken& use) {
    std::string text = "\"";
    for (const HlslToken& token : tokens) {
        if (token.spaced && text.size() > 1) text += ' ';
        for (const char c : token.text) {
            if (c == '"' || c == '\\') text += '\\';
            text += c;
        }
    }
    return make(text + '"', use);
}

} // namespace vkperftest
