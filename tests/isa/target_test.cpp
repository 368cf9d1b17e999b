// The table of targets: names, aliases, and what their drivers know them by.
#include "isa/target.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "golden.h"
#include "isa/stored_text.h"
#include "matchers.h"
#include "model/published.h"

namespace vkperftest::target_test {

// As people type them.
TEST(Target, IsFoundByTheNamesOfTheGoldenText) {
    for (const std::string& name : split(casesIn("isa/target_names.txt").at("names"), '\n')) {
        const Result<const Target*> found = findTarget(name);
        EXPECT_TRUE(found.ok() || found.error().kind == ErrorKind::Usage);
        if (!name.empty())
            expectGolden(
                fmt::format("{}: {}", name, found.ok() ? found.value()->name : found.error().sentence()));
    }
    EXPECT_FALSE(findTarget("").ok());
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
}

TEST(Target, OlderVersionsMayKnowItByAnotherName) {
    EXPECT_EQ(modelsOf(*findTarget("navi31").value()), (std::vector<std::string>{"navi31", "gfx1100"}));
    EXPECT_EQ(modelsOf(*findTarget("mi300").value()), std::vector<std::string>{"gfx940"});
    EXPECT_EQ(modelsOf(*findTarget("ada").value()), std::vector<std::string>{"192"});
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
    for (const RunResult& table : referenceTables())
        EXPECT_TRUE(findTarget(table.device.name).ok()) << table.device.name;
}

} // namespace vkperftest::target_test
