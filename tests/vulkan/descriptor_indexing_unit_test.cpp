// Devices that offer some of the features by which shaders index arrays of descriptors.
#include "vulkan/robustness.h"

#include <gmock/gmock.h>

#include "spy.h"

namespace vkperftest {
namespace descriptor_indexing_unit_test {

constexpr Binding kBuffers{0, BindingKind::StorageBuffer, 0, 8},
    kTexelBuffers{0, BindingKind::UniformTexelBuffer, 0, 8}, kImages{0, BindingKind::SampledImage, 0, 8};

std::string trouble(const DescriptorIndexing& device, const Binding& array, DescriptorIndex index) {
    const Result<void> checked = device.check(array, index);
    if (checked.ok()) return {};
    EXPECT_EQ(checked.error().kind, ErrorKind::Unsupported);
    return checked.error().cause;
}

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

TEST_F(ArraysOfDescriptors, NeedNoFeatureForAConstantIndex) {
    const DescriptorIndexing none;
    for (const Binding& array : {kTexelBuffers, kImages})
        EXPECT_EQ(trouble(none, array, DescriptorIndex::Constant), "");
}

TEST_F(ArraysOfDescriptors, NeedTheFeatureOfTheirKind) {
    version = VK_API_VERSION_1_2;
    const DescriptorIndexing device(PhysicalDevice{});
    EXPECT_EQ(trouble(device, kBuffers, DescriptorIndex::Uniform), "");
    EXPECT_EQ(trouble(device, kBuffers, DescriptorIndex::PerSubgroup), "");
    EXPECT_EQ(trouble(device, kBuffers, DescriptorIndex::PerLane), "");
    EXPECT_EQ(trouble(device, kTexelBuffers, DescriptorIndex::Uniform), "");
    for (const DescriptorIndex index : {DescriptorIndex::PerSubgroup, DescriptorIndex::PerLane}) {
        EXPECT_EQ(trouble(device, kTexelBuffers, index),
                  "the driver lacks the feature shaderUniformTexelBufferArrayNonUniformIndexing");
        EXPECT_EQ(trouble(device, kImages, index),
                  "the driver lacks the feature shaderSampledImageArrayNonUniformIndexing");
    }
    EXPECT_EQ(trouble(device, kImages, DescriptorIndex::Uniform),
              "the driver lacks the feature shaderSampledImageArrayDynamicIndexing");
}

// Vulkan 1.1 has the extension's features only with the extension.
TEST_F(ArraysOfDescriptors, HaveTheExtensionsFeaturesOnlyWithIt) {
    EXPECT_EQ(trouble(DescriptorIndexing(PhysicalDevice{}), kTexelBuffers, DescriptorIndex::Uniform),
              "the driver lacks the feature shaderUniformTexelBufferArrayDynamicIndexing");
    const PhysicalDevice extended{.extensions = {VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME}};
    EXPECT_EQ(trouble(DescriptorIndexing(extended), kTexelBuffers, DescriptorIndex::Uniform), "");
}

TEST_F(ArraysOfDescriptors, NeedAsManyStorageBuffersAndOneForTheSums) {
    storageBuffers = 8;
    EXPECT_EQ(trouble(DescriptorIndexing(PhysicalDevice{}), kBuffers, DescriptorIndex::Constant),
              "maxPerStageDescriptorStorageBuffers is 8, but the kernel needs 9");
    EXPECT_EQ(trouble(DescriptorIndexing(PhysicalDevice{}), kImages, DescriptorIndex::Constant), "");
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

} // namespace descriptor_indexing_unit_test
} // namespace vkperftest
