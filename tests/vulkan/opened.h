// The first device of the driver under test.
#pragma once

#include <memory>

#include "matchers.h"
#include "vulkan/vulkan_executor.h"

namespace vkperftest {

// Whether the tests run under the validation layers: Wine's loader offers none, and on other Windows machines few have
// them.
#ifdef _WIN32
constexpr bool kValidate = false;
#else
constexpr bool kValidate = true;
#endif

struct Opened {
    std::unique_ptr<Instance> instance;
    std::unique_ptr<VulkanExecutor> executor;
};

inline Opened open(bool validate, const VulkanExecutorOptions& options = {}) {
    Result<std::unique_ptr<Instance>> instance = Instance::create({.validate = validate && kValidate});
    EXPECT_TRUE(instance.ok()) << instance.error().sentence();
    Result<std::unique_ptr<VulkanExecutor>> executor = VulkanExecutor::create(*instance.value(), 0, options);
    EXPECT_TRUE(executor.ok()) << executor.error().sentence();
    return {std::move(instance).value(), std::move(executor).value()};
}

// The layers also judge how the executor is taken down.
inline void expectSilence(Opened& opened) {
    opened.executor.reset();
    EXPECT_THAT(opened.instance->validationMessages(), IsEmpty());
}

inline ProgramId prepareOne(VulkanExecutor& executor, const Case& row) {
    const BoundRow bound{row, Strategy::Set};
    const Result<ProgramId> program = executor.prepare({&bound, 1})[0];
    EXPECT_TRUE(program.ok()) << program.error().sentence();
    return program.value();
}

} // namespace vkperftest
