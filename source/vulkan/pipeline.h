// Compute pipelines: a kernel for one binding strategy, subgroup size and robustness.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "run/executor.h"
#include "vulkan/api.h"
#include "vulkan/device.h"
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
    CompileSettings compiled = {}; // demanded in addition to the device's (LogicalDeviceOptions)
    DescriptorIndex index = DescriptorIndex::None; // of the kernel's array of descriptors
    std::vector<std::byte> constants =
        {}; // the kernel's specialization constants, 4 bytes each, from number 0 on
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
