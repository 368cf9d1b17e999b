#include "vulkan/pipeline.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/cores.h"
#include "cases/binding.h"
#include "vulkan/capabilities.h"
#include "vulkan/robustness.h"

namespace vkperftest {
namespace {

// What the pipeline demands and what the device demands of all pipelines.
CompileSettings settingsOf(const Device& device, const CompileSettings& own) {
    const CompileSettings& all = device.options().compiled;
    return {std::max(own.robustness, all.robustness),
            own.subgroupSize != 0 ? own.subgroupSize : all.subgroupSize};
}

Result<void> checkPipelineRobustness(const Device& device, Robustness own) {
    const Robustness ofAll = device.options().compiled.robustness;
    if (std::max(own, ofAll) != Robustness::Off && !device.options().plainBecause.empty())
        return Error{ErrorKind::Unsupported, device.options().plainBecause, ""};
    if (own <= ofAll) return {};
    VKPERFTEST_TRY(checkRobustness(device.physical(), own)); // first: what the device cannot do for any row
    if (device.robustPerPipeline()) return {};
    return Error{ErrorKind::Unsupported, std::string(kNoPipelineRobustness), ""};
}

Result<void> checkShaderNeeds(const Device& device, const Kernel& kernel) {
    for (const ShaderNeed* need : device.lacking()) {
        if (declares(kernel, *need))
            return Error{ErrorKind::Unsupported,
                         fmt::format("the driver lacks the feature {}", need->feature), ""};
    }
    return {};
}

Result<void> checkArrays(const Device& device, const PipelineRequest& request) {
    for (const Binding& binding : request.kernel->bindings)
        if (binding.count > 1) VKPERFTEST_TRY(device.indexing().check(binding, request.index));
    return {};
}

Result<void> checkDevice(const Device& device, const PipelineRequest& request) {
    Result<void> able = checkStrategy(device.record(), request.strategy, request.kernel->bindings);
    const std::uint32_t size = settingsOf(device, request.compiled).subgroupSize;
    if (able.ok()) able = checkSubgroup(device.subgroup(), *request.kernel, size);
    if (able.ok()) able = checkShaderNeeds(device, *request.kernel);
    if (able.ok()) able = checkArrays(device, request);
    if (able.ok()) able = checkPipelineRobustness(device, request.compiled.robustness);
    const std::string& why = device.options().plainBecause;
    if (able.ok() || why.empty()) return able;
    return Error{able.error().kind, why, ""};
}

std::vector<VkSpecializationMapEntry> constantEntries(std::size_t bytes) {
    constexpr std::uint32_t kBytes = 4;
    std::vector<VkSpecializationMapEntry> entries;
    for (std::uint32_t id = 0; id < bytes / kBytes; ++id) entries.push_back({id, id * kBytes, kBytes});
    return entries;
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
    const auto [robustness, subgroupSize] = settingsOf(device, request.compiled);
    const VkPipelineRobustnessCreateInfoEXT robust = pipelineRobustness(robustness);
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT demanded{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT,
        .requiredSubgroupSize = subgroupSize};
    const std::vector<VkSpecializationMapEntry> entries = constantEntries(request.constants.size());
    const VkSpecializationInfo specialization{static_cast<std::uint32_t>(entries.size()), entries.data(),
                                              request.constants.size(), request.constants.data()};
    VkPipelineShaderStageCreateFlags flags = 0;
    if (subgroupSize == 0 && kernel.subgroupOperations != 0 && device.subgroup().sizeControl)
        flags = VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT_EXT;
    constexpr VkPipelineCreateFlags kCapture = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR |
                                               VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    const VkComputePipelineCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = device.robustPerPipeline() ? &robust : nullptr,
        .flags =
            implementationOf(request.strategy).pipelineFlags | (device.options().compileOnly ? kCapture : 0),
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = subgroupSize != 0 ? &demanded : nullptr,
                  .flags = flags,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module.get(),
                  .pName = "main",
                  .pSpecializationInfo = entries.empty() ? nullptr : &specialization},
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
