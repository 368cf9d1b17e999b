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

} // namespace vkperftest
