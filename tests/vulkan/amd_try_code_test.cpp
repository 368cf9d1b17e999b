// What the driver's compiler makes of a user's shader and its variants, on an AMD GPU that the machine lacks.

#include "isa/summary.h"
#include "matchers.h"
#include "trial/subject.h"
#include "trial/trial.h"
#include "vulkan/instance.h"
#include "vulkan/mesa_drivers.h"
#include "vulkan/trial_programs.h"

namespace vkperftest::amd_try_code_test {

// What try's table says of a variant: its loads, where the driver tells.
TEST(TryCode, ShowsTheLoadsOfEachVariant) {
    EXPECT_TRUE(pretend(*findTarget("polaris10").value()).ok());
    const auto instance = Instance::create({});
    ASSERT_TRUE(instance.ok()) << instance.error().sentence();
    const TestShader shader = hlslShader(R"(
ByteAddressBuffer source : register(t0);
RWByteAddressBuffer destination : register(u1);
[numthreads(64, 1, 1)] void main(uint3 id : SV_DispatchThreadID) {
    destination.Store4(id.x * 16, source.Load4(id.x * 16));
})");
    const World world = worldOf(shader.subject, {}, {4, 1, 1}).value();
    const auto prepared = withVariants(shader.subject, world, {.only = {"push", "address-16"}});
    std::vector<BoundRow> rows;
    for (const TrialShader& variant : prepared->shaders)
        rows.push_back({trialRow(variant.name), Strategy::Set});
    const auto codes =
        valueOf(readTrialCodes(instance.value()->physicalDevices()[0], instance.value()->devices()[0], rows,
                               *prepared, {.forShaders = Robustness::Off}));
    ASSERT_EQ(codes.size(), 3u);
    constexpr const char* kLoads[] = {"1 × buffer_load_dwordx4", "1 × buffer_load_dwordx4",
                                      "1 × flat_load_dwordx4"};
    for (std::size_t i = 0; i < codes.size(); ++i) {
        const Result<CodeDigest>& code = codes[i];
        ASSERT_TRUE(code.ok()) << code.error().sentence();
        EXPECT_EQ(code.value().trouble, "");
        EXPECT_THAT(summaryText(code.value().summary), HasSubstr(kLoads[i]));
    }
}

} // namespace vkperftest::amd_try_code_test
