#include "vulkan/vulkan_executor.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <numeric>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "cases/written_words.h"
#include "run/dispatch_size.h"
#include "run/timing.h"
#include "vulkan/code_transcript.h"
#include "vulkan/descriptor_sets.h"
#include "vulkan/programs.h"
#include "vulkan/recorder.h"
#include "vulkan/trial_programs.h"

namespace vkperftest {
namespace {

// Dispatches that are timed in one submission: of the baseline and of each strategy of a row a long one and a short one,
// or some of one size; of a user's shader, each with a copy of its contents.
constexpr std::uint32_t kMostTimed = 64;

constexpr std::uint32_t kVerifyRotation = 37; // any value; every sum then passes through another invocation

// What the device lacks and wrong values concern a submission alone. Other errors but NoDevice become DeviceLost:
// after any, the device cannot be trusted.
template <class T> Result<T> orLost(Result<T> result) {
    constexpr ErrorKind kKnown[] = {ErrorKind::Unsupported, ErrorKind::WrongValues, ErrorKind::NoDevice};
    if (result.ok() || std::ranges::count(kKnown, result.error().kind) > 0) return result;
    return Error{ErrorKind::DeviceLost, result.error().cause, result.error().remedy};
}

// NoDevice if the device cannot compile all rows that way.
Result<void> checkSettings(const PhysicalDevice& device, const std::string& name,
                           const CompileSettings& compiled) {
    const auto cannot = [&](const Result<void>& checked, const char* option) {
        return Error{ErrorKind::NoDevice,
                     fmt::format("'{}' cannot compile the rows that way: {}", name,
                                 reasonText(reasonOf(checked.error()))),
                     fmt::format("omit {}, or choose another device with --device", option)};
    };
    const Result<void> robust = checkRobustness(device, compiled.robustness);
    if (!robust.ok()) return cannot(robust, "--robustness");
    const Result<void> sized = checkSubgroup(subgroupTraits(device), Kernel(), compiled.subgroupSize);
    return sized.ok() ? sized : cannot(sized, "--subgroup-size");
}

} // namespace

struct VulkanExecutor::Content {
    std::optional<Displacement> displacement;
    std::unique_ptr<Device> device; // declared before all that it made: released after it
    std::uint64_t verifyGroups = 0;
    Buffer sums;     // of a verification, in device memory
    Buffer words;    // the same for rows that store or operate atomically; also written while timing
    Buffer readback; // of either, for the CPU
    Owned<VkQueryPool, vkDestroyQueryPool> timestamps;
    std::unique_ptr<Programs> programs;
    std::unique_ptr<TrialPrograms> trial;   // instead, of a user's shader
    std::unique_ptr<Recorder> recorder;     // created on first use
    std::unique_ptr<Walker> walker;         // the same
    std::unique_ptr<CounterChains> counter; // the same
};

VulkanExecutor::VulkanExecutor(Instance& instance) : instance_(instance) {}
VulkanExecutor::~VulkanExecutor() {
    close();
}

void VulkanExecutor::close() {
    // A lost device returns at once. Afterwards nothing that is released is in use.
    if (content_ && !content_->device->hung()) vkDeviceWaitIdle(content_->device->get());
    content_.reset();
}

Result<std::unique_ptr<VulkanExecutor>> VulkanExecutor::create(Instance& instance, std::size_t deviceIndex,
                                                               const VulkanExecutorOptions& options) {
    std::unique_ptr<VulkanExecutor> executor(new VulkanExecutor(instance));
    executor->physical_ = instance.physicalDevices()[deviceIndex];
    executor->record_ = instance.devices()[deviceIndex];
    VKPERFTEST_TRY(checkSettings(executor->physical_, executor->record_.name, options.device.compiled));
    executor->options_ = options;
    if (options.method == nullptr) executor->options_.method = &methodOf(executor->record_.kind);
    const unsigned threads = executor->options_.method->processorTime ? driverThreads(executor->record_) : 0;
    executor->oneThread_ = threads == 1;
    executor->leavesACore_ = threads > 0 && threads < usableCores();
    if (options.trial != nullptr)
        executor->options_.device.forShaders = offers(executor->physical_, kPipelineRobustness)
                                                   ? Robustness::Off
                                                   : checksOf(executor->physical_, *options.trial);
    if (const Result<void> opened = executor->open(); !opened.ok()) {
        const bool ofTrial = options.trial != nullptr && opened.error().kind == ErrorKind::Unsupported;
        if (ofTrial || opened.error().kind == ErrorKind::NoDevice) return opened.error();
        return Error{ErrorKind::NoDevice,
                     fmt::format("'{}' cannot be set up: {}", executor->record_.name, opened.error().cause),
                     "choose another device with --device"};
    }
    executor->record_.robustBufferAccess = executor->content_->device->record().robustBufferAccess;
    VKPERFTEST_TRY(assign(executor->record_.measuredSubgroupSize, executor->readSubgroupSize()));
    return executor;
}

Result<std::vector<float>> VulkanExecutor::runAlone(const PipelineRequest& request, const Descriptor& source,
                                                    std::uint32_t byteOffset) {
    Result<BoundKernel> kernel = bindKernel(*content_->device, request, [&](const Binding& binding) {
        return binding.number == kOutputBinding ? wholeOf(content_->sums) : source;
    });
    if (!kernel.ok()) return kernel.error();
    Program program{.pipeline = &kernel.value().pipeline,
                    .byteOffset = byteOffset,
                    .output = &content_->sums,
                    .binder = std::move(kernel.value().binder)};
    return orLost(runWithOpenSink(program));
}

// 0 if the kernel cannot run or lanes disagree.
Result<std::uint32_t> VulkanExecutor::readSubgroupSize() {
    const Result<std::vector<float>> sizes = runAlone({findKernel("subgroup_size")}, {}, 0);
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
    auto content = std::make_unique<Content>();
    if (options_.method->displaced) content->displacement.emplace();
    VKPERFTEST_TRY(assign(content->device, Device::create(physical_, record_, options_.device)));
    content_ = std::move(content);
    Device& opened = *content_->device;

    content_->verifyGroups = options_.method->verifiedGroups;
    const VkDeviceSize sumBytes = content_->verifyGroups * kInvocationsPerGroup * sizeof(float);
    constexpr VkDeviceSize kWordBytes = kWriteSlots * kLoadsPerGroup * sizeof(float);
    VKPERFTEST_TRY(createBuffer(opened, content_->sums, sumBytes, kOutputUsage, kDeviceMemory));
    VKPERFTEST_TRY(createBuffer(opened, content_->words, kWordBytes, kOutputUsage, kDeviceMemory));
    VKPERFTEST_TRY(createBuffer(opened, content_->readback, std::max(sumBytes, kWordBytes),
                                VK_BUFFER_USAGE_TRANSFER_DST_BIT, kReadMemory));
    const VkQueryPoolCreateInfo queries{.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
                                        .queryType = VK_QUERY_TYPE_TIMESTAMP,
                                        .queryCount = 2 * kMostTimed};
    content_->programs = std::make_unique<Programs>(opened, content_->sums, content_->words);
    if (options_.trial != nullptr)
        VKPERFTEST_TRY(assign(content_->trial, TrialPrograms::create(opened, *options_.trial)));
    return vkperftest::create(content_->timestamps, "vkCreateQueryPool", vkCreateQueryPool, opened.get(),
                              queries);
}

Result<std::vector<Result<CodeDigest>>> VulkanExecutor::readCode(std::span<const BoundRow> boundRows) {
    Result<std::vector<Result<CodeDigest>>> codes =
        options_.trial ? readTrialCodes(physical_, record_, boundRows, *options_.trial, options_.device)
                       : readRowCodes(physical_, record_, boundRows, options_.device);
    content_->device->useFunctions();
    return codes;
}

Result<void> VulkanExecutor::renew() {
    // Code is compiled once and then taken from the cache. It still lies elsewhere in memory in every restart:
    // each has a new device and, on a software driver, another displacement.
    if (content_) options_.device.pipelineCache = content_->device->pipelineCacheData();
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
    for (const Result<ProgramId>& program : add(prepared_)) {
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
    return {.method = options_.method,
            .groupUnit = options_.method->wholeCores ? std::max(1u, std::thread::hardware_concurrency()) : 1,
            .wholeWaves = wholeWaves(record_),
            .tickNanoseconds = record_.timestampPeriod};
}

std::vector<Result<ProgramId>> VulkanExecutor::add(std::span<const BoundRow> boundRows) {
    return content_->trial ? content_->trial->add(boundRows, tellBuilding_)
                           : content_->programs->add(boundRows, tellBuilding_);
}

void VulkanExecutor::recordOne(VkCommandBuffer commands, const Dispatch& dispatch) const {
    if (content_->trial)
        content_->trial->record(commands, dispatch.program, dispatch.groups);
    else
        recordDispatch(commands, (*content_->programs)[dispatch.program], kSinkClosed, dispatch.groups);
}

std::vector<Result<ProgramId>> VulkanExecutor::prepare(std::span<const BoundRow> boundRows) {
    std::vector<Result<ProgramId>> results = add(boundRows);
    for (std::size_t i = 0; i < boundRows.size(); ++i) {
        if (results[i].ok()) prepared_.push_back(boundRows[i]);
    }
    return results;
}

Result<void> VulkanExecutor::verify(ProgramId program, std::span<const float> expected) {
    if (content_->trial) return orLost(content_->trial->verify(program, trialResults_));
    const Program& verified = (*content_->programs)[program];
    const SampleConstants constants =
        verified.sampled ? sampleConstants(*verified.sampled) : SampleConstants();
    const Result<std::vector<float>> sums = orLost(runWithOpenSink(verified, constants.exact));
    if (!sums.ok()) return sums.error();
    if (verified.written) {
        std::vector<std::uint32_t> words;
        for (const float word : sums.value()) words.push_back(std::bit_cast<std::uint32_t>(word));
        return compareWritten(*verified.written, expected, words,
                              static_cast<std::uint32_t>(content_->verifyGroups));
    }
    VKPERFTEST_TRY(compareSums(expected, sums.value()));
    if (!verified.sampled) return {};
    const Result<std::vector<float>> mixed = orLost(runWithOpenSink(verified, constants.mixing));
    if (!mixed.ok()) return mixed.error();
    return compareBesideCentres(*verified.sampled, expected, mixed.value());
}

Result<std::vector<double>> VulkanExecutor::sample(std::span<const Dispatch> dispatches) {
    if (content_->trial && content_->trial->changesContent()) return orLost(sampleOneByOne(dispatches));
    return orLost(
        time(static_cast<std::uint32_t>(dispatches.size()),
             [&](VkCommandBuffer commands, std::uint32_t i) { recordOne(commands, dispatches[i]); }));
}

// Of a shader that reads what it writes: dispatches on content that the one before changed would do other work.
Result<std::vector<double>> VulkanExecutor::sampleOneByOne(std::span<const Dispatch> dispatches) {
    std::vector<std::size_t> all; // of each dispatch of one, where it belongs
    for (std::size_t i = 0; i < dispatches.size(); ++i) all.insert(all.end(), dispatches[i].groups, i);
    std::vector<double> sums(dispatches.size());
    const std::size_t most = content_->trial->mostRestored(kMostTimed);
    for (std::size_t begin = 0; begin < all.size(); begin += most) {
        const auto some = std::span(all).subspan(begin, std::min(most, all.size() - begin));
        const auto record = [&](VkCommandBuffer commands, std::uint32_t i) {
            recordOne(commands, {dispatches[some[i]].program, 1});
        };
        const auto restore = [&](VkCommandBuffer commands, std::uint32_t) {
            content_->trial->recordContent(commands);
        };
        std::vector<double> times;
        VKPERFTEST_TRY(assign(times, time(static_cast<std::uint32_t>(some.size()), record, restore)));
        for (std::size_t i = 0; i < some.size(); ++i) sums[some[i]] += times[i];
    }
    return sums;
}

void VulkanExecutor::keepCoreBusy() {
    if (leavesACore_ && !busyCore_) busyCore_.emplace();
}

std::optional<double> VulkanExecutor::processorNanoseconds() {
    if (!oneThread_) return std::nullopt;
    return busyCore_ ? busyCore_->processorTimeOfOthers() : processorTime();
}

Result<OutsideLoads> VulkanExecutor::loadOutside(ResourceKind kind, Robustness robustness,
                                                 Strategy strategy) {
    OutsideSource source;
    VKPERFTEST_TRY(assign(source, createOutsideSource(*content_->device, kind)));
    const auto run = [&](const Descriptor& descriptor) {
        Result<std::vector<float>> values = runAlone(
            {findKernel(outsideKernel(kind)), strategy, {robustness}}, descriptor, source.firstElement);
        if (values.ok()) values.value().resize(kOutsideLoads); // every workgroup does the same
        return values;
    };
    OutsideLoads loads;
    Result<void> ran = assign(loads.beyond, run(source.bound));
    if (ran.ok() && content_->device->nullDescriptors()) ran = assign(loads.fromNull, run(source.null));
    if (!ran.ok()) return ran.error();
    return loads;
}

Result<double> VulkanExecutor::record(std::string_view way, std::uint64_t dispatches, bool execute) {
    keepCoreBusy();
    if (!content_->recorder) VKPERFTEST_TRY(assign(content_->recorder, Recorder::create(*content_->device)));
    return orLost(content_->recorder->record(way, dispatches, execute));
}

Result<std::vector<double>> VulkanExecutor::walk(const WalkDispatch& dispatch, bool verify) {
    if (!content_->walker)
        VKPERFTEST_TRY(assign(content_->walker, orLost(Walker::create(*content_->device, dispatch.memory))));
    Walker& walker = *content_->walker;
    VKPERFTEST_TRY(orLost(walker.prepare(*dispatch.walk, dispatch.window)));
    if (verify) VKPERFTEST_TRY(orLost(walker.verify(*dispatch.walk, dispatch.window)));
    WalkDispatch longer = dispatch;
    longer.steps *= 2;
    return orLost(time(
        2,
        [&](VkCommandBuffer commands, std::uint32_t number) {
            walker.record(commands, number == 0 ? dispatch : longer);
        },
        [&](VkCommandBuffer commands, std::uint32_t) { walker.recordFirstLoads(commands, dispatch); }));
}

Result<CounterSample> VulkanExecutor::readCounter(const std::optional<Dispatch>& after) {
    if (options_.method->nativeLoop) return runNativeLoop(driverThreads(record_));
    if (!content_->counter) {
        const Result<void> made = assign(content_->counter, CounterChains::create(*content_->device));
        const bool lost = !made.ok() && (made.error().kind == ErrorKind::DeviceLost ||
                                         made.error().kind == ErrorKind::NoDevice);
        if (lost) return made.error();
        // Nothing was submitted, so the device is as it was.
        if (!made.ok()) return Error{ErrorKind::Unsupported, made.error().cause, made.error().remedy};
    }
    CounterChains& counter = *content_->counter;
    std::vector<double> times;
    VKPERFTEST_TRY(assign(
        times, orLost(time(
                   static_cast<std::uint32_t>(kCounterKernels.size()),
                   [&](VkCommandBuffer commands, std::uint32_t kernel) { counter.record(commands, kernel); },
                   [&](VkCommandBuffer commands, std::uint32_t kernel) {
                       if (kernel != 0) return;
                       counter.recordErasure(commands);
                       if (after) recordOne(commands, *after);
                   }))));
    std::array<std::uint32_t, 2> ticks{};
    VKPERFTEST_TRY(assign(ticks, orLost(counter.ticks(*content_->device))));
    return CounterSample{static_cast<double>(ticks[1]) - static_cast<double>(ticks[0]), times[1] - times[0]};
}

Result<std::vector<float>> VulkanExecutor::runWithOpenSink(const Program& program,
                                                           std::optional<float> constant) {
    const Buffer& output = *program.output;
    const std::uint32_t before = program.written ? untouchedWord(program.written->operation) : kUntouched;
    VKPERFTEST_TRY(content_->device->submit([&](VkCommandBuffer commands) {
        // Poison: a value that is not written stays NaN.
        if (program.image != nullptr)
            recordErasure(commands, *program.image, before);
        else
            recordErasure(commands, output, before);
        recordDispatch(commands, program, kVerifyRotation, content_->verifyGroups, constant);
        if (program.image != nullptr)
            recordReadback(commands, *program.image, program.written->operation, content_->readback);
        else
            recordReadback(commands, output, content_->readback);
    }));
    std::vector<float> result(output.bytes / sizeof(float));
    VKPERFTEST_TRY(
        readBuffer(*content_->device, content_->readback, std::as_writable_bytes(std::span(result))));
    return result;
}

Result<std::vector<double>>
VulkanExecutor::time(std::uint32_t count, const std::function<void(VkCommandBuffer, std::uint32_t)>& record,
                     const std::function<void(VkCommandBuffer, std::uint32_t)>& before) {
    keepCoreBusy();
    const VkQueryPool timestamps = content_->timestamps.get();
    // A reset from the host adds no work before the first dispatch.
    const bool fromHost = content_->device->record().hostQueryReset != 0;
    const auto reset = vkResetQueryPoolEXT != nullptr ? vkResetQueryPoolEXT : vkResetQueryPool;
    if (fromHost) reset(content_->device->get(), timestamps, 0, 2 * count);
    const auto begin = std::chrono::steady_clock::now();
    VKPERFTEST_TRY(content_->device->submit([&](VkCommandBuffer commands) {
        if (!fromHost) vkCmdResetQueryPool(commands, timestamps, 0, 2 * count);
        for (std::uint32_t i = 0; i < count; ++i) {
            before(commands, i);
            dispatchBarrier(commands);
            vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, timestamps, 2 * i);
            record(commands, i);
            dispatchBarrier(commands);
            vkCmdWriteTimestamp(commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, timestamps, 2 * i + 1);
        }
    }));
    const auto end = std::chrono::steady_clock::now();
    std::vector<std::uint64_t> ticks(2 * std::size_t{count});
    VKPERFTEST_TRY(
        check("vkGetQueryPoolResults",
              vkGetQueryPoolResults(content_->device->get(), timestamps, 0, 2 * count,
                                    ticks.size() * sizeof(ticks[0]), ticks.data(), sizeof(ticks[0]),
                                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT)));
    std::vector<double> nanoseconds;
    for (std::size_t i = 0; i < count; ++i)
        nanoseconds.push_back(ticksToNanoseconds(ticks[2 * i], ticks[2 * i + 1], record_.timestampValidBits,
                                                 record_.timestampPeriod));
    const double sum = std::accumulate(nanoseconds.begin(), nanoseconds.end(), 0.0);
    const std::chrono::duration<double, std::nano> host = end - begin;
    if (const std::string doubt = timestampDoubt(sum, host.count()); !doubt.empty())
        return Error{ErrorKind::RowFailed, doubt, "try another version of the driver"};
    return nanoseconds;
}

} // namespace vkperftest
