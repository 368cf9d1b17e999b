// The table of targets: names, aliases, and what their drivers know them by.
#include "isa/target.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>

#include "base/text.h"
#include "model/published.h"

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

TEST(Target, IsFoundByTheNamesThatPeopleType) {
    const std::pair<const char*, const char*> kNames[] = {
        {"RTX 4070", "ada"},
        {"NVIDIA GeForce RTX 4070 Ti SUPER", "ada"},
        {"rtx4080 laptop gpu", "ada"},
        {"GeForce GTX 1650 with Max-Q Design", "turing"},
        {"GTX 1060 6GB", "pascal"},
        {"Tesla V100", "volta"},
        {"TITAN V", "volta"},
        {"NVIDIA H100 80GB HBM3", "hopper"},
        {"NVIDIA H200", "hopper"},
        {"NVIDIA A100-SXM4-40GB", "ampere"},
        {"GeForce GTX 980 Ti", "maxwell"},
        {"sm_86", "ampere"},
        {"RTX 6000 Ada Generation", "ada"},
        {"RX 7900 XTX", "navi31"},
        {"RX 7900", "navi31"},
        {"AMD Radeon RX 7700 XT", "navi32"},
        {"Radeon RX 7700S", "navi33"},
        {"AMD Radeon RX 6800 XT (RADV NAVI21)", "navi21"},
        {"RX 6500 XT", "navi24"},
        {"RX 580 8GB", "polaris10"},
        {"AMD Radeon 780M", "phoenix"},
        {"Navi 24", "navi24"},
        {"gfx90a", "mi200"},
        {"Instinct MI250X", "mi200"},
        {"gfx942", "mi300"},
        {"AMD Instinct MI300X", "mi300"},
        {"gfx1100", "navi31"},
        {"gfx1103_r1", "phoenix"},
        {"aldebaran", "mi200"},
        {"Intel(R) Arc(tm) A770 Graphics (DG2)", "dg2"},
        {"Intel(R) UHD Graphics 630 (CFL GT2)", "cfl"},
        {"Arc A750", "dg2"},
        {"B580", "bmg"},
        {"Tiger Lake", "tgl"},
    };
    for (const auto& [name, target] : kNames) {
        const Result<const Target*> found = findTarget(name);
        ASSERT_TRUE(found.ok()) << found.error().sentence();
        EXPECT_EQ(found.value()->name, target) << name;
    }
    for (const char* nothing : {"GeForce", "XT", "Graphics", "(DG2)", "", "RTX", "NVIDIA GeForce"})
        EXPECT_FALSE(findTarget(nothing).ok()) << nothing;
}

std::vector<std::string> everyNameOf(const Target& target) {
    std::vector<std::string> names = gpusOf(target);
    for (const std::string& alias : aliasesOf(target)) names.push_back(alias);
    if (!target.formerly.empty()) names.emplace_back(target.formerly);
    return names;
}

// A name that fits several targets cannot be resolved by the driver: whatever has one has the others.
TEST(Target, EveryGpuThatIsListedIsAName) {
    for (const Target& target : allTargets()) {
        for (const std::string& name : everyNameOf(target)) {
            const Result<const Target*> found = findTarget(name);
            if (found.ok()) {
                EXPECT_EQ(found.value(), &target) << name;
                continue;
            }
            EXPECT_THAT(found.error().sentence(), HasSubstr(std::string(target.name))) << name;
            for (const Target& other : allTargets()) {
                if (!std::ranges::count(everyNameOf(other), name)) continue;
                EXPECT_EQ(other.mesa, target.mesa) << name;
                EXPECT_EQ(other.driver, target.driver) << name;
            }
        }
    }
    EXPECT_EQ(findTarget("Iris Xe").error().sentence(),
              "'Iris Xe' is the name of several targets; choose from: tgl, adl, rpl");
}

TEST(Target, OlderVersionsMayKnowItByAnotherName) {
    EXPECT_EQ(modelsOf(*findTarget("navi31").value()), (std::vector<std::string>{"navi31", "gfx1100"}));
    EXPECT_EQ(modelsOf(*findTarget("mi300").value()), std::vector<std::string>{"gfx940"});
    EXPECT_EQ(modelsOf(*findTarget("ada").value()), std::vector<std::string>{"192"});
}

TEST(Target, UnknownOnesGetTheKnown) {
    const Result<const Target*> unknown = findTarget("polaris99");
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().kind, ErrorKind::Usage);
    EXPECT_THAT(unknown.error().sentence(), HasSubstr("--target list"));
}

TEST(Target, HasANameOfItsOwnAndADriver) {
    std::set<std::string> names = {"list", "all", "amd", "intel", "nvidia"}; // which --target takes as well
    for (const Target& target : allTargets()) {
        EXPECT_TRUE(names.insert(std::string(target.name)).second) << target.name;
        const std::vector<std::string> aliases = aliasesOf(target);
        EXPECT_EQ(std::set<std::string>(aliases.begin(), aliases.end()).size(), aliases.size())
            << target.name;
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

TEST(Target, EveryPublishedGpuHasOne) {
    for (const ReferenceTable& table : referenceTables())
        EXPECT_TRUE(findTarget(table.gpu).ok()) << table.gpu;
}

} // namespace
} // namespace vkperftest
