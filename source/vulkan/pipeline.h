// Compute pipelines: a kernel for one binding strategy.
#pragma once

#include <span>
#include <vector>

#include "vulkan/binding.h"

namespace vkperftest {

struct Pipeline {
    const Kernel* kernel = nullptr;
    Strategy strategy = Strategy::Set;
    OwnedSetLayout setLayout;
    OwnedPipelineLayout layout;
    OwnedPipeline pipeline;
};

struct PipelineRequest {
    const Kernel* kernel = nullptr;
    Strategy strategy = Strategy::Set;
    bool operator==(const PipelineRequest&) const = default;
};

// Builds all of them on as many threads as there are cores; one result each, in their order.
std::vector<Result<Pipeline>> createPipelines(const Device& device,
                                              std::span<const PipelineRequest> requests);

} // namespace vkperftest
