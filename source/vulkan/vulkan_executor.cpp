#include "vulkan/vulkan_executor.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "vulkan/code_transcript.h"
#include "vulkan/programs.h"
#include "vulkan/recorder.h"
#include "vulkan/timestamps.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kVerifyRotation = 37; // any value; every sum then passes through another invocation

// Dispatches on either side do not overlap.
void dispatchBarrier(VkCommandBuffer commands) {
    memoryBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                  VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT);
}

// A submission's result. Errors except NoDevice become DeviceLost: after any, the device cannot be trusted.
template <class T> Result<T> orLost(Result<T> result) {
    if (result.ok() || result.error().kind == ErrorKind::NoDevice) return result;
    return Error{ErrorKind::DeviceLost, result.error().cause, result.error().remedy};
}

} // namespace

struct VulkanExecutor::Content {
    std::unique_ptr<Device> device; // declared first: released last
    std::uint64_t verifyGroups = 0;
    Buffer sums;     // of a verification, in device memory
    Buffer copies;   // the same for rows that copy; also written while timing
    Buffer readback; // of either, for the CPU
    Outputs outputs() const { return {sums, copies}; }
    Owned<VkQueryPool, vkDestroyQueryPool> timestamps;
    std::unique_ptr<Programs> programs;
    std::unique_ptr<Recorder> recorder; // created on first use
};

VulkanExecutor::VulkanExecutor(Instance& instance) : instance_(instance) {}
VulkanExecutor::~VulkanExecutor() {
    close();
}

void VulkanExecutor::close() {
    if (content_ && content_->device->hung()) abandon(std::move(content_));
    // A lost device returns at once. Afterwards nothing that is released is in use.
    if (content_) vkDeviceWaitIdle(content_->device->get());
    content_.reset();
}

Result<std::unique_ptr<VulkanExecutor>> VulkanExecutor::create(Instance& instance, std::size_t deviceIndex,
                                                               const VulkanExecutorOptions& options) {
    std::unique_ptr<VulkanExecutor> executor(new VulkanExecutor(instance));
    executor->physical_ = instance.physicalDevices()[deviceIndex];
    executor->record_ = instance.devices()[deviceIndex];
    executor->record_.robustBufferAccess = options.robustBufferAccess;
    executor->options_ = options;
    executor->deviceOptions_.capabilities = options.capabilities;
    executor->timerCheck_ = TimerCheck(std::ldexp(executor->record_.timestampPeriod,
                                                  static_cast<int>(executor->record_.timestampValidBits)));
    if (const Result<void> opened = executor->open(); !opened.ok()) {
        if (opened.error().kind == ErrorKind::NoDevice) return opened.error();
        return Error{ErrorKind::NoDevice,
                     fmt::format("'{}' cannot be set up: {}", executor->record_.name, opened.error().cause),
                     "choose another device with --device"};
    }
    // Later devices are opened like this one, or not at all.
    executor->deviceOptions_.plainBecause = executor->content_->device->options().plainBecause;
    executor->record_.enabled = executor->content_->device->enabled();
    VKPERFTEST_TRY(assign(executor->record_.measuredSubgroupSize, executor->readSubgroupSize()));
    return executor;
}

Result<std::vector<float>> VulkanExecutor::runAlone(const Kernel& kernel) {
    std::unique_ptr<Programs> programs;
    VKPERFTEST_TRY(assign(programs, Programs::create(*content_->device, content_->outputs(), 1, false)));
    const Result<ProgramId> program = programs->add(kernel);
    if (!program.ok()) return program.error();
    Result<std::vector<float>> ran = runWithOpenSink((*programs)[program.value()]);
    if (content_->device->hung()) abandon(std::move(programs));
    return orLost(std::move(ran));
}

// 0 if the kernel cannot run or lanes disagree.
Result<std::uint32_t> VulkanExecutor::readSubgroupSize() {
    const Kernel* kernel = findKernel("subgroup_size");
    if (kernel == nullptr) return 0u;
    const Result<std::vector<float>> sizes = runAlone(*kernel);
    if (!sizes.ok()) {
        const ErrorKind kind = sizes.error().kind;
        if (kind == ErrorKind::NoDevice) return sizes.error();
        if (kind == ErrorKind::DeviceLost) VKPERFTEST_TRY(renew());
        return 0u;
    }
    const float first = sizes.value().front();
    const bool agree = std::ranges::all_of(sizes.value(), [first](float size) { return size == first; });
    return agree ? static_cast<std::uint32_t>(first) : 0u;
}

