#include "vulkan/strategy.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "base/atomic_file.h"
#include "paths.h"
#include "strategy_named.h"

namespace vkperftest {
namespace strategy_unit_test {

using testing::UnorderedElementsAreArray;

constexpr Binding kBindings[] = {{0, BindingKind::UniformBuffer, 512}, {1, BindingKind::StorageBuffer, 0}};

const DeviceRecord kDevice{.pushDescriptors = true,
                           .maxPushDescriptors = 32,
                           .bufferAddresses = true,
                           .descriptorBuffers = true,
                           .maxInlineUniformBytes = 512};

std::string trouble(const DeviceRecord& device, Strategy strategy) {
    const Result<void> result = checkStrategy(device, strategy, kBindings);
    if (result.ok()) return {};
    EXPECT_EQ(result.error().kind, ErrorKind::Unsupported);
    return result.error().cause;
}

TEST(BindingStrategies, EveryNameHasOneImplementationAndTheReverse) {
    std::vector<std::string_view> named, implemented, ways;
    for (const StrategyTraits& strategy : kStrategies) named.push_back(strategy.name);
    for (const StrategyImplementation* implementation : strategyImplementations()) {
        implemented.insert(implemented.end(), implementation->names.begin(), implementation->names.end());
        for (const RecordingWay& way : implementation->ways) ways.push_back(way.name);
    }
    EXPECT_THAT(implemented, UnorderedElementsAreArray(named));
    EXPECT_THAT(ways, UnorderedElementsAreArray(recordingWays()));
}

TEST(BindingStrategies, EachIsInTheDocumentsTable) {
    const std::string document = readFile(repositoryFile("docs/experiments.md")).value();
    for (const StrategyTraits& strategy : kStrategies)
        EXPECT_NE(document.find("\n| `" + std::string(strategy.name) + "` | "), std::string::npos)
            << strategy.name << " has no line in the table of docs/experiments.md";
}

TEST(BindingStrategies, EveryCapabilityIsLookedForAndTheReverse) {
    const std::vector<CapabilityValue> found = everyCapability();
    EXPECT_EQ(found.size(), kCapabilities.size());
    for (const Capability& capability : kCapabilities)
        EXPECT_NE(std::find(found.begin(), found.end(), capability.value), found.end()) << capability.name;
}

TEST(BindingStrategies, EachDescriptorOfAnArrayIsPushed) {
    constexpr Binding kArray[] = {{0, BindingKind::StorageBuffer, 0, 32}, {1, BindingKind::StorageBuffer, 0}};
    EXPECT_EQ(checkStrategy(kDevice, Strategy::Push, kArray).error().cause,
              "maxPushDescriptors is 32, but the kernel needs 33");
    EXPECT_TRUE(checkStrategy(kDevice, Strategy::Push, std::span(kArray).first(1)).ok());
}

TEST(BindingStrategies, WhatADeviceHasIsNoTrouble) {
    for (const Strategy strategy : kEveryStrategy)
        EXPECT_EQ(trouble(kDevice, strategy), "") << strategyName(strategy);
}

TEST(BindingStrategies, MissingExtensionsAreNamed) {
    EXPECT_EQ(trouble({}, Strategy::Set), "");
    EXPECT_EQ(trouble({}, strategyNamed("dynamic")), "");
    EXPECT_EQ(trouble({}, strategyNamed("general-layout")), "");
    EXPECT_EQ(trouble({}, Strategy::Push), "no VK_KHR_push_descriptor");
    EXPECT_EQ(trouble({}, strategyNamed("push-template")), "no VK_KHR_push_descriptor");
    EXPECT_EQ(trouble({}, strategyNamed("buffer")),
              "no feature descriptorBuffer of VK_EXT_descriptor_buffer");
    EXPECT_EQ(trouble({}, strategyNamed("inline")),
              "no feature inlineUniformBlock of VK_EXT_inline_uniform_block");
    EXPECT_EQ(trouble({}, strategyNamed("address-4")),
              "no feature bufferDeviceAddress of VK_KHR_buffer_device_address");
    EXPECT_EQ(trouble({}, strategyNamed("address-16")),
              "no feature bufferDeviceAddress of VK_KHR_buffer_device_address");
}

TEST(BindingStrategies, LimitsAreNamedWithBothFigures) {
    DeviceRecord device = kDevice;
    device.maxPushDescriptors = 1;
    device.maxInlineUniformBytes = 256;
    EXPECT_EQ(trouble(device, Strategy::Push), "maxPushDescriptors is 1, but the kernel needs 2");
    EXPECT_EQ(trouble(device, strategyNamed("push-template")),
              "maxPushDescriptors is 1, but the kernel needs 2");
    EXPECT_EQ(trouble(device, strategyNamed("inline")),
              "maxInlineUniformBlockSize is 256, but the kernel needs 512");
}

} // namespace strategy_unit_test
} // namespace vkperftest
