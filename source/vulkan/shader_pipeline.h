// Pipelines of users' shaders: compiled, never executed.
#pragma once

#include <vector>

#include "isa/shader.h"
#include "vulkan/device.h"

namespace vkperftest {

struct ShaderPipeline {
    std::vector<OwnedSetLayout> setLayouts;
    Owned<VkPipelineLayout, vkDestroyPipelineLayout> layout;
    OwnedPipeline pipeline;
};

// RowFailed if the driver rejects it; Unsupported, with the reason, if the device cannot bind the shader that
// way, require the subgroup size, or do the shader's atomic operations or ray
// queries. May be called from several threads.
Result<ShaderPipeline> createShaderPipeline(const Device& device, const Shader& shader,
                                            const ShaderPipelineOptions& options);

} // namespace vkperftest