Result<void> VulkanExecutor::open() {
    std::unique_ptr<Device> device;
    VKPERFTEST_TRY(assign(device, record_.enabled
                                      ? Device::create(physical_, record_, deviceOptions_)
                                      : Device::createOrPlain(physical_, record_, deviceOptions_)));
    timerCheck_.restart();
    content_ = std::make_unique<Content>();
    content_->device = std::move(device);
    Device& opened = *content_->device;

    content_->verifyGroups = record_.kind == DeviceKind::Cpu ? kCopySlots : 64;
    const VkDeviceSize sumBytes = content_->verifyGroups * kInvocationsPerGroup * sizeof(float);
    constexpr VkDeviceSize kCopyBytes = kCopySlots * kLoadsPerGroup * sizeof(float);
    constexpr VkBufferUsageFlags kOutputUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                                                VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                                                VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VKPERFTEST_TRY(createBuffer(opened, content_->sums, sumBytes, kOutputUsage, kDeviceMemory));
    VKPERFTEST_TRY(createBuffer(opened, content_->copies, kCopyBytes, kOutputUsage, kDeviceMemory));
    VKPERFTEST_TRY(createBuffer(opened, content_->readback, std::max(sumBytes, kCopyBytes),
                                VK_BUFFER_USAGE_TRANSFER_DST_BIT, kReadMemory));
    const auto mostDispatches = static_cast<std::uint32_t>(kMostOfASubject * (1 + kEveryStrategy.size()) + 1);
    const VkQueryPoolCreateInfo queries{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                        .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                        .queryCount = 2 * mostDispatches};
    VKPERFTEST_TRY(vkperftest::create(content_->timestamps, "vkCreateQueryPool", vkCreateQueryPool,
                                      opened.get(), queries));
    return assign(content_->programs,
                  Programs::create(opened, content_->outputs(), options_.sourceShare, options_.nearestOnly));
}

Result<std::vector<Result<CodeDigest>>> VulkanExecutor::readCode(std::span<const BoundRow> boundRows) {
    Result<std::vector<Result<CodeDigest>>> codes =
        readRowCodes(physical_, record_, boundRows, deviceOptions_);
    content_->device->useFunctions();
    return codes;
}

Result<void> VulkanExecutor::renew() {
    // Code is compiled once and then taken from the cache. It still lies elsewhere in memory in every epoch,
    // because each epoch has a new device.
    if (content_) deviceOptions_.pipelineCache = content_->device->pipelineCacheData();
    Result<void> made = makeAnew();
    const bool hung = content_ && content_->device->hung(); // then its instance must stay, too
    if (!made.ok() && !hung) made = findAgain();
    if (made.ok()) return {};
    return Error{
        ErrorKind::NoDevice,
        fmt::format("'{}' was lost and could not be opened again: {}", record_.name, made.error().cause),
        "see the driver's log"};
}

Result<void> VulkanExecutor::makeAnew() {
    close();
    VKPERFTEST_TRY(open());
    for (const Result<ProgramId>& program : content_->programs->add(prepared_, tellBuilding_)) {
        if (!program.ok()) return program.error();
    }
    return {};
}

// On a new instance, with new handles.
Result<void> VulkanExecutor::findAgain() {
    close();
    VKPERFTEST_TRY(instance_.renew());
    const std::vector<DeviceRecord>& devices = instance_.devices();
    const auto found = std::ranges::find_if(devices, [&](const DeviceRecord& device) {
        return device.deviceUuid == record_.deviceUuid && device.pciAddress == record_.pciAddress &&
               device.name == record_.name;
    });
    if (found == devices.end()) return Error{ErrorKind::NoDevice, "the driver no longer offers it", ""};
    physical_ = instance_.physicalDevices()[static_cast<std::size_t>(found - devices.begin())];
    return makeAnew();
}

ExecutorTraits VulkanExecutor::traits() const {
    const bool cpu = record_.kind == DeviceKind::Cpu && !options_.asGpu;
    return {.cpu = cpu,
            .groupUnit = cpu ? std::max(1u, std::thread::hardware_concurrency()) : 1,
            .tickNanoseconds = record_.timestampPeriod};
}

std::vector<Result<ProgramId>> VulkanExecutor::prepare(std::span<const BoundRow> boundRows) {
    std::vector<Result<ProgramId>> results = content_->programs->add(boundRows, tellBuilding_);
    for (std::size_t i = 0; i < boundRows.size(); ++i) {
        if (results[i].ok()) prepared_.push_back(boundRows[i]);
    }
    return results;
}

Result<void> VulkanExecutor::verify(ProgramId program, std::span<const float> expected) {
    const Program& verified = (*content_->programs)[program];
    const Result<std::vector<float>> sums = orLost(runWithOpenSink(verified));
    if (!sums.ok()) return sums.error();
    VKPERFTEST_TRY(compareSums(expected, sums.value()));
    if (!verified.sampled) return {};
    const Case row = *verified.sampled;
    const Result<std::vector<float>> beside = orLost(runWithOpenSink(verified, filterShift(row)));
    if (!beside.ok()) return beside.error();
    return compareBesideCentres(row, expected, beside.value());
}

