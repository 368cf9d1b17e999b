#include "frontend/workgroup.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontend/layouts.h"
#include "frontend/module_edit.h"

namespace vkperftest {
namespace {

// What gives the entry point's size: three operands of an instruction, literals or ids of constants.
struct SizeOperands {
    const SpirvInstruction* instruction = nullptr; // null: there is none
    std::size_t first = 0;
    bool ids = false;
};

// A constant that is decorated as the workgroup's size overrides the execution mode.
SizeOperands sizeOperands(const SpirvModule& module, const std::string& entryPoint) {
    const SpirvInstruction* const entry = computeEntry(module, entryPoint);
    const std::uint32_t function = entry != nullptr ? entry->operands[1] : 0;
    SizeOperands found;
    for (const SpirvInstruction& one : module.instructions()) {
        const bool composite = is(&one, spv::OpConstantComposite) || is(&one, spv::OpSpecConstantComposite);
        if (composite && module.decoration(one.result, spv::DecorationBuiltIn) == spv::BuiltInWorkgroupSize)
            return {&one, 0, true};
        const bool mode = is(&one, spv::OpExecutionMode) || is(&one, spv::OpExecutionModeId);
        if (!mode || one.operands[0] != function) continue;
        if (one.operands[1] == spv::ExecutionModeLocalSize) found = {&one, 2, false};
        if (one.operands[1] == spv::ExecutionModeLocalSizeId) found = {&one, 2, true};
    }
    return found;
}

// Whether the constant gives one dimension alone.
bool givesOne(const SizeOperands& from, std::uint32_t constant) {
    return std::ranges::count(from.instruction->operands.subspan(from.first, 3), constant) == 1;
}

// The default of another constant of that number: a pipeline gives both one value.
std::optional<std::uint32_t> otherDefault(const SpirvModule& module, std::uint32_t number, std::uint32_t id) {
    for (const SpirvInstruction& one : module.instructions())
        if (is(&one, spv::OpSpecConstant) && one.result != id &&
            module.decoration(one.result, spv::DecorationSpecId) == number)
            return one.operands[0];
    return std::nullopt;
}

// One constant that gives several dimensions keeps its value for other code.
SpirvModule withWorkgroup(const SpirvModule& module, const std::string& entryPoint,
                          const WorkgroupSize& size) {
    const SizeOperands from = sizeOperands(module, entryPoint);
    ModuleEdit edit(module);
    if (from.instruction == nullptr) return SpirvModule::read(edit.words(), true).value();
    SpirvWords operands(from.instruction->operands.begin(), from.instruction->operands.end());
    for (std::size_t i = 0; i < size.size(); ++i) {
        std::uint32_t& operand = operands[from.first + i];
        const SpirvInstruction* const constant = from.ids ? module.definition(operand) : nullptr;
        if (constant == nullptr) {
            operand = size[i];
        } else if (is(constant, spv::OpSpecConstant) && givesOne(from, operand)) {
            edit.replaceOperands(module.indexOf(*constant),
                                 SpirvWords{constant->type, constant->result, size[i]});
        } else { // which other code may use
            operand = edit.newId();
            SpirvWords words;
            emit(words, spv::OpConstant, SpirvWords{constant->type, operand, size[i]});
            edit.insertBefore(module.indexOf(*constant), words);
        }
    }
    if (from.instruction->type != 0)
        operands.insert(operands.begin(), {from.instruction->type, from.instruction->result});
    edit.replaceOperands(module.indexOf(*from.instruction), operands);
    return SpirvModule::read(edit.words(), true).value();
}

} // namespace

const SpirvInstruction* computeEntry(const SpirvModule& module, const std::string& name) {
    const auto found = std::ranges::find_if(module.instructions(), [&](const SpirvInstruction& one) {
        return is(&one, spv::OpEntryPoint) && one.operands[0] == spv::ExecutionModelGLCompute &&
               literalText(one.operands.subspan(2)) == name;
    });
    return found != module.instructions().end() ? &*found : nullptr;
}

WorkgroupSize workgroupOf(const SpirvModule& module, const std::string& entryPoint) {
    const SizeOperands from = sizeOperands(module, entryPoint);
    WorkgroupSize size = {1, 1, 1};
    for (std::size_t i = 0; from.instruction != nullptr && i < size.size(); ++i) {
        const std::uint32_t operand = from.instruction->operands[from.first + i];
        size[i] = from.ids ? static_cast<std::uint32_t>(constantValue(module, operand)) : operand;
    }
    return size;
}

SpirvModule withConstants(const SpirvModule& module, std::span<const SpecializedConstant> values) {
    ModuleEdit edit(module);
    for (std::size_t i = 0; i < module.instructions().size(); ++i) {
        const SpirvInstruction& one = module.instructions()[i];
        const auto value = std::ranges::find(values, module.decoration(one.result, spv::DecorationSpecId),
                                             [](const auto& each) { return std::optional(each.id); });
        if (value == values.end()) continue;
        const bool truth = is(&one, spv::OpSpecConstantTrue) || is(&one, spv::OpSpecConstantFalse);
        SpirvWords words, operands = {one.type, one.result, static_cast<std::uint32_t>(value->value),
                                      static_cast<std::uint32_t>(value->value >> 32U)};
        operands.resize(2 + one.operands.size());
        emit(words,
             !truth              ? one.opcode
             : value->value != 0 ? spv::OpSpecConstantTrue
                                 : spv::OpSpecConstantFalse,
             operands);
        edit.replace(i, std::move(words));
    }
    return SpirvModule::read(edit.words(), true).value();
}

std::optional<WorkgroupSize> usualWorkgroup(const SpirvModule& module, const std::string& entryPoint,
                                            std::span<const SpecializedConstant> given) {
    WorkgroupSize size = workgroupOf(module, entryPoint);
    const SizeOperands from = sizeOperands(module, entryPoint);
    if (!from.ids) return std::nullopt;
    const WorkgroupSize declared = size;
    std::vector<std::size_t> free; // dimensions
    for (std::size_t i = 0; i < size.size(); ++i) {
        const std::uint32_t id = from.instruction->operands[from.first + i];
        const std::optional<std::uint32_t> number = module.decoration(id, spv::DecorationSpecId);
        if (!number || !givesOne(from, id) ||
            std::ranges::count(given, *number, &SpecializedConstant::id) > 0)
            continue;
        free.push_back(i);
        size[i] = otherDefault(module, *number, id).value_or(size[i]);
    }
    if (size == WorkgroupSize{1, 1, 1} && !free.empty()) size[free[0]] = kUsualWorkgroup;
    return size != declared ? std::optional(size) : std::nullopt;
}

Result<SizedModule> sizedModule(SpirvModule module, const std::string& entryPoint,
                                std::span<const SpecializedConstant> constants,
                                const std::optional<WorkgroupSize>& given) {
    const std::optional<WorkgroupSize> usual =
        given ? std::nullopt : usualWorkgroup(withConstants(module, constants), entryPoint, constants);
    const std::optional<WorkgroupSize>& wanted = given ? given : usual;
    if (wanted) module = withWorkgroup(module, entryPoint, *wanted);
    module = withConstants(module, constants);
    const WorkgroupSize size = workgroupOf(module, entryPoint);
    const std::string text = fmt::format("{}", fmt::join(size, " x "));
    if (given && size != *given)
        return usageError(fmt::format("--spec makes its workgroup {}, and --workgroup another one", text),
                          "leave one of them out");
    constexpr std::uint64_t kMost = 1024; // RADV's compiler ends the process for larger ones
    const std::uint64_t invocations = std::uint64_t{size[0]} * size[1] * size[2];
    if (invocations == 0 || invocations > kMost)
        return usageError(fmt::format("its workgroup of {} has {}", text,
                                      invocations == 0 ? "no invocation" : "more than 1024 invocations"),
                          "set another with --workgroup or --spec");
    return SizedModule{std::move(module), size, usual.has_value()};
}

} // namespace vkperftest
