// SPIR-V as assembly, for tests to search.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <spirv-tools/libspirv.hpp>

namespace vkperftest {

// With its version in a comment, as disassemblers write it.
inline std::string spirvText(const std::vector<std::uint32_t>& words) {
    std::string text;
    const spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_5);
    tools.Disassemble(words, &text, SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES);
    return text;
}

} // namespace vkperftest
