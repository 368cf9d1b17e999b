#include "vulkan/pipeline.h"

#include <atomic>
#include <cstring>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/cores.h"
#include "cases/binding.h"
#include "vulkan/capabilities.h"

namespace vkperftest {
namespace {

// What the pipeline demands and what the device demands of all pipelines.
CompileSettings settingsOf(const Device& device, const CompileSettings& own) {
    const CompileSettings& all = device.options().compiled;
    return {own.robustness != Robustness::Off ? own.robustness : all.robustness,
            own.subgroupSize != 0 ? own.subgroupSize : all.subgroupSize};
}

Result<void> checkDevice(const Device& device, const PipelineRequest& request) {
    const Kernel& kernel = *request.kernel;
    VKPERFTEST_TRY(checkStrategy(device.record(), request.strategy, kernel.bindings));
    VKPERFTEST_TRY(
        checkSubgroup(device.subgroup(), kernel, settingsOf(device, request.compiled).subgroupSize));
    VKPERFTEST_TRY(checkFeatures(device.physical(), kernel.words));
    for (const Binding& binding : kernel.bindings)
        if (binding.count > 1) VKPERFTEST_TRY(checkArray(device.physical(), binding, request.index));
    return checkPipelineRobustness(device, request.compiled.robustness);
}

// Compute shaders use acceleration structures in ray queries alone, on which RADV aborts without the feature.
Result<void> checkRayQueries(const Device& device, const Shader& shader) {
    const bool needed =
        std::ranges::count(shader.bindings, DescriptorKind::AccelerationStructure, &ShaderBinding::kind) > 0;
    if (!needed || offers(device.physical(), kRayQuery)) return {};
    return lacking("rayQuery of VK_KHR_ray_query");
}

// Values of all specialization constants, one after the other.
struct Specialization {
    std::vector<VkSpecializationMapEntry> entries;
    std::vector<std::byte> data;
    VkSpecializationInfo info{};

    explicit Specialization(const std::vector<SpecializedConstant>& constants) {
        for (const SpecializedConstant& constant : constants) {
            const std::size_t offset = data.size();
            data.resize(offset + constant.bytes);
            std::memcpy(data.data() + offset, &constant.value, constant.bytes); // the lower bytes come first
            entries.push_back({constant.id, static_cast<std::uint32_t>(offset), constant.bytes});
        }
        info = {static_cast<std::uint32_t>(entries.size()), entries.data(), data.size(), data.data()};
    }
    Specialization(const Specialization&) = delete;
    Specialization& operator=(const Specialization&) = delete;
};

} // namespace

Result<void> checkPipelineRobustness(const Device& device, Robustness own) {
    const Robustness ofAll = device.options().compiled.robustness;
    if (own == Robustness::Off || own == ofAll) return {};
    VKPERFTEST_TRY(checkRobustness(device.physical(), own)); // first: what the device cannot do for any row
    if (device.robustPerPipeline()) return {};
    return unsupported(std::string(kNoPipelineRobustness));
}

Bindings bindingsOf(const Device& device, const Pipeline& pipeline,
                    std::vector<std::vector<Descriptor>> places, std::uint64_t dispatches,
                    std::uint32_t set) {
    const auto kindOf = implementationOf(pipeline.strategy).kindOf;
    for (std::vector<Descriptor>& place : places)
        for (Descriptor& one : place) one.kind = kindOf(one.kind);
    return {device, pipeline.setLayouts[set].get(), pipeline.layout.get(), std::move(places), dispatches,
            set};
}

Result<Pipeline> buildPipeline(const Device& device, const PipelineStage& stage) {
    Pipeline into;
    VKPERFTEST_TRY(checkBindings(device.physical(), stage.bindings));
    VKPERFTEST_TRY(assign(into.setLayouts, createSetLayouts(device, stage.bindings, stage.layoutFlags)));
    std::vector<VkDescriptorSetLayout> sets;
    for (const OwnedSetLayout& layout : into.setLayouts) sets.push_back(layout.get());
    const VkPushConstantRange constants{VK_SHADER_STAGE_COMPUTE_BIT, 0, stage.pushConstantBytes};
    const VkPipelineLayoutCreateInfo layoutInfo{.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                                .setLayoutCount = static_cast<std::uint32_t>(sets.size()),
                                                .pSetLayouts = sets.data(),
                                                .pushConstantRangeCount = constants.size > 0 ? 1u : 0u,
                                                .pPushConstantRanges = &constants};
    VKPERFTEST_TRY(
        create(into.layout, "vkCreatePipelineLayout", vkCreatePipelineLayout, device.get(), layoutInfo));
    const VkShaderModuleCreateInfo moduleInfo{.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
                                              .codeSize = stage.words.size_bytes(),
                                              .pCode = stage.words.data()};
    Owned<VkShaderModule, vkDestroyShaderModule> module;
    VKPERFTEST_TRY(create(module, "vkCreateShaderModule", vkCreateShaderModule, device.get(), moduleInfo));
    const auto [robustness, subgroupSize] = stage.compiled;
    const VkPipelineRobustnessCreateInfoEXT robust = pipelineRobustness(robustness);
    const VkPipelineShaderStageRequiredSubgroupSizeCreateInfoEXT demanded{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO_EXT,
        .requiredSubgroupSize = subgroupSize};
    const Specialization specialization(stage.constants);
    constexpr VkPipelineCreateFlags kCapture = VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR |
                                               VK_PIPELINE_CREATE_CAPTURE_INTERNAL_REPRESENTATIONS_BIT_KHR;
    const VkComputePipelineCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
        .pNext = device.robustPerPipeline() ? &robust : nullptr,
        .flags = stage.pipelineFlags | (device.options().compileOnly ? kCapture : 0),
        .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                  .pNext = subgroupSize != 0 ? &demanded : nullptr,
                  .flags = stage.flags,
                  .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                  .module = module.get(),
                  .pName = stage.entryPoint,
                  .pSpecializationInfo = stage.constants.empty() ? nullptr : &specialization.info},
        .layout = into.layout.get()};
    VkPipeline pipeline = VK_NULL_HANDLE;
    VKPERFTEST_TRY(
        check("vkCreateComputePipelines",
              vkCreateComputePipelines(device.get(), device.pipelineCache(), 1, &info, nullptr, &pipeline)));
    into.pipeline = OwnedPipeline(device.get(), pipeline);
    return into;
}

