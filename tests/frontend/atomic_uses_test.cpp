// Atomic operations that not every device offers.
#include "frontend/atomic_uses.h"

#include <gmock/gmock.h>

#include "frontend/compiled.h"

namespace vkperftest {
namespace atomic_uses_test {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<AtomicUse> usesIn(const std::string& statements) {
    const auto compiled = compileGlsl(
        "#version 450\n"
        "#extension GL_EXT_shader_atomic_float : require\n#extension GL_EXT_shader_atomic_float2 : require\n"
        "#extension GL_EXT_shader_atomic_int64 : require\n"
        "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
        "layout(binding = 0) buffer Out { float number; double twice; uint64_t large; uint small; };\n"
        "layout(binding = 1, r32f) uniform image2D texels;\n"
        "shared float partial;\n"
        "void main() {\n" +
        statements + "\n}\n");
    EXPECT_TRUE(compiled.ok()) << (compiled.ok() ? "" : compiled.error().sentence());
    const auto module = SpirvModule::read(compiled.value().front().words);
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().sentence());
    return atomicUsesIn(module.value());
}

TEST(AtomicUses, AreNamedByKindMemoryAndWidth) {
    using Kind = AtomicKind;
    using Memory = AtomicMemory;
    EXPECT_THAT(usesIn("atomicAdd(number, 1.0); atomicAdd(number, 2.0);"),
                ElementsAre(AtomicUse{Kind::FloatAdd, Memory::Buffer, 32}));
    EXPECT_THAT(usesIn("atomicAdd(twice, 1.0lf);"),
                ElementsAre(AtomicUse{Kind::FloatAdd, Memory::Buffer, 64}));
    EXPECT_THAT(usesIn("partial = 0; atomicAdd(partial, 1.0); atomicMin(number, partial);"),
                ElementsAre(AtomicUse{Kind::FloatAdd, Memory::Shared, 32},
                            AtomicUse{Kind::FloatMinMax, Memory::Buffer, 32}));
    EXPECT_THAT(usesIn("imageAtomicExchange(texels, ivec2(0), 1.0);"),
                ElementsAre(AtomicUse{Kind::FloatExchange, Memory::Image, 32}));
    EXPECT_THAT(usesIn("atomicMax(large, uint64_t(7));"),
                ElementsAre(AtomicUse{Kind::Integer, Memory::Buffer, 64}));
}

TEST(AtomicUses, ThoseOfEveryDeviceAreLeftOut) {
    EXPECT_THAT(usesIn("atomicAdd(small, 1); number = 1;"), IsEmpty());
}

} // namespace atomic_uses_test
} // namespace vkperftest
