#include "cases/reason.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

TEST(Reason, WhatRowsOfOneSubgroupSizeLackIsTheSame) {
    const Reason reason{ReasonKind::DeviceLacks, "subgroups have 8 to 32 lanes", "64"};
    EXPECT_EQ(reasonText(reason), "subgroups have 8 to 32 lanes, not 64");
    EXPECT_EQ(reasonText({ReasonKind::NeedsAlignedLoads, "16"}),
              "needs loads of 16 bytes at multiples of 16");
    EXPECT_EQ(reasonText({}), "");
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
