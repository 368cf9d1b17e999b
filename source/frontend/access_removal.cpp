#include "frontend/access_removal.h"

#include <map>
#include <optional>
#include <utility>

#include "frontend/compiled_shader.h"
#include "frontend/load_replacement.h"

namespace vkperftest {
namespace {

using NewWords = std::map<std::size_t, LoadReplacement::Words>; // by the instruction that they replace

void append(std::vector<std::uint32_t>& words, std::span<const std::uint32_t> more) {
    words.insert(words.end(), more.begin(), more.end());
}

void appendCopy(std::vector<std::uint32_t>& words, const SpirvInstruction& one, std::uint32_t input) {
    const std::size_t ids = (one.type != 0 ? 1U : 0U) + (one.result != 0 ? 1U : 0U);
    const std::span<const std::uint32_t> all(one.operands.data() - ids - 1, 1 + ids + one.operands.size());
    append(words, all);
    if (!is(&one, spv::OpEntryPoint) || input == 0) return;
    words[words.size() - all.size()] += 1U << 16U;
    words.push_back(input);
}

std::vector<std::uint32_t> assemble(const SpirvModule& module, const NewWords& replaced,
                                    const LoadReplacement& added) {
    std::vector<std::uint32_t> words;
    append(words, module.words().first(kSpirvHeaderWords));
    words[3] = added.bound();
    append(words, added.capabilities());
    bool decorated = false, typed = false;
    const auto all = module.instructions();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const spv::Op opcode = opcodeOf(all[i]);
        const bool function = opcode == spv::OpFunction;
        const bool type = opcode >= spv::OpTypeVoid && opcode <= spv::OpTypeFunction;
        if (!decorated && (function || type || opcode == spv::OpDecorate)) {
            append(words, added.decorations());
            decorated = true;
        }
        if (!typed && function) {
            append(words, added.types());
            typed = true;
        }
        if (const auto found = replaced.find(i); found != replaced.end())
            append(words, found->second);
        else
            appendCopy(words, all[i], added.input());
    }
    return words;
}

} // namespace

std::vector<std::uint32_t> withoutAccesses(const SpirvModule& module, std::span<const SourceAccess> accesses,
                                           std::vector<SourceAccess>& removed) {
    removed.clear();
    NewWords replaced;
    LoadReplacement replacement(module);
    for (const SourceAccess& access : accesses) {
        const SpirvInstruction& instruction = module.instructions()[access.instruction];
        std::optional<LoadReplacement::Words> words;
        if (instruction.result == 0)
            words.emplace(); // a store
        else
            words = replacement.of(instruction);
        if (!words) continue;
        replaced[access.instruction] = std::move(*words);
        removed.push_back(access);
    }
    return assemble(module, replaced, replacement);
}

} // namespace vkperftest
