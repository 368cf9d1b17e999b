// What devices lack, and how it is named: for strategies, subgroups and arrays of descriptors.
#include <map>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "cases/reason.h"
#include "matchers.h"
#include "paths.h"
#include "regular_expressions.h"
#include "spy.h"
#include "strategy_named.h"
#include "vulkan/robustness.h"
#include "vulkan/strategy.h"

namespace vkperftest::limits_unit_test {

// What is unsupported; empty if nothing is.
std::string trouble(const Result<void>& checked) {
    if (checked.ok()) return {};
    EXPECT_EQ(checked.error().kind, ErrorKind::Unsupported);
    return reasonText(reasonOf(checked.error()));
}

constexpr Binding kBindings[] = {{0, BindingKind::UniformBuffer, 512}, {1, BindingKind::StorageBuffer, 0}};

const DeviceRecord kDevice{.pushDescriptors = true,
                           .maxPushDescriptors = 32,
                           .bufferAddresses = true,
                           .descriptorBuffers = true,
                           .maxInlineUniformBytes = 512};

TEST(BindingStrategies, EveryNameHasOneImplementationAndTheReverse) {
    std::vector<std::string_view> named, implemented, ways;
    for (const StrategyTraits& strategy : kStrategies) named.push_back(strategy.name);
    for (const StrategyImplementation* implementation : strategyImplementations()) {
        implemented.insert(implemented.end(), implementation->names.begin(), implementation->names.end());
        for (const RecordingWay& way : implementation->ways) ways.push_back(way.name);
    }
    EXPECT_THAT(implemented, testing::UnorderedElementsAreArray(named));
    EXPECT_THAT(ways, testing::UnorderedElementsAreArray(recordingWays()));
    const std::string document = readFile(repositoryFile("docs/experiments.md")).value();
    for (const StrategyTraits& strategy : kStrategies)
        EXPECT_NE(document.find(fmt::format("\n| `{}` | ", strategy.name)), std::string::npos)
            << strategy.name;
    std::vector<CapabilityValue> capabilities;
    for (const Capability& capability : kCapabilities) capabilities.push_back(capability.value);
    EXPECT_THAT(everyCapability(), testing::UnorderedElementsAreArray(capabilities));
}

TEST(BindingStrategies, WhatADeviceLacksIsNamed) {
    const std::map<std::string_view, std::string_view> missing = {
        {"push", "VK_KHR_push_descriptor"},
        {"push-template", "VK_KHR_push_descriptor"},
        {"buffer", "VK_EXT_descriptor_buffer"},
        {"inline", "VK_EXT_inline_uniform_block"},
        {"address-4", "VK_KHR_buffer_device_address"},
        {"address-8", "VK_KHR_buffer_device_address"},
        {"address-16", "VK_KHR_buffer_device_address"}};
    for (const Strategy strategy : kEveryStrategy) {
        const std::string_view name = strategyName(strategy);
        EXPECT_EQ(trouble(checkStrategy(kDevice, strategy, kBindings)), "") << name;
        const std::string lacking = trouble(checkStrategy({}, strategy, kBindings));
        EXPECT_EQ(lacking.empty(), !missing.contains(name)) << name;
        if (!lacking.empty()) {
            EXPECT_THAT(lacking, EndsWith(std::string(missing.at(name))));
        }
    }
    DeviceRecord small = kDevice;
    small.maxPushDescriptors = 1;
    small.maxInlineUniformBytes = 256;
    for (const Strategy strategy : {Strategy::Push, strategyNamed("push-template")})
        EXPECT_THAT(trouble(checkStrategy(small, strategy, kBindings)),
                    ContainsRegex("^maxPushDescriptors is 1, .* needs 2$"));
    EXPECT_THAT(trouble(checkStrategy(small, strategyNamed("inline"), kBindings)),
                ContainsRegex("^maxInlineUniformBlockSize is 256, .* needs 512$"));
    // Each descriptor of an array is pushed.
    constexpr Binding kArray[] = {{0, BindingKind::StorageBuffer, 0, 32}, {1, BindingKind::StorageBuffer, 0}};
    EXPECT_THAT(trouble(checkStrategy(kDevice, Strategy::Push, kArray)),
                ContainsRegex("^maxPushDescriptors is 32, .* needs 33$"));
    EXPECT_TRUE(checkStrategy(kDevice, Strategy::Push, std::span(kArray).first(1)).ok());
}

TEST(Subgroup, WhatADeviceLacksIsNamed) {
    constexpr std::uint32_t kBasic = VK_SUBGROUP_FEATURE_BASIC_BIT, kBallot = VK_SUBGROUP_FEATURE_BALLOT_BIT,
                            kShuffle = VK_SUBGROUP_FEATURE_SHUFFLE_BIT;
    constexpr SubgroupTraits kNone, kUncontrolled{.sizeControl = true};
    constexpr SubgroupTraits kOne{.sizeControl = true, .smallest = 4, .largest = 4};
    constexpr SubgroupTraits kSeveral{.operations = kBasic | kBallot,
                                      .sizeControl = true,
                                      .smallest = 8,
                                      .largest = 32,
                                      .mostInWorkgroup = 16};
    // Lanes that share an address are 64 at most.
    constexpr SubgroupTraits k64{.operations = kBasic | kBallot, .usual = 64},
        k128{.operations = kBasic | kBallot, .usual = 128};
    SubgroupTraits upTo128 = kSeveral;
    upTo128.largest = 128;
    const struct {
        const SubgroupTraits& device;
        std::uint32_t operations, size;
        const char* trouble;
    } all[] = {{kNone, 0, 0, ""},
               {kSeveral, kBasic, 0, ""},
               {kSeveral, kBasic | kBallot, 32, ""},
               {kSeveral, 0, 16, ""},
               {kSeveral, kBasic | kShuffle, 0, "no VK_SUBGROUP_FEATURE_SHUFFLE_BIT in.*"},
               {kNone, kBasic | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, 0,
                "no VK_SUBGROUP_FEATURE_BASIC_BIT, VK_SUBGROUP_FEATURE_ARITHMETIC_BIT in.*"},
               {kNone, VK_SUBGROUP_FEATURE_QUAD_BIT, 0, "no VK_SUBGROUP_FEATURE_QUAD_BIT in.*"},
               {k64, kBasic | kBallot, 0, ""},
               {k128, kBasic, 0, ""},
               {k128, kBasic | kBallot, 0, ".* 128 lanes, not 64.*"},
               {upTo128, kBasic | kBallot, 0, ".* 128 lanes, not 64.*"},
               {upTo128, kBasic | kBallot, 32, ""},
               {kNone, 0, 32, "no VK_EXT_subgroup_size_control"},
               {kUncontrolled, 0, 32, ".*cannot require a.*"},
               {kSeveral, 0, 64, ".* have 8 to 32 lanes, not 64"},
               {kSeveral, 0, 4, ".* have 8 to 32 lanes, not 4"},
               {kOne, 0, 8, ".* have 4 lanes, not 8"},
               {kSeveral, 0, 8, "maxComputeWorkgroupSubgroups is 16, .* needs 32"}};
    for (const auto& [device, operations, size, why] : all)
        EXPECT_THAT(trouble(checkSubgroup(device, Kernel{.subgroupOperations = operations}, size)),
                    ContainsRegex(std::string("^") + why + "$"));
}

constexpr Binding kBuffers{0, BindingKind::StorageBuffer, 0, 8},
    kTexelBuffers{0, BindingKind::UniformTexelBuffer, 0, 8}, kImages{0, BindingKind::SampledImage, 0, 8};

class ArraysOfDescriptors : public testing::Test {
protected:
    static inline std::uint32_t version = VK_API_VERSION_1_1;
    static inline std::uint32_t storageBuffers = 9;

