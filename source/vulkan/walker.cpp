#include "vulkan/walker.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "cases/case.h"

namespace vkperftest {
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
