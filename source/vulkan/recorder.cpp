#include "vulkan/recorder.h"

#include <algorithm>
#include <bit>
#include <chrono>

#include <fmt/format.h>

#include "cases/case.h"

namespace vkperftest {
namespace {

// Dispatches bind their buffers at this many places in turn, so that no driver can mistake one binding for
// the next.
constexpr std::size_t kPlaces = 16;
constexpr std::size_t kPlaceWords = 256;
constexpr VkDeviceSize kPlaceBytes = kPlaceWords * sizeof(std::uint32_t);

std::uint32_t sourceWord(std::size_t index) {
    return static_cast<std::uint32_t>(index) * 2654435761u + 1;
}

// `after` is called after every dispatch.
template <class After>
VkResult recordDispatches(VkCommandBuffer commands, const BoundKernel& kernel, std::uint64_t dispatches,
                          After after) {
    const auto& [pipeline, binder] = kernel;
    constexpr std::uint32_t kNothingPushed[8] = {};
    vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.pipeline.get());
    vkCmdPushConstants(commands, pipeline.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0,
                       sizeof(kNothingPushed), kNothingPushed);
    binder->begin(commands);
    VkResult result = VK_SUCCESS;
    for (std::uint64_t i = 0; i < dispatches && result == VK_SUCCESS; ++i) {
        result = binder->bind(commands, i);
        vkCmdDispatch(commands, 1, 1, 1);
        after();
    }
    return result;
}

} // namespace

Result<std::unique_ptr<Recorder>> Recorder::create(Device& device) {
    constexpr VkDeviceSize kBytes = kPlaces * kPlaceBytes;
    std::unique_ptr<Recorder> made(new Recorder(device));
    VKPERFTEST_TRY(createBuffer(device, made->source_, kBytes, kOutputUsage, kHostMemory));
    VKPERFTEST_TRY(createBuffer(device, made->destination_, kBytes, kOutputUsage, kReadMemory));
    std::vector<std::uint32_t> words(kPlaces * kPlaceWords);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = sourceWord(i);
    VKPERFTEST_TRY(writeBuffer(device, made->source_, std::as_bytes(std::span(words))));
    for (std::size_t place = 0; place < kPlaces; ++place) {
        std::vector<Descriptor>& descriptors = made->places_.emplace_back();
        for (const Buffer* buffer : {&made->source_, &made->destination_}) {
            const VkDeviceSize at = place * kPlaceBytes;
            descriptors.push_back({.binding = static_cast<std::uint32_t>(descriptors.size()),
                                   .buffer = {buffer->buffer.get(), at, kPlaceBytes},
                                   .address = buffer->address + at});
        }
    }
    VKPERFTEST_TRY(device.createCommands(made->commandPool_, made->commands_));
    return made;
}

Result<Recorder::Recording*> Recorder::find(std::string_view name) {
    if (const auto known = recordings_.find(name); known != recordings_.end()) return &known->second;
    for (const Strategy strategy : kEveryStrategy) {
        const auto& ways = implementationOf(strategy).ways;
        const auto way = std::ranges::find(ways, name, &RecordingWay::name);
        if (way == ways.end()) continue;
        const PipelineRequest request{findKernel("binding_probe"), way->onlyOnce ? Strategy::Set : strategy};
        Recording recording{.way = &*way};
        auto& [pipeline, binder] = recording.kernel;
        VKPERFTEST_TRY(assign(pipeline, createPipeline(device_, request)));
        VKPERFTEST_TRY(assign(
            binder, way->make(bindingsOf(device_, pipeline, places_, way->onlyOnce ? 1 : kMostRecorded))));
        return &recordings_.emplace(way->name, std::move(recording)).first->second;
    }
    return rowFailed(fmt::format("there is no way of recording '{}'", name));
}

Result<void> Recorder::cleanUp(Recording& recording) {
    recording.kernel.binder->reset();
    return check("vkResetCommandPool", vkResetCommandPool(device_.get(), commandPool_.get(), 0));
}

