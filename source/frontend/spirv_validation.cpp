#include "frontend/spirv_validation.h"

#include <algorithm>
#include <chrono>
#include <vector>

#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp>

#include "base/apart.h"
#include "frontend/compiled_shader.h"

namespace vkperftest {
namespace {

// Leaves out what names and places the code, if that refers to ids that are defined.
std::vector<std::uint32_t> withoutNamesAndLines(std::span<const std::uint32_t> words) {
    std::vector<bool> defined(words[3]);
    for (std::size_t at = kSpirvHeaderWords; at < words.size(); at += words[at] >> 16U) {
        const auto opcode = static_cast<spv::Op>(words[at] & 0xffffU);
        if (opcode == spv::OpVariable || opcode == spv::OpFunction || opcode == spv::OpFunctionParameter)
            defined[words[at + 2]] = true;
        if (opcode == spv::OpTypeStruct || opcode == spv::OpString) defined[words[at + 1]] = true;
    }
    std::vector<std::uint32_t> kept(words.begin(), words.begin() + kSpirvHeaderWords);
    kept.reserve(words.size());
    for (std::size_t at = kSpirvHeaderWords; at < words.size();) {
        const std::span<const std::uint32_t> instruction = words.subspan(at, words[at] >> 16U);
        at += instruction.size();
        const auto opcode = static_cast<spv::Op>(instruction[0] & 0xffffU);
        const bool about = opcode == spv::OpName || opcode == spv::OpLine;
        if (opcode == spv::OpNoLine || (about && defined[instruction[1]])) continue;
        kept.insert(kept.end(), instruction.begin(), instruction.end());
    }
    return kept;
}

} // namespace

spv_target_env environmentFor(std::uint32_t version) {
    if (version >= 0x00010600) return SPV_ENV_VULKAN_1_3;
    if (version >= 0x00010500) return SPV_ENV_VULKAN_1_2;
    if (version >= 0x00010400) return SPV_ENV_VULKAN_1_1_SPIRV_1_4;
    return SPV_ENV_VULKAN_1_1;
}

std::string withoutLineEnds(std::string message) {
    while (!message.empty() && message.back() == '\n') message.pop_back();
    std::replace(message.begin(), message.end(), '\n', ' ');
    return message;
}

std::string compiledModulesComplaint(std::span<const std::uint32_t> words) {
    return validatorsComplaint(withoutNamesAndLines(words)).empty() ? "" : validatorsComplaint(words);
}

std::string validatorsComplaint(std::span<const std::uint32_t> words) {
    std::string complaint;
    spvtools::SpirvTools tools(environmentFor(words[1]));
    tools.SetMessageConsumer(
        [&](spv_message_level_t, const char*, const spv_position_t&, const char* message) {
            if (complaint.empty()) complaint = withoutLineEnds(message);
        });
    spvtools::ValidatorOptions options;
    options.SetSkipBlockLayout(true); // HLSL's and scalar layouts are not allowed everywhere, but can be read
    options.SetAllowLocalSizeId(true);
    options.SetFriendlyNames(false); // naming all ids takes as long as all the rest
    if (tools.Validate(words.data(), words.size(), options)) return "";
    return complaint.empty() ? "the validator rejects it" : complaint;
}

// The validator's time grows with the cube of the nesting depth of blocks, and with the square of their
// number: a few hundred kilobytes can be made to take minutes. Modules too short for that need no copy of the
// process.
std::string complaintInTime(std::span<const std::uint32_t> words) {
    constexpr std::size_t kShort = 2048; // words
    constexpr std::chrono::seconds kPatience(5);
    if (words.size() <= kShort) return validatorsComplaint(words);
    const auto complaint = runApart([&] { return validatorsComplaint(words); }, kPatience);
    return complaint.ok() ? complaint.value() : "the validator gave up: " + complaint.error().cause;
}

} // namespace vkperftest
