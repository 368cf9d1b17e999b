#include "lint/hlsl_accesses.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "frontend/hlsl_text.h"

namespace vkperftest {
namespace {

struct Type {
    std::string_view element;
    std::uint32_t elementBytes = 0, elements = 0; // 0: not known
    bool isRawBuffer = false;

    bool operator==(const Type&) const = default;
};

// What a name stands for.
struct Symbol {
    Type type;
    bool isType = false;
    std::optional<std::uint32_t> value;

    bool operator==(const Symbol&) const = default;
};

constexpr std::pair<std::string_view, std::uint32_t> kScalars[] = {
    {"bool", 4},     {"int", 4},      {"uint", 4},      {"dword", 4},   {"float", 4},      {"double", 8},
    {"int16_t", 2},  {"uint16_t", 2}, {"float16_t", 2}, {"int32_t", 4}, {"uint32_t", 4},   {"float32_t", 4},
    {"int64_t", 8},  {"uint64_t", 8}, {"float64_t", 8}, {"half", 0},    {"min16float", 0}, {"min10float", 0},
    {"min16int", 0}, {"min12int", 0}, {"min16uint", 0}}; // 0: 2 or 4
constexpr std::string_view kQualifiers[] = {"static", "const", "groupshared", "uniform", "in",
                                            "out",    "inout", "precise",     "unsigned"};
// Names before another name that do not make it a declaration.
constexpr std::string_view kNoTypes[] = {"return", "else",      "case",    "struct",   "class", "namespace",
                                         "enum",   "interface", "cbuffer", "template", "using", "typename"};
constexpr std::size_t kDeepest = 200; // brackets
constexpr std::size_t kLongest = 64;  // tokens of a declarator or of template arguments

bool contains(const auto& names, std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

std::optional<std::uint32_t> literal(std::string_view text) {
    text = text.substr(0, std::min(text.find_last_not_of("uUlL") + 1, text.size()));
    int base = 10;
    if (text.size() > 1 && text[0] == '0') {
        base = text[1] == 'x' || text[1] == 'X' ? 16 : text[1] == 'b' || text[1] == 'B' ? 2 : 8;
        text.remove_prefix(base == 8 ? 1 : 2);
    }
    return parseAs<std::uint32_t>(text, base);
}

// The same for int and uint. Nothing where these differ: quotients of what may be negative.
std::optional<std::uint32_t> combine(std::string_view sign, std::uint32_t a, std::uint32_t b) {
    if (sign == "+") return a + b;
    if (sign == "-") return a - b;
    if (sign == "*") return a * b;
    if (sign == "|") return a | b;
    if (sign == "&") return a & b;
    if (sign == "<<") return a << (b & 31U);
    if (b == 0 || a > INT32_MAX || b > INT32_MAX) return {};
    return sign == "/" ? a / b : a % b;
}

class Reader {
public:
    Reader(std::vector<HlslToken> tokens, bool sixteenBitTypes)
        : tokens_(std::move(tokens)), halfBytes_(sixteenBitTypes ? 2 : 4) {}

    std::optional<std::vector<HlslAccess>> read(std::string_view entry) {
        if (!matchBrackets()) return {};
        for (std::size_t at = 0; at < tokens_.size(); ++at) {
            const HlslToken& token = tokens_[at];
            if (token.is("{") && beginsBody(at)) {
                if (at >= bodyEnd_) functions_.emplace(functionOf(at), at);
                bodyEnd_ = std::max(bodyEnd_, partners_[at]);
            } else if (token.is("(") || token.is(")")) {
                depth_ += token.is("(") ? 1 : -1;
            } else if (token.isName() && at > 0 && is(at - 1, ".")) {
                access(at);
            } else if (token.isName() && (at == 0 || !is(at - 1, "::"))) {
                at = declaration(at);
            }
        }
        if (!entry.empty()) dropUncalled(entry);
        return std::move(accesses_);
    }

private:
    struct TypeRead {
        Type type;
        std::size_t end = 0; // index of the token after it
    };

    bool is(std::size_t at, std::string_view text) const {
        return at < tokens_.size() && tokens_[at].is(text);
    }
    bool isName(std::size_t at) const { return at < tokens_.size() && tokens_[at].isName(); }

    bool matchBrackets() {
        constexpr std::string_view kOpening = "([{", kClosing = ")]}";
        std::vector<std::size_t> open;
        partners_.resize(tokens_.size());
        for (std::size_t at = 0; at < tokens_.size(); ++at) {
            if (tokens_[at].text.size() != 1) continue;
            const char c = tokens_[at].text[0];
            if (kOpening.find(c) != std::string_view::npos) open.push_back(at);
            if (open.size() > kDeepest) return false;
            const std::size_t kind = kClosing.find(c);
            if (kind == std::string_view::npos) continue;
            if (open.empty() || tokens_[open.back()].text[0] != kOpening[kind]) return false;
            partners_[at] = open.back();
            partners_[open.back()] = at;
            open.pop_back();
        }
        return open.empty();
    }

    // Of a function or a statement: not of a structure, `namespace` or `cbuffer`.
    bool beginsBody(std::size_t at) const {
        if (at == 0 || !is(at - 1, ")")) return at > 1 && is(at - 2, ":");
        const std::size_t open = partners_[at - 1];
        return open > 0 && !is(open - 1, "register");
    }

    // The name of the function whose body begins at `at`.
    std::string_view functionOf(std::size_t at) const {
        const std::size_t last = is(at - 1, ")") ? at - 1 : at - 3, open = at > 2 ? partners_[last] : 0;
        return open > 0 ? tokens_[open - 1].text : std::string_view();
    }

    // A function calls all whose names stand in its body.
    void dropUncalled(std::string_view entry) {
        std::set<std::string_view> called;
        std::vector<std::string_view> open = {entry.substr(entry.rfind(':') + 1)};
        if (!functions_.contains(open.front())) return; // a macro's
        std::vector<bool> isCalled(tokens_.size());
        while (!open.empty()) {
            const std::string_view name = open.back();
            open.pop_back();
            if (!called.insert(name).second) continue;
            const auto [first, last] = functions_.equal_range(name);
            for (auto function = first; function != last; ++function) {
                for (std::size_t at = function->second; at < partners_[function->second]; ++at) {
                    isCalled[at] = true;
                    if (functions_.contains(tokens_[at].text)) open.push_back(tokens_[at].text);
                }
            }
        }
        std::size_t i = 0; // erase_if keeps the order
        std::erase_if(accesses_, [&](const HlslAccess&) { return !isCalled[accessTokens_[i++]]; });
    }

    // The last part of the name at `at`, which may be qualified; `at` becomes the token after it.
    std::string_view path(std::size_t& at) const {
        while (is(at + 1, "::") && isName(at + 2)) at += 2;
        return tokens_[at++].text;
    }

    const Symbol* find(std::string_view name) const {
        const auto found = symbols_.find(name);
        return found != symbols_.end() ? &found->second : nullptr;
    }

    // The end of the template arguments that begin at `<`; `at` itself if there are none.
    std::size_t templateEnd(std::size_t at) const {
        static const std::set<std::string_view> kSigns = {"<", ">", ",", "::", "+", "-", "*", "/"};
        int open = 0;
        for (std::size_t end = at; end < std::min(at + kLongest, tokens_.size()); ++end) {
            const HlslToken& token = tokens_[end];
            open += token.is("<") ? 1 : token.is(">") ? -1 : 0;
            if (open == 0) return end == at ? at : end + 1;
            if (!token.isName() && !kSigns.contains(token.text) && !literal(token.text)) break;
        }
        return at;
    }

    std::optional<Type> builtIn(std::string_view name) const {
        for (const auto& [scalar, bytes] : kScalars) {
            if (!name.starts_with(scalar) || name.size() > scalar.size() + 1) continue;
            const char count = name.size() > scalar.size() ? name.back() : '1';
            if (count < '1' || count > '4') continue;
            return Type{scalar, bytes != 0 ? bytes : halfBytes_, static_cast<std::uint32_t>(count - '0')};
        }
        if (name.ends_with("ByteAddressBuffer")) return Type{{}, 0, 0, true};
        return {};
    }

    // A type whose name begins at `at`, known or not.
    TypeRead typeAt(std::size_t at) const {
        if (is(at, "vector") && is(at + 1, "<") && !is(at + 2, "vector")) {
            const std::size_t end = templateEnd(at + 1);
            TypeRead element = typeAt(at + 2);
            const auto count =
                is(element.end, ",") ? fold(element.end + 1, std::max(end, at + 2) - 1) : std::nullopt;
            element.type.elements = element.type.elements == 1 ? count.value_or(0) : 0;
            return {element.type, end};
        }
        if (!isName(at)) return {{}, at};
        std::size_t end = at;
        const std::string_view name = path(end);
        const Symbol* const symbol = find(name);
        const std::optional<Type> known = builtIn(name);
        if (is(end, "<")) return {{}, templateEnd(end)};
        return {symbol != nullptr ? (symbol->isType ? symbol->type : Type()) : known.value_or(Type()), end};
    }

    // Notes what a declaration beginning at `at` declares; returns the last token that needs no other look.
    std::size_t declaration(std::size_t at) {
        const bool alias = is(at, "using") && isName(at + 1) && is(at + 2, "=");
        if (alias || is(at, "typedef")) {
            const TypeRead read = typeAt(std::min(at + (alias ? 3 : 1), tokens_.size() - 1));
            const std::size_t name = alias ? at + 1 : read.end;
            if (isName(name)) declare(name, {.type = read.type, .isType = true, .value = {}});
            return name;
        }
        const bool qualified = contains(kQualifiers, tokens_[at].text);
        if (!qualified && !isName(at + 1) && !is(at + 1, "<") && !is(at + 1, "::")) return at;
        bool isConst = false, isStatic = at < bodyEnd_;
        std::size_t begin = at;
        for (; begin < tokens_.size() && contains(kQualifiers, tokens_[begin].text); ++begin) {
            isConst = isConst || is(begin, "const");
            isStatic = isStatic || is(begin, "static");
        }
        if (!isName(begin) || contains(kNoTypes, tokens_[begin].text)) return std::max(begin, at + 1) - 1;
        const TypeRead read = typeAt(begin);
        const bool isInteger =
            read.type.elements == 1 && read.type.elementBytes == 4 &&
            (read.type.element.starts_with("int") || read.type.element.starts_with("uint"));
        std::size_t name = read.end;
        if (read.end == begin || !isName(name)) return at;
        for (std::size_t next = name; isName(next);) { // each declared name
            std::size_t behind = next + 1;
            while (is(behind, "[")) behind = partners_[behind] + 1;
            Symbol symbol{.type = read.type, .isType = false, .value = {}};
            const std::size_t end = declaratorEnd(behind);
            if (is(behind, "=") && isConst && isStatic && depth_ == 0 && isInteger && behind == next + 1)
                symbol.value = fold(behind + 1, end);
            declare(next, symbol);
            if (depth_ > 0 || !is(end, ",")) break;
            next = end + 1;
        }
        return name;
    }

    // The comma, semicolon or bracket that ends what begins at `at`; the end of the tokens if it is far away.
    std::size_t declaratorEnd(std::size_t at) const {
        for (std::size_t steps = 0; !is(at, ",") && !is(at, ";") && !is(at, ")") && !is(at, "}"); ++steps) {
            if (at >= tokens_.size() || steps == kLongest) return tokens_.size();
            const bool opens = is(at, "(") || is(at, "[") || is(at, "{");
            at = opens ? partners_[at] + 1 : at + 1;
        }
        return at;
    }

    // A name that stands for several things stands for nothing known, wherever they are declared.
    void declare(std::size_t name, const Symbol& symbol) {
        const auto [known, isNew] = symbols_.emplace(tokens_[name].text, symbol);
        if (!isNew && known->second != symbol) known->second = Symbol();
    }

    std::optional<std::uint32_t> fold(std::size_t begin, std::size_t end) const {
        std::size_t at = begin;
        const std::optional<std::uint32_t> value = operators(at, end, 0, 0);
        return at == end ? value : std::nullopt;
    }

    std::optional<std::uint32_t> operators(std::size_t& at, std::size_t end, std::size_t level,
                                           std::size_t depth) const {
        static const std::set<std::string_view> kLevels[] = {
            {"|"}, {"&"}, {"<<"}, {"+", "-"}, {"*", "/", "%"}};
        if (level == std::size(kLevels)) return operand(at, end, depth);
        std::optional<std::uint32_t> value = operators(at, end, level + 1, depth);
        while (value && at < end) {
            const std::string_view sign = tokens_[at].text;
            if (!kLevels[level].contains(sign)) break;
            const std::optional<std::uint32_t> right = operators(++at, end, level + 1, depth);
            value = right ? combine(sign, *value, *right) : std::nullopt;
        }
        return value;
    }

    std::optional<std::uint32_t> operand(std::size_t& at, std::size_t end, std::size_t depth) const {
        if (at >= end || depth > kDeepest) return {};
        const std::string_view text = tokens_[at].text;
        if (text == "-" || text == "~" || text == "+") {
            std::optional<std::uint32_t> value = operand(++at, end, depth + 1);
            if (value && text != "+") value = text == "-" ? 0 - *value : ~*value;
            return value;
        }
        if (text == "(") {
            const std::size_t close = partners_[at++];
            if (isInteger(at) && is(at + 1, ")")) // a cast
                return operand(at = close + 1, end, depth + 1);
            const std::optional<std::uint32_t> value = operators(at, close, 0, depth + 1);
            if (at != close) return {};
            ++at;
            return value;
        }
        if (!tokens_[at].isName()) return literal(tokens_[at++].text);
        if (isInteger(at) && is(at + 1, "(")) return operand(++at, end, depth + 1);
        const Symbol* const symbol = find(path(at));
        return symbol != nullptr ? symbol->value : std::nullopt;
    }

    bool isInteger(std::size_t at) const { return is(at, "int") || is(at, "uint"); }

    void access(std::size_t at) {
        std::string_view digits = tokens_[at].text;
        const bool store = digits.starts_with("Store");
        if (!store && !digits.starts_with("Load")) return;
        digits.remove_prefix(store ? 5 : 4);
        if (!digits.empty() && digits != "2" && digits != "3" && digits != "4") return;
        const HlslToken& name = tokens_[at];
        if (name.line != line_.line || name.file != line_.file) inLine_.clear();
        line_ = name;
        const std::uint32_t nth = inLine_[name.text]++;
        TypeRead read{*builtIn(fmt::format("uint{}", digits)), at + 1};
        const bool isTemplate = is(at + 1, "<");
        if (isTemplate && isName(at + 2)) {
            read = typeAt(at + 2);
            if (!is(read.end++, ">")) return;
        }
        const std::size_t open = read.end;
        if (!is(open, "(") || !isBuffer(at - 2, isTemplate || !digits.empty())) return;
        const std::size_t close = partners_[open], end = std::min(declaratorEnd(open + 1), close);
        if (store && !isTemplate && digits.empty()) { // of the value, if that is a variable
            const Symbol* const value = end + 2 == close ? find(tokens_[end + 1].text) : nullptr;
            read.type = value != nullptr && !value->isType ? value->type : Type();
        }
        accessTokens_.push_back(at);
        accesses_.push_back({.place = {.file = std::string(name.file), .line = name.line},
                             .method = name.text,
                             .nth = nth,
                             .element = read.type.element,
                             .elementBytes = read.type.elementBytes,
                             .elements = read.type.elements,
                             .offset = fold(open + 1, end)});
    }

    // Whether the expression that ends at `last` is a byte-address buffer, as far as it shows; if it does not,
    // whether no other resource has the method.
    bool isBuffer(std::size_t last, bool onlyBuffersHaveIt) const {
        while (is(last, "]") && partners_[last] > 0) last = partners_[last] - 1;
        if (!isName(last)) return onlyBuffersHaveIt;
        const Symbol* const symbol = find(tokens_[last].text);
        return symbol != nullptr && !symbol->isType ? symbol->type.isRawBuffer : onlyBuffersHaveIt;
    }

    std::vector<HlslToken> tokens_;
    const std::uint32_t halfBytes_;
    std::vector<std::size_t> partners_; // of each bracket
    std::map<std::string_view, Symbol> symbols_;
    std::size_t bodyEnd_ = 0;                                // of the function around the token
    int depth_ = 0;                                          // of round brackets
    HlslToken line_;                                         // of the last access
    std::map<std::string_view, std::uint32_t> inLine_;       // how many accesses it has, by their methods
    std::multimap<std::string_view, std::size_t> functions_; // where the bodies of each name begin
    std::vector<HlslAccess> accesses_;
    std::vector<std::size_t> accessTokens_; // where each is
};

} // namespace

std::optional<std::vector<HlslAccess>> hlslAccesses(std::string_view text, const std::string& file,
                                                    bool sixteenBitTypes, std::string_view entry) {
    return Reader(hlslTokens(text, file), sixteenBitTypes).read(entry);
}

} // namespace vkperftest
