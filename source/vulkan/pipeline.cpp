#include "vulkan/pipeline.h"

#include <atomic>
#include <thread>

#include "base/all_cores.h"

namespace vkperftest {
namespace {

Result<void> checkDevice(const Device& device, const PipelineRequest& request) {
    Result<void> able = checkStrategy(device.record(), request.strategy, request.kernel->bindings);
    if (able.ok()) able = checkSubgroup(device.subgroup(), *request.kernel, request.subgroupSize);
    const std::string& why = device.options().plainBecause;
    if (able.ok() || why.empty()) return able;
    return Error{able.error().kind, why, ""};
}

} // namespace

Bindings bindingsOf(const Device& device, const Pipeline& pipeline,
                    std::vector<std::vector<Descriptor>> places, std::uint64_t dispatches) {
    return {device,
            implementationOf(pipeline.strategy).type,
            pipeline.setLayout.get(),
            pipeline.layout.get(),
            std::move(places),
            dispatches};
}

Result<Pipeline> createPipeline(const Device& device, const PipelineRequest& request) {
    const Kernel& kernel = *request.kernel;
    VKPERFTEST_TRY(checkDevice(device, request));
    Pipeline result{.kernel = &kernel, .strategy = request.strategy};
    VKPERFTEST_TRY(assign(result.setLayout, createSetLayout(device, kernel.bindings, request.strategy)));
    const VkDescriptorSetLayout sets[] = {result.setLayout.get()};
    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, kernel.pushConstantBytes};
    const VkPipelineLayoutCreateInfo layoutInfo{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                .setLayoutCount = 1,
                                                .pSetLayouts = sets,
                                                .pushConstantRangeCount = 1,
                                                .pPushConstantRanges = &constants};
    VKPERFTEST_TRY(
        create(result.layout, "vkCreatePipelineLayout", vkCreatePipelineLayout, device.get(), layoutInfo));

    const VkShaderModuleCreateInfo moduleInfo{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                              .codeSize = kernel.words.size_bytes(),
                                              .pCode = kernel.words.data()};
    Owned<VkShaderModule, vkDestroyShaderModule> module;
    VKPERFTEST_TRY(create(module, "vkCreateShaderModule", vkCreateShaderModule, device.get(), moduleInfo));
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT demanded{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT,
        .requiredSubgroupSize = request.subgroupSize};
    VkPipelineShaderStageCreateFlags flags = 0;
    if (request.subgroupSize == 0 && kernel.subgroupOperations != 0 && device.subgroup().sizeControl)
        flags = VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT_EXT;
    constexpr VkPipelineCreateFlags kCapture = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR |
                                               VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    const VkComputePipelineCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .flags =
            implementationOf(request.strategy).pipelineFlags | (device.options().compileOnly ? kCapture : 0),
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = request.subgroupSize != 0 ? &demanded : nullptr,
                  .flags = flags,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module.get(),
                  .pName = "main"},
        .layout = result.layout.get()};
    VkPipeline pipeline = VK_NULL_HANDLE;
    VKPERFTEST_TRY(
        check("vkCreateComputePipelines",
              vkCreateComputePipelines(device.get(), device.pipelineCache(), 1, &info, nullptr, &pipeline)));
    result.pipeline = OwnedPipeline(device.get(), pipeline);
    return result;
}

std::vector<Result<Pipeline>> createPipelines(const Device& device, std::span<const PipelineRequest> requests,
                                              const BuildProgress& tell) {
    std::vector<Result<Pipeline>> results;
    for (std::size_t i = 0; i < requests.size(); ++i) results.emplace_back(Pipeline());
    const std::thread::id caller = std::this_thread::get_id();
    std::atomic<std::size_t> built = 0;
    onAllCores(requests.size(), [&](std::size_t i) {
        results[i] = createPipeline(device, requests[i]);
        const std::size_t done = ++built;
        if (tell && std::this_thread::get_id() == caller) tell(done, requests.size());
    });
    return results;
}

} // namespace vkperftest
