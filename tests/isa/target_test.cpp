// The table of targets: names, aliases, and what their drivers know them by.
#include "isa/target.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "base/text.h"
#include "perftest/reference.h"

namespace vkperftest {
namespace {

using testing::HasSubstr;

TEST(Target, IsFoundByItsNameOrAnAliasInAnyCase) {
    EXPECT_EQ(findTarget("Polaris10").value()->name, "polaris10");
    EXPECT_EQ(findTarget("rx 480").value()->name, "polaris10");
    EXPECT_EQ(findTarget("HD 630").value()->name, "kbl");
    EXPECT_EQ(findTarget("RTX 3090").value()->name, "ampere");
    EXPECT_EQ(findTarget("GeForce rtx3090").value()->name, "ampere");
    EXPECT_EQ(findTarget("Radeon RX 580").value()->name, "polaris10");
}

TEST(Target, EveryGpuThatIsListedIsAName) {
    for (const Target& target : allTargets()) {
        for (const std::string& gpu : gpusOf(target)) {
            const Result<const Target*> found = findTarget(gpu);
            if (found.ok()) {
                EXPECT_EQ(found.value(), &target) << gpu;
            } else {
                EXPECT_THAT(found.error().sentence(), HasSubstr(std::string(target.name))) << gpu;
            }
        }
    }
    EXPECT_EQ(findTarget("RX 7900").error().sentence(),
              "'RX 7900' is the name of several targets; choose from: gfx1100, navi31");
    EXPECT_FALSE(findTarget("GeForce").ok());
}

TEST(Target, UnknownOnesGetTheKnown) {
    const Result<const Target*> unknown = findTarget("polaris12");
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().kind, ErrorKind::Usage);
    EXPECT_THAT(unknown.error().sentence(), HasSubstr("--target list"));
}

TEST(Target, HasANameOfItsOwnAndADriver) {
    std::set<std::string> names = {"list", "all", "amd", "intel", "nvidia"}; // which --target takes as well
    for (const Target& target : allTargets()) {
        EXPECT_TRUE(names.insert(std::string(target.name)).second) << target.name;
        for (const std::string_view alias : target.aliases) {
            EXPECT_TRUE(alias.empty() || names.insert(lowercase(alias)).second) << alias;
        }
        EXPECT_NE(target.driver, nullptr) << target.name;
        EXPECT_FALSE(target.what.empty() || target.mesa.empty()) << target.name;
    }
}

TEST(Target, WhatAKernelDriverKnowsItByIsHexadecimal) {
    for (const Target& target : allTargets()) {
        if (target.driver->kernelDriver.empty()) continue;
        EXPECT_FALSE(target.model.empty()) << target.name;
        EXPECT_EQ(target.model.find_first_not_of("0123456789abcdef"), std::string_view::npos) << target.name;
    }
}

// All but NVIDIA's before Pascal.
TEST(Target, EveryPublishedGpuHasOne) {
    const std::set<std::string> without = {"GTX 980 Ti", "600/700 series", "GeForce GTX 980"};
    for (const ReferenceTable& table : referenceTables())
        EXPECT_EQ(findTarget(table.gpu).ok(), without.count(table.gpu) == 0) << table.gpu;
}

} // namespace
} // namespace vkperftest
