// What structured buffers are, and how HLSL packs their elements.
#include "frontend/reflection.h"

#include "frontend/compiled.h"
#include "golden.h"
#include "isa/stored_text.h"
#include "matchers.h"

namespace vkperftest::reflection_test {

TEST(LintReflection, IsWhatTheGoldenTextSays) {
    for (const auto& [name, text] : casesIn("frontend/reflection.txt")) {
        const std::vector<CompiledShader> shaders =
            valueOf((name[0] == 'h' ? compileHlsl : compileGlsl)(text, {}));
        const SpirvModule module = SpirvModule::read(shaders.at(0).words).value();
        std::string told = name + ":";
        for (const StructuredBuffer& buffer : structuredBuffersOf(module)) {
            told += fmt::format(" {}: {} of {}", buffer.name, buffer.element, buffer.stride);
            for (const ReflectedMember& one : buffer.members)
                told += fmt::format(", {} {} {}+{}", one.type, one.name, one.offset, one.size);
            told += ";";
        }
        expectGolden(told);
    }
}

} // namespace vkperftest::reflection_test
