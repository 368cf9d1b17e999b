#include "cases/reason.h"

#include <gmock/gmock.h>

#include "base/enum_table.h"
#include "golden.h"

namespace vkperftest {
namespace {

TEST(Reason, HasAClauseOfItsKindAndItsDetail) {
    for (std::size_t i = 0; i < enumeratorCount<ReasonKind>(); ++i)
        expectGolden(reasonText({static_cast<ReasonKind>(i), "detail", "64"}));
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