Result<double> Recorder::record(std::string_view way, std::uint64_t dispatches, bool execute) {
    const Result<Recording*> found = find(way);
    if (!found.ok()) return found.error();
    Recording& recording = *found.value();
    if (execute) VKPERFTEST_TRY(executeAndVerify(recording, dispatches));
    VKPERFTEST_TRY(cleanUp(recording)); // of the previous recording; not timed
    const VkCommandBufferBeginInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    const auto begin = std::chrono::steady_clock::now();
    VKPERFTEST_TRY(check("vkBeginCommandBuffer", vkBeginCommandBuffer(commands_, &info)));
    const VkResult bound = recordDispatches(commands_, recording.kernel, dispatches, [] {});
    const VkResult ended = vkEndCommandBuffer(commands_);
    const Result<void> cleaned = cleanUp(recording);
    const std::chrono::duration<double, std::nano> taken = std::chrono::steady_clock::now() - begin;
    VKPERFTEST_TRY(check("vkEndCommandBuffer", ended));
    VKPERFTEST_TRY(check("vkAllocateDescriptorSets", bound));
    VKPERFTEST_TRY(cleaned);
    return taken.count() / static_cast<double>(dispatches);
}

// A barrier follows every dispatch, since they write to the same places; timed recordings have none.
Result<void> Recorder::executeAndVerify(Recording& recording, std::uint64_t dispatches) {
    constexpr std::uint32_t kPoison = 0xffffffff;
    constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
    VKPERFTEST_TRY(cleanUp(recording));
    VkResult bound = VK_SUCCESS;
    VKPERFTEST_TRY(device_.submit([&](VkCommandBuffer commands) {
        recordErasure(commands, destination_, kPoison);
        bound = recordDispatches(commands, recording.kernel, dispatches, [&] {
            memoryBarrier(commands, kCompute, VK_ACCESS_SHADER_WRITE_BIT, kCompute,
                          VK_ACCESS_SHADER_WRITE_BIT);
        });
        recordHostBarrier(commands);
    }));
    VKPERFTEST_TRY(check("vkAllocateDescriptorSets", bound));
    std::vector<std::uint32_t> words(kPlaces * kPlaceWords);
    VKPERFTEST_TRY(readBuffer(device_, destination_, std::as_writable_bytes(std::span(words))));
    const std::size_t written =
        kPlaceWords * (recording.way->onlyOnce ? 1 : std::min<std::uint64_t>(dispatches, kPlaces));
    const std::uint32_t pushed = recording.way->pushes ? static_cast<std::uint32_t>(dispatches - 1) : 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::uint32_t expected = i < written ? sourceWord(i) ^ pushed : kPoison;
        if (words[i] == expected) continue;
        return rowFailed(fmt::format("wrong values: word {} is {:#x}, must be {:#x}", i, words[i], expected));
    }
    return {};
}

constexpr std::size_t kWordsOfChain = 2; // its ticks, and the value that it ends with

Result<std::unique_ptr<CounterChains>> CounterChains::create(Device& device) {
    if (device.record().shaderClock == 0) {
        const auto lacking = std::ranges::find(kCapabilities, &DeviceRecord::shaderClock, &Capability::value);
        return unsupported(std::string(lacking->missing));
    }
    auto counter = std::make_unique<CounterChains>();
    Buffer& results = counter->results_;
    VKPERFTEST_TRY(createBuffer(device, results,
                                kCounterKernels.size() * kWordsOfChain * sizeof(std::uint32_t), kOutputUsage,
                                kReadMemory));
    for (const std::string_view key : kCounterKernels) {
        VKPERFTEST_TRY(
            assign(counter->kernels_.emplace_back(),
                   bindKernel(device, {findKernel(key)}, [&](const Binding&) { return wholeOf(results); })));
    }
    return counter;
}

void CounterChains::recordErasure(VkCommandBuffer commands) {
    vkperftest::recordErasure(commands, results_, 0xffffffff);
}

void CounterChains::record(VkCommandBuffer commands, std::size_t kernel) {
    recordKernel(commands, kernels_[kernel], CounterConstants{.slot = static_cast<std::uint32_t>(kernel)}, 1);
    recordHostBarrier(commands);
}

