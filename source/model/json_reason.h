// Why something was not measured, as results files record it: as a sentence for readers, and since 1.4 as a
// kind with a detail.
#pragma once

#include "model/json_fields.h"

namespace vkperftest {

template <>
inline constexpr auto kWords<ReasonKind> = enumTable<ReasonKind, Word>({"none",
                                                                        "needs storage buffer",
                                                                        "needs uniform buffer",
                                                                        "needs buffer",
                                                                        "needs texture",
                                                                        "needs aligned loads",
                                                                        "technique lacks addresses",
                                                                        "window lacks addresses",
                                                                        "writes lack addresses",
                                                                        "load lacks addresses",
                                                                        "needs one descriptor",
                                                                        "needs one kind",
                                                                        "device lacks",
                                                                        "wrong values",
                                                                        "device lost",
                                                                        "broke",
                                                                        "time ran out",
                                                                        "run ended",
                                                                        "not in text",
                                                                        "other"});

void jsonFields(auto& json, Of<Reason> auto& reason) {
    json("kind", reason.kind);
    json.onlyIf(!reason.detail.empty(), "detail", reason.detail);
    json.onlyIf(!reason.wanted.empty(), "wanted", reason.wanted);
}

// Of a strategy or a way of recording. Wrong values are written as a failure, as in older files: the cause
// distinguishes them.
void outcomeFields(auto& json, auto& result) {
    json("status", result.status);
    json.derived("reason", reasonText(result.reason));
    json.onlyIf(!result.reason.empty(), "cause", result.reason, ifKnown<Reason>); // since 1.4
}

// Call when outcomeFields has read them. Without a cause, or with one that only newer versions know, the
// reason is read from the sentence.
void settleOutcome(const Node& node, auto& result) {
    const std::string sentence = node["reason"].text();
    if (hasDetail(result.reason.kind) && result.reason.detail.empty())
        node["cause"]["detail"].wrong("is empty");
    if (result.reason.empty()) result.reason = reasonOf(sentence, result.status == Status::Unsupported);
    if (result.status == Status::Failed && result.reason.kind == ReasonKind::WrongValues)
        result.status = Status::WrongValues;
}

} // namespace vkperftest
