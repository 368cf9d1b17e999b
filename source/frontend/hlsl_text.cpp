#include "frontend/hlsl_text.h"

#include <algorithm>
#include <charconv>
#include <span>
#include <utility>

#include "base/text.h"

namespace vkperftest {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

bool startsName(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

bool isBlank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

constexpr std::string_view kLongPunctuators[] = {"::", "<<", "<=", "==", "!=", "&&", "||", "++", "--",
                                                 "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "->"};

// The length of the token that the text begins with.
std::size_t tokenLength(std::string_view text) {
    std::size_t end = 1;
    if (text[0] == '"') {
        while (end < text.size() && text[end] != '"' && text[end] != '\n') end += text[end] == '\\' ? 2U : 1U;
        return std::min(end < text.size() && text[end] == '"' ? end + 1 : end, text.size());
    }
    const bool number = isDigit(text[0]) || (text[0] == '.' && text.size() > 1 && isDigit(text[1]));
    if (!number && !startsName(text[0]))
        return std::ranges::count(kLongPunctuators, text.substr(0, 2)) > 0 ? 2 : 1;
    const auto belongs = [&](char c) { return startsName(c) || isDigit(c) || (number && c == '.'); };
    while (end < text.size() && belongs(text[end])) ++end;
    return end;
}

// `#line 12 "a.hlsl"`, with or without the name; the place of the line after it.
void takeLine(std::string_view directive, HlslToken& place) {
    constexpr std::string_view kLine = "line";
    directive.remove_prefix(std::min(directive.find_first_not_of("# \t"), directive.size()));
    if (!directive.starts_with(kLine)) return;
    directive.remove_prefix(std::min(directive.find_first_not_of(" \t", kLine.size()), directive.size()));
    const char* const end = directive.data() + directive.size();
    if (std::from_chars(directive.data(), end, place.line).ec != std::errc()) return;
    --place.line; // the directive's own end counts one
    const std::size_t open = directive.find('"'), close = directive.rfind('"');
    if (open < close && close != std::string_view::npos)
        place.file = directive.substr(open + 1, close - open - 1);
}

using Tokens = std::span<const HlslToken>;

// By the name in [shader("…")], the stage as in kShaderStages.
constexpr std::pair<std::string_view, std::string_view> kNamesInShaderAttribute[] = {
    {"compute", "comp"},       {"vertex", "vert"},      {"pixel", "frag"},         {"hull", "tesc"},
    {"domain", "tese"},        {"geometry", "geom"},    {"amplification", "task"}, {"mesh", "mesh"},
    {"raygeneration", "rgen"}, {"anyhit", "rahit"},     {"closesthit", "rchit"},   {"miss", "rmiss"},
    {"callable", "rcall"},     {"intersection", "rint"}};

// Of the other attributes; if a function has several, the first one here decides.
constexpr std::pair<std::string_view, std::string_view> kStagesOfAttributes[] = {
    {"outputtopology", "mesh"},      {"numthreads", "comp"},        {"maxvertexcount", "geom"},
    {"outputcontrolpoints", "tesc"}, {"patchconstantfunc", "tesc"}, {"domain", "tese"}};

class EntryPointScanner {
public:
    explicit EntryPointScanner(Tokens tokens) : tokens_(tokens) {}

    std::vector<EntryPoint> scan() {
        for (std::size_t at = 0; at < tokens_.size();) at = step(at);
        return std::move(found_);
    }

private:
    bool is(std::size_t at, std::string_view text) const {
        return at < tokens_.size() && tokens_[at].is(text);
    }
    bool isName(std::size_t at) const { return at < tokens_.size() && tokens_[at].isName(); }

    // The index of the bracket that closes the one at `open`, or the end.
    std::size_t closing(std::size_t open) const {
        constexpr std::string_view kOpening = "([{", kClosing = ")]}";
        std::size_t depth = 0;
        for (std::size_t at = open; at < tokens_.size(); ++at) {
            if (tokens_[at].text.size() != 1) continue;
            if (kOpening.find(tokens_[at].text[0]) != std::string_view::npos) ++depth;
            if (kClosing.find(tokens_[at].text[0]) != std::string_view::npos && --depth == 0) return at;
        }
        return tokens_.size();
    }

    std::size_t step(std::size_t at) {
        if (is(at, "[")) return attribute(at);
        if (is(at, "namespace")) return is(at + 1, "{") ? at + 2 : is(at + 2, "{") ? at + 3 : at + 1;
        if (is(at, "(")) return at > 0 && isName(at - 1) ? function(at) : closing(at) + 1;
        if (is(at, "{")) at = closing(at);
        if (is(at, ";") || is(at, "}")) attributes_.clear();
        return at + 1;
    }

    std::size_t attribute(std::size_t at) {
        const std::size_t end = closing(at);
        std::string name = isName(at + 1) ? lowercase(tokens_[at + 1].text) : ""; // case does not matter
        if (name == "shader" && at + 3 < end) {
            const std::string_view quoted = tokens_[at + 3].text;
            for (const auto& [stage, ours] : kNamesInShaderAttribute) {
                if (quoted.size() > 2 && lowercase(quoted.substr(1, quoted.size() - 2)) == stage)
                    name = ours; // as a stage of ours, which no attribute is called
            }
        }
        attributes_.push_back(std::move(name));
        return end + 1;
    }

    // `at`: the bracket behind its name.
    std::size_t function(std::size_t at) {
        std::size_t next = closing(at) + 1;
        if (is(next, ":")) next += 2; // a semantic
        take(tokens_[at - 1].text, stageOfAttributes());
        attributes_.clear();
        return is(next, "{") ? closing(next) + 1 : next;
    }

    void take(std::string_view name, std::string_view stage) {
        if (!stage.empty() && std::ranges::find(found_, name, &EntryPoint::name) == found_.end())
            found_.push_back({std::string(name), std::string(stage)});
    }

    std::string_view stageOfAttributes() const {
        const auto has = [&](std::string_view name) { return std::ranges::count(attributes_, name) > 0; };
        for (const auto& [name, stage] : kNamesInShaderAttribute) {
            if (has(stage)) return stage;
        }
        for (const auto& [name, stage] : kStagesOfAttributes) {
            if (has(name)) return stage;
        }
        return {};
    }

    Tokens tokens_;
    std::vector<std::string> attributes_; // before the next function
    std::vector<EntryPoint> found_;
};

} // namespace

bool HlslToken::isName() const {
    return !text.empty() && startsName(text[0]);
}

std::vector<HlslToken> hlslTokens(std::string_view text, std::string_view file) {
    std::vector<HlslToken> tokens;
    HlslToken token{.text = {}, .file = file, .line = 1};
    bool begins = true; // a line
    for (std::size_t at = 0; at < text.size();) {
        if (text[at] == '\n') {
            ++token.line;
            begins = true;
            ++at;
        } else if (isBlank(text[at])) {
            ++at;
        } else if (begins && text[at] == '#') {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            takeLine(text.substr(at, end - at), token);
            at = end;
        } else {
            begins = false;
            token.text = text.substr(at, tokenLength(text.substr(at)));
            at += token.text.size();
            tokens.push_back(token);
        }
    }
    return tokens;
}

std::vector<EntryPoint> hlslEntryPoints(std::string_view text) {
    const std::vector<HlslToken> tokens = hlslTokens(text, {});
    return EntryPointScanner(tokens).scan();
}

} // namespace vkperftest
