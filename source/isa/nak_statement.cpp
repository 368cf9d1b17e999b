#include "isa/nak_statement.h"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "isa/listing.h"

namespace vkperftest {

Error strangeNak(std::string_view line) {
    return unread(fmt::format("'{}' is not understood", line));
}

std::optional<std::uint32_t> nakNumber(std::string_view text) {
    std::uint32_t number = 0;
    const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = failed == std::errc() && end == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

Result<NakStatement> nakStatement(std::string_view line) {
    const std::size_t comment = line.find("//");
    if (comment == std::string_view::npos) return strangeNak(line);
    NakStatement statement{.schedule = std::string(trim(line.substr(comment + 2)))};
    std::vector<std::string> words = wordsOf(line.substr(0, comment));
    if (!words.empty() && words[0].starts_with('@')) {
        statement.predicate = words[0];
        words.erase(words.begin());
    }
    if (const auto equals = std::ranges::find(words, "="); equals != words.end()) {
        statement.destinations.assign(words.begin(), equals);
        words.erase(words.begin(), equals + 1);
    }
    if (words.empty() || !statement.schedule.starts_with("delay=")) return strangeNak(line);
    statement.opcode = words[0];
    statement.operands.assign(words.begin() + 1, words.end());
    return statement;
}

bool readsTexture(const NakStatement& statement) {
    constexpr std::string_view kTextureLoads[] = {"tex", "tld", "tld4", "txd", "suld"};
    return std::ranges::find(kTextureLoads, statement.action()) != std::end(kTextureLoads);
}

std::optional<NakRegisters> nakRegisters(std::string_view text) {
    constexpr std::uint32_t kMost = 256; // that a lane has
    const bool uniform = text.starts_with('u');
    if (uniform) text.remove_prefix(1);
    if (!text.starts_with('r')) return std::nullopt;
    text.remove_prefix(1);
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    const auto numberAt = [&]() -> std::optional<std::uint32_t> {
        const auto end = std::ranges::find_if_not(text, isDigit);
        const auto digits = static_cast<std::size_t>(end - text.begin());
        const std::optional<std::uint32_t> number = nakNumber(text.substr(0, digits));
        text.remove_prefix(digits);
        return number;
    };
    const std::optional<std::uint32_t> first = numberAt();
    if (!first) return std::nullopt; // rZ
    if (!text.starts_with("..")) return NakRegisters{uniform, *first, 1};
    text.remove_prefix(2);
    const std::optional<std::uint32_t> end = numberAt();
    if (!end || *end <= *first || *end > kMost) return std::nullopt;
    return NakRegisters{uniform, *first, *end - *first};
}

} // namespace vkperftest
