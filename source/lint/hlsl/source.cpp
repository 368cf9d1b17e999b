#include "lint/hlsl/source.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "lint/hlsl/declarations.h"
#include "lint/hlsl/preprocessor.h"

namespace vkperftest {
namespace {

constexpr std::size_t kDeepestBrackets = 1'000;

// For each opening or closing bracket, the index of its counterpart.
Result<std::vector<std::uint32_t>> matchBrackets(const PreprocessedHlsl& source) {
    constexpr std::string_view kOpening = "([{", kClosing = ")]}";
    const auto& tokens = source.tokens;
    std::vector<std::uint32_t> result(tokens.size()), open;
    for (std::uint32_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].text.size() != 1) continue;
        const char c = tokens[i].text[0];
        if (kOpening.find(c) != std::string_view::npos) {
            if (open.size() == kDeepestBrackets)
                return source.error(tokens[i], "brackets nest more than 1,000 deep",
                                    "no shader needs that many; check it");
            open.push_back(i);
        }
        const std::size_t closes = kClosing.find(c);
        if (closes == std::string_view::npos) continue;
        if (open.empty() || tokens[open.back()].text[0] != kOpening[closes]) {
            return source.error(tokens[i], fmt::format("'{}' closes no open bracket", c),
                                "correct the brackets before it");
        }
        result[i] = open.back();
        result[open.back()] = i;
        open.pop_back();
    }
    if (open.empty()) return result;
    return source.error(tokens[open.back()], fmt::format("'{}' is not closed", tokens[open.back()].text),
                        "close it");
}

// "float16_t", "uint16_t4", …: dxc compiles them only with -enable-16bit-types.
bool isSixteenBitType(std::string_view name) {
    constexpr std::string_view kNames[] = {"float16_t", "int16_t", "uint16_t"};
    return std::ranges::any_of(kNames, [&](std::string_view each) { return name.starts_with(each); });
}

class SourceScanner {
public:
    SourceScanner(const PreprocessedHlsl& source, std::span<const std::uint32_t> brackets,
                  bool sixteenBitTypes)
        : source_(source), tokens_(source.tokens), brackets_(brackets),
          declarations_(tokens_, brackets, sixteenBitTypes || source.macros.defined("__HLSL_ENABLE_16_BIT")) {
        result_.usesSixteenBitTypes = sixteenBitTypes;
    }

    HlslSource scan() {
        for (std::size_t at = 0; at < tokens_.size();) {
            if (at > 1 && tokens_[at - 1].is(".")) access(at);
            at = declarations_.step(at);
        }
        for (const HlslDeclarations::Buffer& buffer : declarations_.structuredBuffers()) {
            const HlslToken& name = tokens_[buffer.name];
            result_.structuredBuffers.push_back({{.name = std::string(name.text),
                                                  .stride = buffer.type.elementBytes,
                                                  .members = buffer.members,
                                                  .element = buffer.type.element},
                                                 source_.place(name)});
        }
        return std::move(result_);
    }

private:
    using Kind = HlslType::Kind;

    const HlslTypes& types() const { return declarations_.types(); }
    const HlslScopes& scopes() const { return declarations_.scopes(); }

    void access(std::size_t at) {
        std::string_view words = tokens_[at].text;
        const bool store = words.starts_with("Store");
        if (!store && !words.starts_with("Load")) return;
        words.remove_prefix(store ? 5 : 4);
        if (!words.empty() && words != "2" && words != "3" && words != "4") return;

        std::size_t open = at + 1;
        HlslType type = *types().builtIn("uint" + std::string(words));
        const bool isTemplate = open < tokens_.size() && tokens_[open].is("<");
        if (isTemplate) {
            const auto read = types().read(tokens_, open + 1);
            const bool whole = read && read->end < tokens_.size() && tokens_[read->end].is(">");
            type = whole ? read->type : HlslType{};
            open = whole ? read->end + 1 : templateEnd(tokens_, open);
        }
        if (open >= tokens_.size() || !tokens_[open].is("(") || !isBuffer(at, isTemplate || !words.empty()))
            return;

        const std::size_t close = brackets_[open];
        const std::size_t end = argumentEnd(open + 1, close);
        if (store && !isTemplate && words.empty()) type = typeOf(path(std::min(end + 1, close), close));
        add(at, close, store, type, path(open + 1, end));
    }

    void add(std::size_t at, std::size_t close, bool store, const HlslType& type,
             std::span<const HlslToken> offset) {
        BufferAccess access{.place = source_.place(tokens_[at]),
                            .method = std::string(tokens_[at].text),
                            .store = store,
                            .element = type.element,
                            .elementBytes = type.elementBytes,
                            .elements = type.elements,
                            .alignment = type.alignment};
        const Place closing = source_.place(tokens_[close]);
        if (closing.file == access.place.file && closing.line == access.place.line &&
            closing.column > access.place.column)
            access.place.endColumn = closing.endColumn;
        if (const auto value = foldConstant(offset, types())) access.offset = value->as(false, false).bits;
        result_.accesses.push_back(std::move(access));
    }

    std::span<const HlslToken> path(std::size_t begin, std::size_t end) const {
        return tokens_.subspan(begin, end - begin);
    }

