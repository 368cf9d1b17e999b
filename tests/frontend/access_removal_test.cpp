// Modules without some of their loads, stores and atomic operations: valid, and without these alone.
#include "frontend/access_removal.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "frontend/compiled.h"
#include "frontend/kept_accesses.h"
#include "golden.h"
#include "isa/stored_text.h"

namespace vkperftest::access_removal_test {

const std::map<std::string, std::string>& cases() {
    static const std::map<std::string, std::string> all = casesIn("frontend/source_accesses.txt");
    return all;
}

std::string head() {
    return "#version 450\n#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
           "#extension GL_EXT_buffer_reference : require\nlayout(local_size_x = 64) in;\n" +
           cases().at("declarations");
}

SpirvModule moduleOf(const std::string& name) {
    return moduleOfGlsl(head() + cases().at(name) + "}\n");
}

std::vector<SourceAccess> loadsOf(const SpirvModule& module) {
    std::vector<SourceAccess> all = sourceAccesses(module);
    std::erase_if(all, [](const SourceAccess& one) { return one.access != Access::Load; });
    return all;
}

// The module without these accesses, which is valid, and `count` of which could be removed.
SpirvModule without(const SpirvModule& module, std::span<const SourceAccess> accesses, std::size_t count) {
    std::vector<SourceAccess> removed;
    auto rest = SpirvModule::read(withoutAccesses(module, accesses, removed));
    EXPECT_EQ(removed.size(), count);
    EXPECT_TRUE(rest.ok()) << (rest.ok() ? "" : rest.error().sentence());
    return std::move(rest).value();
}

// "LINE ACCESS BITS": the lines of the body from 0; then numbers that are equal for one variable, for alike accesses,
// and in one branch; "r": it repeats.
TEST(SourceAccesses, AreWhatTheGoldenTextSays) {
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(head(), '\n'));
    for (const auto& [name, body] : cases()) {
        if (name == "declarations") continue;
        const SpirvModule module = moduleOf(name);
        std::map<std::uint32_t, std::size_t> variables, branches = {{0, 0}};
        std::map<std::vector<std::uint32_t>, std::size_t> likeness;
        std::string all = name + ":";
        for (const SourceAccess& one : sourceAccesses(module))
            all += fmt::format(" {} {} {} v{} a{} b{}{};", one.place.line - 1 - lines,
                               "LSA"[static_cast<std::size_t>(one.access)], one.bits,
                               variables.emplace(one.variable, variables.size()).first->second,
                               likeness.emplace(one.likeness, likeness.size()).first->second,
                               branches.emplace(one.branch, branches.size()).first->second,
                               one.repeats ? "r" : "");
        expectGolden(all);
    }
}

TEST(Removal, LeavesAValidModuleWithoutThatAccess) {
    for (const char* name :
         {"writes", "loads of every kind", "small types", "tables of constants, of one content"}) {
        const SpirvModule module = moduleOf(name);
        const std::vector<SourceAccess> all = sourceAccesses(module), loads = loadsOf(module);
        const auto countOf = [](const SpirvModule& one, Access access) {
            return std::ranges::count(sourceAccesses(one), access, &SourceAccess::access);
        };
        ASSERT_FALSE(all.empty());
        for (const SourceAccess& one : all) {
            SCOPED_TRACE(one.place.line);
            EXPECT_EQ(countOf(without(module, {&one, 1}, 1), one.access), countOf(module, one.access) - 1);
        }
        EXPECT_EQ(countOf(without(module, loads, loads.size()), Access::Load), 0);
    }
}

// What indexes the load is still needed, so the loads of its address stay.
TEST(LoadRemoval, KeepsWhatTheAddressNeeds) {
    const SpirvModule module = moduleOf("an address that is loaded");
    const std::vector<SourceAccess> loads = loadsOf(module);
    ASSERT_EQ(loads.size(), 2u);
    const SpirvModule rest = without(module, {&loads[1], 1}, 1);
    const std::vector<SourceAccess> left = loadsOf(rest);
    ASSERT_EQ(left.size(), 1u);
    const std::uint32_t address = rest.instructions()[left[0].instruction].result;
    std::size_t uses = 0;
    for (const SpirvInstruction& one : rest.instructions())
        uses += static_cast<std::size_t>(std::ranges::count(one.operands, address));
    EXPECT_GT(uses, 0u);
}

// A compiler knows that the invocation's number is at least the workgroup's: the condition must stay unknown.
TEST(LoadRemoval, GivesValuesOfUnknownRange) {
    const SpirvModule module = moduleOf("a condition of unknown range");
    const SpirvModule rest = without(module, loadsOf(module), 1);
    const auto isProduct = [](const SpirvInstruction& one) { return is(&one, spv::OpIMul); };
    EXPECT_TRUE(std::ranges::any_of(rest.instructions(), isProduct));
}

// Else the load of the pointer would go, too, and get the line of what it points to.
TEST(LoadRemoval, KeepsThePointersThatLoadsGoThrough) {
    const SpirvModule module = moduleOf("pointers that loads go through");
    const std::vector<SourceAccess> loads = loadsOf(module);
    ASSERT_EQ(loads.size(), 3u); // of two pointers and the value
    for (const SourceAccess& load : loads) {
        // Two pointers that are equal would make different accesses alike.
        const bool ofPointer = &load != &loads.back();
        const SpirvModule rest = without(module, {&load, 1}, ofPointer ? 0 : 1);
        std::vector<SourceAccess> left = loadsOf(rest);
        keepUsed(left, rest);
        EXPECT_EQ(left.size(), ofPointer ? 3u : 2u);
    }
}

} // namespace vkperftest::access_removal_test
