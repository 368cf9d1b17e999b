#include "vulkan/capabilities.h"

#include <gmock/gmock.h>

#include "cases/reason.h"

namespace vkperftest {
namespace subgroup_unit_test {

constexpr SubgroupTraits kDevice{.operations = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT,
                                 .sizeControl = true,
                                 .smallest = 8,
                                 .largest = 32,
                                 .mostInWorkgroup = 16};

std::string trouble(const SubgroupTraits& device, std::uint32_t operations, std::uint32_t size) {
    const Kernel kernel{.subgroupOperations = operations};
    const Result<void> result = checkSubgroup(device, kernel, size);
    if (result.ok()) return {};
    EXPECT_EQ(result.error().kind, ErrorKind::Unsupported);
    return reasonText(reasonOf(result.error()));
}

TEST(Subgroup, WhatADeviceHasIsNoTrouble) {
    EXPECT_EQ(trouble({}, 0, 0), "");
    EXPECT_EQ(trouble(kDevice, VK_SUBGROUP_FEATURE_BASIC_BIT, 0), "");
    EXPECT_EQ(trouble(kDevice, kDevice.operations, 32), "");
    EXPECT_EQ(trouble(kDevice, 0, 16), "");
}

TEST(Subgroup, MissingOperationsAreNamed) {
    EXPECT_EQ(trouble(kDevice, VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_SHUFFLE_BIT, 0),
              "no VK_SUBGROUP_FEATURE_SHUFFLE_BIT in compute shaders");
    EXPECT_EQ(trouble({}, VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, 0),
              "no VK_SUBGROUP_FEATURE_BASIC_BIT, VK_SUBGROUP_FEATURE_ARITHMETIC_BIT in compute shaders");
    EXPECT_EQ(trouble({}, VK_SUBGROUP_FEATURE_QUAD_BIT, 0),
              "no VK_SUBGROUP_FEATURE_QUAD_BIT in compute shaders");
}

TEST(Subgroup, OfMoreLanesThanShareAnAddressAreRefused) {
    constexpr std::uint32_t kSharing = VK_SUBGROUP_FEATURE_BASIC_BIT | VK_SUBGROUP_FEATURE_BALLOT_BIT;
    SubgroupTraits device{.operations = kSharing, .usual = 64};
    EXPECT_EQ(trouble(device, kSharing, 0), "");
    device.usual = 128;
    EXPECT_EQ(trouble(device, kSharing, 0), "subgroups have 128 lanes, not 64 or fewer");
    EXPECT_EQ(trouble(device, VK_SUBGROUP_FEATURE_BASIC_BIT, 0), "");
    device = kDevice;
    device.largest = 128;
    EXPECT_EQ(trouble(device, kSharing, 0), "subgroups have 128 lanes, not 64 or fewer");
    EXPECT_EQ(trouble(device, kSharing, 32), "");
}

TEST(Subgroup, SizesThatCannotBeDemandedAreRefused) {
    EXPECT_EQ(trouble({}, 0, 32), "no VK_EXT_subgroup_size_control");
    EXPECT_EQ(trouble({.sizeControl = true}, 0, 32), "compute pipelines cannot require a subgroup size");
    EXPECT_EQ(trouble(kDevice, 0, 64), "subgroups have 8 to 32 lanes, not 64");
    EXPECT_EQ(trouble(kDevice, 0, 4), "subgroups have 8 to 32 lanes, not 4");
    EXPECT_EQ(trouble({.sizeControl = true, .smallest = 4, .largest = 4}, 0, 8),
              "subgroups have 4 lanes, not 8");
    EXPECT_EQ(trouble(kDevice, 0, 8), "maxComputeWorkgroupSubgroups is 16, but the kernel needs 32");
}

} // namespace subgroup_unit_test
} // namespace vkperftest
