#include "lint/hlsl/declarations.h"

#include <algorithm>

namespace vkperftest {
namespace {

using ScopeKind = HlslScopes::Kind;
using SymbolKind = HlslSymbol::Kind;

bool isOneOf(const HlslToken& token, std::string_view punctuators) {
    return token.text.size() == 1 && punctuators.find(token.text[0]) != std::string_view::npos;
}

} // namespace

bool HlslDeclarations::isName(std::size_t at) const {
    return at < tokens_.size() && tokens_[at].isIdentifier() && !isHlslKeyword(tokens_[at].text);
}

std::size_t HlslDeclarations::step(std::size_t at) {
    if (!tokens_[at].isIdentifier()) return punctuator(at);
    const bool behindPath = at > 0 && (tokens_[at - 1].is(".") || tokens_[at - 1].is("::"));
    return behindPath ? at + 1 : word(at);
}

std::size_t HlslDeclarations::punctuator(std::size_t at) {
    if (tokens_[at].text.size() != 1) return at + 1;
    switch (tokens_[at].text[0]) {
    case '(':
        scopes_.open(ScopeKind::Bracket);
        break;
    case ')':
        closeHeaders();
        scopes_.bracketToHeader();
        break;
    case '{':
        if (memberOf_.empty())
            scopes_.open(ScopeKind::Block);
        else
            scopes_.openMember(memberOf_);
        endStatement();
        break;
    case '}':
        return closeBrace(at);
    case ';':
        closeHeaders();
        endStatement();
        break;
    case ',':
    case '=':
        isStatic_ = isConst_ = false;
        break;
    }
    return at + 1;
}

void HlslDeclarations::closeHeaders() {
    while (scopes_.top() == ScopeKind::Header) scopes_.close();
}

void HlslDeclarations::endStatement() {
    isStatic_ = isConst_ = false;
    memberOf_ = {};
}

std::size_t HlslDeclarations::closeBrace(std::size_t at) {
    closeHeaders();
    const bool wasStructure = scopes_.top() == ScopeKind::Structure;
    const std::uint32_t space = scopes_.space();
    scopes_.close();
    closeHeaders();
    endStatement();
    if (!wasStructure) return at + 1;
    const Structure structure = structures_.back();
    structures_.pop_back();
    const HlslType type = structure.layout.type(structure.name, space);
    members_[space] = structure.layout.members();
    if (!structure.name.empty()) scopes_.declare(structure.name, {SymbolKind::Type, type});
    if (!isName(at + 1)) return at + 1;
    if (structure.isTypedef)
        scopes_.declare(tokens_[at + 1].text, {SymbolKind::Type, type});
    else
        declareVariables(at + 1, type);
    return at + 2;
}

std::size_t HlslDeclarations::word(std::size_t at) {
    const HlslToken& token = tokens_[at];
    if (token.is("namespace")) return openNamespace(at);
    if (token.is("struct") || token.is("class") || token.is("interface")) return openStructure(at, false);
    if (token.is("cbuffer") || token.is("tbuffer")) return openBuffer(at);
    if (token.is("template")) return openTemplate(at);
    if (token.is("enum")) return readEnum(at);
    if (token.is("typedef")) return readTypedef(at);
    if (token.is("using")) return readUsing(at);
    isStatic_ = isStatic_ || token.is("static");
    isConst_ = isConst_ || token.is("const");
    if (isHlslKeyword(token.text) || isHlslQualifier(token.text)) return at + 1;
    return readDeclaration(at);
}

std::size_t HlslDeclarations::openNamespace(std::size_t at) {
    const std::size_t end = pathEnd(tokens_, at + 1);
    if (!is(end, "{")) return at + 1;
    if (end == at + 1)
        scopes_.open(ScopeKind::Space);
    else
        scopes_.openSpace(ScopeKind::Space, path(at + 1, end));
    return end + 1;
}

std::size_t HlslDeclarations::openStructure(std::size_t at, bool isTypedef) {
    std::size_t next = at + 1;
    const bool named = isName(next);
    const std::string_view name = named ? tokens_[next++].text : std::string_view();
    Structure structure{name, isTypedef, {}};
    while (is(next, ":") || (next > at + 2 && is(next, ","))) {
        const auto base = types_.read(tokens_, next + 1);
        if (!base) return at + 1;
        if (base->type.bytes || !base->declared)
            structure.layout.addBase(base->type, membersIn(base->type.space));
        next = base->end;
    }
    if (!is(next, "{")) return at + 1; // `struct Name variable`
    scopes_.openSpace(ScopeKind::Structure, path(at + 1, at + 1 + (named ? 1 : 0)));
    structures_.push_back(structure);
    endStatement();
    return next + 1;
}

// A cbuffer's members are visible outside it.
std::size_t HlslDeclarations::openBuffer(std::size_t at) {
    const std::size_t last = std::min(tokens_.size(), at + 16);
    for (std::size_t i = at + 1; i < last && !tokens_[i].is(";"); ++i) {
        if (tokens_[i].is("(")) i = brackets_[i];
        if (!tokens_[i].is("{")) continue;
        scopes_.open(ScopeKind::Space);
        return i + 1;
    }
    return at + 1;
}

// A template's parameters are unknown; they hide constants and types of the same names.
std::size_t HlslDeclarations::openTemplate(std::size_t at) {
    const std::size_t end = templateEnd(tokens_, at + 1);
    if (end == at + 1) return end;
    scopes_.open(ScopeKind::Bracket);
    for (std::size_t i = at + 2; i + 1 < end; ++i) {
        const bool last = is(i + 1, ",") || is(i + 1, ">") || is(i + 1, "=");
        if (!isName(i) || !last) continue;
        const bool isType = tokens_[i - 1].is("typename") || tokens_[i - 1].is("class");
        scopes_.declare(tokens_[i].text, {isType ? SymbolKind::Type : SymbolKind::Variable});
    }
    scopes_.bracketToHeader();
    return end;
}

std::size_t HlslDeclarations::readEnum(std::size_t at) {
    std::size_t next = at + 1;
    const bool isScoped = is(next, "class") || is(next, "struct");
    if (isScoped) ++next;
    const std::size_t name = next;
    const bool named = isName(name);
    if (named) ++next;
    HlslType type = *types_.builtIn("int");
    if (is(next, ":")) {
        const auto given = types_.read(tokens_, next + 1);
        if (!given || given->type.number == HlslNumber::None) return at + 1;
        type = given->type;
        next = given->end;
    }
    if (!is(next, "{")) return at + 1;
    const std::size_t end = brackets_[next];
    if (named) scopes_.declare(tokens_[name].text, {SymbolKind::Type, type});
    std::optional<HlslConstant> value = convert({}, type.number);
    for (std::size_t i = next + 1; i < end;) {
        const std::size_t behind = is(i + 1, "=") ? initializerEnd(i + 2) : i + 1;
        if (!isName(i)) break;
        scopes_.openSpace(ScopeKind::Space,
                          path(name, name + (named ? 1 : 0))); // earlier enumerators are visible in it
        if (behind > i + 1) value = foldConstant(path(i + 2, behind), types_);
        if (value) value = convert(*value, type.number);
        const HlslSymbol symbol{value ? SymbolKind::Constant : SymbolKind::Variable, type, value};
        scopes_.declare(tokens_[i].text, symbol);
        scopes_.close();
        if (!isScoped) scopes_.declare(tokens_[i].text, symbol);
        if (value) value->bits += 1;
        i = behind + 1;
    }
    return end + 1;
}

std::size_t HlslDeclarations::readTypedef(std::size_t at) {
    if (is(at + 1, "struct") || is(at + 1, "class")) {
        const std::size_t next = openStructure(at + 1, true);
        if (next > at + 2) return next;
        ++at;
    }
    const auto type = types_.read(tokens_, at + 1);
    if (!type) return at + 1;
    std::size_t name = type->end;
    while (is(name, "const")) ++name;
    if (!isName(name)) return at + 1;
    const bool isArray = is(name + 1, "[");
    scopes_.declare(tokens_[name].text, {SymbolKind::Type, isArray ? HlslType{} : type->type});
    return name + 1;
}

std::size_t HlslDeclarations::readUsing(std::size_t at) {
    if (is(at + 1, "namespace")) {
        const std::size_t end = pathEnd(tokens_, at + 2);
        scopes_.useSpace(path(std::min(at + 2, end), end));
        return at + 2;
    }
    if (!isName(at + 1) || !is(at + 2, "=")) return at + 1;
    const auto type = types_.read(tokens_, at + 3);
    if (!type) return at + 1;
    scopes_.declare(tokens_[at + 1].text, {SymbolKind::Type, type->type});
    return type->end;
}

std::size_t HlslDeclarations::readDeclaration(std::size_t at) {
    // Most names are no types, as the next token shows without looking them up.
    if (!isName(at + 1) && !is(at + 1, "<") && !is(at + 1, "::")) return at + 1;
    const std::size_t pathBehind = std::max(pathEnd(tokens_, at), at + 1);
    if (at < declaredTo_) return pathBehind;
    const auto type = types_.read(tokens_, at);
    if (!type) return pathBehind;
    std::size_t name = type->end;
    for (; is(name, "const") || is(name, "static"); ++name) (is(name, "const") ? isConst_ : isStatic_) = true;
    if (!isName(name)) return pathBehind;
    declareVariables(name, type->type);
    isStatic_ = isConst_ = false;
    return name + 1;
}

void HlslDeclarations::declareVariables(std::size_t name, const HlslType& type) {
    if (is(name + 1, "(")) {
        scopes_.declare(tokens_[name].text, {SymbolKind::Function, type});
        return;
    }
    if (is(name + 1, "::")) {
        const std::size_t end = pathEnd(tokens_, name);
        if (end > name + 2 && is(end, "(")) memberOf_ = path(name, end - 2);
        return;
    }
    while (true) {
        const std::size_t end = declareVariable(name, type);
        declaredTo_ = std::max(declaredTo_, end);
        // `, name` continues the declaration; `, type name` is the next parameter.
        if (!is(end, ",") || !isName(end + 1) || end + 2 >= tokens_.size() ||
            !isOneOf(tokens_[end + 2], "=,;[:"))
            return;
        name = end + 1;
    }
}

// Returns the index of what follows: a comma, or the end.
std::size_t HlslDeclarations::declareVariable(std::size_t name, HlslType type) {
    std::size_t next = name + 1;
    std::optional<std::uint64_t> count = 1;
    const bool isArray = is(next, "[");
    for (; is(next, "["); next = brackets_[next] + 1) {
        const auto size = foldConstant(path(next + 1, brackets_[next]), types_);
        count = count && size && size->bits < 0x8000 ? std::optional(*count * size->bits % (1ULL << 32U))
                                                     : std::nullopt;
    }
    // A bit-field: HLSL does not say how they are packed.
    if (is(next, ":") && next + 1 < tokens_.size() && tokens_[next + 1].kind == HlslToken::Kind::Number)
        count.reset();
    if (is(next, ":")) { // a semantic, or a register
        const std::size_t last = std::min(tokens_.size(), next + 32);
        while (next < last && !isOneOf(tokens_[next], "=,;){"))
            next = is(next, "(") ? brackets_[next] + 1 : next + 1;
    }
    std::optional<HlslConstant> value;
    if (is(next, "=")) {
        const std::size_t begin = next + 1;
        next = initializerEnd(begin);
        // Outside functions, a const without static is a parameter of the shader. A const parameter's value
        // is only a default.
        const bool fixed =
            isConst_ && (isStatic_ || (scopes_.local() && scopes_.top() != ScopeKind::Bracket));
        if (fixed && !isArray && type.number != HlslNumber::None)
            value = foldConstant(path(begin, next), types_);
        if (value) value = convert(*value, type.number);
    }
    if (scopes_.top() == ScopeKind::Structure && !isStatic_)
        structures_.back().layout.add(tokens_[name].text, type, count, isArray);
    noteBuffer(name, type);
    if (isArray) type.bytes.reset(); // for sizeof
    scopes_.declare(tokens_[name].text, {value ? SymbolKind::Constant : SymbolKind::Variable, type, value});
    return next;
}

void HlslDeclarations::noteBuffer(std::size_t name, const HlslType& type) {
    const bool global = !scopes_.local() && scopes_.top() != ScopeKind::Structure;
    if (global && type.kind == HlslType::Kind::StructuredBuffer && type.elementBytes > 0)
        buffers_.push_back({name, type, membersIn(type.space)});
}

std::vector<ReflectedMember> HlslDeclarations::membersIn(std::uint32_t space) const {
    const auto found = members_.find(space);
    return found == members_.end() ? std::vector<ReflectedMember>() : found->second;
}

std::size_t HlslDeclarations::initializerEnd(std::size_t begin) const {
    std::size_t i = begin;
    while (i < tokens_.size() && !isOneOf(tokens_[i], ",;)}]")) {
        const bool isTemplate = is(i, "<") && (tokens_[i - 1].is("vector") || tokens_[i - 1].is("matrix") ||
                                               (i > 1 && tokens_[i - 2].is(".")));
        if (isOneOf(tokens_[i], "([{"))
            i = brackets_[i] + 1;
        else
            i = isTemplate ? std::max(templateEnd(tokens_, i), i + 1) : i + 1;
    }
    return i;
}

} // namespace vkperftest
