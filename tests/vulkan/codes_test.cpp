// Asking a driver that also executes for its code.
#include <gmock/gmock.h>

#include "cases/cpu_model.h"
#include "cases/suite.h"
#include "validation.h"
#include "vulkan/capabilities.h"
#include "vulkan/vulkan_executor.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

// Under the validation layers, which must stay silent.
TEST(Codes, AskingLeavesTheExecutorAsItWas) {
    const Result<std::unique_ptr<Instance>> instance = Instance::create({.validate = kValidate});
    ASSERT_TRUE(instance.ok()) << instance.error().sentence();
    Result<std::unique_ptr<VulkanExecutor>> executor =
        VulkanExecutor::create(*instance.value(), 0, VulkanExecutorOptions());
    ASSERT_TRUE(executor.ok()) << executor.error().sentence();
    VulkanExecutor& device = *executor.value();
    const std::vector<BoundRow> boundRows = {{defaultBaseline(), Strategy::Set},
                                             {defaultBaseline(), Strategy::Push}};
    const Result<ProgramId> before = device.prepare({boundRows.data(), 1})[0];
    const Result<std::vector<Result<CodeDigest>>> codes = device.readCode(boundRows);
    // Software drivers tell nothing; others tell if they have the extension.
    const bool tells =
        device.device().kind != DeviceKind::Cpu &&
        hasExtension(instance.value()->physicalDevices()[0], "VK_KHR_pipeline_executable_properties");
    ASSERT_EQ(codes.ok(), tells);
    if (tells) {
        ASSERT_THAT(codes.value(), SizeIs(2));
        ASSERT_TRUE(codes.value()[0].ok()) << codes.value()[0].error().sentence();
        const CodeDigest& code = codes.value()[0].value();
        EXPECT_TRUE(code.hash.size() == 16 || !code.trouble.empty());
    } else {
        EXPECT_EQ(codes.error().kind, ErrorKind::Unsupported);
        EXPECT_THAT(codes.error().cause, HasSubstr("the driver lacks VK_KHR_pipeline_executable_properties"));
    }
    const Result<ProgramId> after = device.prepare({boundRows.data(), 1})[0];
    for (const Result<ProgramId>& program : {before, after}) {
        ASSERT_TRUE(program.ok()) << program.error().sentence();
        const Result<void> verified = device.verify(program.value(), expectedSums(defaultBaseline()));
        EXPECT_TRUE(verified.ok()) << verified.error().sentence();
    }
    executor.value().reset();
    EXPECT_THAT(instance.value()->validationMessages(), SizeIs(0));
}

} // namespace
} // namespace vkperftest
