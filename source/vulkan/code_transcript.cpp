#include "vulkan/code_transcript.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "base/cores.h"
#include "base/text.h"
#include "isa/target.h"
#include "vulkan/instance.h"
#include "vulkan/programs.h"

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

CompileJob compileJob(std::string key, const Shader& shader) {
    return {std::move(key), [&](const Device& device) { return createShaderPipeline(device, shader); }};
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

namespace {

// Of the rows that have a kernel.
std::vector<CompileJob> jobsOf(std::span<const BoundRow> boundRows) {
    std::vector<CompileJob> jobs;
    for (const BoundRow& bound : boundRows) {
        const PipelineRequest request = requestOf(bound);
        if (request.kernel != nullptr) jobs.push_back(compileJob(codeKey(bound), request));
    }
    return jobs;
}

Result<std::size_t> chooseDevice(const Instance& instance, const Target* target, const std::string& wanted) {
    std::vector<DeviceRecord> present = instance.devices();
    if (target == nullptr) {
        for (DeviceRecord& device : present) device.unusable.clear();
        return selectDevice(present, wanted);
    }
    if (present.empty()) {
        const bool told = instance.listed() == VK_SUCCESS;
        return Error{ErrorKind::NoDevice, told ? kUnknownTarget : kPerhapsUnknownTarget, ""};
    }
    if (present[0].driverId == target->driver->driverId) return std::size_t{0};
    // If the extensions cannot be queried, the driver is unknown.
    if (const std::string& why = present[0].unusable; !why.empty() && present[0].driverName.empty())
        return Error{ErrorKind::NoDevice, fmt::format("'{}' cannot be used: {}", present[0].name, why), ""};
    const bool ofAnother = std::ranges::count(kMesaDrivers, present[0].driverId, &MesaDriver::driverId) > 0;
    if (ofAnother) return Error{ErrorKind::NoDevice, kUnknownTarget, ""};
    std::vector<std::string> names;
    for (const MesaDriver* driver : kMesaDrivers) names.emplace_back(driver->name);
    return Error{ErrorKind::NoDevice,
                 fmt::format("the driver of '{}' does not compile for targets ({} do)", present[0].name,
                             join(names, ", ")),
                 "omit --driver, or name the manifest of one of these"};
}

} // namespace

CodeCell cellAt(const CodeCells& cells, const BoundRow& bound) {
    if (const Reason why = whyUnsupported(bound); !why.empty()) return unsupportedCell(reasonText(why));
    const auto found = cells.find(codeKey(bound));
    CodeCell cell = found != cells.end() ? found->second : CodeCell();
    cell.reading.summary.loadsPerIteration = loadsPerIteration(bound.row);
    return cell;
}

namespace {

// The bounds checks that every row demands.
Robustness leastRobust(std::span<const BoundRow> boundRows) {
    const auto least =
        std::ranges::min_element(boundRows, {}, [](const BoundRow& bound) { return bound.row.robustness; });
    return least != boundRows.end() ? std::max(least->row.robustness, Robustness::Off) : Robustness::Off;
}

// `options`: with the bounds checks that all pipelines demand. Only a driver whose pipelines cannot demand
// their own gets them for the whole device, which also enables null descriptors.
Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const CompileJob> jobs,
                        LogicalDeviceOptions options, const TellPart& tell) {
    const Result<std::unique_ptr<Instance>> instance =
        Instance::create({.driver = by.driver, .mayFindNone = by.target != nullptr, .engine = by.engine});
    if (!instance.ok()) return instance.error();
    const Result<std::size_t> index = chooseDevice(*instance.value(), by.target, device);
    if (!index.ok()) return index.error();
    const DeviceRecord& record = instance.value()->devices()[index.value()];
    tell(compileLogDevice(fmt::format("{}, {}", record.name, driverWithVersion(record)), record.driverInfo));
    const PhysicalDevice& physical = instance.value()->physicalDevices()[index.value()];
    if (options.forShaders) VKPERFTEST_TRY(checkRobustness(physical, *options.forShaders));
    Robustness& ofAll = options.compiled.robustness;
    if (offers(physical, kPipelineRobustness) || !checkRobustness(physical, ofAll).ok())
        ofAll = Robustness::Off;
    const auto begin = [&](const std::string& key) { tell(compileLogBegin(key)); };
    const auto end = [&](const std::string& key, const Result<DriverCode>& code) {
        tell(compileLogEntry({key, code}));
    };
    return compileOnly(physical, record, jobs, {begin, end}, options);
}

} // namespace

Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const BoundRow> boundRows,
                        const TellPart& tell) {
    return transcribe(
        by, device, jobsOf(boundRows),
        {.compiled = {.robustness = leastRobust(boundRows)}, .mostRobust = mostRobust(boundRows)}, tell);
}

Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const Shader> shaders,
                        const TellPart& tell) {
    std::vector<CompileJob> jobs;
    for (const Shader& shader : shaders) jobs.push_back(compileJob(shader.key, shader));
    const Robustness robustness = shaders.empty() ? Robustness::Off : shaders.front().compiled.robustness;
    return transcribe(by, device, jobs, {.forShaders = robustness}, tell);
}

Result<std::vector<Result<CodeDigest>>> readCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                  std::span<const BoundRow> boundRows,
                                                  std::span<const CompileJob> jobs,
                                                  const LogicalDeviceOptions& options) {
    VKPERFTEST_TRY(tellsCode(device));
    std::vector<Result<CodeDigest>> codes(boundRows.size(),
                                          Error{ErrorKind::Unsupported, "there is no kernel", ""});
    std::vector<std::string> keys;
    for (const BoundRow& bound : boundRows) keys.push_back(codeKey(bound));
    const auto keep = [&](const std::string& key, const Result<DriverCode>& code) {
        const Result<CodeDigest> kept = code.ok() ? Result<CodeDigest>(digest(code.value())) : code.error();
        for (std::size_t i = 0; i < keys.size(); ++i)
            if (keys[i] == key) codes[i] = kept;
    };
    VKPERFTEST_TRY(compileOnly(device, record, jobs, {.end = keep}, options));
    return codes;
}

Result<std::vector<Result<CodeDigest>>> readRowCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                     std::span<const BoundRow> boundRows,
                                                     const LogicalDeviceOptions& options) {
    std::vector<Result<CodeDigest>> codes;
    VKPERFTEST_TRY(assign(codes, readCodes(device, record, boundRows, jobsOf(boundRows), options)));
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (codes[i].ok()) codes[i].value().summary.loadsPerIteration = loadsPerIteration(boundRows[i].row);
    return codes;
}

} // namespace vkperftest
