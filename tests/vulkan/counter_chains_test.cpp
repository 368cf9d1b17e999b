// The device's own counter on a real Vulkan driver: its chains are verified. Times and ticks are never
// judged.
#include <gmock/gmock.h>

#include "cases/suite.h"
#include "opened.h"

namespace vkperftest {
namespace counter_chains_test {

// The layers stay silent. Drivers without the counter say so (SwiftShader).
TEST(CounterChains, CountsBesideItsChainsAloneAndAfterADispatch) {
    Opened opened = open(true);
    VulkanExecutor& executor = *opened.executor;
    const ProgramId baseline = prepareOne(executor, defaultBaseline());
    const bool has = executor.device().shaderClock != 0;
    for (const std::optional<Dispatch>& after : {std::optional<Dispatch>(), {Dispatch{baseline, 2}}}) {
        const Result<CounterSample> sample = executor.readCounter(after);
        ASSERT_EQ(sample.ok(), has) << (sample.ok() ? "" : sample.error().sentence());
        if (has) continue;
        EXPECT_EQ(sample.error().kind, ErrorKind::Unsupported);
        EXPECT_EQ(sample.error().cause, "no feature shaderSubgroupClock of VK_KHR_shader_clock");
    }
    ASSERT_TRUE(executor.renew().ok());
    EXPECT_EQ(executor.readCounter(Dispatch{baseline, 2}).ok(), has) << "on a device that was made anew";
    opened.executor.reset();
    EXPECT_THAT(opened.instance->validationMessages(), testing::SizeIs(0));
}

} // namespace counter_chains_test
} // namespace vkperftest