Result<std::array<std::uint32_t, 2>> CounterChains::ticks(const Device& device) {
    std::array<std::uint32_t, kCounterKernels.size() * kWordsOfChain> words{};
    VKPERFTEST_TRY(readBuffer(device, results_, std::as_writable_bytes(std::span(words))));
    std::array<std::uint32_t, 2> ticks{};
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const std::uint32_t end = words[i * kWordsOfChain + 1], expected = chainEnd(i);
        if (end != expected)
            return wrongValues(fmt::format("the chain of '{}' ended with {:#x}, must be {:#x}",
                                           kCounterKernels[i], end, expected));
        ticks[i] = words[i * kWordsOfChain];
    }
    return ticks;
}

namespace {

constexpr std::string_view kFillKernel = "window_fill";
constexpr std::uint32_t kVerifiedGroups = 4;
constexpr VkDeviceSize kResultWords = std::uint64_t{16} * kInvocationsPerGroup; // shaders/window_read.hlsl
constexpr VkFormat kTexelFormat = VK_FORMAT_R32G32B32A32_UINT;
constexpr VkPipelineStageFlags kComputeStage = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;

} // namespace

Result<std::unique_ptr<Walker>> Walker::create(Device& device, std::uint64_t memory) {
    std::unique_ptr<Walker> walker(new Walker(device));
    VKPERFTEST_TRY(walker->open(memory));
    return walker;
}

Result<void> Walker::open(std::uint64_t memory) {
    constexpr VkDeviceSize kResultBytes = kResultWords * sizeof(std::uint32_t);
    constexpr std::uint64_t kLeastMemory = 1 << 20;
    limits_ = coreProperties(device_.physical()).limits;
    memory_ = std::min<std::uint64_t>(memory, std::bit_floor(limits_.maxStorageBufferRange));
    whyNoMore_ = fmt::format("maxStorageBufferRange is {}", limits_.maxStorageBufferRange);
    for (;; memory_ /= 2) {
        const Result<void> made =
            createBuffer(device_, source_.buffer, memory_,
                         VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT |
                             VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT,
                         kDeviceMemory);
        if (made.ok()) break;
        whyNoMore_ = fmt::format("a buffer of {} bytes fails: {}", memory_, made.error().cause);
        if (memory_ <= kLeastMemory) return unsupported(whyNoMore_);
    }
    texelMemory_ = memory_;
    while (texelExtent(texelMemory_).width > limits_.maxImageDimension2D) texelMemory_ /= 2;
    VKPERFTEST_TRY(createBuffer(device_, results_, kResultBytes, kOutputUsage, kDeviceMemory));
    VKPERFTEST_TRY(
        createBuffer(device_, readback_, kResultBytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, kReadMemory));
    constexpr std::uint32_t kElementsOfInvocation = 16;
    constexpr std::uint64_t kBytesOfGroup =
        std::uint64_t{kElementsOfInvocation} * kInvocationsPerGroup * kElementBytes;
    const Result<BoundKernel*> kernel = find(kFillKernel);
    if (!kernel.ok()) return kernel.error();
    return device_.submit([&](VkCommandBuffer commands) {
        recordKernel(commands, *kernel.value(), WalkConstants{.steps = kElementsOfInvocation},
                     memory_ / kBytesOfGroup);
        memoryBarrier(commands, kComputeStage, VK_ACCESS_SHADER_WRITE_BIT,
                      kComputeStage | VK_PIPELINE_STAGE_TRANSFER_BIT,
                      VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_TRANSFER_READ_BIT);
    });
}

Result<BoundKernel*> Walker::find(std::string_view key) {
    if (const auto known = kernels_.find(key); known != kernels_.end()) return &known->second;
    Result<BoundKernel> kernel = bindKernel(device_, {findKernel(key)}, [&](const Binding& binding) {
        if (binding.number == 1 && key != kFillKernel) return wholeOf(results_);
        Descriptor source = wholeOf(source_.buffer);
        source.image = source_.sampled();
        source.texelBuffer = source_.bufferView.get();
        source.texelFormat = kTexelFormat;
        return source;
    });
    if (!kernel.ok()) return kernel.error();
    const std::string_view known = kernel.value().pipeline.kernel->key;
    return &kernels_.emplace(known, std::move(kernel).value()).first->second;
}

