#include "vulkan/pipeline_code.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/cores.h"
#include "isa/target.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

namespace {

// Stands for as many as an array without size may get.
constexpr std::uint32_t kUnsized = 1024;

Result<void> checkPushed(const Device& device, const Shader& shader) {
    if (device.record().pushDescriptors == 0) return unsupported("the driver lacks VK_KHR_push_descriptor");
    std::uint32_t pushed = 0;
    for (const ShaderBinding& binding : shader.bindings) {
        if (binding.set != 0) continue;
        if (binding.count == 0) return unsupported("arrays without size cannot be pushed");
        pushed += binding.count;
    }
    const std::uint32_t most = device.record().maxPushDescriptors;
    if (pushed <= most) return {};
    return unsupported(
        fmt::format("set 0 has {} descriptors, and the driver pushes at most {}", pushed, most));
}

// Of kinds that not every device offers, or of few descriptors only. Arrays without size count among the descriptors that
// may be updated after binding, which have limits of their own.
Result<void> checkKinds(const Device& device, const Shader& shader) {
    using Kind = DescriptorKind;
    using Of = VkPhysicalDeviceLimits;
    struct Limit {
        const char* name;
        std::uint32_t Of::*most;
        std::vector<Kind> kinds; // that share it
    };
    static const Limit kLimits[] = {{"maxPerStageDescriptorSamplers",
                                     &Of::maxPerStageDescriptorSamplers,
                                     {Kind::Sampler, Kind::CombinedImage}},
                                    {"maxPerStageDescriptorSampledImages",
                                     &Of::maxPerStageDescriptorSampledImages,
                                     {Kind::SampledImage, Kind::CombinedImage, Kind::UniformTexels}},
                                    {"maxPerStageDescriptorStorageImages",
                                     &Of::maxPerStageDescriptorStorageImages,
                                     {Kind::StorageImage, Kind::StorageTexels}},
                                    {"maxPerStageDescriptorUniformBuffers",
                                     &Of::maxPerStageDescriptorUniformBuffers,
                                     {Kind::UniformBuffer, Kind::DynamicUniformBuffer}},
                                    {"maxPerStageDescriptorStorageBuffers",
                                     &Of::maxPerStageDescriptorStorageBuffers,
                                     {Kind::StorageBuffer, Kind::DynamicStorageBuffer}},
                                    {"maxDescriptorSetUniformBuffersDynamic",
                                     &Of::maxDescriptorSetUniformBuffersDynamic,
                                     {Kind::DynamicUniformBuffer}},
                                    {"maxDescriptorSetStorageBuffersDynamic",
                                     &Of::maxDescriptorSetStorageBuffersDynamic,
                                     {Kind::DynamicStorageBuffer}}};
    const auto exceeded = [](const char* name, std::uint64_t most, std::uint64_t needed) {
        return unsupported(fmt::format("{} is {}, but the shader needs {}", name, most, needed));
    };
    const VkPhysicalDeviceLimits limits = coreProperties(device.physical()).limits;
    for (const Limit& limit : kLimits) {
        std::uint64_t needed = 0;
        for (const ShaderBinding& one : shader.bindings)
            if (std::ranges::count(limit.kinds, one.kind) > 0) needed += one.count;
        if (needed > limits.*limit.most) return exceeded(limit.name, limits.*limit.most, needed);
    }
    constexpr std::uint64_t kInlineBlocks = 4; // that every device with the extension offers
    const std::uint32_t most = device.record().maxInlineUniformBytes;
    std::uint64_t blocks = 0;
    for (const ShaderBinding& one : shader.bindings) {
        if (one.kind != Kind::InlineUniforms) continue;
        ++blocks;
        if (most == 0) return unsupported("the driver lacks VK_EXT_inline_uniform_block");
        if (one.count > most) return exceeded("maxInlineUniformBlockSize", most, one.count);
    }
    if (blocks > kInlineBlocks)
        return exceeded("maxPerStageDescriptorInlineUniformBlocks", kInlineBlocks, blocks);
    return {};
}

Result<void> checkSize(const Device& device, std::uint32_t size) {
    const SubgroupTraits& traits = device.subgroup();
    if (size == 0) return {};
    if (traits.smallest == 0) return unsupported("the driver lacks VK_EXT_subgroup_size_control");
    const bool power = (size & (size - 1)) == 0;
    if (power && size >= traits.smallest && size <= traits.largest) return {};
    return unsupported(fmt::format("subgroups have {} invocations there",
                                   traits.smallest == traits.largest
                                       ? std::to_string(traits.smallest)
                                       : fmt::format("{} to {}", traits.smallest, traits.largest)));
}

// Compute shaders use acceleration structures in ray queries alone, on which RADV aborts without the feature.
Result<void> checkRayQueries(const Device& device, const Shader& shader) {
    const bool needed =
        std::ranges::count(shader.bindings, DescriptorKind::AccelerationStructure, &ShaderBinding::kind) > 0;
    if (!needed || offers(device.physical(), kRayQuery)) return {};
    return lacking("rayQuery of VK_KHR_ray_query");
}

Result<void> createSetLayouts(const Device& device, const Shader& shader, bool pushed,
                              std::vector<OwnedSetLayout>& layouts) {
    const std::uint32_t sets = shader.bindings.empty() ? 0 : shader.bindings.back().set + 1;
    for (std::uint32_t set = 0; set < sets; ++set) {
        std::vector<VkDescriptorSetLayoutBinding> bindings;
        for (const ShaderBinding& one : shader.bindings) {
            if (one.set != set) continue;
            bindings.push_back({.binding = one.binding,
                                .descriptorType = descriptorType(one.kind),
                                .descriptorCount = one.count == 0 ? kUnsized : one.count,
                                .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT});
        }
        const VkDescriptorSetLayoutCreateFlags push = VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;
        VKPERFTEST_TRY(
            assign(layouts.emplace_back(), createSetLayout(device, bindings, pushed && set == 0 ? push : 0)));
    }
    return {};
}

} // namespace

