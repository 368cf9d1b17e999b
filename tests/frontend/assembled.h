// Modules for tests, from SPIR-V assembly.
#pragma once

#include <string>
#include <vector>

#include <spirv-tools/libspirv.hpp>

#include "frontend/spirv_module.h"
#include "matchers.h"

namespace vkperftest {

inline std::vector<std::uint32_t> assembledWords(const std::string& text) {
    std::vector<std::uint32_t> words;
    std::string complaint;
    spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
    tools.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t& position, const char* message) {
            complaint += std::to_string(position.line + 1) + ": " + message + "\n";
        });
    EXPECT_TRUE(tools.Assemble(text, &words, SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS))
        << complaint << text;
    return words;
}

// A compute shader with a raw buffer %buffer, inputs %x and %y (uint, of no known value), a push constant
// %pushed, a specialization constant %spec of 16, constants %uint_0 …, and this code behind what loads them.
inline std::string shaderText(const std::string& code, const std::string& functions = "") {
    std::string text = R"(
        OpCapability Shader
        %glsl = OpExtInstImport "GLSL.std.450"
        OpMemoryModel Logical GLSL450
        OpEntryPoint GLCompute %main "main" %id
        OpExecutionMode %main LocalSize 64 1 1
        %file = OpString "test.hlsl"
        OpName %buffer "buffer"
        OpDecorate %words ArrayStride 4
        OpMemberDecorate %block 0 Offset 0
        OpDecorate %block BufferBlock
        OpDecorate %buffer DescriptorSet 0
        OpDecorate %buffer Binding 0
        OpDecorate %id BuiltIn GlobalInvocationId
        OpDecorate %pushBlock Block
        OpMemberDecorate %pushBlock 0 Offset 0
        OpDecorate %spec SpecId 0
        %void = OpTypeVoid
        %bool = OpTypeBool
        %uint = OpTypeInt 32 0
        %int = OpTypeInt 32 1
        %float = OpTypeFloat 32
        %uint2 = OpTypeVector %uint 2
        %uint3 = OpTypeVector %uint 3
        %uint4 = OpTypeVector %uint 4
        %float4 = OpTypeVector %float 4
        %procedure = OpTypeFunction %void
        %unary = OpTypeFunction %uint %uint
        %spec = OpSpecConstant %uint 16
    )";
    for (const int number : {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 20, 24, 32, 48, 64})
        text += "%uint_" + std::to_string(number) + " = OpConstant %uint " + std::to_string(number) + "\n";
    text += R"(
        %true = OpConstantTrue %bool
        %words = OpTypeRuntimeArray %uint
        %block = OpTypeStruct %words
        %pushBlock = OpTypeStruct %uint
        %toBlock = OpTypePointer Uniform %block
        %toWord = OpTypePointer Uniform %uint
        %toLocal = OpTypePointer Function %uint
        %toInput = OpTypePointer Input %uint3
        %toPushBlock = OpTypePointer PushConstant %pushBlock
        %toPushed = OpTypePointer PushConstant %uint
        %buffer = OpVariable %toBlock Uniform
        %constants = OpVariable %toPushBlock PushConstant
        %id = OpVariable %toInput Input
    )" + functions +
            R"(
        %main = OpFunction %void None %procedure
        %entry = OpLabel
        %local = OpVariable %toLocal Function
        %other = OpVariable %toLocal Function
        %loaded = OpLoad %uint3 %id
        %x = OpCompositeExtract %uint %loaded 0
        %y = OpCompositeExtract %uint %loaded 1
        %pushedAt = OpAccessChain %toPushed %constants %uint_0
        %pushed = OpLoad %uint %pushedAt
    )";
    return text + code + R"(
        OpReturn
        OpFunctionEnd
    )";
}

// What Load2, Load3 and Load4 of the byte address %NAME become: words %NAME_0 …, and the vector of them,
// %NAME_v.
inline std::string loads(const std::string& name, int count) {
    std::string text = "%" + name + "_i0 = OpShiftRightLogical %int %" + name + " %uint_2\n";
    std::string parts;
    for (int word = 0; word < count; ++word) {
        const std::string at = "%" + name + "_i" + std::to_string(word);
        const std::string value = "%" + name + "_" + std::to_string(word);
        if (word > 0) text += at + " = OpIAdd %int %" + name + "_i0 %uint_" + std::to_string(word) + "\n";
        text += value + "p = OpAccessChain %toWord %buffer %uint_0 " + at + "\n";
        text += value + " = OpLoad %uint " + value + "p\n";
        parts += " " + value;
    }
    return text + "%" + name + "_v = OpCompositeConstruct %uint" + std::to_string(count) + parts + "\n";
}

inline SpirvModule moduleOf(const std::string& text) {
    auto module = SpirvModule::read(assembledWords(text));
    EXPECT_TRUE(module.ok()) << (module.ok() ? "" : module.error().sentence()) << text;
    return std::move(module).value();
}

// The id of the instruction with that OpName; names are given by tests for what they ask for.
inline std::uint32_t idOf(const SpirvModule& module, const std::string& name) {
    for (const SpirvInstruction& instruction : module.instructions())
        if (instruction.result != 0 && module.name(instruction.result) == name) return instruction.result;
    ADD_FAILURE() << "nothing is called " << name;
    return 0;
}

} // namespace vkperftest
