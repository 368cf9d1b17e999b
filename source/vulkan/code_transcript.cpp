#include "vulkan/code_transcript.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "base/text.h"
#include "vulkan/instance.h"
#include "vulkan/pipeline_code.h"
#include "vulkan/programs.h"

namespace vkperftest {
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

std::vector<CompileJob> jobsOf(std::span<const Shader> shaders, const ShaderPipelineOptions& options) {
    std::vector<CompileJob> jobs;
    for (const Shader& shader : shaders) jobs.push_back(compileJob(shader.key, shader, options));
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
        Instance::create({.driver = by.driver, .mayFindNone = by.target != nullptr});
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
                        const ShaderPipelineOptions& options, const TellPart& tell) {
    return transcribe(by, device, jobsOf(shaders, options), {.forShaders = options.compiled.robustness},
                      tell);
}

Result<std::vector<Result<CodeDigest>>> readCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                  std::span<const std::string> keys,
                                                  std::span<const CompileJob> jobs,
                                                  const LogicalDeviceOptions& options) {
    VKPERFTEST_TRY(tellsCode(device));
    std::vector<Result<CodeDigest>> codes(keys.size(),
                                          Error{ErrorKind::Unsupported, "there is no kernel", ""});
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
    std::vector<std::string> keys;
    for (const BoundRow& bound : boundRows) keys.push_back(codeKey(bound));
    std::vector<Result<CodeDigest>> codes;
    VKPERFTEST_TRY(assign(codes, readCodes(device, record, keys, jobsOf(boundRows), options)));
    for (std::size_t i = 0; i < codes.size(); ++i)
        if (codes[i].ok()) codes[i].value().summary.loadsPerIteration = loadsPerIteration(boundRows[i].row);
    return codes;
}

} // namespace vkperftest
