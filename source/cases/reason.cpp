#include "cases/reason.h"

#include <fmt/format.h>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

constexpr std::string_view kDetailAlone = "{0}";

constexpr auto kClauses = enumTable<ReasonKind, std::string_view>({
    "",
    "needs a storage buffer",
    "needs a uniform buffer",
    "needs a storage or uniform buffer",
    "needs a texture",
    "needs loads of {0} bytes at multiples of {0}",
    "the technique '{0}' has no kernel with addresses",
    "loads of a window have no kernel with addresses",
    "stores and atomics have no kernel with addresses",
    "this load or pattern has no kernel with addresses",
    "needs a single descriptor",
    "needs loads of one kind",
    kDetailAlone, // DeviceLacks
    kDetailAlone, // WrongValues
    kDetailAlone, // DeviceLost
    kDetailAlone, // Broke
    "time ran out",
    "the run ended before its turn",
    "it is not in the text",
    kDetailAlone, // OtherSentence
});

constexpr std::string_view kInsteadOf = ", not ";

// The part of the clause that stands for the form's detail; empty if the form has none.
std::string_view detailIn(std::string_view clause, std::string_view form) {
    const std::size_t begin = form.find('{');
    if (begin == std::string_view::npos || !clause.starts_with(form.substr(0, begin))) return {};
    const char after = form[begin + kDetailAlone.size()];
    return clause.substr(begin, clause.find(after, begin) - begin);
}

} // namespace

bool isOfStrategy(ReasonKind kind) {
    return kind >= ReasonKind::NeedsStorageBuffer && kind <= ReasonKind::NeedsOneKind;
}

bool hasDetail(ReasonKind kind) {
    return kClauses[kind].find('{') != std::string_view::npos;
}

std::string reasonText(const Reason& reason) {
    std::string text = fmt::format(fmt::runtime(kClauses[reason.kind]), reason.detail);
    if (!reason.wanted.empty()) text.append(kInsteadOf).append(reason.wanted);
    return text;
}

Reason reasonOf(const Error& error) {
    switch (error.kind) {
    case ErrorKind::Unsupported:
        return {ReasonKind::DeviceLacks, error.cause, error.wanted};
    case ErrorKind::WrongValues:
        return {ReasonKind::WrongValues, error.cause};
    case ErrorKind::DeviceLost:
    case ErrorKind::NoDevice:
        return {ReasonKind::DeviceLost, error.cause};
    default:
        return {ReasonKind::Broke, error.cause};
    }
}

Reason reasonOf(std::string_view clause, bool unsupported) {
    for (std::size_t i = 0; i < kClauses.values.size(); ++i) {
        const std::string_view form = kClauses.values[i];
        if (form == kDetailAlone) continue;
        Reason reason{static_cast<ReasonKind>(i), std::string(detailIn(clause, form))};
        if (reasonText(reason) == clause) return reason;
    }
    if (unsupported) {
        const std::size_t end = clause.find(kInsteadOf);
        Reason reason{ReasonKind::DeviceLacks, std::string(clause.substr(0, end))};
        if (end != std::string_view::npos) reason.wanted = clause.substr(end + kInsteadOf.size());
        return reason;
    }
    const bool wrong = clause.starts_with("wrong values");
    return {wrong ? ReasonKind::WrongValues : ReasonKind::OtherSentence, std::string(clause)};
}

} // namespace vkperftest
