#include "frontend/source_language.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <spirv/unified1/spirv.hpp>

#include "base/text.h"
#include "frontend/compiled_shader.h"

namespace vkperftest {

void forgetNewLanguages(std::vector<std::uint32_t>& words) {
    for (std::size_t at = kSpirvHeaderWords; at < words.size();) {
        const std::size_t length = words[at] >> 16U;
        const std::uint32_t opcode = words[at] & 0xffffU;
        if (length == 0 || opcode == spv::OpFunction) return; // OpSource precedes all code
        if (opcode == spv::OpSource && at + 1 < words.size() && words[at + 1] > spv::SourceLanguageHLSL)
            words[at + 1] = spv::SourceLanguageUnknown;
        at += length;
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
