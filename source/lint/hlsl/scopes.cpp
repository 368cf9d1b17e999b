#include "lint/hlsl/scopes.h"

namespace vkperftest {
namespace {

constexpr std::size_t kMostUsed = 16;
constexpr int kMostOutwards = 64; // bounds the cost of a look-up in deeply nested namespaces

bool isAbsolute(std::span<const HlslToken> path) {
    return !path.empty() && path[0].is("::");
}

} // namespace

void HlslScopes::open(Kind kind) {
    scopes_.push_back({kind, scopes_.empty() ? 0 : space()});
}

void HlslScopes::openSpace(Kind kind, std::span<const HlslToken> path) {
    std::uint32_t inner = space();
    const auto child = [&](std::string_view name) {
        const auto next = static_cast<std::uint32_t>(parents_.size());
        const auto [known, isNew] = spaces_.try_emplace({inner, name}, next);
        if (isNew) parents_.push_back(inner);
        return known->second;
    };
    for (const HlslToken& token : path) {
        if (token.isIdentifier()) inner = child(token.text);
    }
    if (path.empty()) {
        parents_.push_back(inner);
        inner = static_cast<std::uint32_t>(parents_.size() - 1);
    }
    scopes_.push_back({kind, inner});
}

void HlslScopes::openMember(std::span<const HlslToken> path) {
    scopes_.push_back({Kind::Block, findSpace(path).value_or(space())});
}

void HlslScopes::close() {
    if (scopes_.size() == 1) return;
    for (const std::string_view name : scopes_.back().locals) {
        const auto found = locals_.find(name);
        found->second.pop_back();
        if (found->second.empty()) locals_.erase(found);
    }
    scopes_.pop_back();
}

void HlslScopes::bracketToHeader() {
    if (scopes_.back().locals.empty()) return close();
    scopes_.back().kind = Kind::Header;
}

std::size_t HlslScopes::declaring() const {
    std::size_t i = scopes_.size() - 1;
    while (i > 0 && scopes_[i].kind == Kind::Header) --i;
    return i;
}

bool HlslScopes::local() const {
    const Kind kind = scopes_[declaring()].kind;
    return kind == Kind::Block || kind == Kind::Bracket;
}

void HlslScopes::declare(std::string_view name, HlslSymbol symbol) {
    Scope& scope = scopes_[declaring()];
    if (local()) {
        scope.locals.push_back(name);
        locals_[name].push_back(std::move(symbol));
    } else {
        members_[{scope.space, name}] = std::move(symbol);
    }
}

void HlslScopes::useSpace(std::span<const HlslToken> path) {
    const auto found = findSpace(path);
    if (found && used_.size() < kMostUsed) used_.push_back(*found);
}

std::optional<std::uint32_t> HlslScopes::descend(std::uint32_t space, std::span<const HlslToken> path) const {
    for (const HlslToken& token : path) {
        if (!token.isIdentifier()) continue;
        const auto found = spaces_.find({space, token.text});
        if (found == spaces_.end()) return std::nullopt;
        space = found->second;
    }
    return space;
}

template <class Look> auto HlslScopes::outwards(const Look& look) const -> decltype(look(0u)) {
    std::uint32_t inner = space();
    for (int i = 0; inner != 0 && i < kMostOutwards; ++i, inner = parents_[inner]) {
        if (auto found = look(inner)) return found;
    }
    if (auto found = look(0)) return found;
    for (const std::uint32_t used : used_) {
        if (auto found = look(used)) return found;
    }
    return {};
}

std::optional<std::uint32_t> HlslScopes::findSpace(std::span<const HlslToken> path) const {
    if (isAbsolute(path)) return descend(0, path);
    return outwards([&](std::uint32_t from) { return descend(from, path); });
}

const HlslSymbol* HlslScopes::member(std::uint32_t space, std::string_view name) const {
    const auto found = members_.find({space, name});
    return found != members_.end() ? &found->second : nullptr;
}

const HlslSymbol* HlslScopes::find(std::span<const HlslToken> path) const {
    if (path.empty()) return nullptr;
    const std::string_view name = path.back().text;
    if (path.size() == 1) {
        if (const auto local = locals_.find(name); local != locals_.end()) return &local->second.back();
    }
    const auto look = [&](std::uint32_t from) -> const HlslSymbol* {
        const auto inner = descend(from, path.first(path.size() - 1));
        return inner ? member(*inner, name) : nullptr;
    };
    return isAbsolute(path) ? look(0) : outwards(look);
}

} // namespace vkperftest