// Which limit of the device the window exceeds; empty if none.
std::string Walker::exceeded(const Walk& walk, std::uint64_t window) const {
    const std::uint64_t texels = limits_.maxTexelBufferElements;
    if (window > memory_) return whyNoMore_;
    if (walk.resource == ResourceKind::TexelBuffer && window / kElementBytes > texels)
        return fmt::format("maxTexelBufferElements is {}", texels);
    if (walk.resource == ResourceKind::Texture && window > texelMemory_)
        return fmt::format("maxImageDimension2D is {}", limits_.maxImageDimension2D);
    return {};
}

// Loads from texel buffers are by far the fastest on lavapipe.
const Walk& Walker::firstLoads(const Walk& walk, std::uint64_t window) const {
    if (walk.resource == ResourceKind::Texture) return walk;
    const Walk& typed = *findWalk("typed loads");
    return exceeded(typed, window).empty() ? typed : *findWalk("raw loads");
}

Result<void> Walker::prepare(const Walk& walk, std::uint64_t window) {
    if (std::string why = exceeded(walk, window); !why.empty()) return unsupported(std::move(why));
    if (walk.resource == ResourceKind::Texture && source_.image.get() == VK_NULL_HANDLE) {
        const TexelExtent extent = texelExtent(texelMemory_);
        const ImageForm form{{extent.width, extent.height, 1}};
        VKPERFTEST_TRY(createImage(device_, source_, kTexelFormat, form));
        VKPERFTEST_TRY(copyToImage(device_, source_.buffer, source_, form, kElementBytes));
    }
    if (source_.bufferView.get() == VK_NULL_HANDLE) {
        const std::uint64_t most = std::uint64_t{limits_.maxTexelBufferElements} * kElementBytes;
        VKPERFTEST_TRY(createTexelView(device_, source_.bufferView, source_.buffer, kTexelFormat, 0,
                                       std::min(memory_, std::bit_floor(most))));
    }
    for (const std::string_view key : {walk.kernel, firstLoads(walk, window).kernel})
        if (const Result<BoundKernel*> kernel = find(key); !kernel.ok()) return kernel.error();
    return {};
}

void Walker::record(VkCommandBuffer commands, WalkDispatch dispatch) {
    dispatch.memory = memoryOf(*dispatch.walk);
    recordKernel(commands, kernels_.at(dispatch.walk->kernel), constantsOf(dispatch), dispatch.groups);
}

void Walker::recordFirstLoads(VkCommandBuffer commands, const WalkDispatch& dispatch) {
    const Walk& walk = firstLoads(*dispatch.walk, dispatch.window);
    record(commands, coveringDispatch(walk, dispatch.window, dispatch.memory));
}

Result<void> Walker::verify(const Walk& walk, std::uint64_t window) {
    const WalkDispatch verified{&walk, window, memoryOf(walk), walk.chain ? 1 : kVerifiedGroups};
    VKPERFTEST_TRY(device_.submit([&](VkCommandBuffer commands) {
        recordErasure(commands, results_, 0xffffffff);
        record(commands, verified);
        recordReadback(commands, results_, readback_);
    }));
    std::vector<std::uint32_t> observed(kResultWords);
    VKPERFTEST_TRY(readBuffer(device_, readback_, std::as_writable_bytes(std::span(observed))));
    const std::vector<std::uint32_t> expected = walkResults(verified);
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (observed[i] == expected[i]) continue;
        return wrongValues(fmt::format("invocation {} of workgroup {} returned {:#x}, must be {:#x}",
                                       i % kInvocationsPerGroup, i / kInvocationsPerGroup, observed[i],
                                       expected[i]));
    }
    return {};
}

} // namespace vkperftest
