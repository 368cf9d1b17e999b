// A module with changes: instructions replaced, removed and added.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/spirv_module.h"

namespace vkperftest {

using SpirvWords = std::vector<std::uint32_t>;

// Appends an instruction; operands begin with its type and result, if it has these.
void emit(SpirvWords& words, spv::Op opcode, std::span<const std::uint32_t> operands);

// All words of an instruction.
std::span<const std::uint32_t> wordsOf(const SpirvInstruction& instruction);

// Instructions are named by their index in the module. What is added is not checked.
class ModuleEdit {
public:
    explicit ModuleEdit(const SpirvModule& module) : module_(&module), bound_(module.words()[3]) {}

    std::uint32_t newId() { return bound_++; }
    // The result of the module's type or constant with these operands, or of a new one. `type` is a
    // constant's, and 0 for types.
    std::uint32_t declared(spv::Op opcode, std::uint32_t type, const SpirvWords& operands);
    std::uint32_t uintConstant(std::uint32_t value);
    void require(spv::Capability capability);
    void requireExtension(std::string_view name);
    void decorate(const SpirvWords& operands, spv::Op opcode = spv::OpDecorate);
    // Behind all types, constants and variables: operands begin with type and result.
    void declare(spv::Op opcode, const SpirvWords& operands) { emit(types_, opcode, operands); }
    std::uint32_t pointerTo(std::uint32_t type, spv::StorageClass storage) {
        return declared(spv::OpTypePointer, 0, {static_cast<std::uint32_t>(storage), type});
    }
    // A variable that holds that type, and that every entry point uses.
    void declareVariable(std::uint32_t type, std::uint32_t id, spv::StorageClass storage);
    // Whether entry points list a variable that is no input or output.
    bool listsAllVariables() const { return module_->words()[1] >= 0x00010400; }

    void replace(std::size_t index, SpirvWords words) { replaced_[index] = std::move(words); }
    void remove(std::size_t index) { replace(index, {}); }
    // The same instruction with other operands, which begin with its type and result.
    void replaceOperands(std::size_t index, std::span<const std::uint32_t> operands);
    void insertBefore(std::size_t index, std::span<const std::uint32_t> words);
    // From the interfaces of entry points.
    void removeVariable(std::uint32_t id) { removedVariables_.insert(id); }

    SpirvWords words() const;

private:
    void appendEntryPoint(SpirvWords& words, const SpirvInstruction& entry) const;

    const SpirvModule* module_;
    std::uint32_t bound_; // of ids
    SpirvWords capabilities_, extensions_, decorations_, types_;
    std::map<std::pair<spv::Op, SpirvWords>, std::uint32_t> declared_;
    std::map<std::size_t, SpirvWords> replaced_, before_; // by index
    SpirvWords newVariables_;                             // that entry points must list
    std::set<std::uint32_t> removedVariables_;
};

} // namespace vkperftest
