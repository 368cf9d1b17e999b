// Walks on a real Vulkan driver: what they load is what the CPU model says. Times are taken but never judged.
#include <gmock/gmock.h>

#include "cases/walk.h"
#include "opened.h"
#include "regular_expressions.h"
#include "run/optional_readings.h"

namespace vkperftest {
namespace walker_test {

using testing::ElementsAre;
using testing::Gt;
using testing::SizeIs;

constexpr std::uint64_t kFewBytes = 4 << 20; // of memory, for a quick test

// At the smallest, a middle and the largest size, and the layers stay silent.
TEST(Walker, LoadsWhatTheModelSaysOnEveryWalk) {
    Opened opened = open(true);
    for (const Walk& walk : walks()) {
        const std::vector<std::uint64_t> windows = windowsOf(walk, kFewBytes);
        for (const std::uint64_t window : {windows.front(), windows[windows.size() / 2], windows.back()}) {
            SCOPED_TRACE(testing::Message() << walk.name << ", " << window << " bytes");
            const Result<std::vector<double>> times =
                opened.executor->walk(partsOfSample(shortestDispatch(walk, window, kFewBytes, 2)), true);
            if (!times.ok() && times.error().kind == ErrorKind::Unsupported) { // SwiftShader's texel buffers
                EXPECT_GT(window, 1u << 16);
                EXPECT_THAT(times.error().cause,
                            ContainsRegex("^max(TexelBufferElements|ImageDimension2D) is [0-9]+$"));
                continue;
            }
            ASSERT_TRUE(times.ok()) << times.error().sentence();
            EXPECT_THAT(times.value(), ElementsAre(Gt(0), Gt(0)));
        }
    }
    opened.executor.reset();
    EXPECT_THAT(opened.instance->validationMessages(), SizeIs(0));
}

TEST(Walker, GoesOnAfterItsDeviceWasMadeAnew) {
    Opened opened = open(false);
    const auto parts = partsOfSample({walks().data(), kLeastWindow, kFewBytes});
    EXPECT_TRUE(opened.executor->walk(parts, true).ok());
    ASSERT_TRUE(opened.executor->renew().ok());
    EXPECT_TRUE(opened.executor->walk(parts, true).ok());
}

} // namespace walker_test
} // namespace vkperftest
