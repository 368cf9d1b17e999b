#include <gmock/gmock.h>

#include "vulkan/resources.h"

namespace vkperftest {
namespace {

constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

constexpr std::uint32_t kAnyType = ~0u;

VkPhysicalDeviceMemoryProperties memoryOf(std::vector<VkMemoryPropertyFlags> types) {
    VkPhysicalDeviceMemoryProperties properties{.memoryTypeCount = static_cast<std::uint32_t>(types.size())};
    for (std::size_t i = 0; i < types.size(); ++i) properties.memoryTypes[i].propertyFlags = types[i];
    return properties;
}

// As discrete GPUs list them: the write-combined types come first.
TEST(Memory, IsReadThroughTheCacheWhereThereIsOne) {
    const auto discrete = memoryOf({kLocal, kVisible | kCoherent, kVisible | kCoherent | kCached});
    EXPECT_EQ(chooseMemoryType(discrete, kAnyType, kReadMemory), 2u);
    EXPECT_EQ(chooseMemoryType(discrete, kAnyType, kHostMemory), 1u);
    EXPECT_EQ(chooseMemoryType(discrete, kAnyType, kDeviceMemory), 0u);
    EXPECT_EQ(chooseMemoryType(discrete, 0b011, kReadMemory), 1u)
        << "the resource cannot lie in the cached one";
    EXPECT_EQ(chooseMemoryType(discrete, 0b001, kReadMemory), std::nullopt);
}

// As mobile GPUs have it: what is cached must be invalidated.
TEST(Memory, ACacheThatIsNotCoherentIsTakenWhereThereIsNoOther) {
    const auto mobile = memoryOf({kLocal | kVisible | kCoherent, kLocal | kVisible | kCached});
    EXPECT_EQ(chooseMemoryType(mobile, kAnyType, kReadMemory), 1u);
    EXPECT_EQ(chooseMemoryType(mobile, kAnyType, kHostMemory), 0u);
}

std::string whyNone(const VkPhysicalDeviceMemoryProperties& properties, MemoryKind kind) {
    const Result<std::uint32_t> types = memoryTypes(properties, kind);
    if (types.ok()) return {};
    EXPECT_EQ(types.error().kind, ErrorKind::Unsupported);
    return types.error().cause;
}

TEST(Memory, OfACardIsOfThreeKinds) {
    const auto card = memoryOf(
        {0, kLocal, kVisible | kCoherent, kVisible | kCoherent | kCached, kLocal | kVisible | kCoherent});
    EXPECT_EQ(memoryTypes(card, MemoryKind::DeviceLocal).value(), kAnyMemoryType);
    EXPECT_EQ(memoryTypes(card, MemoryKind::HostCached).value(), 0b01000u);
    EXPECT_EQ(memoryTypes(card, MemoryKind::Bar).value(), 0b10000u);
}

TEST(Memory, ThatADeviceLacksIsNamedByItsFlags) {
    const auto bare = memoryOf({kLocal, kVisible | kCoherent});
    EXPECT_EQ(
        whyNone(bare, MemoryKind::Bar),
        "no memory type has VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT and VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT");
    EXPECT_EQ(
        whyNone(bare, MemoryKind::HostCached),
        "no memory type has VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT and VK_MEMORY_PROPERTY_HOST_CACHED_BIT");
}

// Rows of the same memory would show no difference where there is nothing to compare.
TEST(Memory, ThatIsTheDeviceLocalOneIsNoOther) {
    const auto one = memoryOf({kLocal | kVisible | kCoherent | kCached});
    EXPECT_EQ(whyNone(one, MemoryKind::Bar),
              "device-local memory itself has VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT and "
              "VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT");
    EXPECT_EQ(whyNone(one, MemoryKind::HostCached),
              "device-local memory itself has VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT "
              "and VK_MEMORY_PROPERTY_HOST_CACHED_BIT");
    const auto integrated =
        memoryOf({kLocal | kVisible | kCoherent, kLocal | kVisible | kCoherent | kCached});
    EXPECT_NE(whyNone(integrated, MemoryKind::Bar), "");
    EXPECT_EQ(memoryTypes(integrated, MemoryKind::HostCached).value(), 0b10u);
}

} // namespace
} // namespace vkperftest
