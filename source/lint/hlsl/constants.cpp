#include "lint/hlsl/constants.h"

#include <vector>

namespace vkperftest {
namespace {

using Folded = std::optional<HlslConstant>;

constexpr int kDeepestExpression = 200;

struct Operator {
    std::string_view text;
    int precedence;
};

// `>` is always a token of its own, so longer operators that begin with it come first.
constexpr Operator kOperators[] = {{"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
                                   {"!=", 6}, {"<=", 7}, {">=", 7}, {"<<", 8}, {">>", 8}, {"<", 7},
                                   {">", 7},  {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};

// A part without a value, such as a division by zero, does not matter if && || ?: skip it; a syntax error
// does.
class Folder {
public:
    Folder(std::span<const HlslToken> tokens, const HlslTypeReader* types) : tokens_(tokens), types_(types) {}

    Folded fold() {
        const Folded value = choice();
        return wrong_ || at_ != tokens_.size() ? std::nullopt : value;
    }

private:
    bool is(std::string_view text, std::size_t ahead = 0) const {
        return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].is(text);
    }
    bool take(std::string_view text) {
        if (!is(text)) return false;
        ++at_;
        return true;
    }
    Folded wrong() {
        wrong_ = true;
        at_ = tokens_.size();
        return std::nullopt;
    }

    // The type whose name begins there; nothing if there is none.
    std::optional<HlslTypeRead> typeAt(std::size_t begin) const {
        auto found = types_ ? types_->read(tokens_, begin) : std::nullopt;
        return found && found->declared ? found : std::nullopt;
    }

    Folded choice() {
        if (++depth_ > kDeepestExpression) return wrong();
        const Folded condition = binary(1);
        Folded result = condition;
        if (take("?")) {
            const Folded first = choice();
            if (!take(":")) return wrong();
            const Folded second = choice();
            result = !condition ? std::nullopt : condition->bits != 0 ? first : second;
        }
        --depth_;
        return result;
    }

    const Operator* next() const {
        for (const Operator& each : kOperators) {
            if (each.text[0] != '>' && is(each.text)) return &each;
            if (each.text[0] != '>' || !is(">")) continue;
            const std::string_view second = each.text.substr(1);
            if (second.empty() || (is(second, 1) && !tokens_[at_ + 1].spaced)) return &each;
        }
        return nullptr;
    }

    Folded binary(int least) {
        Folded left = unary();
        for (const Operator* each = next(); each && each->precedence >= least; each = next()) {
            at_ += each->text[0] == '>' ? each->text.size() : 1;
            const Folded right = binary(each->precedence + 1);
            if (each->text == "&&" || each->text == "||") {
                const bool decides = each->text == "||"; // the value that makes the other side irrelevant
                if (left && (left->bits != 0) == decides) {
                    left = hlslBool(decides);
                } else {
                    left = left && right ? Folded(hlslBool(right->bits != 0)) : std::nullopt;
                }
            } else {
                left = left && right ? combine(each->text, *left, *right) : std::nullopt;
            }
        }
        return left;
    }

    Folded unary() {
        struct Prefix {
            std::string_view sign; // empty: a cast
            HlslNumber number;
        };
        std::vector<Prefix> prefixes;
        while (at_ < tokens_.size()) {
            if (is("-") || is("+") || is("!") || is("~")) {
                prefixes.push_back({tokens_[at_++].text, HlslNumber::None});
                continue;
            }
            const auto type = is("(") ? typeAt(at_ + 1) : std::nullopt;
            if (!type || type->end >= tokens_.size() || !tokens_[type->end].is(")")) break;
            if (type->type.number == HlslNumber::None) return wrong();
            prefixes.push_back({{}, type->type.number});
            at_ = type->end + 1;
        }
        Folded value = primary();
        while (!prefixes.empty() && value) {
            const auto [sign, number] = prefixes.back();
            prefixes.pop_back();
            if (sign.empty()) value = convert(*value, number);
            if (sign == "!") value = hlslBool(value->bits == 0);
            if (sign == "~") value->bits = ~value->bits;
            if (sign == "-") value->bits = 0 - value->bits;
            value = value->wrapped();
        }
        return value;
    }

    Folded primary() {
        if (at_ >= tokens_.size()) return wrong();
        if (tokens_[at_].kind == HlslToken::Kind::Number) {
            const Folded value = hlslLiteral(tokens_[at_++].text, !types_);
            return value ? value : wrong();
        }
        if (take("(")) {
            const Folded value = choice();
            return take(")") ? value : wrong();
        }
        if (is("true") || is("false")) return hlslBool(tokens_[at_++].is("true"));
        if (types_ && take("sizeof")) return size();
        const std::size_t end = pathEnd(tokens_, at_);
        if (end == at_) return wrong();
        const auto path = tokens_.subspan(at_, end - at_);
        const auto type = typeAt(at_);
        if (type && type->end < tokens_.size() && tokens_[type->end].is("(")) {
            at_ = type->end + 1;
            const Folded value = choice();
            if (!take(")") || type->type.number == HlslNumber::None) return wrong();
            return value ? Folded(convert(*value, type->type.number)) : std::nullopt;
        }
        at_ = end;
        if (!types_) return HlslConstant{0, true, true};
        const HlslSymbol* symbol = types_->scopes().find(path);
        return symbol && symbol->value ? symbol->value : wrong();
    }

    Folded size() {
        if (!take("(")) return wrong();
        const std::size_t end = pathEnd(tokens_, at_);
        const HlslSymbol* symbol = types_->scopes().find(tokens_.subspan(at_, end - at_));
        std::optional<std::uint64_t> bytes;
        if (symbol && symbol->kind != HlslSymbol::Kind::Type && symbol->type.bytes) {
            bytes = symbol->type.bytes;
            at_ = end;
        } else if (const auto type = typeAt(at_)) {
            bytes = type->type.bytes;
            at_ = type->end;
        }
        if (!bytes || !take(")")) return wrong();
        return HlslConstant{*bytes, false, *bytes > 0xffff'ffff};
    }

    std::span<const HlslToken> tokens_;
    const HlslTypeReader* types_; // null: a condition of the preprocessor
    std::size_t at_ = 0;
    int depth_ = 0;
    bool wrong_ = false;
};

} // namespace

std::optional<HlslConstant> foldConstant(std::span<const HlslToken> tokens, const HlslTypeReader& types) {
    return Folder(tokens, &types).fold();
}

std::optional<HlslConstant> foldCondition(std::span<const HlslToken> tokens) {
    return Folder(tokens, nullptr).fold();
}

std::size_t pathEnd(std::span<const HlslToken> tokens, std::size_t begin) {
    std::size_t at = begin;
    for (int part = 0; part < 32; ++part) {
        if (at < tokens.size() && tokens[at].is("::"))
            ++at;
        else if (part > 0)
            return at;
        if (at >= tokens.size() || !tokens[at].isIdentifier()) return begin;
        ++at;
    }
    return begin;
}

} // namespace vkperftest