    std::size_t argumentEnd(std::size_t at, std::size_t close) const {
        while (at < close && !tokens_[at].is(",")) {
            const bool opens = tokens_[at].is("(") || tokens_[at].is("[") || tokens_[at].is("{");
            at = opens                 ? brackets_[at] + 1
                 : tokens_[at].is("<") ? std::max(templateEnd(tokens_, at), at + 1)
                                       : at + 1;
        }
        return std::min(at, close);
    }

    // The type of a stored value, as far as its first tokens show it: a variable, a constructor or a cast.
    HlslType typeOf(std::span<const HlslToken> value) const {
        if (value.empty()) return {};
        if (pathEnd(value, 0) == value.size()) {
            const HlslSymbol* symbol = scopes().find(value);
            return symbol && symbol->kind != HlslSymbol::Kind::Type ? symbol->type : HlslType{};
        }
        const bool cast = value[0].is("(");
        const auto type = types().read(value, cast ? 1 : 0);
        if (!type || !type->declared || type->end >= value.size() || !value[type->end].is(cast ? ")" : "("))
            return {};
        const auto operand =
            value.subspan(type->end + (cast ? 1 : 0)); // must be all the rest, or the type is unknown
        const bool bracketed =
            !operand.empty() && operand[0].is("(") && brackets_[index(operand[0])] == index(value.back());
        const bool alone = operand.size() == 1 || (!operand.empty() && pathEnd(operand, 0) == operand.size());
        return bracketed || alone ? type->type : HlslType{};
    }

    std::size_t index(const HlslToken& token) const {
        return static_cast<std::size_t>(&token - tokens_.data());
    }

    // A receiver of unknown type counts as a byte-address buffer if no other resource has the method.
    bool isBuffer(std::size_t method, bool onlyBuffersHaveIt) const {
        const HlslType type = receiver(method - 2);
        return type.kind == Kind::ByteAddressBuffer || (type.kind == Kind::Unknown && onlyBuffersHaveIt);
    }

    // The type of the expression whose last token this is.
    HlslType receiver(std::size_t last) const {
        std::vector<std::string_view> members; // after the first name, last first
        std::size_t at = last;
        for (int step = 0; step < 32; ++step) {
            while (at > 0 && tokens_[at].is("]")) at = brackets_[at] - (brackets_[at] > 0 ? 1 : 0);
            if (tokens_[at].is(")")) {
                const std::size_t open = brackets_[at];
                if (open > 0 && tokens_[open - 1].isIdentifier()) return member(called(open - 1), members);
                if (open + 1 < at && tokens_[open + 1].is("(")) return member(castTo(open + 2), members);
                if (open + 1 >= at) return {};
                --at;
            } else if (!tokens_[at].isIdentifier()) {
                return {};
            } else if (at > 1 && tokens_[at - 1].is(".")) {
                members.push_back(tokens_[at].text);
                at -= 2;
            } else {
                const HlslSymbol* symbol = scopes().find(path(pathBegin(at), at + 1));
                return member(symbol && symbol->kind == HlslSymbol::Kind::Variable ? symbol->type
                                                                                   : HlslType{},
                              members);
            }
        }
        return {};
    }

    HlslType member(HlslType type, const std::vector<std::string_view>& members) const {
        for (std::size_t i = members.size(); i-- > 0;) {
            const HlslSymbol* symbol =
                type.kind == Kind::Structure ? scopes().member(type.space, members[i]) : nullptr;
            type = symbol ? symbol->type : HlslType{};
        }
        return type;
    }

    std::size_t pathBegin(std::size_t at) const {
        for (int part = 0; part < 32 && at > 1 && tokens_[at - 1].is("::") && tokens_[at - 2].isIdentifier();
             ++part)
            at -= 2;
        return at;
    }

    // A function's result type, or the type that a constructor makes.
    HlslType called(std::size_t name) const {
        const auto names = path(pathBegin(name), name + 1);
        const HlslSymbol* symbol = scopes().find(names);
        if (symbol) return symbol->kind != HlslSymbol::Kind::Variable ? symbol->type : HlslType{};
        const auto type = types().read(names, 0);
        return type ? type->type : HlslType{};
    }

    HlslType castTo(std::size_t name) const {
        const auto type = types().read(tokens_, name);
        return type && type->end < tokens_.size() && tokens_[type->end].is(")") ? type->type : HlslType{};
    }

    const PreprocessedHlsl& source_;
    std::span<const HlslToken> tokens_;
    std::span<const std::uint32_t> brackets_;
    HlslDeclarations declarations_;
    HlslSource result_;
};

} // namespace

Result<HlslSource> scanHlsl(const ShaderFile& file, const ShaderOptions& options) {
    PreprocessedHlsl source;
    VKPERFTEST_TRY(preprocessHlsl(file, options, source));
    const Result<std::vector<std::uint32_t>> brackets = matchBrackets(source);
    if (!brackets.ok()) return brackets.error();
    const bool sixteenBitTypes = std::ranges::any_of(
        source.tokens, [](const HlslToken& token) { return isSixteenBitType(token.text); });
    return SourceScanner(source, brackets.value(), sixteenBitTypes).scan();
}

} // namespace vkperftest
