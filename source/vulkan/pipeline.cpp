#include "vulkan/pipeline.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "base/cores.h"
#include "cases/binding.h"
#include "isa/target.h"
#include "vulkan/capabilities.h"
#include "vulkan/robustness.h"
#include "vulkan/target_compiler.h"

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

bool compilesInOneThread(const DeviceRecord& device) {
    return std::ranges::any_of(kMesaDrivers, [&](const MesaDriver* driver) {
        return driver->oneThread && driver->driverId == device.driverId;
    });
}

template <class Made> BuiltPipeline owned(Made pipeline) {
    const VkPipeline handle = pipeline.pipeline.get();
    return {handle, std::make_shared<const Made>(std::move(pipeline))};
}

Result<DriverCode> readCode(const Device& device, const CompileJob& job) {
    const Result<BuiltPipeline> pipeline = job.build(device);
    if (!pipeline.ok()) return pipeline.error();
    const VkPipeline handle = pipeline.value().handle;
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
    return {std::move(key), [request](const Device& device) -> Result<BuiltPipeline> {
                Result<Pipeline> pipeline = createPipeline(device, request);
                if (!pipeline.ok()) return pipeline.error();
                return owned(std::move(pipeline).value());
            }};
}

CompileJob compileJob(std::string key, const Shader& shader, const ShaderPipelineOptions& options) {
    return {std::move(key), [&](const Device& device) -> Result<BuiltPipeline> {
                Result<ShaderPipeline> pipeline = createShaderPipeline(device, shader, options);
                if (!pipeline.ok()) return pipeline.error();
                return owned(std::move(pipeline).value());
            }};
}

Result<void> tellsCode(const PhysicalDevice& device) {
    if (offers(device, kPipelineExecutables)) return {};
    return Error{ErrorKind::Unsupported, "the driver lacks VK_KHR_pipeline_executable_properties", ""};
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
    const Result<std::unique_ptr<Device>> opened = Device::createOrPlain(device, record, std::move(options));
    if (!opened.ok()) return opened.error();
    std::vector<const CompileJob*> different;
    std::set<std::string_view> keys;
    for (const CompileJob& job : jobs) {
        if (keys.insert(job.key).second) different.push_back(&job);
    }
    std::mutex mutex;
    const auto compile = [&](std::size_t i) {
        const CompileJob& job = *different[i];
        {
            const std::lock_guard lock(mutex);
            hooks.begin(job.key);
        }
        const Result<DriverCode> code = readCode(*opened.value(), job);
        const std::lock_guard lock(mutex);
        hooks.end(job.key, code);
    };
    if (compilesInOneThread(record)) {
        for (std::size_t i = 0; i < different.size(); ++i) compile(i);
    } else {
        onAllCores(different.size(), compile);
    }
    return {};
}

} // namespace vkperftest
