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
#include "vulkan/strategy.h"

namespace vkperftest::limits_unit_test {

// What is unsupported; empty if nothing is.
std::string trouble(const Result<void>& checked) {
    if (checked.ok()) return {};
    EXPECT_EQ(checked.error().kind, ErrorKind::Unsupported);
    return reasonText(reasonOf(checked.error()));
}

constexpr Binding kBindings[] = {{0, DescriptorKind::UniformBuffer, 512},
                                 {1, DescriptorKind::StorageBuffer, 0}};

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
    constexpr Binding kArray[] = {{0, DescriptorKind::StorageBuffer, 0, 32},
                                  {1, DescriptorKind::StorageBuffer, 0}};
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

constexpr Binding kBuffers{0, DescriptorKind::StorageBuffer, 0, 8},
    kImages{0, DescriptorKind::SampledImage, 0, 8};

TEST(ArraysOfDescriptors, NeedTheLimitAndTheFeatureOfTheirKind) {
    static std::uint32_t storageBuffers = 9;
    const Spy<vkGetPhysicalDeviceProperties> properties([](auto, auto* told) {
        *told = {
            .limits = {.maxBoundDescriptorSets = 4, .maxPerStageDescriptorStorageBuffers = storageBuffers}};
    });
    const Spy<vkGetPhysicalDeviceFeatures> core(
        [](auto, auto* told) { *told = {.shaderStorageBufferArrayDynamicIndexing = VK_TRUE}; });
    const PhysicalDevice device;
    EXPECT_EQ(trouble(checkArray(device, kBuffers, DescriptorIndex::PerLane)), "");
    EXPECT_EQ(trouble(checkArray(device, kImages, DescriptorIndex::Constant)), "");
    EXPECT_THAT(trouble(checkArray(device, kImages, DescriptorIndex::Uniform)),
                EndsWith("shaderSampledImageArrayDynamicIndexing"));
    storageBuffers = 8;
    EXPECT_THAT(trouble(checkBindings(device, std::vector<ShaderBinding>{{.count = 8}, {.binding = 1}})),
                ContainsRegex("^maxPerStageDescriptorStorageBuffers is 8, .* needs 9$"));
    EXPECT_EQ(trouble(checkArray(device, kImages, DescriptorIndex::Constant)), "");
}

TEST(ArraysOfDescriptors, NeedWhatTheirKernelsDeclare) {
    const std::map<std::string_view, std::string_view> needed = {
        {"typed.uniform", "shaderUniformTexelBufferArrayDynamicIndexing"},
        {"typed.per_lane", "shaderUniformTexelBufferArrayNonUniformIndexing"},
        {"structured.per_subgroup", "shaderStorageBufferArrayNonUniformIndexing"},
        {"texture.per_lane", "shaderSampledImageArrayNonUniformIndexing"},
        {"structured.uniform", ""},
        {"texture.constant", ""}};
    for (const auto& [kernel, feature] : needed) {
        std::string_view found;
        const Kernel* const known = findKernel(fmt::format("descriptor_array.{}.linear", kernel));
        ASSERT_NE(known, nullptr) << kernel;
        for (const ShaderNeed& need : shaderNeeds())
            if (declares(known->words, need.capability)) found = need.feature;
        EXPECT_EQ(found, feature) << kernel;
    }
}

// Of one struct, those that several needs name, and no others.
TEST(ArraysOfDescriptors, AreEnabledAsOffered) {
    const Spy<vkGetPhysicalDeviceProperties> properties(
        [](auto, auto* told) { *told = {.apiVersion = VK_API_VERSION_1_1}; });
    const Spy<vkGetPhysicalDeviceFeatures2> extended([](auto, VkPhysicalDeviceFeatures2* told) {
        auto& features = *static_cast<VkPhysicalDeviceDescriptorIndexingFeatures*>(told->pNext);
        features.shaderUniformTexelBufferArrayDynamicIndexing = VK_TRUE;
        features.shaderStorageBufferArrayNonUniformIndexing = VK_TRUE;
    });
    const auto isOffered = [](const PhysicalDevice& device, const ShaderNeed& need) {
        return need.offer != nullptr && need.offer->features == kDescriptorIndexing.features &&
               offers(device, need);
    };
    const PhysicalDevice plain, device{.extensions = {VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME}};
    EnabledFeatures enabled(device);
    for (const ShaderNeed& need : shaderNeeds()) {
        EXPECT_FALSE(isOffered(plain, need)); // Vulkan 1.1 has the features only with the extension
        if (isOffered(device, need)) enabled.add(*need.offer);
    }
    const auto* features = static_cast<const VkPhysicalDeviceDescriptorIndexingFeatures*>(enabled.chain());
    ASSERT_NE(features, nullptr);
    EXPECT_EQ(features->sType, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES);
    EXPECT_EQ(features->pNext, nullptr);
    EXPECT_TRUE(features->shaderUniformTexelBufferArrayDynamicIndexing);
    EXPECT_TRUE(features->shaderStorageBufferArrayNonUniformIndexing);
    EXPECT_FALSE(features->shaderSampledImageArrayNonUniformIndexing);
    EXPECT_FALSE(features->shaderUniformTexelBufferArrayNonUniformIndexing);
    EXPECT_FALSE(features->shaderInputAttachmentArrayDynamicIndexing);
}

} // namespace vkperftest::limits_unit_test
