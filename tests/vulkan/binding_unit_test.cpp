#include "vulkan/binding.h"

#include <gmock/gmock.h>

namespace vkperftest {
namespace {

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

TEST(BindingStrategies, WhatADeviceHasIsNoTrouble) {
    for (const StrategyTraits& traits : strategies())
        EXPECT_EQ(trouble(kDevice, traits.strategy), "") << traits.name;
}

TEST(BindingStrategies, MissingExtensionsAreNamed) {
    EXPECT_EQ(trouble({}, Strategy::Set), "");
    EXPECT_EQ(trouble({}, Strategy::Dynamic), "");
    EXPECT_EQ(trouble({}, Strategy::Push), "no VK_KHR_push_descriptor");
    EXPECT_EQ(trouble({}, Strategy::Buffer), "no feature descriptorBuffer of VK_EXT_descriptor_buffer");
    EXPECT_EQ(trouble({}, Strategy::Inline), "no feature inlineUniformBlock of VK_EXT_inline_uniform_block");
    EXPECT_EQ(trouble({}, Strategy::Address4),
              "no feature bufferDeviceAddress of VK_KHR_buffer_device_address");
    EXPECT_EQ(trouble({}, Strategy::Address16),
              "no feature bufferDeviceAddress of VK_KHR_buffer_device_address");
}

TEST(BindingStrategies, LimitsAreNamedWithBothFigures) {
    DeviceRecord device = kDevice;
    device.maxPushDescriptors = 1;
    device.maxInlineUniformBytes = 256;
    EXPECT_EQ(trouble(device, Strategy::Push), "maxPushDescriptors is 1, the kernel needs 2");
    EXPECT_EQ(trouble(device, Strategy::Inline), "maxInlineUniformBlockSize is 256, the kernel needs 512");
}

} // namespace
} // namespace vkperftest
