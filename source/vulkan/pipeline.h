// Compute pipelines: a kernel for one binding strategy, subgroup size and robustness.
#pragma once

#include <span>
#include <vector>

#include "isa/shader.h"
#include "run/executor.h"
#include "vulkan/api.h"
#include "vulkan/device.h"
#include "vulkan/strategy.h"

namespace vkperftest {

// Of a kernel, or of a user's shader.
struct Pipeline {
    const Kernel* kernel = nullptr;
    Strategy strategy = Strategy::Set;
    std::vector<OwnedSetLayout> setLayouts;
    Owned<VkPipelineLayout, vkDestroyPipelineLayout> layout;
    OwnedPipeline pipeline;
};

// What a pipeline is built of.
struct PipelineStage {
    std::span<const std::uint32_t> words; // SPIR-V
    const char* entryPoint = "main";
    std::vector<ShaderBinding> bindings;              // by set
    VkDescriptorSetLayoutCreateFlags layoutFlags = 0; // of set 0
    std::uint32_t pushConstantBytes = 0;
    CompileSettings compiled;
    VkPipelineShaderStageCreateFlags flags = 0;
    VkPipelineCreateFlags pipelineFlags = 0;
    std::vector<SpecializedConstant> constants;
};

// Unsupported names the limit of the device that the bindings exceed.
Result<Pipeline> buildPipeline(const Device& device, const PipelineStage& stage);

// Unsupported unless a pipeline may demand these bounds checks of its own.
Result<void> checkPipelineRobustness(const Device& device, Robustness own);

struct PipelineRequest {
    const Kernel* kernel = nullptr;
    Strategy strategy = Strategy::Set;
    CompileSettings compiled = {}; // demanded in addition to the device's (LogicalDeviceOptions)
    DescriptorIndex index = DescriptorIndex::None; // of the kernel's array of descriptors
    std::vector<SpecializedConstant> constants = {};
    bool operator==(const PipelineRequest&) const = default;
};

// Bindings of `places` for dispatches of the pipeline.
Bindings bindingsOf(const Device& device, const Pipeline& pipeline,
                    std::vector<std::vector<Descriptor>> places, std::uint64_t dispatches = 1,
                    std::uint32_t set = 0);

// Unsupported, with the reason, if the device cannot run the kernel that way. May be called from several
// threads.
Result<Pipeline> createPipeline(const Device& device, const PipelineRequest& request);

// The same of a user's shader. RowFailed if the driver rejects it; Unsupported, with the reason, if the device cannot bind
// the shader that way, require the subgroup size, or do the shader's atomic operations or ray queries.
Result<Pipeline> createShaderPipeline(const Device& device, const Shader& shader);

// Builds all pipelines, on as many threads as there are cores; one result each, in order. If the driver
// chooses the subgroup's size, kernels see their actual size only on devices with
// VK_EXT_subgroup_size_control; without it, Vulkan lets a driver report another.
std::vector<Result<Pipeline>> createPipelines(const Device& device, std::span<const PipelineRequest> requests,
                                              const BuildProgress& tell = {});

// A kernel with what it is bound to.
struct BoundKernel {
    Pipeline pipeline;
    std::unique_ptr<Binder> binder;
};

// `descriptorOf` gives what each of the kernel's bindings holds, without its number and kind.
Result<BoundKernel> bindKernel(const Device& device, const PipelineRequest& request,
                               const std::function<Descriptor(const Binding&)>& descriptorOf);

// Records the binding of the pipeline and its descriptors, and push constants from byte 0 on, without barriers.
void recordBinding(VkCommandBuffer commands, const Pipeline& pipeline,
                   std::span<const std::unique_ptr<Binder>> binders, std::span<const std::byte> constants);

// The same, and workgroups.
template <class Constants>
void recordKernel(VkCommandBuffer commands, const BoundKernel& kernel, const Constants& constants,
                  std::uint64_t groups) {
    recordBinding(commands, kernel.pipeline, {&kernel.binder, 1}, std::as_bytes(std::span(&constants, 1)));
    vkCmdDispatch(commands, static_cast<std::uint32_t>(groups), 1, 1);
}

} // namespace vkperftest
