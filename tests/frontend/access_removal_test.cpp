// Modules without some of their loads, stores and atomic operations: valid, and without these alone.
#include "frontend/access_removal.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "frontend/assembled.h"
#include "frontend/compiled.h"
#include "frontend/kept_accesses.h"

namespace vkperftest {
namespace access_removal_test {

using testing::ElementsAre;
using testing::IsEmpty;

SpirvModule moduleOfGlsl(const std::string& body, const std::string& declarations = "") {
    const auto compiled =
        compileGlsl("#version 450\n"
                    "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
                    "layout(local_size_x = 64) in;\n"
                    "struct Item { vec3 a; uint b[3]; mat3 c; };\n"
                    "layout(binding = 0, std430) buffer Out { vec4 result[]; };\n"
                    "layout(binding = 1, std430) readonly buffer In { uint words[]; };\n"
                    "layout(binding = 2, std430) readonly buffer Items { Item items[]; };\n"
                    "layout(binding = 3) uniform sampler2D image;\n"
                    "layout(binding = 4, rgba8) uniform readonly image2D stored;\n"
                    "layout(binding = 5) uniform Block { vec4 first; ivec2 second; };\n"
                    "shared float kept[64];\n" +
                    declarations + "void main() {\nuint i = gl_GlobalInvocationID.x;\n" + body + "\n}\n");
    EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().sentence());
    auto module = SpirvModule::read(compiled.value().front().words);
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().sentence());
    return std::move(module).value();
}

std::vector<SourceAccess> accessesOf(const SpirvModule& module, Access access) {
    std::vector<SourceAccess> all = sourceAccesses(module);
    std::erase_if(all, [&](const SourceAccess& one) { return one.access != access; });
    return all;
}

std::vector<SourceAccess> loadsOf(const SpirvModule& module) {
    return accessesOf(module, Access::Load);
}

// The module without these accesses, which is valid, and `count` of which could be removed.
SpirvModule without(const SpirvModule& module, std::span<const SourceAccess> accesses, std::size_t count) {
    std::vector<SourceAccess> removed;
    auto rest = SpirvModule::read(withoutAccesses(module, accesses, removed));
    EXPECT_EQ(removed.size(), count);
    EXPECT_TRUE(rest.ok()) << (rest.ok() ? "" : rest.error().sentence());
    return std::move(rest).value();
}

std::vector<std::uint32_t> linesOf(const std::vector<SourceAccess>& accesses) {
    std::vector<std::uint32_t> lines;
    for (const SourceAccess& access : accesses) lines.push_back(access.place.line);
    return lines;
}

constexpr std::uint32_t kFirstLine = 14; // of a body

const std::string kEveryKind = "uint w = words[i];\n"
                               "Item item = items[words[i + 1]];\n"
                               "vec4 t = texelFetch(image, ivec2(i, w), 0);\n"
                               "t += textureLod(image, vec2(i) / 7.0, 0.0);\n"
                               "t += imageLoad(stored, ivec2(3, 4));\n"
                               "t += first * second.x;\n"
                               "kept[i & 63] = t.x; barrier();\n"
                               "result[i] = t * kept[w & 63] * item.c[0].x * item.b[2];";

TEST(SourceLoads, AreThoseOfMemoryWithTheirLines) {
    const SpirvModule module = moduleOfGlsl(kEveryKind);
    EXPECT_THAT(linesOf(loadsOf(module)),
                ElementsAre(kFirstLine, kFirstLine + 1, kFirstLine + 1, kFirstLine + 2, kFirstLine + 3,
                            kFirstLine + 4, kFirstLine + 5, kFirstLine + 5, kFirstLine + 7));
}

TEST(SourceLoads, OfLocalVariablesAndInputsAreNone) {
    const SpirvModule module =
        moduleOfGlsl("uint local[4]; local[i & 3] = i;\nresult[0].x = local[i >> 3 & 3];");
    EXPECT_THAT(linesOf(loadsOf(module)), IsEmpty());
    EXPECT_THAT(linesOf(accessesOf(module, Access::Store)), ElementsAre(kFirstLine + 1));
}

TEST(SourceLoads, OfTablesOfConstantsCount) {
    const std::string table = "const float table[4] = float[](1.0, 2.0, 4.0, 8.0);\n";
    const SpirvModule module = moduleOfGlsl("float local[4] = table; local[1] = 3.0;\nresult[i] = "
                                            "vec4(table[2], table[i & 3], local[i & 3], 0);\n"
                                            "result[i + 1] = vec4(table[i >> 2 & 3]);",
                                            table);
    const std::vector<SourceAccess> loads = loadsOf(module);
    EXPECT_THAT(linesOf(loads), ElementsAre(kFirstLine + 2, kFirstLine + 3));
    ASSERT_EQ(loads.size(), 2u);
    EXPECT_EQ(loads[0].variable, loads[1].variable); // one content
    without(module, loads, 2);
}

TEST(SourceLoads, OfAVariableThatOneConstantIsStoredToAreLoadsOfTheVariable) {
    const SpirvModule module =
        moduleOfGlsl("flags = 0; barrier();\nresult[i] = vec4(flags);", "shared uint flags;\n");
    ASSERT_EQ(loadsOf(module).size(), 1u);
    EXPECT_TRUE(is(module.definition(loadsOf(module)[0].variable), spv::OpVariable));
}

TEST(SourceLoads, TellHowWideTheyAre) {
    const SpirvModule module = moduleOfGlsl("result[i] = first * words[i];");
    std::vector<std::uint32_t> bits;
    for (const SourceAccess& load : loadsOf(module)) bits.push_back(load.bits);
    EXPECT_THAT(bits, ElementsAre(128u, 32u));
}

