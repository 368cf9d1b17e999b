#include "frontend/spirv_validation.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <string_view>
#include <vector>

#include <spirv-tools/libspirv.hpp>
#include <spirv/unified1/spirv.hpp>

#include "base/apart.h"
#include "base/text.h"
#include "frontend/compiled_shader.h"

namespace vkperftest {
namespace {

// Leaves out what names and places the code, if that refers to ids that are defined.
std::vector<std::uint32_t> withoutNamesAndLines(std::span<const std::uint32_t> words) {
    std::vector<bool> defined(words[3]);
    for (const auto one : RawInstructions(words)) {
        const std::uint32_t opcode = opcodeOf(one);
        if (opcode == spv::OpVariable || opcode == spv::OpFunction || opcode == spv::OpFunctionParameter)
            defined[one[2]] = true;
        if (opcode == spv::OpTypeStruct || opcode == spv::OpString) defined[one[1]] = true;
    }
    std::vector<std::uint32_t> kept(words.begin(), words.begin() + kSpirvHeaderWords);
    kept.reserve(words.size());
    for (const auto one : RawInstructions(words)) {
        const std::uint32_t opcode = opcodeOf(one);
        const bool about = opcode == spv::OpName || opcode == spv::OpLine;
        if (opcode != spv::OpNoLine && !(about && defined[one[1]]))
            kept.insert(kept.end(), one.begin(), one.end());
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

void forgetNewLanguages(std::vector<std::uint32_t>& words) {
    for (const auto one : RawInstructions(std::span(words))) {
        if (opcodeOf(one) == spv::OpFunction) return; // OpSource precedes all code
        if (opcodeOf(one) == spv::OpSource && one.size() > 1 && one[1] > spv::SourceLanguageHLSL)
            one[1] = spv::SourceLanguageUnknown;
    }
}

void forgetNewLanguages(std::string& assembly) {
    constexpr std::string_view kSource = "OpSource", kBlanks = " \t";
    constexpr std::string_view kKnown[] = {"Unknown", "ESSL", "GLSL", "OpenCL_C", "OpenCL_CPP", "HLSL"};
    for (std::size_t at = 0; (at = assembly.find(kSource, at)) != std::string::npos; at += kSource.size()) {
        const std::size_t line = assembly.rfind('\n', at) + 1; // 0 in the first line
        const std::size_t name = assembly.find_first_not_of(kBlanks, at + kSource.size());
        if (name == std::string::npos) return;
        const bool alone = name > at + kSource.size(); // not OpSourceContinued
        if (!alone || !trim(std::string_view(assembly).substr(line, at - line)).empty()) continue;
        const std::size_t end = std::min(assembly.find_first_of(" \t\r\n;", name), assembly.size());
        if (std::ranges::count(kKnown, std::string_view(assembly).substr(name, end - name)) == 0)
            assembly.replace(name, end - name, kKnown[0]);
    }
}

} // namespace vkperftest
