// Modules for tests, from SPIR-V assembly.
#pragma once

#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <spirv-tools/libspirv.hpp>

#include "frontend/spirv_module.h"
#include "isa/stored_text.h"
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

// The module of that name in modules.txt, with these texts in their places.
template <class... Texts> std::string moduleText(const std::string& name, const Texts&... texts) {
    static const std::map<std::string, std::string> all = casesIn("frontend/modules.txt");
    return fmt::format(fmt::runtime(all.at(name)), texts...);
}

// A compute shader with a raw buffer %buffer, inputs %x and %y (uint, of no known value), a push constant
// %pushed, a specialization constant %spec of 16, constants %uint_0 …, and this code behind what loads them.
inline std::string shaderText(const std::string& code, const std::string& functions = "") {
    std::string numbers;
    for (const int number : {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 20, 24, 32, 48, 64})
        numbers += fmt::format("%uint_{0} = OpConstant %uint {0}\n", number);
    return moduleText("of a raw buffer", numbers, functions, code);
}

// What Load2, Load3 and Load4 of the byte address %NAME become: words %NAME_0 …, and the vector of them, %NAME_v.
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
