// What entry points need from outside.
#include "frontend/reflection.h"

#include <bit>

#include "frontend/compiled.h"
#include "frontend/resources.h"
#include "matchers.h"

namespace vkperftest::shader_interface_test {

ShaderInterface interfaceOfGlsl(const std::string& text) {
    const auto compiled =
        valueOf(compileGlsl("#version 450\n#extension GL_EXT_nonuniform_qualifier : require\n"
                            "#extension GL_EXT_samplerless_texture_functions : require\n" +
                            text));
    return valueOf(interfaceOf(SpirvModule::read(compiled.front().words).value(), "main"));
}

TEST(ShaderInterface, HasEveryKindOfDescriptorThatIsUsed) {
    const ShaderInterface found = interfaceOfGlsl(R"(
        layout(set = 1, binding = 0) uniform texture2D separate;
        layout(set = 1, binding = 1) uniform sampler how;
        layout(binding = 7) uniform sampler2D combined[5];
        layout(binding = 2, rgba8) uniform image2D stored;
        layout(binding = 3) uniform textureBuffer texels;
        layout(binding = 4, r32f) uniform imageBuffer storedTexels;
        layout(binding = 5) uniform Block { vec4 value; };
        layout(binding = 6) buffer Words { uint words[]; } many[];
        layout(binding = 9) buffer Unused { uint unused[]; };
        layout(push_constant) uniform Pushed { vec4 a; uint b; };
        void main() {
            vec4 sum = value + a + texelFetch(texels, int(b)) + imageLoad(storedTexels, 3);
            sum += texture(sampler2D(separate, how), vec2(0)) + texture(combined[2], vec2(0));
            imageStore(stored, ivec2(0), sum);
            many[b].words[0] = 1;
        })");
    using Kind = DescriptorKind;
    EXPECT_THAT(
        found.shader.bindings,
        ElementsAre(ShaderBinding{0, 2, Kind::StorageImage, 1}, ShaderBinding{0, 3, Kind::UniformTexels, 1},
                    ShaderBinding{0, 4, Kind::StorageTexels, 1}, ShaderBinding{0, 5, Kind::UniformBuffer, 1},
                    ShaderBinding{0, 6, Kind::StorageBuffer, 0}, ShaderBinding{0, 7, Kind::CombinedImage, 5},
                    ShaderBinding{1, 0, Kind::SampledImage, 1}, ShaderBinding{1, 1, Kind::Sampler, 1}));
    EXPECT_EQ(found.shader.pushConstantBytes, 20u);
}

// GLSL declares it with a sampler, but Vulkan binds a texel buffer to it.
TEST(ShaderInterface, ASamplerOfABufferIsATexelBuffer) {
    const ShaderInterface found = interfaceOfGlsl(
        "layout(binding = 0) uniform samplerBuffer texels; layout(binding = 1) buffer Out { vec4 result; };"
        "vec4 read(int i) { return texelFetch(texels, i); } void main() { result = read(3); }");
    EXPECT_THAT(found.shader.bindings, ElementsAre(ShaderBinding{0, 0, DescriptorKind::UniformTexels, 1},
                                                   ShaderBinding{0, 1, DescriptorKind::StorageBuffer, 1}));
}

TEST(ShaderInterface, PushConstantsAreThoseThatTheCodeUsesInTheSizeOfTheirConstants) {
    const std::string out = "layout(binding = 0) buffer Out { float result; };\n";
    const std::string pushed = "layout(constant_id = 0) const int n = 2;\n"
                               "layout(push_constant) uniform P { float k[n * 2]; } p;\n" +
                               out;
    const std::vector<SpecializedConstant> ten = {{0, 10, 4}};
    for (const bool used : {true, false}) {
        const SpirvModule module =
            withConstants(moduleOfGlsl("#version 450\n" + pushed +
                                       "void main() { result = " + (used ? "p.k[1]" : "1.0") + "; }"),
                          ten);
        const ShaderInterface found = interfaceOf(module, "main").value();
        EXPECT_EQ(found.shader.pushConstantBytes, used ? 80u : 0u);
        EXPECT_EQ(resourcesOf(module, module, found.shader).value().pushed.size(), used ? 1u : 0u);
    }
}

TEST(ShaderInterface, PushConstantsWithoutNamesAreCalledByTheirOffsets) {
    const SpirvModule named =
        moduleOfGlsl("#version 450\nlayout(push_constant) uniform P { vec2 a; uint b; };"
                     "layout(binding = 0) buffer Out { float result; }; void main() { result = a.x + b; }");
    const std::span<const std::uint32_t> words = named.words();
    std::vector<std::uint32_t> nameless(words.begin(), words.begin() + 5);
    for (std::size_t i = 5; i < words.size(); i += words[i] >> 16)
        if ((words[i] & 0xffff) != spv::OpMemberName)
            nameless.insert(nameless.end(), &words[i], &words[i] + (words[i] >> 16));
    const SpirvModule module = SpirvModule::read(nameless).value();
    const auto pushed =
        resourcesOf(module, module, interfaceOf(module, "main").value().shader).value().pushed;
    EXPECT_TRUE(pushed[0].name == "0" && pushed[1].name == "8");
}

TEST(ShaderInterface, ListsSpecializationConstants) {
    const ShaderInterface found = interfaceOfGlsl(R"(
        layout(constant_id = 3) const int count = -4;
        layout(constant_id = 1) const float factor = 2.0;
        layout(constant_id = 8) const bool flag = true;
        layout(binding = 0) buffer Out { float result; };
        void main() { for (int i = 0; i < count; ++i) result += flag ? factor : 1.0; })");
    const auto value = [&](const std::string& text) { return specialized(text, found.constants); };
    ASSERT_TRUE(value("3=-7").ok());
    EXPECT_EQ(value("3=-7").value(), (SpecializedConstant{3, 0xfffffff9u, 4}));
    EXPECT_EQ(value("factor=1.5").value(), (SpecializedConstant{1, std::bit_cast<std::uint32_t>(1.5f), 4}));
    EXPECT_EQ(value("flag=false").value(), (SpecializedConstant{8, 0, 4}));
    for (const char* wrong : {"4=1", "3", "=3", "3=1.5", "3=", "factor=x", "flag=2", "3=99999999999"}) {
        const auto refused = value(wrong);
        ASSERT_FALSE(refused.ok()) << wrong;
        EXPECT_EQ(refused.error().kind, ErrorKind::Usage);
        EXPECT_THAT(refused.error().sentence(), HasSubstr(wrong));
    }
    EXPECT_THAT(value("4=1").error().sentence(), HasSubstr("3 (count): int"));
}

// Their values have the size of the constant, as Vulkan wants them.
TEST(ShaderInterface, SetsSmallSpecializationConstants) {
    const ShaderInterface found = interfaceOfGlsl(R"(
        #extension GL_EXT_shader_explicit_arithmetic_types : require
        layout(constant_id = 0) const float16_t narrow = 1.0hf;
        layout(constant_id = 1) const int16_t little = 1s;
        layout(constant_id = 2) const uint16_t number = 1us;
        layout(constant_id = 3) const int8_t byte = int8_t(1);
        layout(constant_id = 4) const uint8_t octet = uint8_t(1);
        layout(binding = 0) buffer Out { float result; };
        void main() { result = float(narrow) + float(little) + float(number) + float(byte) + float(octet); })");
    ASSERT_EQ(found.constants.size(), 5u);
    const auto set = [&](const std::string& text) {
        const Result<SpecializedConstant> value = specialized(text, found.constants);
        return value.ok() ? value.value() : SpecializedConstant{.bytes = 0};
    };
    EXPECT_EQ(set("little=-3"), (SpecializedConstant{1, 0xfffffffd, 2}));
    EXPECT_EQ(set("number=65535"), (SpecializedConstant{2, 0xffff, 2}));
    EXPECT_EQ(set("byte=-128"), (SpecializedConstant{3, 0xffffff80, 1}));
    EXPECT_EQ(set("octet=255"), (SpecializedConstant{4, 0xff, 1}));
    for (const char* wrong : {"narrow=1", "little=32768", "number=-1", "byte=128", "octet=256"})
        EXPECT_EQ(set(wrong).bytes, 0u) << wrong;
}

TEST(ShaderInterface, NamesEntryPointsWithTheirStages) {
    const auto compiled = valueOf(compileHlsl("RWByteAddressBuffer b;\n"
                                              "[numthreads(1, 1, 1)] void first() { b.Store(0, 1); }\n"
                                              "[numthreads(1, 1, 1)] void second() { b.Store(4, 1); }\n"));
    std::vector<std::string> names;
    for (const CompiledShader& shader : compiled) {
        for (const EntryPoint& entry : entryPointsOf(SpirvModule::read(shader.words).value()))
            names.push_back(entry.name + " " + entry.stage);
    }
    EXPECT_THAT(names, ElementsAre("first comp", "second comp"));
}

TEST(ShaderInterface, AnEntryPointThatIsMissingIsAnError) {
    const auto compiled = valueOf(compileGlsl("#version 450\nvoid main() {}\n"));
    const auto found = interfaceOf(SpirvModule::read(compiled.front().words).value(), "other");
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().kind, ErrorKind::Usage);
}

std::vector<AtomicUse> usesIn(const std::string& statements) {
    const auto compiled = valueOf(compileGlsl(
        "#version 450\n"
        "#extension GL_EXT_shader_atomic_float : require\n#extension GL_EXT_shader_atomic_float2 : require\n"
        "#extension GL_EXT_shader_atomic_int64 : require\n"
        "#extension GL_EXT_shader_explicit_arithmetic_types : require\n"
        "layout(binding = 0) buffer Out { float number; double twice; uint64_t large; uint small; };\n"
        "layout(binding = 1, r32f) uniform image2D texels;\n"
        "shared float partial;\n"
        "void main() {\n" +
        statements + "\n}\n"));
    return interfaceOf(valueOf(SpirvModule::read(compiled.front().words)), "main").value().shader.atomics;
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

} // namespace vkperftest::shader_interface_test
