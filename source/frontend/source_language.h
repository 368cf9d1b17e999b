// The source languages that SPIR-V names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace vkperftest {

// SPIRV-Tools rejects a whole module if OpSource names a language that is newer than SPIRV-Tools, such as
// Slang. Nothing else depends on the language, so these functions replace languages after HLSL by Unknown:
// in words, which need not be valid SPIR-V, and in assembly.
void forgetNewLanguages(std::vector<std::uint32_t>& words);
void forgetNewLanguages(std::string& assembly);

} // namespace vkperftest