TEST(SourceLoads, OfOnePlaceOrInOneLoopAreAlike) {
    const SpirvModule module = moduleOfGlsl("result[i] = first;\n"
                                            "result[i + 1] = first + vec4(second.xyxy);\n"
                                            "for (uint k = 0; k < i; ++k) result[k] = vec4(words[k]);\n"
                                            "result[i + 2] = vec4(words[i]) * words[i + 1];");
    const std::vector<SourceAccess> loads = loadsOf(module);
    ASSERT_EQ(loads.size(), 6u);
    EXPECT_EQ(loads[0].likeness, loads[1].likeness);
    EXPECT_NE(loads[0].likeness, loads[2].likeness);
    EXPECT_NE(loads[3].likeness, loads[4].likeness);
    EXPECT_EQ(loads[4].likeness, loads[5].likeness);
}

const std::string kWrites = "result[i] = vec4(1);\n"
                            "imageStore(target, ivec2(i), vec4(atomicAdd(counter, 1)));\n"
                            "kept[i & 63] = 1.0;\n"
                            "atomicMax(shared_counter, i);\n"
                            "imageAtomicOr(bits, ivec2(i), 1);\n"
                            "result[i + 1] = result[i];";
const std::string kTargets = "layout(binding = 6, rgba8) uniform writeonly image2D target;\n"
                             "layout(binding = 7, r32ui) uniform uimage2D bits;\n"
                             "layout(binding = 8) buffer Counter { uint counter; };\n"
                             "shared uint shared_counter;\n";

TEST(SourceStores, AndAtomicOperationsAreThoseToMemory) {
    const SpirvModule module = moduleOfGlsl(kWrites, kTargets);
    const std::uint32_t first = kFirstLine + 4; // lines of kTargets
    EXPECT_THAT(linesOf(accessesOf(module, Access::Store)),
                ElementsAre(first, first + 1, first + 2, first + 5));
    EXPECT_THAT(linesOf(accessesOf(module, Access::Atomic)), ElementsAre(first + 1, first + 3, first + 4));
    EXPECT_THAT(linesOf(loadsOf(module)), ElementsAre(first + 5));
    EXPECT_NE(accessesOf(module, Access::Atomic)[2].variable, 0u);
}

TEST(Removal, LeavesAValidModuleWithoutThatAccess) {
    for (const SpirvModule& module : {moduleOfGlsl(kWrites, kTargets), moduleOfGlsl(kEveryKind)}) {
        const std::vector<SourceAccess> all = sourceAccesses(module);
        ASSERT_FALSE(all.empty());
        for (const SourceAccess& one : all) {
            SCOPED_TRACE(one.place.line);
            EXPECT_EQ(accessesOf(without(module, {&one, 1}, 1), one.access).size(),
                      accessesOf(module, one.access).size() - 1);
        }
    }
}

TEST(LoadRemoval, TakesAllLoadsAtOnce) {
    const SpirvModule module = moduleOfGlsl(kEveryKind);
    const std::vector<SourceAccess> loads = loadsOf(module);
    EXPECT_THAT(loadsOf(without(module, loads, loads.size())), IsEmpty());
}

// What indexes the load is still needed, so the loads of its address stay.
TEST(LoadRemoval, KeepsWhatTheAddressNeeds) {
    const SpirvModule module = moduleOfGlsl("result[i] = vec4(words[words[i]]);");
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
    const SpirvModule module = moduleOfGlsl("if (i >= second.x) return;\nresult[i] = vec4(1);");
    const SpirvModule rest = without(module, loadsOf(module), 1);
    const auto isProduct = [](const SpirvInstruction& one) { return is(&one, spv::OpIMul); };
    EXPECT_TRUE(std::ranges::any_of(rest.instructions(), isProduct));
}

// Else the load of the pointer would go, too, and get the line of what it points to.
TEST(LoadRemoval, KeepsThePointersThatLoadsGoThrough) {
    const SpirvModule module =
        moduleOfGlsl("result[i] = vec4(node.next.value);",
                     "#extension GL_EXT_buffer_reference : require\n"
                     "layout(buffer_reference) buffer Node;\n"
                     "layout(buffer_reference, std430) buffer Node { Node next; float value; };\n"
                     "layout(push_constant) uniform Root { Node node; };\n");
    const std::vector<SourceAccess> loads = loadsOf(module);
    ASSERT_EQ(loads.size(), 3u); // of two pointers and the value
    EXPECT_NE(loads[0].variable, loads[1].variable);
    EXPECT_EQ(loads[1].variable, loads[2].variable);
    for (const SourceAccess& load : loads) {
        // Two pointers that are equal would make different accesses alike.
        const bool ofPointer = &load != &loads.back();
        const SpirvModule rest = without(module, {&load, 1}, ofPointer ? 0 : 1);
        std::vector<SourceAccess> left = loadsOf(rest);
        keepUsed(left, rest, {});
        EXPECT_EQ(left.size(), ofPointer ? 3u : 2u);
    }
}

TEST(LoadRemoval, WorksOnSmallTypes) {
    const SpirvModule module = moduleOfGlsl(
        "result[i] = vec4(float(small[i].a), float(small[i].b), float(small[i].c), float(small[i].d));",
        "struct Small { uint16_t a; int16_t b; float16_t c; int64_t d; };\n"
        "layout(binding = 6, std430) readonly buffer Smalls { Small small[]; };\n");
    without(module, loadsOf(module), 4);
}

} // namespace access_removal_test
} // namespace vkperftest
