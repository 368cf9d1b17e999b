#include "cases/reason.h"

#include <fmt/format.h>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

constexpr std::string_view kDetailAlone = "{0}";

struct ReasonTexts {
    std::string_view word;
    std::string_view clause;
};

constexpr auto kTexts = enumTable<ReasonKind, ReasonTexts>({
    {"none", ""},
    {"needs storage buffer", "needs a storage buffer"},
    {"needs uniform buffer", "needs a uniform buffer"},
    {"needs buffer", "needs a storage or uniform buffer"},
    {"needs texture", "needs a texture"},
    {"needs aligned loads", "needs loads of {0} bytes at multiples of {0}"},
    {"technique lacks addresses", "the technique '{0}' has no kernel with addresses"},
    {"window lacks addresses", "loads of a window have no kernel with addresses"},
    {"writes lack addresses", "stores and atomics have no kernel with addresses"},
    {"load lacks addresses", "this load or pattern has no kernel with addresses"},
    {"needs one descriptor", "needs a single descriptor"},
    {"needs one kind", "needs loads of one kind"},
    {"device lacks", kDetailAlone},
    {"wrong values", kDetailAlone},
    {"device lost", kDetailAlone},
    {"broke", kDetailAlone},
    {"time ran out", "time ran out"},
    {"run ended", "the run ended before its turn"},
});

constexpr std::string_view kInsteadOf = ", not ";

} // namespace

bool isOfStrategy(ReasonKind kind) {
    return kind >= ReasonKind::NeedsStorageBuffer && kind <= ReasonKind::NeedsOneKind;
}

std::string_view reasonWord(ReasonKind kind) {
    return kTexts[kind].word;
}

bool hasDetail(ReasonKind kind) {
    return kTexts[kind].clause.find('{') != std::string_view::npos;
}

std::string reasonText(const Reason& reason) {
    std::string text = fmt::format(fmt::runtime(kTexts[reason.kind].clause), reason.detail);
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
