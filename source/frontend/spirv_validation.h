// SPIRV-Tools: what its validator says about modules, and what it must not see.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <spirv-tools/libspirv.h>

namespace vkperftest {

// The earliest environment that allows the header's version.
spv_target_env environmentFor(std::uint32_t version);

// A message of SPIRV-Tools in one line.
std::string withoutLineEnds(std::string message);

// SPIRV-Tools' first complaint about a module, for Vulkan 1.1 unless the header requires more; empty if it is
// valid. May take minutes for modules that were made for it.
std::string validatorsComplaint(std::span<const std::uint32_t> words);

// The same, which also complains if that takes longer than 5 s.
std::string complaintInTime(std::span<const std::uint32_t> words);

// The same for what a compiler of this process has just made: its instructions are whole, and its ids are
// below its bound. Takes a sixth less time, because it trusts names and debug lines if what they refer to is
// defined.
std::string compiledModulesComplaint(std::span<const std::uint32_t> words);

// SPIRV-Tools rejects a whole module if OpSource names a language that is newer than SPIRV-Tools, such as
// Slang. Nothing else depends on the language, so these functions replace languages after HLSL by Unknown:
// in words, which need not be valid SPIR-V, and in assembly.
void forgetNewLanguages(std::vector<std::uint32_t>& words);
void forgetNewLanguages(std::string& assembly);

} // namespace vkperftest
