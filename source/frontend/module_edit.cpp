#include "frontend/module_edit.h"

#include <algorithm>

namespace vkperftest {
namespace {

void append(SpirvWords& words, std::span<const std::uint32_t> more) {
    words.insert(words.end(), more.begin(), more.end());
}

// An annotation, or one of the instructions that stand behind all of these.
bool endsNames(spv::Op opcode) {
    return (opcode >= spv::OpTypeVoid && opcode <= spv::OpTypeForwardPointer) || opcode == spv::OpFunction ||
           (opcode >= spv::OpDecorate && opcode <= spv::OpGroupMemberDecorate) ||
           opcode == spv::OpDecorateId || opcode == spv::OpDecorateString ||
           opcode == spv::OpMemberDecorateString;
}

SpirvWords literalWords(std::string_view text) {
    SpirvWords words(text.size() / 4 + 1);
    for (std::size_t i = 0; i < text.size(); ++i)
        words[i / 4] |= std::uint32_t{static_cast<unsigned char>(text[i])} << (i % 4 * 8);
    return words;
}

} // namespace

void emit(SpirvWords& words, spv::Op opcode, std::span<const std::uint32_t> operands) {
    words.push_back(static_cast<std::uint32_t>(1 + operands.size()) << 16U |
                    static_cast<std::uint32_t>(opcode));
    append(words, operands);
}

std::span<const std::uint32_t> wordsOf(const SpirvInstruction& instruction) {
    const std::size_t first = 1U + (instruction.type != 0 ? 1U : 0U) + (instruction.result != 0 ? 1U : 0U);
    return {instruction.operands.data() - first, first + instruction.operands.size()};
}

std::uint32_t ModuleEdit::declared(spv::Op opcode, std::uint32_t type, const SpirvWords& operands) {
    SpirvWords all;
    if (type != 0) all.push_back(type);
    append(all, operands);
    const auto [known, isNew] = declared_.try_emplace({opcode, all}, bound_);
    if (!isNew) return known->second;
    for (const SpirvInstruction& one : module_->instructions()) {
        if (is(&one, spv::OpFunction)) break;
        if (is(&one, opcode) && one.type == type && std::ranges::equal(one.operands, operands))
            return known->second = one.result;
    }
    all.insert(all.begin() + (type != 0 ? 1 : 0), bound_++);
    emit(types_, opcode, all);
    return known->second;
}

std::uint32_t ModuleEdit::uintConstant(std::uint32_t value) {
    return declared(spv::OpConstant, declared(spv::OpTypeInt, 0, {32, 0}), {value});
}

void ModuleEdit::require(spv::Capability capability) {
    const std::uint32_t wanted[] = {capability};
    if (std::ranges::find(capabilities_, wanted[0]) != capabilities_.end()) return;
    const auto isIt = [&](const SpirvInstruction& one) {
        return is(&one, spv::OpCapability) && one.operands[0] == wanted[0];
    };
    if (std::ranges::none_of(module_->instructions(), isIt)) emit(capabilities_, spv::OpCapability, wanted);
}

void ModuleEdit::requireExtension(std::string_view name) {
    const SpirvWords literal = literalWords(name);
    const auto isIt = [&](const SpirvInstruction& one) {
        return is(&one, spv::OpExtension) && std::ranges::equal(one.operands, literal);
    };
    if (std::ranges::none_of(module_->instructions(), isIt)) emit(extensions_, spv::OpExtension, literal);
}

void ModuleEdit::decorate(const SpirvWords& operands, spv::Op opcode) {
    emit(decorations_, opcode, operands);
}

void ModuleEdit::declareVariable(std::uint32_t type, std::uint32_t id, spv::StorageClass storage) {
    declare(spv::OpVariable, {pointerTo(type, storage), id, static_cast<std::uint32_t>(storage)});
    const bool listed = module_->definition(id) != nullptr; // the module's own, declared anew
    if (!listed && (listsAllVariables() || storage == spv::StorageClassInput)) newVariables_.push_back(id);
}

void ModuleEdit::replaceOperands(std::size_t index, std::span<const std::uint32_t> operands) {
    SpirvWords words;
    emit(words, module_->instructions()[index].opcode, operands);
    replace(index, std::move(words));
}

void ModuleEdit::insertBefore(std::size_t index, std::span<const std::uint32_t> words) {
    append(before_[index], words);
}

void ModuleEdit::appendEntryPoint(SpirvWords& words, const SpirvInstruction& entry) const {
    SpirvWords operands(entry.operands.begin(), entry.operands.end());
    const std::size_t nameWords = literalWords(literalText(entry.operands.subspan(2))).size();
    const auto variables = operands.begin() + 2 + static_cast<std::ptrdiff_t>(nameWords);
    operands.erase(std::remove_if(variables, operands.end(),
                                  [&](std::uint32_t id) { return removedVariables_.contains(id); }),
                   operands.end());
    append(operands, newVariables_);
    emit(words, spv::OpEntryPoint, operands);
}

SpirvWords ModuleEdit::words() const {
    SpirvWords words;
    append(words, module_->words().first(kSpirvHeaderWords));
    words[3] = bound_;
    append(words, capabilities_);
    bool extended = false, decorated = false, typed = false;
    const auto once = [&](bool& done, bool now, const SpirvWords& added) {
        if (done || !now) return;
        append(words, added);
        done = true;
    };
    const auto all = module_->instructions();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const spv::Op opcode = all[i].opcode;
        once(extended, opcode != spv::OpCapability, extensions_);
        once(decorated, endsNames(opcode), decorations_);
        once(typed, opcode == spv::OpFunction, types_);
        if (const auto found = before_.find(i); found != before_.end()) append(words, found->second);
        if (const auto found = replaced_.find(i); found != replaced_.end())
            append(words, found->second);
        else if (opcode == spv::OpEntryPoint)
            appendEntryPoint(words, all[i]);
        else
            append(words, wordsOf(all[i]));
    }
    return words;
}

} // namespace vkperftest
