#include "frontend/hlsl_text.h"

#include <algorithm>
#include <charconv>
#include <map>
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

// What a shader returns through semantics.
struct Outputs {
    bool position = false, color = false; // SV_Position; SV_Target or SV_Depth
};

// Of attributes but [shader("…")]; if a function has several, the first one here decides.
constexpr std::pair<std::string_view, std::string_view> kStagesOfAttributes[] = {
    {"outputtopology", "mesh"},      {"numthreads", "comp"},        {"maxvertexcount", "geom"},
    {"outputcontrolpoints", "tesc"}, {"patchconstantfunc", "tesc"}, {"domain", "tese"}};

constexpr std::size_t kLongestHead = 64; // tokens of a structure's name and base

class FunctionScanner {
public:
    explicit FunctionScanner(Tokens tokens) : tokens_(tokens) {}

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
        if (is(at, "struct") || is(at, "class")) return structure(at);
        if (is(at, "namespace")) return nameSpace(at);
        if (is(at, "}") && !namespaces_.empty()) namespaces_.pop_back();
        if (is(at, "(")) return at > 0 && isName(at - 1) ? function(at) : closing(at) + 1;
        if (is(at, "{")) at = closing(at);
        if (is(at, ";") || is(at, "}")) attributes_.clear();
        return at + 1;
    }

    std::size_t nameSpace(std::size_t at) {
        const std::size_t open = is(at + 1, "{") ? at + 1 : at + 2;
        if (!is(open, "{")) return at + 1;
        namespaces_.push_back(open == at + 1 ? "" : std::string(tokens_[at + 1].text) + "::");
        return open + 1;
    }

    std::size_t attribute(std::size_t at) {
        const std::size_t end = closing(at);
        std::string name = isName(at + 1) ? lowercase(tokens_[at + 1].text) : ""; // case does not matter
        if (name == "shader" && at + 3 < end) {
            const std::string_view quoted = tokens_[at + 3].text;
            for (const ShaderStage& stage : kShaderStages) {
                if (quoted.size() > 2 && lowercase(quoted.substr(1, quoted.size() - 2)) == stage.attribute)
                    name = stage.name; // which no attribute is called
            }
        }
        attributes_.push_back(std::move(name));
        return end + 1;
    }

    static void add(Outputs& outputs, std::string_view semantic) {
        const std::string name = lowercase(semantic);
        outputs.position = outputs.position || name == "sv_position";
        outputs.color = outputs.color || name.starts_with("sv_target") || name.starts_with("sv_depth");
    }

    // Remembers the semantics of its members, and of its base's.
    std::size_t structure(std::size_t at) {
        std::size_t open = at + 1;
        const std::size_t last = std::min(at + kLongestHead, tokens_.size());
        while (open < last && !is(open, "{") && !is(open, ";") && !is(open, "(")) ++open;
        if (!is(open, "{") || !isName(at + 1)) return at + 1;
        Outputs outputs;
        bool bound = false;
        if (is(at + 2, ":")) {
            const auto base = structures_.find(tokens_[open - 1].text);
            bound = base != structures_.end();
            if (bound) outputs = base->second;
        }
        const std::size_t end = closing(open);
        for (std::size_t i = open + 1; i < end; ++i) {
            if (is(i, "{") || is(i, "(")) i = closing(i);
            if (!is(i, ":") || !isName(i + 1)) continue;
            bound = true;
            add(outputs, tokens_[i + 1].text);
        }
        if (bound) structures_[tokens_[at + 1].text] = outputs;
        return end + 1;
    }

    // `at`: the bracket behind its name.
    std::size_t function(std::size_t at) {
        std::size_t name = at - 1; // of "a::b" the first token
        while (name > 1 && is(name - 1, "::") && isName(name - 2)) name -= 2;
        const std::size_t end = closing(at);
        std::size_t next = end + 1;
        Outputs outputs;
        if (name > 0) {
            if (const auto type = structures_.find(tokens_[name - 1].text); type != structures_.end())
                outputs = type->second;
        }
        if (is(next, ":") && isName(next + 1)) {
            add(outputs, tokens_[next + 1].text);
            next += 2;
        }
        const bool bound = parameters(at + 1, end, outputs);
        const bool body = is(next, "{");
        const std::size_t behind = body ? closing(next) : next;
        std::string_view stage = stageOfAttributes();
        if (stage.empty() && body && bound)
            stage = outputs.color || (end > at + 1 && mentions("discard", next, behind)) ? "frag"
                    : outputs.position                                                   ? "vert"
                                                                                         : "";
        if (stage == "comp" && body && mentions("DispatchMesh", next, behind)) stage = "task";
        const bool typed = name > 0 && (isName(name - 1) || is(name - 1, ">")); // "register(b0) {" is none
        if (!stage.empty() || (body && typed)) {
            std::string whole = join(namespaces_, "");
            for (; name < at; ++name) whole += tokens_[name].text;
            const auto known = std::ranges::find(found_, whole, &EntryPoint::name);
            if (known == found_.end())
                found_.push_back({whole, std::string(stage)});
            else if (known->stage.empty())
                known->stage = stage;
        }
        attributes_.clear();
        return body ? behind + 1 : next;
    }

    std::string_view stageOfAttributes() const {
        const auto has = [&](std::string_view name) { return std::ranges::count(attributes_, name) > 0; };
        for (const ShaderStage& stage : kShaderStages) {
            if (has(stage.name)) return stage.name;
        }
        for (const auto& [name, stage] : kStagesOfAttributes) {
            if (has(name)) return stage;
        }
        return {};
    }

    bool mentions(std::string_view word, std::size_t begin, std::size_t end) const {
        return std::ranges::any_of(tokens_.subspan(begin, std::min(end, tokens_.size()) - begin),
                                   [&](const HlslToken& token) { return token.is(word); });
    }

    // True if all parameters have a semantic, are structures of such or are uniform.
    bool parameters(std::size_t begin, std::size_t end, Outputs& outputs) const {
        while (begin < end) {
            std::size_t behind = begin;
            int angles = 0;
            for (; behind < end && (angles > 0 || !is(behind, ",")); ++behind) {
                if (is(behind, "<")) ++angles;
                if (is(behind, ">")) --angles;
                if (is(behind, "(") || is(behind, "[") || is(behind, "{")) behind = closing(behind);
            }
            behind = std::min(behind, end);
            if (!parameter(tokens_.subspan(begin, behind - begin), outputs)) return false;
            begin = behind + 1;
        }
        return true;
    }

    bool parameter(Tokens tokens, Outputs& outputs) const {
        if (tokens.empty() || tokens[0].is("uniform")) return true;
        if (tokens.size() == 1) return tokens[0].is("void");
        Outputs its;
        const auto colon = std::ranges::find_if(tokens, [](const HlslToken& token) { return token.is(":"); });
        bool bound = colon != tokens.end() && colon + 1 != tokens.end();
        if (bound) add(its, (colon + 1)->text);
        for (const HlslToken& token : tokens) {
            const auto type = bound ? structures_.end() : structures_.find(token.text);
            if (type == structures_.end()) continue;
            bound = true;
            its = type->second;
        }
        const bool out = std::ranges::any_of(
            tokens, [](const HlslToken& token) { return token.is("out") || token.is("inout"); });
        outputs.position = outputs.position || (out && its.position);
        outputs.color = outputs.color || (out && its.color);
        return bound;
    }

    Tokens tokens_;
    std::map<std::string_view, Outputs> structures_; // that have semantics
    std::vector<std::string> namespaces_;            // around the next token: "a::"
    std::vector<std::string> attributes_;            // before the next function
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
        } else if (std::string_view(" \t\r\v\f").find(text[at]) != std::string_view::npos) {
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

std::vector<EntryPoint> hlslFunctions(std::string_view text) {
    const std::vector<HlslToken> tokens = hlslTokens(text, {});
    return FunctionScanner(tokens).scan();
}

} // namespace vkperftest