Result<std::vector<double>> VulkanExecutor::sample(std::span<const Dispatch> dispatches) {
    return orLost(time(dispatches));
}

Result<double> VulkanExecutor::record(std::string_view way, std::uint64_t dispatches, bool execute) {
    if (!content_->recorder) VKPERFTEST_TRY(assign(content_->recorder, Recorder::create(*content_->device)));
    Result<double> nanoseconds = content_->recorder->record(way, dispatches, execute);
    const bool unsupported = !nanoseconds.ok() && nanoseconds.error().kind == ErrorKind::Unsupported;
    return unsupported ? nanoseconds : orLost(std::move(nanoseconds));
}

Result<std::vector<float>> VulkanExecutor::runWithOpenSink(const Program& program, float shift) {
    const Buffer& output = *program.output;
    VKPERFTEST_TRY(content_->device->submit([&](VkCommandBuffer commands) {
        // Poison: a value that is not written stays NaN.
        vkCmdFillBuffer(commands, output.buffer.get(), 0, VK_WHOLE_SIZE, 0xffffffff);
        memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT);
        recordDispatch(commands, program, kVerifyRotation, content_->verifyGroups, shift);
        memoryBarrier(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT,
                      VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT);
        const VkBufferCopy region{.size = output.bytes};
        vkCmdCopyBuffer(commands, output.buffer.get(), content_->readback.buffer.get(), 1, &region);
        memoryBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                      VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT);
    }));
    std::vector<float> result(output.bytes / sizeof(float));
    VKPERFTEST_TRY(
        readBuffer(*content_->device, content_->readback, std::as_writable_bytes(std::span(result))));
    return result;
}

Result<std::vector<double>> VulkanExecutor::time(std::span<const Dispatch> dispatches) {
    const auto count = static_cast<std::uint32_t>(dispatches.size());
    const VkQueryPool timestamps = content_->timestamps.get();
    // A reset from the host adds no work before the first dispatch.
    const bool fromHost = content_->device->record().hostQueryReset != 0;
    const auto reset = vkResetQueryPoolEXT != nullptr ? vkResetQueryPoolEXT : vkResetQueryPool;
    if (fromHost) reset(content_->device->get(), timestamps, 0, 2 * count);
    const auto begin = std::chrono::steady_clock::now();
    VKPERFTEST_TRY(content_->device->submit([&](VkCommandBuffer commands) {
        if (!fromHost) vkCmdResetQueryPool(commands, timestamps, 0, 2 * count);
        for (std::uint32_t i = 0; i < count; ++i) {
            dispatchBarrier(commands);
            vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, timestamps, 2 * i);
            recordDispatch(commands, (*content_->programs)[dispatches[i].program], kSinkClosed,
                           dispatches[i].groups);
            dispatchBarrier(commands);
            vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, timestamps, 2 * i + 1);
        }
    }));
    const auto end = std::chrono::steady_clock::now();
    std::vector<std::uint64_t> ticks(2 * dispatches.size());
    VKPERFTEST_TRY(
        check("vkGetQueryPoolResults",
              vkGetQueryPoolResults(content_->device->get(), timestamps, 0, 2 * count,
                                    ticks.size() * sizeof(ticks[0]), ticks.data(), sizeof(ticks[0]),
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT)));
    const auto passed = [&](std::uint64_t from, std::uint64_t to) {
        return ticksToNanoseconds(from, to, record_.timestampValidBits, record_.timestampPeriod);
    };
    std::vector<double> nanoseconds;
    for (std::size_t i = 0; i < dispatches.size(); ++i)
        nanoseconds.push_back(passed(ticks[2 * i], ticks[2 * i + 1]));
    using Nanoseconds = std::chrono::duration<double, std::nano>;
    const double sum = std::accumulate(nanoseconds.begin(), nanoseconds.end(), 0.0);
    const double host = Nanoseconds(end - begin).count();
    const auto rate = sum > host ? timerCheck_.rate() : std::nullopt; // slow in long runs
    if (const std::string doubt = timestampDoubt(sum, host, rate); !doubt.empty())
        return Error{ErrorKind::RowFailed, doubt, "try another version of the driver"};
    timerCheck_.add({.hostBegin = Nanoseconds(begin.time_since_epoch()).count(),
                     .hostEnd = Nanoseconds(end.time_since_epoch()).count(),
                     .since = passed(std::exchange(lastTicks_, ticks.back()), ticks.front()),
                     .taken = passed(ticks.front(), ticks.back())});
    return nanoseconds;
}

} // namespace vkperftest