Result<Pipeline> createPipeline(const Device& device, const PipelineRequest& request) {
    const Kernel& kernel = *request.kernel;
    VKPERFTEST_TRY(checkDevice(device, request));
    PipelineStage stage{.words = kernel.words,
                        .bindings = bindingsUnder(request.strategy, kernel.bindings),
                        .layoutFlags = implementationOf(request.strategy).layoutFlags,
                        .pushConstantBytes = kernel.pushConstantBytes,
                        .compiled = settingsOf(device, request.compiled),
                        .pipelineFlags = implementationOf(request.strategy).pipelineFlags,
                        .constants = request.constants};
    if (stage.compiled.subgroupSize == 0 && kernel.subgroupOperations != 0 && device.subgroup().sizeControl)
        stage.flags = VK_PIPELINE_SHADER_STAGE_CREATE_ALLOW_VARYING_SUBGROUP_SIZE_BIT_EXT;
    Pipeline result;
    VKPERFTEST_TRY(assign(result, buildPipeline(device, stage)));
    result.kernel = &kernel;
    result.strategy = request.strategy;
    return result;
}

Result<Pipeline> createShaderPipeline(const Device& device, const Shader& shader) {
    VKPERFTEST_TRY(checkSubgroupSize(device.subgroup(), shader.compiled.subgroupSize, 0));
    VKPERFTEST_TRY(checkAtomics(device.physical(), shader));
    VKPERFTEST_TRY(checkRayQueries(device, shader));
    VKPERFTEST_TRY(checkPartitioned(device.physical(), shader.words));
    constexpr std::uint32_t kWord = 4;
    VKPERFTEST_TRY(checkStrategy(device.record(), shader.strategy, shader.bindings));
    return buildPipeline(device, {.words = shader.words,
                                  .entryPoint = shader.entryPoint.c_str(),
                                  .bindings = shader.bindings,
                                  .layoutFlags = implementationOf(shader.strategy).layoutFlags,
                                  .pushConstantBytes = (shader.pushConstantBytes + kWord - 1) / kWord * kWord,
                                  .compiled = shader.compiled,
                                  .pipelineFlags = implementationOf(shader.strategy).pipelineFlags});
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

Result<BoundKernel> bindKernel(const Device& device, const PipelineRequest& request,
                               const std::function<Descriptor(const Binding&)>& descriptorOf) {
    if (request.kernel == nullptr) return rowFailed("the program has no such kernel");
    BoundKernel bound;
    VKPERFTEST_TRY(assign(bound.pipeline, createPipeline(device, request)));
    std::vector<Descriptor> descriptors;
    for (const Binding& binding : request.kernel->bindings) {
        Descriptor& descriptor = descriptors.emplace_back(descriptorOf(binding));
        descriptor.binding = binding.number;
        descriptor.kind = binding.kind;
    }
    const MakeBinder make = implementationOf(request.strategy).make;
    VKPERFTEST_TRY(assign(bound.binder, make(bindingsOf(device, bound.pipeline, {std::move(descriptors)}))));
    return bound;
}

void recordBinding(VkCommandBuffer commands, const Pipeline& pipeline,
                   std::span<const std::unique_ptr<Binder>> binders, std::span<const std::byte> constants) {
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
    for (const std::unique_ptr<Binder>& binder : binders) {
        binder->begin(commands);
        binder->bind(commands, 0); // succeeds: what can fail is done before any recording
    }
    if (constants.empty()) return;
    vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       static_cast<std::uint32_t>(constants.size()), constants.data());
}

} // namespace vkperftest