    const Spy<vkGetPhysicalDeviceProperties> properties_{[](auto, auto* told) {
        *told = {.apiVersion = version, .limits = {.maxPerStageDescriptorStorageBuffers = storageBuffers}};
    }};
    const Spy<vkGetPhysicalDeviceFeatures> core_{
        [](auto, auto* told) { *told = {.shaderStorageBufferArrayDynamicIndexing = VK_TRUE}; }};
    const Spy<vkGetPhysicalDeviceFeatures2> extended_{[](auto, VkPhysicalDeviceFeatures2* told) {
        auto& features = *static_cast<VkPhysicalDeviceDescriptorIndexingFeatures*>(told->pNext);
        features.shaderUniformTexelBufferArrayDynamicIndexing = VK_TRUE;
        features.shaderStorageBufferArrayNonUniformIndexing = VK_TRUE;
    }};

    void SetUp() override {
        version = VK_API_VERSION_1_1;
        storageBuffers = 9;
    }
};

constexpr auto kConstant = DescriptorIndex::Constant, kUniform = DescriptorIndex::Uniform,
               kPerSubgroup = DescriptorIndex::PerSubgroup, kPerLane = DescriptorIndex::PerLane;

TEST_F(ArraysOfDescriptors, NeedTheFeatureOfTheirKind) {
    version = VK_API_VERSION_1_2;
    const DescriptorIndexing device(PhysicalDevice{}), none;
    for (const Binding& array : {kTexelBuffers, kImages})
        EXPECT_EQ(trouble(none.check(array, kConstant)), "");
    const struct {
        const Binding& array;
        DescriptorIndex index;
        const char* feature;
    } all[] = {{kBuffers, kUniform, ""},
               {kBuffers, kPerSubgroup, ""},
               {kBuffers, kPerLane, ""},
               {kTexelBuffers, kUniform, ""},
               {kTexelBuffers, kPerSubgroup, "shaderUniformTexelBufferArrayNonUniformIndexing"},
               {kTexelBuffers, kPerLane, "shaderUniformTexelBufferArrayNonUniformIndexing"},
               {kImages, kPerSubgroup, "shaderSampledImageArrayNonUniformIndexing"},
               {kImages, kPerLane, "shaderSampledImageArrayNonUniformIndexing"},
               {kImages, kUniform, "shaderSampledImageArrayDynamicIndexing"}};
    for (const auto& [array, index, feature] : all) {
        EXPECT_THAT(trouble(device.check(array, index)), EndsWith(feature));
        EXPECT_EQ(device.check(array, index).ok(), *feature == '\0');
    }
    version = VK_API_VERSION_1_1; // which has the extension's features only with the extension
    EXPECT_THAT(trouble(DescriptorIndexing(PhysicalDevice{}).check(kTexelBuffers, kUniform)),
                EndsWith("shaderUniformTexelBufferArrayDynamicIndexing"));
    const PhysicalDevice extended{.extensions = {VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME}};
    EXPECT_EQ(trouble(DescriptorIndexing(extended).check(kTexelBuffers, kUniform)), "");
    storageBuffers = 8; // and one for the sums
    const DescriptorIndexing few(PhysicalDevice{});
    EXPECT_THAT(trouble(few.check(kBuffers, kConstant)),
                ContainsRegex("^maxPerStageDescriptorStorageBuffers is 8, .* needs 9$"));
    EXPECT_EQ(trouble(few.check(kImages, kConstant)), "");
}

TEST_F(ArraysOfDescriptors, AreEnabledAsOffered) {
    version = VK_API_VERSION_1_2;
    const PhysicalDevice device;
    EnabledFeatures enabled(device);
    DescriptorIndexing(device).addTo(enabled);
    const auto* features = static_cast<const VkPhysicalDeviceDescriptorIndexingFeatures*>(enabled.chain());
    ASSERT_NE(features, nullptr);
    EXPECT_EQ(features->sType, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES);
    EXPECT_TRUE(features->shaderUniformTexelBufferArrayDynamicIndexing);
    EXPECT_TRUE(features->shaderStorageBufferArrayNonUniformIndexing);
    EXPECT_FALSE(features->shaderSampledImageArrayNonUniformIndexing);
    EXPECT_FALSE(features->shaderUniformTexelBufferArrayNonUniformIndexing);
    EXPECT_FALSE(features->shaderInputAttachmentArrayDynamicIndexing);
}

} // namespace vkperftest::limits_unit_test
