#include "vulkan/timestamps.h"

#include <limits>

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

TEST(Timestamps, PeriodsNeedNotBeWhole) {
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(1000, 1000, 64, 52.083), 0);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(1000, 2000, 64, 52.083), 52083);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(0, 1, 36, 52.083), 52.083);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(5, 8, 32, 1), 3);
}

TEST(Timestamps, WrapAtTheValidBits) {
    constexpr std::uint64_t kEnd36 = std::uint64_t{1} << 36;
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(kEnd36 - 10, 5, 36, 1), 15);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(kEnd36 - 1, 0, 36, 52.083), 52.083);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(0, kEnd36 - 1, 36, 1), 68719476735.0);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(0xffffffff, 1, 32, 10), 20);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(1, 0, 1, 1), 1);
}

TEST(Timestamps, BitsAboveTheValidOnesDoNotCount) {
    constexpr std::uint64_t kGarbage = std::uint64_t{0xabc} << 36;
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(kGarbage | 100, 350, 36, 2), 500);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(100, kGarbage | 350, 36, 2), 500);
}

TEST(Timestamps, SixtyFourBitsWrapToo) {
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(~std::uint64_t{0} - 1, 2, 64, 1), 4);
    EXPECT_DOUBLE_EQ(ticksToNanoseconds(std::uint64_t{1} << 63, (std::uint64_t{1} << 63) + 7, 64, 1), 7);
}

// The host's clock has seen the whole submission; a loaded machine sees it late.
TEST(Timestamps, AreDoubtedWhereTheHostSawOtherwise) {
    EXPECT_EQ(timestampDoubt(3e6, 3.1e6, {}), "");
    EXPECT_EQ(timestampDoubt(3e6, 5e9, {}), "");
    EXPECT_EQ(timestampDoubt(11e6, 3e6, {}), "") << "of clocks that differ a little, and short submissions";
    EXPECT_EQ(timestampDoubt(0, 90e6, {}), "") << "a coarse timer";
    EXPECT_EQ(timestampDoubt(1.8e19, 3e6, {}), "the device's timestamps are wrong: they report 1.8e+13 ms "
                                               "of dispatches in a submission of 3 ms");
    EXPECT_EQ(timestampDoubt(200e6, 90e6, {}), "") << "a rate that is not known yet";
    EXPECT_EQ(timestampDoubt(2e9, 90e6, {}), "the device's timestamps are wrong: they report 2e+03 ms "
                                             "of dispatches in a submission of 90 ms");
    EXPECT_EQ(timestampDoubt(0, 400e6, {}),
              "the device's timestamps are wrong: they stood still in a submission of 400 ms");
}

TEST(Timestamps, AreHeldToTheTimersRateOnceThatIsKnown) {
    constexpr TimerRate kRight{0.999, 1.002, 3}, kDouble{1.9, 2.1, 3}, kHalf{0.49, 0.51, 3};
    EXPECT_EQ(timestampDoubt(140e6, 90e6, kRight), "");
    EXPECT_NE(timestampDoubt(200e6, 90e6, kRight), "") << "a single one that is wrong";
    EXPECT_EQ(timestampDoubt(200e6, 90e6, kDouble), "") << "all its rows are measured, with a warning";
    EXPECT_NE(timestampDoubt(400e6, 90e6, kDouble), "");
    EXPECT_EQ(timestampDoubt(100e6, 90e6, kHalf), "") << "a timer may stop while the device idles";
    EXPECT_NE(timestampDoubt(1.8e19, 3e6, TimerRate{1e12, 1e12, 3}), "") << "no rate excuses nonsense";
}

TEST(Timestamps, TroubleIsNamed) {
    EXPECT_EQ(timestampTrouble(64, 1), "");
    EXPECT_EQ(timestampTrouble(36, 52.083), "");
    EXPECT_EQ(timestampTrouble(1, 1e-3), "");
    EXPECT_THAT(timestampTrouble(0, 1), testing::HasSubstr("no timestamps"));
    constexpr double kInfinity = std::numeric_limits<double>::infinity();
    for (const double period : {kInfinity, -kInfinity, std::numeric_limits<double>::quiet_NaN(), -1.0, 0.0}) {
        EXPECT_THAT(timestampTrouble(64, period), testing::HasSubstr("period")) << period;
    }
}

} // namespace
} // namespace vkperftest
