#include "lint/hlsl/types.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

namespace vkperftest {
namespace {

using Number = HlslNumber;

struct Scalar {
    std::string_view name;
    std::uint32_t bytes; // 0: 2 or 4, like half
    Number number;
};

constexpr Scalar kScalars[] = {
    {"bool", 4, Number::Bool},      {"int", 4, Number::Int},         {"uint", 4, Number::Uint},
    {"dword", 4, Number::Uint},     {"float", 4, Number::None},      {"double", 8, Number::None},
    {"half", 0, Number::None},      {"min16float", 0, Number::None}, {"min10float", 0, Number::None},
    {"min16int", 0, Number::Int},   {"min12int", 0, Number::Int},    {"min16uint", 0, Number::Uint},
    {"float16_t", 2, Number::None}, {"float32_t", 4, Number::None},  {"float64_t", 8, Number::None},
    {"int16_t", 2, Number::Int},    {"int32_t", 4, Number::Int},     {"int64_t", 8, Number::Int64},
    {"uint16_t", 2, Number::Uint},  {"uint32_t", 4, Number::Uint},   {"uint64_t", 8, Number::Uint64},
};

constexpr std::string_view kKeywords[] = {
    "return",   "else",    "case",    "do",       "goto",      "if",        "for",   "while",
    "switch",   "default", "break",   "continue", "discard",   "sizeof",    "true",  "false",
    "operator", "using",   "typedef", "template", "namespace", "struct",    "class", "interface",
    "enum",     "cbuffer", "tbuffer", "this",     "register",  "packoffset"};

constexpr std::string_view kQualifiers[] = {
    "in",          "out",          "line",          "const",           "inout",           "snorm",
    "unorm",       "point",        "static",        "extern",          "shared",          "inline",
    "export",      "linear",       "sample",        "uniform",         "precise",         "lineadj",
    "volatile",    "centroid",     "typename",      "triangle",        "row_major",       "groupshared",
    "triangleadj", "column_major", "noperspective", "nointerpolation", "reordercoherent", "globallycoherent"};

constexpr std::uint32_t kLongest = 1024; // elements of a vector, by the specification
constexpr int kDeepestTemplate = 8;

HlslType numeric(std::string_view element, std::uint32_t bytes, std::uint32_t elements) {
    return {HlslType::Kind::Numeric,        Number::None, std::string(element), bytes, elements, bytes,
            std::uint64_t(bytes) * elements};
}

HlslType matrix(const HlslType& scalar, std::uint32_t rows, std::uint32_t columns) {
    HlslType type = numeric(fmt::format("{}{}x{}", scalar.element, rows, columns),
                            scalar.elementBytes * rows * columns, 1);
    type.alignment = scalar.alignment;
    return type;
}

bool isByteAddressBuffer(std::string_view name) {
    return name == "ByteAddressBuffer" || name == "RWByteAddressBuffer" ||
           name == "RasterizerOrderedByteAddressBuffer";
}

bool isStructuredBuffer(std::string_view name) {
    constexpr std::string_view kNames[] = {"StructuredBuffer", "RWStructuredBuffer", "AppendStructuredBuffer",
                                           "ConsumeStructuredBuffer", "RasterizerOrderedStructuredBuffer"};
    return std::ranges::count(kNames, name) > 0;
}

// The index after an expression in a template's arguments; it ends at a comma or > outside all brackets.
std::size_t argumentEnd(std::span<const HlslToken> tokens, std::size_t begin) {
    int depth = 0;
    const std::size_t last = std::min(tokens.size(), begin + 64);
    for (std::size_t i = begin; i < last; ++i) {
        if (depth == 0 && (tokens[i].is(",") || tokens[i].is(">"))) return i;
        if (tokens[i].is("(")) ++depth;
        if (tokens[i].is(")")) --depth;
        if (depth < 0 || tokens[i].is(";") || tokens[i].is("{")) break;
    }
    return begin;
}

} // namespace

bool isHlslKeyword(std::string_view word) {
    static const std::unordered_set<std::string_view> all(std::begin(kKeywords), std::end(kKeywords));
    return all.contains(word);
}

bool isHlslQualifier(std::string_view word) {
    static const std::unordered_set<std::string_view> all(std::begin(kQualifiers), std::end(kQualifiers));
    return all.contains(word);
}

std::size_t templateEnd(std::span<const HlslToken> tokens, std::size_t begin) {
    int depth = 0, round = 0; // round: parentheses, in which < and > compare
    const std::size_t last = std::min(tokens.size(), begin + 64);
    for (std::size_t i = begin; i < last; ++i) {
        const HlslToken& token = tokens[i];
        if (token.is("(")) ++round;
        if (token.is(")")) --round;
        if (token.is("<") && round == 0) ++depth;
        if (token.is(">") && round == 0 && --depth == 0) return i + 1;
        if (depth == 0 || round < 0 || token.is(";") || token.is("{") || token.is("}") || token.is("&&") ||
            token.is("||"))
            break;
    }
    return begin;
}

std::optional<HlslType> HlslTypes::builtIn(std::string_view name) const {
    for (const Scalar& scalar : kScalars) {
        if (!name.starts_with(scalar.name)) continue;
        const std::string_view size = name.substr(scalar.name.size());
        const auto digit = [&](std::size_t at) { return size[at] >= '1' && size[at] <= '4'; };
        const auto value = [&](std::size_t at) { return static_cast<std::uint32_t>(size[at] - '0'); };
        const std::uint32_t bytes = scalar.bytes != 0 ? scalar.bytes : sixteenBits_ ? 2 : 4;
        HlslType type = numeric(scalar.name, bytes, 1);
        if (size.empty()) {
            type.number = scalar.number;
            return type;
        }
        if (size.size() == 1 && digit(0)) return numeric(scalar.name, bytes, value(0));
        if (size.size() == 3 && digit(0) && size[1] == 'x' && digit(2))
            return matrix(type, value(0), value(2));
    }
    if (isByteAddressBuffer(name)) return HlslType{.kind = HlslType::Kind::ByteAddressBuffer};
    return std::nullopt;
}

// vector<T, N> and matrix<T, R, C>; `begin` is at the <.
HlslTypeRead HlslTypes::generic(std::span<const HlslToken> tokens, std::size_t begin, int depth) const {
    HlslTypeRead unknown{{}, templateEnd(tokens, begin), true};
    const bool isVector = tokens[begin - 1].is("vector");
    const auto element = read(tokens, begin + 1, depth + 1);
    if (!element || element->end >= tokens.size()) return unknown;
    std::uint32_t sizes[2] = {4, 4};
    std::size_t at = element->end, given = 0;
    for (; given < (isVector ? 1 : 2) && at < tokens.size() && tokens[at].is(","); ++given) {
        const std::size_t end = argumentEnd(tokens, at + 1);
        const auto size = foldConstant(tokens.subspan(at + 1, end > at + 1 ? end - at - 1 : 0), *this);
        sizes[given] = size && size->bits <= kLongest ? static_cast<std::uint32_t>(size->bits) : 0;
        at = std::max(end, at + 1);
    }
    if (at >= tokens.size() || !tokens[at].is(">")) return unknown;
    unknown.end = at + 1;
    const HlslType& scalar = element->type;
    if (scalar.kind != HlslType::Kind::Numeric || scalar.elements != 1 || sizes[0] == 0 || sizes[1] == 0)
        return unknown;
    return {isVector ? numeric(scalar.element, scalar.elementBytes, sizes[0])
                     : matrix(scalar, sizes[0], sizes[1]),
            at + 1};
}

// `begin` is at the <. Nothing if its arguments are no single type.
std::optional<HlslTypeRead> HlslTypes::structuredBuffer(std::span<const HlslToken> tokens, std::size_t begin,
                                                        int depth) const {
    const auto element = read(tokens, begin + 1, depth + 1);
    if (!element || element->end >= tokens.size() || !tokens[element->end].is(">")) return std::nullopt;
    HlslType type = {.kind = HlslType::Kind::StructuredBuffer};
    type.element = element->type.name();
    type.space = element->type.kind == HlslType::Kind::Structure ? element->type.space : 0;
    type.elementBytes = static_cast<std::uint32_t>(element->type.bytes.value_or(0));
    return HlslTypeRead{type, element->end + 1};
}

std::optional<HlslTypeRead> HlslTypes::read(std::span<const HlslToken> tokens, std::size_t begin,
                                            int depth) const {
    if (depth > kDeepestTemplate) return std::nullopt;
    while (begin < tokens.size() && isHlslQualifier(tokens[begin].text)) ++begin;
    if (begin >= tokens.size() || isHlslKeyword(tokens[begin].text)) return std::nullopt;
    const std::size_t end = pathEnd(tokens, begin);
    if (end == begin) return std::nullopt;
    const std::string_view name = tokens[begin].text;
    const bool arguments = end < tokens.size() && tokens[end].is("<");
    if (end == begin + 1) {
        if (name == "unsigned" && end < tokens.size() && tokens[end].is("int"))
            return HlslTypeRead{*builtIn("uint"), end + 1};
        if ((name == "vector" || name == "matrix") && arguments) {
            HlslTypeRead found = generic(tokens, end, depth);
            if (found.end > end) return found;
        }
        if (name == "vector") return HlslTypeRead{*builtIn("float4"), end};
        if (name == "matrix") return HlslTypeRead{*builtIn("float4x4"), end};
        if (name == "void") return HlslTypeRead{{}, end};
        if (arguments && isStructuredBuffer(name)) {
            if (auto found = structuredBuffer(tokens, end, depth)) return found;
        }
    }
    if (const HlslSymbol* symbol = scopes().find(tokens.subspan(begin, end - begin))) {
        if (symbol->kind != HlslSymbol::Kind::Type) return std::nullopt;
        return HlslTypeRead{symbol->type, arguments ? std::max(end, templateEnd(tokens, end)) : end};
    }
    if (end == begin + 1) {
        if (auto type = builtIn(name)) return HlslTypeRead{*std::move(type), end};
    }
    return HlslTypeRead{{}, arguments ? std::max(end, templateEnd(tokens, end)) : end, false};
}

std::string HlslType::name() const {
    if (kind != Kind::Numeric || elements < 2) return element;
    return elements > 4 ? fmt::format("vector<{}, {}>", element, elements)
                        : fmt::format("{}{}", element, elements);
}

// Moves the end behind the value; false if the layout is unknown.
bool HlslLayout::place(const HlslType& type, std::optional<std::uint64_t> count) {
    constexpr std::uint64_t kMost = std::uint64_t(1) << 31U;
    known_ = known_ && count && *count <= kMost && type.bytes && *type.bytes <= kMost && type.alignment > 0 &&
             bytes_ <= kMost && *type.bytes * std::max<std::uint64_t>(*count, 1) <= kMost;
    if (!known_) return false;
    bytes_ = (bytes_ + type.alignment - 1) / type.alignment * type.alignment + *type.bytes * *count;
    alignment_ = std::max(alignment_, type.alignment);
    return true;
}

void HlslLayout::add(std::string_view name, const HlslType& type, std::optional<std::uint64_t> count,
                     bool isArray) {
    if (!place(type, count)) return;
    const auto size = static_cast<std::uint32_t>(*type.bytes * *count);
    members_.push_back({.name = std::string(name),
                        .type = isArray ? fmt::format("{}[{}]", type.name(), *count) : type.name(),
                        .offset = static_cast<std::uint32_t>(bytes_) - size,
                        .size = size});
}

void HlslLayout::addBase(const HlslType& type, std::span<const ReflectedMember> members) {
    const std::uint64_t before =
        (bytes_ + type.alignment - 1) / std::max(type.alignment, 1u) * type.alignment;
    if (!place(type, 1)) return;
    for (ReflectedMember member : members) {
        member.offset += static_cast<std::uint32_t>(before);
        members_.push_back(std::move(member));
    }
}

HlslType HlslLayout::type(std::string_view name, std::uint32_t space) const {
    HlslType result;
    result.kind = HlslType::Kind::Structure;
    result.element = name.substr(0, 64);
    result.space = space;
    const std::uint64_t bytes = (bytes_ + alignment_ - 1) / alignment_ * alignment_;
    if (!known_ || bytes == 0 || bytes > UINT32_MAX) return result;
    result.bytes = bytes;
    result.elementBytes = static_cast<std::uint32_t>(bytes);
    result.elements = 1;
    result.alignment = alignment_;
    return result;
}

} // namespace vkperftest
