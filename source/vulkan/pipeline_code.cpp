#include "vulkan/pipeline_code.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/cores.h"
#include "isa/target.h"
#include "vulkan/capabilities.h"
#include "vulkan/shader_pipeline.h"

namespace vkperftest {
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
