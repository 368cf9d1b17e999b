#include "vulkan/code_transcript.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "base/text.h"
#include "model/select_device.h"
#include "vulkan/instance.h"
#include "vulkan/mesa_drivers.h"
#include "vulkan/pipeline_code.h"
#include "vulkan/programs.h"

namespace vkperftest {
namespace {

std::string keyOf(const PipelineRequest& request) {
    return fmt::format("{} {} {}", request.kernel->key, strategyName(request.strategy), request.subgroupSize);
}

std::vector<PipelineRequest> requestsOf(std::span<const BoundRow> boundRows) {
    std::vector<PipelineRequest> requests;
    for (const BoundRow& bound : boundRows) requests.push_back(requestOf(bound));
    return requests;
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
    if (isOf(*target->driver, present[0])) return std::size_t{0};
    // If the extensions cannot be queried, the driver is unknown.
    if (const std::string& why = present[0].unusable; !why.empty() && present[0].driverName.empty())
        return Error{ErrorKind::NoDevice, fmt::format("'{}' cannot be used: {}", present[0].name, why), ""};
    const bool ofAnother =
        std::ranges::any_of(kMesaDrivers, [&](const MesaDriver* other) { return isOf(*other, present[0]); });
    if (ofAnother) return Error{ErrorKind::NoDevice, kUnknownTarget, ""};
    std::vector<std::string> names;
    for (const MesaDriver* driver : kMesaDrivers) names.emplace_back(driver->name);
    return Error{ErrorKind::NoDevice,
                 fmt::format("the driver of '{}' does not compile for targets ({} do)", present[0].name,
                             join(names, ", ")),
                 "omit --driver, or name the manifest of one of these"};
}

} // namespace

std::string codeKey(const Case& row, Strategy strategy) {
    const PipelineRequest request = requestOf({row, strategy});
    return request.kernel != nullptr ? keyOf(request) : std::string();
}

CodeCell cellAt(const CodeCells& cells, const BoundRow& bound) {
    const auto found = cells.find(codeKey(bound.row, bound.strategy));
    if (found != cells.end()) {
        CodeCell cell = found->second;
        cell.reading.summary.loadsPerIteration = loadsPerIteration(bound.row);
        return cell;
    }
    const Reason why = whyUnsupported(bound);
    return why.empty() ? CodeCell() : CodeCell{.missing = "unsupported: " + reasonText(why)};
}

Result<void> transcribe(const IsaSubject& by, const std::string& device, std::span<const BoundRow> boundRows,
                        const std::function<void(const std::string&)>& append) {
    if (by.target != nullptr) VKPERFTEST_TRY(pretend(*by.target));
    const Result<std::unique_ptr<Instance>> instance =
        Instance::create({.driver = by.driver, .mayFindNone = by.target != nullptr});
    if (!instance.ok()) return instance.error();
    const Result<std::size_t> index = chooseDevice(*instance.value(), by.target, device);
    if (!index.ok()) return index.error();
    const DeviceRecord& record = instance.value()->devices()[index.value()];
    append(
        transcriptDevice(fmt::format("{}, {}", record.name, driverWithVersion(record)), record.driverInfo));
    const CodeHooks hooks{
        .begin = [&](const PipelineRequest& request) { append(transcriptBegin(keyOf(request))); },
        .end =
            [&](const PipelineRequest& request, const Result<DriverCode>& code) {
                append(transcriptEntry({keyOf(request), code}));
            }};
    return compileOnly(instance.value()->physicalDevices()[index.value()], record, requestsOf(boundRows),
                       hooks);
}

Result<std::vector<Result<CodeDigest>>> readRowCodes(const PhysicalDevice& device, const DeviceRecord& record,
                                                     std::span<const BoundRow> boundRows,
                                                     const LogicalDeviceOptions& options) {
    VKPERFTEST_TRY(tellsCode(device));
    const std::vector<PipelineRequest> requests = requestsOf(boundRows);
    std::vector<Result<CodeDigest>> codes(boundRows.size(),
                                          Error{ErrorKind::Unsupported, "there is no kernel", ""});
    const auto keep = [&](const PipelineRequest& request, const Result<DriverCode>& code) {
        const Result<CodeDigest> kept = code.ok() ? Result<CodeDigest>(digest(code.value())) : code.error();
        for (std::size_t i = 0; i < requests.size(); ++i) {
            if (requests[i] != request) continue;
            codes[i] = kept;
            if (kept.ok()) codes[i].value().summary.loadsPerIteration = loadsPerIteration(boundRows[i].row);
        }
    };
    const CodeHooks hooks{.begin = [](const PipelineRequest&) {}, .end = keep};
    VKPERFTEST_TRY(compileOnly(device, record, requests, hooks, options));
    return codes;
}

} // namespace vkperftest
