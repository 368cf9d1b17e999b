// The chain of steps beside which a device's counter is read (cases/counter_chain.h): its kernels and
// results.
#pragma once

#include <array>
#include <memory>

#include "cases/counter_chain.h"
#include "vulkan/pipeline.h"

namespace vkperftest {

class CounterChains {
public:
    // Unsupported if the device lacks the counter.
    static Result<std::unique_ptr<CounterChains>> create(Device& device);

    // Records that the results of earlier submissions are erased.
    void recordErasure(VkCommandBuffer commands);
    // Records a dispatch of the kernel of that number; its results are ready for the CPU afterwards.
    void record(VkCommandBuffer commands, std::size_t kernel);

    // Ticks that each kernel counted in the last submission, which erased the results and ran both.
    // WrongValues if a chain ended with another value than the model's.
    Result<std::array<std::uint32_t, 2>> ticks();

private:
    struct Program {
        Pipeline pipeline;
        std::unique_ptr<Binder> binder;
    };

    explicit CounterChains(Device& device) : device_(device) {}
    Result<void> open();

    Device& device_;
    Buffer results_;
    std::array<Program, 2> programs_;
};

} // namespace vkperftest