Result<Pipeline> createShaderPipeline(const Device& device, const Shader& shader,
                                      const ShaderPipelineOptions& options) {
    if (options.pushDescriptors) VKPERFTEST_TRY(checkPushed(device, shader));
    VKPERFTEST_TRY(checkKinds(device, shader));
    VKPERFTEST_TRY(checkSize(device, options.compiled.subgroupSize));
    VKPERFTEST_TRY(checkAtomics(device.physical(), shader));
    VKPERFTEST_TRY(checkRayQueries(device, shader));
    Pipeline result;
    VKPERFTEST_TRY(createSetLayouts(device, shader, options.pushDescriptors, result.setLayouts));
    constexpr std::uint32_t kWord = 4;
    VKPERFTEST_TRY(buildPipeline(device,
                                 {.words = shader.words,
                                  .entryPoint = shader.entryPoint.c_str(),
                                  .pushConstantBytes = (shader.pushConstantBytes + kWord - 1) / kWord * kWord,
                                  .compiled = options.compiled},
                                 result));
    return result;
}

namespace {

constexpr std::uint32_t kFirst = 0; // executable

std::string valueText(const VkPipelineExecutableStatisticKHR& statistic) {
    switch (statistic.format) {
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_BOOL32_KHR:
        return statistic.value.b32 != VK_FALSE ? "true" : "false";
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_INT64_KHR:
        return fmt::format("{}", statistic.value.i64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_UINT64_KHR:
        return fmt::format("{}", statistic.value.u64);
    case VK_PIPELINE_EXECUTABLE_STATISTIC_FORMAT_FLOAT64_KHR:
        return fmt::format("{}", statistic.value.f64);
    default:
        return {};
    }
}

// Nothing if the driver reports no executable.
Result<std::optional<std::uint32_t>> readSubgroupSize(VkDevice device, VkPipeline pipeline) {
    const VkPipelineInfoKHR info{.sType = VK_STRUCTURE_TYPE_PIPELINE_INFO_KHR, .pipeline = pipeline};
    std::uint32_t count = 1;
    VkPipelineExecutablePropertiesKHR executable{.sType =
                                                     VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_PROPERTIES_KHR};
    const VkResult result = vkGetPipelineExecutablePropertiesKHR(device, &info, &count, &executable);
    if (result != VK_INCOMPLETE) VKPERFTEST_TRY(check("vkGetPipelineExecutablePropertiesKHR", result));
    return count == 0 ? std::nullopt : std::optional(executable.subgroupSize);
}

Result<std::vector<Statistic>> readStatistics(VkDevice device, const VkPipelineExecutableInfoKHR& info) {
    std::vector<VkPipelineExecutableStatisticKHR> told;
    VKPERFTEST_TRY(check("vkGetPipelineExecutableStatisticsKHR",
                         listFrom(told, {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_STATISTIC_KHR},
                                  vkGetPipelineExecutableStatisticsKHR, device, &info)));
    std::vector<Statistic> statistics;
    for (const VkPipelineExecutableStatisticKHR& one : told) statistics.push_back({one.name, valueText(one)});
    return statistics;
}

// VK_INCOMPLETE if a text exceeded the size reported before.
VkResult readTextsOnce(VkDevice device, const VkPipelineExecutableInfoKHR& info,
                       std::vector<Representation>& representations) {
    representations.clear();
    std::uint32_t count = 0;
    VkResult result = vkGetPipelineExecutableInternalRepresentationsKHR(device, &info, &count, nullptr);
    if (result != VK_SUCCESS || count == 0) return result; // an empty array would query the count again
    std::vector<VkPipelineExecutableInternalRepresentationKHR> told(
        count, {.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INTERNAL_REPRESENTATION_KHR});
    result = vkGetPipelineExecutableInternalRepresentationsKHR(device, &info, &count, told.data()); // sizes
    std::vector<std::string> texts(count);
    if (result == VK_SUCCESS) {
        for (std::size_t i = 0; i < count; ++i) {
            texts[i].resize(told[i].dataSize);
            told[i].pData = texts[i].data();
        }
        result = vkGetPipelineExecutableInternalRepresentationsKHR(device, &info, &count, told.data());
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (told[i].isText == VK_FALSE) continue;
        texts[i].resize(std::min(texts[i].find('\0'), texts[i].size()));
        representations.push_back({told[i].name, std::move(texts[i])});
    }
    return result;
}

// Some drivers generate a text twice, for its size and for its content, and it may grow in between. Texts
// that are still truncated after all tries are dropped: what they lack is unknown.
Result<std::vector<Representation>> readTexts(VkDevice device, const VkPipelineExecutableInfoKHR& info) {
    constexpr int kTries = 10;
    std::vector<Representation> representations;
    VkResult result = VK_INCOMPLETE;
    for (int i = 0; i < kTries && result == VK_INCOMPLETE; ++i)
        result = readTextsOnce(device, info, representations);
    if (result == VK_INCOMPLETE) return std::vector<Representation>();
    VKPERFTEST_TRY(check("vkGetPipelineExecutableInternalRepresentationsKHR", result));
    return representations;
}

Result<DriverCode> readCode(const Device& device, const CompileJob& job) {
    const Result<Pipeline> pipeline = job.build(device);
    if (!pipeline.ok()) return pipeline.error();
    const VkPipeline handle = pipeline.value().pipeline.get();
    std::optional<std::uint32_t> size;
    VKPERFTEST_TRY(assign(size, readSubgroupSize(device.get(), handle)));
    if (!size) return DriverCode(); // the pipeline exists, but its code is unknown
    DriverCode code{.subgroupSize = *size};
    const VkPipelineExecutableInfoKHR info{.sType = VK_STRUCTURE_TYPE_PIPELINE_EXECUTABLE_INFO_KHR,
                                           .pipeline = handle,
                                           .executableIndex = kFirst};
    VKPERFTEST_TRY(assign(code.statistics, readStatistics(device.get(), info)));
    VKPERFTEST_TRY(assign(code.representations, readTexts(device.get(), info)));
    return code;
}

} // namespace

CompileJob compileJob(std::string key, const PipelineRequest& request) {
    return {std::move(key), [request](const Device& device) { return createPipeline(device, request); }};
}

CompileJob compileJob(std::string key, const Shader& shader, const ShaderPipelineOptions& options) {
    return {std::move(key),
            [&](const Device& device) { return createShaderPipeline(device, shader, options); }};
}

Result<void> tellsCode(const PhysicalDevice& device) {
    if (offers(device, kPipelineExecutables)) return {};
    return unsupported("the driver lacks VK_KHR_pipeline_executable_properties");
}

Result<void> compileOnly(const PhysicalDevice& device, const DeviceRecord& record,
                         std::span<const CompileJob> jobs, const CodeHooks& hooks,
                         LogicalDeviceOptions options) {
    if (const Result<void> tells = tellsCode(device); !tells.ok()) {
        return Error{
            ErrorKind::NoDevice,
            fmt::format("the code compiled for '{}' cannot be read: {}", record.name, tells.error().cause),
            "name another driver with --driver, or a GPU with --target"};
    }
    options.compileOnly = true;
    const Result<std::unique_ptr<Device>> opened = Device::create(device, record, options);
    if (!opened.ok()) return opened.error();
    std::vector<const CompileJob*> different;
    std::set<std::string_view> keys;
    for (const CompileJob& job : jobs)
        if (keys.insert(job.key).second) different.push_back(&job);
    std::mutex mutex;
    const auto compile = [&](std::size_t i) {
        const CompileJob& job = *different[i];
        std::unique_lock lock(mutex);
        hooks.begin(job.key);
        lock.unlock();
        const Result<DriverCode> code = readCode(*opened.value(), job);
        lock.lock();
        hooks.end(job.key, code);
    };
    const bool oneThread = std::ranges::any_of(kMesaDrivers, [&](const MesaDriver* driver) {
        return driver->oneThread && driver->driverId == record.driverId;
    });
    if (oneThread) {
        for (std::size_t i = 0; i < different.size(); ++i) compile(i);
    } else {
        onAllCores(different.size(), compile);
    }
    return {};
}

} // namespace vkperftest
