// What the program asks of Vulkan, seen by spies in place of its functions: what a row takes depends on it,
// and no value that a kernel loads tells.
#include <map>
#include <set>

#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "cases/families/families.h"
#include "matchers.h"
#include "opened.h"
#include "run/optional_readings.h"
#include "spy.h"
#include "strategy_named.h"

namespace vkperftest::commands_test {

// What was seen, in its order.
class Commands : public testing::Test {
protected:
    void SetUp() override {
        seen.clear();
        pipelines.clear();
    }

    static void note(std::string call) { seen.push_back(std::move(call)); }

    // Rows in storage and in uniform buffers, of which every strategy binds one.
    static inline const Case kRows[] = {{rawLoad(4), Pattern::Linear},
                                        {shortConstantLoad(), Pattern::Linear}};
    static inline std::vector<std::string> seen;
    static inline std::vector<VkPipeline> pipelines; // in the order of their first use
};

TEST_F(Commands, ATimedDispatchStandsAloneBetweenItsTimestamps) {
    const Opened opened = open(false);
    const ProgramId first = prepareOne(*opened.executor, kRows[0]),
                    second = prepareOne(*opened.executor, kRows[1]);
    const auto barriers = watch<vkCmdPipelineBarrier>([](auto, auto from, auto to, auto...) {
        const bool waits = from == VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT && to == from;
        note(waits ? "barrier" : "another barrier");
    });
    const auto timestamps = watch<vkCmdWriteTimestamp>([](auto, auto stage, auto, auto query) {
        note(fmt::format("{} {}", stage == VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT ? "time" : "early time",
                         query));
    });
    const auto bound = watch<vkCmdBindPipeline>([](auto, auto, VkPipeline pipeline) {
        if (std::find(pipelines.begin(), pipelines.end(), pipeline) == pipelines.end())
            pipelines.push_back(pipeline);
        const auto place = std::find(pipelines.begin(), pipelines.end(), pipeline) - pipelines.begin();
        note(fmt::format("pipeline {}", place));
    });
    const auto constants = watch<vkCmdPushConstants>([](auto, auto, auto, auto, auto, const void* values) {
        const bool closed = static_cast<const std::uint32_t*>(values)[2] == 0xffffffff; // constants.hlsli
        note(closed ? "closed sink" : "open sink");
    });
    const auto dispatches = watch<vkCmdDispatch>(
        [](auto, auto x, auto y, auto z) { note(fmt::format("{} x {} x {} workgroups", x, y, z)); });
    const Dispatch timed[] = {{first, 2}, {second, 5}};
    ASSERT_TRUE(opened.executor->sample(timed).ok());
    EXPECT_THAT(seen, ElementsAre("barrier", "time 0", "pipeline 0", "closed sink", "2 x 1 x 1 workgroups",
                                  "barrier", "time 1", "barrier", "time 2", "pipeline 1", "closed sink",
                                  "5 x 1 x 1 workgroups", "barrier", "time 3"));
}

// A window of 2 MB is loaded by two workgroups, and its chain walked by one.
TEST_F(Commands, ATimedWalkFindsItsWholeWindowLoaded) {
    constexpr std::uint64_t kWindow = 2 << 20;
    const Opened opened = open(false);
    const WalkDispatch walked{findWalk("chain, one lane"), kWindow, kWindow};
    ASSERT_TRUE(opened.executor->walk(walked, false).ok()); // makes its memory
    const auto timestamps =
        watch<vkCmdWriteTimestamp>([](auto, auto, auto, auto query) { note(fmt::format("time {}", query)); });
    const auto dispatches =
        watch<vkCmdDispatch>([](auto, auto x, auto...) { note(fmt::format("{} workgroups", x)); });
    ASSERT_TRUE(opened.executor->walk(walked, false).ok());
    EXPECT_THAT(seen, ElementsAre("2 workgroups", "time 0", "1 workgroups", "time 1", "2 workgroups",
                                  "time 2", "1 workgroups", "time 3"));
}

// Or a strategy would have another's times under its name.
TEST_F(Commands, EachStrategyBindsInItsOwnWay) {
    const std::map<std::string_view, std::vector<std::string>> ways = {
        {"set", {"sets"}},
        {"push", {"pushed descriptors"}},
        {"push-template", {"pushed by a template"}},
        {"dynamic", {"sets at offsets"}},
        {"buffer", {"a descriptor buffer"}},
        {"inline", {"inline layout", "sets"}},
        {"general-layout", {"a general layout", "sets"}},
        {"address-4", {"sets", "pushed addresses"}},
        {"address-8", {"sets", "pushed addresses"}},
        {"address-16", {"sets", "pushed addresses"}}};
    const Opened opened = open(false);
    const auto layouts = watch<vkCreateDescriptorSetLayout>([](auto, auto* info, auto...) {
        for (const auto& binding : std::span(info->pBindings, info->bindingCount)) {
            if (binding.descriptorType == VK_DESCRIPTOR_TYPE_INLINE_UNIFORM_BLOCK_EXT) note("inline layout");
        }
    });
    const auto updates = watch<vkUpdateDescriptorSets>([](auto, auto count, auto* writes, auto...) {
        for (const auto& write : std::span(writes, count)) {
            const bool image = write.descriptorType == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
            if (image && write.pImageInfo->imageLayout == VK_IMAGE_LAYOUT_GENERAL) note("a general layout");
        }
    });
    const auto sets =
        watch<vkCmdBindDescriptorSets>([](auto, auto, auto, auto, auto, auto*, std::uint32_t offsets, auto*) {
            note(offsets > 0 ? "sets at offsets" : "sets");
        });
    const auto pushed = watch<vkCmdPushDescriptorSetKHR>([](auto...) { note("pushed descriptors"); });
    const auto byTemplate =
        watch<vkCmdPushDescriptorSetWithTemplateKHR>([](auto...) { note("pushed by a template"); });
    const auto buffers =
        watch<vkCmdSetDescriptorBufferOffsetsEXT>([](auto...) { note("a descriptor buffer"); });
    const auto constants = watch<vkCmdPushConstants>([](auto, auto, auto, std::uint32_t offset, auto...) {
        if (offset > 0) note("pushed addresses");
    });
    std::set<std::string> used;
    for (const Strategy strategy : kEveryStrategy) {
        ASSERT_TRUE(ways.contains(strategyName(strategy))) << strategyName(strategy) << " is missing";
        for (const Case& row : {kRows[0], kRows[1], Case{textureLoad(Format::RGBA8), Pattern::Linear}}) {
            seen.clear();
            const BoundRow bound{row, strategy};
            const Result<ProgramId> program = opened.executor->prepare({&bound, 1})[0];
            if (!program.ok()) continue; // the device lacks it
            used.insert(std::string(strategyName(strategy)));
            const Dispatch dispatch{program.value(), 1};
            ASSERT_TRUE(opened.executor->sample({&dispatch, 1}).ok());
            EXPECT_EQ(seen, ways.at(strategyName(strategy)))
                << strategyName(strategy) << ", " << caseName(row);
        }
    }
    EXPECT_THAT(used, testing::IsSupersetOf({"set", "dynamic", "general-layout"})); // which every device has
}

// The data do not begin where the buffer does.
TEST_F(Commands, ALostDynamicOffsetIsVerifiedToBeWrong) {
    const Opened opened = open(false);
    for (const Case& row : kRows) {
        const BoundRow bound{row, strategyNamed("dynamic")};
        const ProgramId program = valueOf(opened.executor->prepare({&bound, 1})[0]);
        EXPECT_TRUE(opened.executor->verify(program, expectedSums(row)).ok());
        const Spy<vkCmdBindDescriptorSets> lost([](auto commands, auto point, auto layout, auto first,
                                                   auto count, auto* sets, std::uint32_t offsets, auto*) {
            const std::vector<std::uint32_t> none(offsets);
            Spy<vkCmdBindDescriptorSets>::next(commands, point, layout, first, count, sets, offsets,
                                               none.data());
        });
        EXPECT_FALSE(opened.executor->verify(program, expectedSums(row)).ok()) << caseName(row);
    }
}

// What sources are made of: all that Vulkan is told of those of every format.
struct SeenOfSources {
    std::vector<VkImageCreateInfo> images;
    std::vector<VkSamplerCreateInfo> samplers;
    std::vector<VkBufferViewCreateInfo> views;
    std::map<VkDeviceMemory, VkMemoryPropertyFlags> memory;
    int allocated = 0; // handles may come again
    std::map<VkBuffer, VkBufferUsageFlags> usage;
    std::vector<std::string> elsewhere; // than in the device's own memory
};

class Sources : public testing::Test {
protected:
    static inline SeenOfSources seen;

