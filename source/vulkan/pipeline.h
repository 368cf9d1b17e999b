// Compute pipelines: a kernel for one binding strategy and subgroup size.
#pragma once

#include <span>
#include <vector>

#include "run/executor.h"
#include "vulkan/strategy.h"

namespace vkperftest {

struct Pipeline {
    const Kernel* kernel = nullptr;
    Strategy strategy = Strategy::Set;
    OwnedSetLayout setLayout;
    Owned<VkPipelineLayout, vkDestroyPipelineLayout> layout;
    OwnedPipeline pipeline;
};

struct PipelineRequest {
    const Kernel* kernel = nullptr;
    Strategy strategy = Strategy::Set;
    std::uint32_t subgroupSize = 0; // demanded; 0: the driver's choice
    bool operator==(const PipelineRequest&) const = default;
};

// Bindings of `places` for dispatches of the pipeline.
Bindings bindingsOf(const Device& device, const Pipeline& pipeline,
                    std::vector<std::vector<Descriptor>> places, std::uint64_t dispatches = 1);

// Unsupported, with the reason, if the device cannot run the kernel that way. May be called from several
// threads.
Result<Pipeline> createPipeline(const Device& device, const PipelineRequest& request);

// Builds all pipelines, on as many threads as there are cores; one result each, in order. If the driver
// chooses the subgroup's size, kernels see their actual size only on devices with
// VK_EXT_subgroup_size_control; without it, Vulkan lets a driver report another.
std::vector<Result<Pipeline>> createPipelines(const Device& device, std::span<const PipelineRequest> requests,
                                              const BuildProgress& tell = {});

} // namespace vkperftest
