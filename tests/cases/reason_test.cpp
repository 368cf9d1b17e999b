#include "cases/reason.h"

#include <gmock/gmock.h>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

TEST(Reason, EveryClauseIsReadAsTheReasonThatItWasMadeOf) {
    for (std::size_t i = 0; i < enumeratorCount<ReasonKind>(); ++i) {
        const auto kind = static_cast<ReasonKind>(i);
        if (kind == ReasonKind::DeviceLacks || kind == ReasonKind::WrongValues) continue; // below
        const bool error = kind == ReasonKind::DeviceLost || kind == ReasonKind::Broke;
        Reason reason{kind, "some"};
        if (reasonText(reason) == reasonText({kind})) reason.detail.clear(); // it takes none
        const Reason read = reasonOf(reasonText(reason), isOfStrategy(kind));
        EXPECT_EQ(read, (error ? Reason{ReasonKind::OtherSentence, "some"} : reason)) << i;
    }
}

TEST(Reason, WhatRowsOfOneSubgroupSizeLackIsTheSame) {
    const Reason reason{ReasonKind::DeviceLacks, "subgroups have 8 to 32 lanes", "64"};
    EXPECT_EQ(reasonText(reason), "subgroups have 8 to 32 lanes, not 64");
    EXPECT_EQ(reasonOf(reasonText(reason), true), reason);
}

TEST(Reason, OlderFilesHaveWrongValuesAsFailures) {
    const Reason reason = reasonOf("wrong values: 1, must be 2", false);
    EXPECT_EQ(reason, (Reason{ReasonKind::WrongValues, "wrong values: 1, must be 2"}));
    EXPECT_EQ(reasonOf("vkCreateBuffer gave 5", false).kind, ReasonKind::OtherSentence);
}

TEST(Reason, ErrorsBecomeReasons) {
    const auto kindOf = [](ErrorKind kind) { return reasonOf(Error{kind, "it is so", ""}).kind; };
    EXPECT_EQ(kindOf(ErrorKind::Unsupported), ReasonKind::DeviceLacks);
    EXPECT_EQ(kindOf(ErrorKind::WrongValues), ReasonKind::WrongValues);
    EXPECT_EQ(kindOf(ErrorKind::DeviceLost), ReasonKind::DeviceLost);
    EXPECT_EQ(kindOf(ErrorKind::NoDevice), ReasonKind::DeviceLost);
    EXPECT_EQ(kindOf(ErrorKind::RowFailed), ReasonKind::Broke);
    EXPECT_EQ(reasonText(reasonOf(Error{ErrorKind::RowFailed, "it is so", "restart"})), "it is so");
}

} // namespace
} // namespace vkperftest