    void SetUp() override { seen = {}; }
};

constexpr VkFormat kFormats[] = {
    VK_FORMAT_R8_UNORM,   VK_FORMAT_R8G8_UNORM,    VK_FORMAT_R8G8B8A8_UNORM,
    VK_FORMAT_R16_SFLOAT, VK_FORMAT_R16G16_SFLOAT, VK_FORMAT_R16G16B16A16_SFLOAT,
    VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT};

// An image as a row needs it; the rest of what makes one is the same for all.
struct Image {
    Operation operation;
    VkFormat format;
    VkImageType type = VK_IMAGE_TYPE_2D;
    std::uint32_t layers = 1, levels = 1;
    VkImageTiling tiling = VK_IMAGE_TILING_OPTIMAL;
};

TEST_F(Sources, ImagesAreWhatTheirRowsSay) {
    const Opened opened = open(false);
    const Operation plain = bilinearSample(Format::RGBA8);
    constexpr VkFormat kRgba8 = VK_FORMAT_R8G8B8A8_UNORM;
    std::vector<Image> all = {
        {ofShape(plain, ImageShape::Line), kRgba8, VK_IMAGE_TYPE_1D},
        {ofShape(plain, ImageShape::Layers), kRgba8, VK_IMAGE_TYPE_2D, 2},
        {ofShape(plain, ImageShape::Volume), kRgba8, VK_IMAGE_TYPE_3D},
        {ofShape(plain, ImageShape::Cube), kRgba8, VK_IMAGE_TYPE_2D, 6},
        {ofShape(plain, ImageShape::LinearTiled), kRgba8, VK_IMAGE_TYPE_2D, 1, 1, VK_IMAGE_TILING_LINEAR},
        {sample(Format::RGBA8, Sampler::Trilinear), kRgba8, VK_IMAGE_TYPE_2D, 1, 2}};
    for (const FormatTraits& format : perfTestFormats())
        all.push_back({textureLoad(format.format), kFormats[all.size() - 6]});
    if (opened.executor->device().driverId != VK_DRIVER_ID_GOOGLE_SWIFTSHADER) { // which reads zeros
        all.push_back({textureLoad(Format::BC1), VK_FORMAT_BC1_RGB_UNORM_BLOCK});
        all.push_back({textureLoad(Format::BC3), VK_FORMAT_BC3_UNORM_BLOCK});
        all.push_back({textureLoad(Format::BC7), VK_FORMAT_BC7_UNORM_BLOCK});
    }
    const auto spy = watch<vkCreateImage>([](auto, auto* info, auto...) { seen.images.push_back(*info); });
    for (const Image& image : all) prepareOne(*opened.executor, {image.operation, Pattern::Linear});
    ASSERT_EQ(seen.images.size(), all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        SCOPED_TRACE(i);
        EXPECT_EQ(seen.images[i].format, all[i].format);
        EXPECT_EQ(seen.images[i].imageType, all[i].type);
        EXPECT_EQ(seen.images[i].arrayLayers, all[i].layers);
        EXPECT_EQ(seen.images[i].mipLevels, all[i].levels);
        EXPECT_EQ(seen.images[i].tiling, all[i].tiling);
        EXPECT_EQ(seen.images[i].usage,
                  VkImageUsageFlags{VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT});
        if (i < 6) continue;
        EXPECT_EQ(seen.images[i].extent.width, 32u);
        EXPECT_EQ(seen.images[i].extent.height, 32u);
    }
}

TEST_F(Sources, CompressedImagesThatTheDeviceLacksNameTheFeature) {
    const Opened lacking = open(false);
    const Spy<vkGetPhysicalDeviceFormatProperties> nothing([](auto, auto, auto* told) { *told = {}; });
    const BoundRow row{{textureLoad(Format::BC1), Pattern::Linear}, Strategy::Set};
    const Error error = lacking.executor->prepare({&row, 1}).front().error();
    EXPECT_EQ(error.kind, ErrorKind::Unsupported);
    EXPECT_THAT(error.cause, EndsWith(" textureCompressionBC"));
}

TEST_F(Sources, SamplersFilterAsTheirRowsSay) {
    const Opened opened = open(false);
    const auto spy =
        watch<vkCreateSampler>([](auto, auto* info, auto...) { seen.samplers.push_back(*info); });
    constexpr Sampler kSamplers[] = {Sampler::Nearest,      Sampler::Linear,       Sampler::Between,
                                     Sampler::Trilinear,    Sampler::Anisotropic2, Sampler::Anisotropic4,
                                     Sampler::Anisotropic16};
    constexpr float kAnisotropies[] = {0, 0, 0, 0, 2, 4, 16};
    for (const Sampler sampler : kSamplers)
        prepareOne(*opened.executor, {sample(Format::RGBA8, sampler), Pattern::Linear});
    ASSERT_EQ(seen.samplers.size(), std::size(kSamplers));
    for (std::size_t i = 0; i < seen.samplers.size(); ++i) {
        const bool trilinear = kSamplers[i] == Sampler::Trilinear;
        EXPECT_EQ(seen.samplers[i].minFilter, i == 0 ? VK_FILTER_NEAREST : VK_FILTER_LINEAR) << i;
        EXPECT_EQ(seen.samplers[i].magFilter, seen.samplers[i].minFilter) << i;
        EXPECT_EQ(seen.samplers[i].mipmapMode,
                  trilinear ? VK_SAMPLER_MIPMAP_MODE_LINEAR : VK_SAMPLER_MIPMAP_MODE_NEAREST)
            << i;
        EXPECT_EQ(seen.samplers[i].maxLod, trilinear ? 1.0f : 0.0f) << i;
        EXPECT_EQ(seen.samplers[i].anisotropyEnable, kAnisotropies[i] > 0 ? VK_TRUE : VK_FALSE) << i;
        EXPECT_EQ(seen.samplers[i].maxAnisotropy, kAnisotropies[i]) << i;
    }
}

TEST_F(Sources, ViewsOfTexelBuffersHaveTheirRowsFormatAndAllOfTheBuffer) {
    const Opened opened = open(false);
    const auto spy =
        watch<vkCreateBufferView>([](auto, auto* info, auto...) { seen.views.push_back(*info); });
    for (const FormatTraits& format : perfTestFormats()) {
        const Case row{typedLoad(format.format), Pattern::Linear};
        prepareOne(*opened.executor, row);
        ASSERT_THAT(seen.views, Not(IsEmpty()));
        EXPECT_EQ(seen.views.back().offset, 0u);
        EXPECT_EQ(seen.views.back().format, kFormats[seen.views.size() - 1]) << caseName(row);
        const bool whole = seen.views.back().range == VK_WHOLE_SIZE;
        EXPECT_EQ(whole ? row.operation.source.bytes() : seen.views.back().range,
                  row.operation.source.bytes());
    }
    EXPECT_EQ(seen.views.size(), std::size(kFormats));
}

// Software drivers have one type of memory: they are told to have a card's, which all are the real one.
TEST_F(Sources, LieInTheDevicesOwnMemory) {
    constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT,
                                    kHost = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                            VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    constexpr VkBufferUsageFlags kRead = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT |
                                         VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                         VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
    const Opened opened = open(false);
    VkPhysicalDeviceMemoryProperties real;
    vkGetPhysicalDeviceMemoryProperties(opened.instance->physicalDevices()[0], &real);
    if (real.memoryTypeCount > 1) GTEST_SKIP() << "it has several";
    const Spy<vkGetPhysicalDeviceMemoryProperties> told([](auto device, auto* properties) {
        Spy<vkGetPhysicalDeviceMemoryProperties>::next(device, properties);
        properties->memoryTypeCount = 2;
        properties->memoryTypes[0] = {kHost, 0};
        properties->memoryTypes[1] = {kLocal, 0};
    });
    const Spy<vkGetBufferMemoryRequirements> ofBuffers([](auto device, auto buffer, auto* requirements) {
        Spy<vkGetBufferMemoryRequirements>::next(device, buffer, requirements);
        requirements->memoryTypeBits = 0b11;
    });
    const Spy<vkGetImageMemoryRequirements> ofImages([](auto device, auto image, auto* requirements) {
        Spy<vkGetImageMemoryRequirements>::next(device, image, requirements);
        requirements->memoryTypeBits = 0b11;
    });
    const Spy<vkAllocateMemory> allocations([](auto device, auto* info, auto allocator, auto* made) {
        VkMemoryAllocateInfo only = *info;
        only.memoryTypeIndex = 0;
        const VkResult result = Spy<vkAllocateMemory>::next(device, &only, allocator, made);
        seen.memory[*made] = info->memoryTypeIndex == 1 ? kLocal : kHost;
        ++seen.allocated;
        return result;
    });
    const Spy<vkCreateBuffer> buffers([](auto device, const auto* info, auto allocator, auto* buffer) {
        const VkResult result = Spy<vkCreateBuffer>::next(device, info, allocator, buffer);
        seen.usage[*buffer] = info->usage;
        return result;
    });
    const Spy<vkBindBufferMemory> bound([](auto device, auto buffer, auto where, auto offset) {
        if ((seen.usage.at(buffer) & kRead) != 0 && seen.memory.at(where) != kLocal)
            seen.elsewhere.push_back("a buffer");
        return Spy<vkBindBufferMemory>::next(device, buffer, where, offset);
    });
    const auto boundImages = watch<vkBindImageMemory>([](auto, auto, auto where, auto) {
        if (seen.memory.at(where) != kLocal) seen.elsewhere.push_back("an image");
    });
    for (const Operation& operation :
         {typedLoad(Format::R8), rawLoad(4), structuredLoad(4), constantLoad(), textureLoad(Format::R8)})
        prepareOne(*opened.executor, {operation, Pattern::Linear});
    EXPECT_GE(seen.allocated, 10); // each source and where the host writes it
    EXPECT_THAT(seen.elsewhere, IsEmpty());
}

} // namespace vkperftest::commands_test
