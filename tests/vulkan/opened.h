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
    std::unique_ptr<Instance> instance = valueOf(Instance::create({.validate = validate && kValidate}));
    std::unique_ptr<VulkanExecutor> executor = valueOf(VulkanExecutor::create(*instance, 0, options));
    return {std::move(instance), std::move(executor)};
}

// The layers also judge how the executor is taken down.
inline void expectSilence(Opened& opened) {
    opened.executor.reset();
    EXPECT_THAT(opened.instance->validationMessages(), IsEmpty());
}

inline ProgramId prepareOne(VulkanExecutor& executor, const Case& row) {
    const BoundRow bound{row, Strategy::Set};
    return valueOf(executor.prepare({&bound, 1})[0]);
}

} // namespace vkperftest
