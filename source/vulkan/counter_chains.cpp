#include "vulkan/counter_chains.h"

#include <algorithm>

#include <fmt/format.h>

namespace vkperftest {
namespace {

constexpr VkPipelineStageFlags kChainStage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
constexpr std::size_t kWordsOfChain = 2; // its ticks, and the value that it ends with

} // namespace

Result<std::unique_ptr<CounterChains>> CounterChains::create(Device& device) {
    if (device.record().shaderClock == 0) {
        const auto lacking = std::ranges::find(kCapabilities, &DeviceRecord::shaderClock, &Capability::value);
        const std::string& why = device.options().plainBecause;
        return Error{ErrorKind::Unsupported, why.empty() ? std::string(lacking->missing) : why, ""};
    }
    std::unique_ptr<CounterChains> counter(new CounterChains(device));
    VKPERFTEST_TRY(counter->open());
    return counter;
}

Result<void> CounterChains::open() {
    constexpr VkDeviceSize kBytes = kCounterKernels.size() * kWordsOfChain * sizeof(std::uint32_t);
    VKPERFTEST_TRY(createBuffer(device_, results_, kBytes,
                                VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                kReadMemory));
    for (std::size_t i = 0; i < programs_.size(); ++i) {
        const Kernel* const kernel = findKernel(kCounterKernels[i]);
        if (kernel == nullptr)
            return Error{ErrorKind::RowFailed, fmt::format("there is no kernel '{}'", kCounterKernels[i]),
                         ""};
        Program& program = programs_[i];
        VKPERFTEST_TRY(assign(program.pipeline, createPipeline(device_, {kernel, Strategy::Set})));
        const Binding& binding = kernel->bindings.front();
        VKPERFTEST_TRY(assign(program.binder,
                              implementationOf(Strategy::Set)
                                  .make(bindingsOf(device_, program.pipeline,
                                                   {{{.binding = binding.number,
                                                      .kind = binding.kind,
                                                      .buffer = {results_.buffer.get(), 0, results_.bytes},
                                                      .address = results_.address}}}))));
    }
    return {};
}

void CounterChains::recordErasure(VkCommandBuffer commands) {
    vkCmdFillBuffer(commands, results_.buffer.get(), 0, VK_WHOLE_SIZE, 0xffffffff);
    memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT, kChainStage,
                  VK_ACCESS_SHADER_WRITE_BIT);
}

void CounterChains::record(VkCommandBuffer commands, std::size_t kernel) {
    const Program& program = programs_[kernel];
    const CounterConstants constants{.slot = static_cast<std::uint32_t>(kernel)};
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, program.pipeline.pipeline.get());
    program.binder->begin(commands);
    program.binder->bind(commands, 0);
    vkCmdPushConstants(commands, program.pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       sizeof(constants), &constants);
    vkCmdDispatch(commands, 1, 1, 1);
    memoryBarrier(commands, kChainStage, VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_HOST_BIT,
                  VK_ACCESS_HOST_READ_BIT);
}

Result<std::array<std::uint32_t, 2>> CounterChains::ticks() {
    std::array<std::uint32_t, kCounterKernels.size() * kWordsOfChain> words{};
    VKPERFTEST_TRY(readBuffer(device_, results_, std::as_writable_bytes(std::span(words))));
    std::array<std::uint32_t, 2> ticks{};
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const std::uint32_t end = words[i * kWordsOfChain + 1], expected = chainEnd(i);
        if (end != expected)
            return Error{ErrorKind::WrongValues,
                         fmt::format("wrong values: the chain of '{}' ended with {:#x}, must be {:#x}",
                                     kCounterKernels[i], end, expected),
                         ""};
        ticks[i] = words[i * kWordsOfChain];
    }
    return ticks;
}

} // namespace vkperftest
