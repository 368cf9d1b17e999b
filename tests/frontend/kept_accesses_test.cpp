// Which accesses of a module become instructions.
#include "frontend/kept_accesses.h"

#include <gmock/gmock.h>

#include "frontend/compiled.h"

namespace vkperftest {
namespace kept_accesses_test {

using testing::ElementsAre;

SpirvModule moduleOf(const std::string& body, const std::string& pragma) {
    const auto compiled = compileGlsl("#version 450\n" + pragma +
                                      "layout(local_size_x = 64) in;\n"
                                      "layout(constant_id = 3) const bool kLate = false;\n"
                                      "struct Particle { vec4 place; vec4 speed; };\n"
                                      "layout(binding = 0) buffer Out { Particle all[]; };\n"
                                      "layout(binding = 1) readonly buffer In { uint words[]; };\n"
                                      "layout(binding = 2) coherent buffer Shown { uint shown[]; };\n"
                                      "layout(binding = 3) buffer Counter { uint counter; };\n"
                                      "shared uint kept[64];\n"
                                      "layout(binding = 4) buffer Blocks { uint of[]; } blocks[3];\n"
                                      "layout(binding = 8) volatile buffer Wild { uint wild[]; };\n"
                                      "void other() { all[7].place = vec4(0); }\n"
                                      "void main() {\nuint i = gl_GlobalInvocationID.x;\n" +
                                      body + "\n}\n");
    EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().sentence());
    auto module = SpirvModule::read(compiled.value().front().words);
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().sentence());
    return std::move(module).value();
}

// Lines of a body, counted from 0.
struct KeptLines {
    std::vector<std::uint32_t> loads, stores, atomics;
};

KeptLines keptOf(const std::string& body, const std::vector<SpecializedConstant>& constants = {},
                 const std::string& pragma = "") {
    const std::uint32_t firstLine = pragma.empty() ? 15 : 16;
    const SpirvModule module = moduleOf(body, pragma);
    std::vector<SourceAccess> accesses = sourceAccesses(module);
    keepUsed(accesses, module, constants);
    KeptLines kept;
    for (const SourceAccess& one : accesses) {
        std::vector<std::uint32_t>& lines = one.access == Access::Load    ? kept.loads
                                            : one.access == Access::Store ? kept.stores
                                                                          : kept.atomics;
        if (lines.empty() || lines.back() != one.place.line - firstLine)
            lines.push_back(one.place.line - firstLine);
    }
    return kept;
}

TEST(KeptAccesses, AreNoLoadsWhoseValueIsUnused) {
    EXPECT_THAT(keptOf("uint unused = words[0];\nkept[0] = words[i];\nall[i].place.x = kept[1];").loads,
                ElementsAre(1u, 2u));
}

TEST(KeptAccesses, FollowTheValuesOfSpecializationConstants) {
    const std::string body = "if (kLate)\nall[words[i]].place.x = atomicAdd(counter, 1);\n"
                             "else\nall[i].speed.x = words[i + 1];";
    const KeptLines early = keptOf(body), late = keptOf(body, {{.id = 3, .value = 1}});
    EXPECT_THAT(early.loads, ElementsAre(3u));
    EXPECT_THAT(early.stores, ElementsAre(3u));
    EXPECT_THAT(early.atomics, ElementsAre());
    EXPECT_THAT(late.loads, ElementsAre(1u));
    EXPECT_THAT(late.stores, ElementsAre(1u));
    EXPECT_THAT(late.atomics, ElementsAre(1u));
}

TEST(KeptAccesses, AreNoLoadsOfWhatWasStoredJustBefore) {
    EXPECT_THAT(keptOf("all[i].speed.w += 1.0;\n"
                       "if (all[i].speed.w > 2.0)\n"
                       "all[i].speed.w -= 2.0;\n"
                       "kept[i & 63] = 3;\n"
                       "all[i].place.x = kept[i & 63] + kept[0];")
                    .loads,
                ElementsAre(0u, 4u));
    EXPECT_THAT(keptOf("all[i].place = vec4(i);\nall[i].speed.x = all[i].place.y;").loads, ElementsAre());
}

// Each may have changed what was stored, or lets others see it, or is another place.
TEST(KeptAccesses, AreLoadsOfWhatMayHaveChanged) {
    for (const char* between :
         {"all[words[0]].place.x = 2.0;", "counter = 1;", "if (i > 3) { counter = 1; } else { counter = 2; }",
          "barrier();", "memoryBarrierBuffer();", "atomicAdd(counter, 1);", "other();",
          "if (i > 3) all[i + 1].place = vec4(2);"}) {
        const std::string body = std::string("all[i].place.x = 1.0;") + between;
        EXPECT_THAT(keptOf(body + "\nall[i].speed.x = all[i].place.x;").loads, testing::Contains(1u))
            << between;
    }
    EXPECT_THAT(keptOf("shown[i] = 1;\nkept[0] = shown[i];\nall[i].place.x = kept[1];").loads,
                ElementsAre(1u, 2u));
    EXPECT_THAT(keptOf("if (i > 3) all[i].place.x = 1.0;\nall[i].speed.x = all[i].place.x;").loads,
                ElementsAre(1u));
    EXPECT_THAT(keptOf("all[i].place.x = 1.0;\nall[i].speed.x = all[i].place.y;").loads, ElementsAre(1u));
    EXPECT_THAT(keptOf("all[i].place.x = 1.0;\nall[i].speed = all[i].place;").loads, ElementsAre(1u));
}

// Of another place or variable, and on both ways.
TEST(KeptAccesses, AreNoLoadsOfWhatSurelyDidNotChange) {
    for (const char* between : {"all[i].place.y = 2.0;", "all[i].speed.x = 2.0;", "kept[0] = 1;",
                                "if (i > 3) { kept[0] = 1; } else { kept[1] = 2; }"}) {
        const std::string body = std::string("all[i].place.x = 1.0;") + between;
        EXPECT_THAT(keptOf(body + "\nall[i].speed.y = all[i].place.x;").loads, ElementsAre()) << between;
    }
}

TEST(KeptAccesses, AreLoadsFromBuffersThatMayBeOne) {
    const std::string blocks = "blocks[1].of[i] = 1;\nblocks[2].of[i] = 2;\nkept[0] = blocks[1].of[i];\n"
                               "all[i].place.x = kept[1];";
    EXPECT_THAT(keptOf(blocks).loads, ElementsAre(2u, 3u));
}

TEST(KeptAccesses, AreVolatileLoads) {
    const std::string with = "wild[i] = 1;\nkept[0] = wild[i];\nall[i].place.x = kept[1];";
    EXPECT_THAT(keptOf(with).loads, ElementsAre(1u, 2u));
    EXPECT_THAT(keptOf(with, {}, "#pragma use_vulkan_memory_model\n").loads, ElementsAre(1u, 2u));
}

// An iteration may read what the last one stored in another place.
TEST(KeptAccesses, AreLoadsThatLoopsBring) {
    EXPECT_THAT(keptOf("all[i].place.x = 1.0;\nfor (uint k = 0; k < words[0]; ++k)\n"
                       "{\nall[i].speed.x += all[i].place.x;\nall[k].place.x = 2.0;\n}")
                    .loads,
                ElementsAre(1u, 3u));
}

} // namespace kept_accesses_test
} // namespace vkperftest
