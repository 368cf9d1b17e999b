#include "addresses/alignment.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "addresses/memory_cells.h"
#include "addresses/transfer.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

// For each instruction, the instructions that must be looked at again when its value changes.
class Users {
public:
    Users(const SpirvModule& module, const MemoryCells& cells) : begins_(module.instructions().size() + 1) {
        eachUse(module, cells, [this](std::size_t used, std::size_t) { ++begins_[used + 1]; });
        for (std::size_t i = 1; i < begins_.size(); ++i) begins_[i] += begins_[i - 1];
        users_.resize(begins_.back());
        std::vector<std::size_t> next(begins_.begin(), begins_.end() - 1);
        eachUse(module, cells, [&](std::size_t used, std::size_t user) {
            users_[next[used]++] = static_cast<std::uint32_t>(user);
        });
    }

    std::span<const std::uint32_t> of(std::size_t index) const {
        return std::span(users_).subspan(begins_[index], begins_[index + 1] - begins_[index]);
    }

private:
    // A literal that equals an id counts as a use of it, which costs a look and changes nothing.
    template <class Use>
    static void eachUse(const SpirvModule& module, const MemoryCells& cells, const Use& use) {
        const auto instructions = module.instructions();
        const auto useId = [&](std::uint32_t id, std::size_t user) {
            if (const SpirvInstruction* defined = module.definition(id)) use(module.indexOf(*defined), user);
        };
        for (std::size_t user = 0; user < instructions.size(); ++user) {
            const SpirvInstruction& instruction = instructions[user];
            for (const std::uint32_t id : instruction.operands) useId(id, user);
            const auto opcode = opcodeOf(instruction);
            if (opcode == spv::Op::OpLoad) {
                const std::size_t cell = cells.of(instruction.operands[0]);
                if (cell != MemoryCells::kNone) use(cell, user);
            }
            // `transfer` looks through the composite at its component.
            if (opcode != spv::Op::OpCompositeExtract) continue;
            const SpirvInstruction* composite = module.definition(instruction.operands[0]);
            const std::uint32_t component = instruction.operands.size() > 1 ? instruction.operands[1] : 0;
            if (composite && component < composite->operands.size())
                useId(composite->operands[component], user);
        }
    }

    std::vector<std::size_t> begins_; // into users_, by instruction
    std::vector<std::uint32_t> users_;
};

// Looks at every instruction, then again at the users of each value that has changed, until none changes. A
// change loses at least one known bit, so a value changes at most 65 times.
class Propagation {
public:
    explicit Propagation(const SpirvModule& module)
        : module_(module), parameters_(parametersOf(module)), cells_(module, parameters_),
          users_(module, cells_), values_(module.instructions().size()), functions_(values_.size()),
          waits_(values_.size()) {}

    std::vector<LowBits> run() {
        std::size_t function = 0;
        for (std::size_t index = 0; index < values_.size(); ++index) {
            if (opcodeOf(module_.instructions()[index]) == spv::Op::OpFunction) function = index;
            functions_[index] = function;
            lookLater(index);
        }
        while (!waiting_.empty()) {
            const std::size_t index = waiting_.front();
            waiting_.pop_front();
            waits_[index] = false;
            look(index);
        }
        std::vector<LowBits> result;
        result.reserve(values_.size());
        for (const auto& value : values_) result.push_back(value.value_or(LowBits{}));
        return result;
    }

private:
    void lookLater(std::size_t index) {
        if (waits_[index]) return;
        waits_[index] = true;
        waiting_.push_back(index);
    }

    std::optional<LowBits> known(std::uint32_t id) const {
        const SpirvInstruction* defined = module_.definition(id);
        return defined ? values_[module_.indexOf(*defined)] : LowBits{};
    }

    void flow(std::size_t index, std::optional<LowBits> value) {
        if (!value) return;
        std::optional<LowBits>& old = values_[index];
        if (old) value = join(*old, *value);
        if (old == value) return;
        old = value;
        for (const std::size_t user : users_.of(index)) lookLater(user);
    }

    void look(std::size_t index) {
        const SpirvInstruction& instruction = module_.instructions()[index];
        switch (opcodeOf(instruction)) {
        case spv::Op::OpFunction:
        case spv::Op::OpFunctionParameter: // reached by returns and calls
            break;
        case spv::Op::OpVariable:
            if (instruction.operands.size() > 1) flowToCell(instruction.result, instruction.operands[1]);
            break;
        case spv::Op::OpStore:
            flowToCell(instruction.operands[0], instruction.operands[1]);
            break;
        case spv::Op::OpReturnValue:
            flow(functions_[index], known(instruction.operands[0]));
            break;
        case spv::Op::OpFunctionCall:
            call(index, instruction);
            break;
        case spv::Op::OpLoad:
            flow(index, loaded(instruction.operands[0]));
            break;
        case spv::Op::OpPhi:
            for (std::size_t number = 0; number < instruction.operands.size(); number += 2)
                flow(index, known(instruction.operands[number]));
            break;
        default:
            if (instruction.result != 0)
                flow(index, transfer(module_, instruction, [this](std::uint32_t id) { return known(id); }));
        }
    }

    void flowToCell(std::uint32_t pointer, std::uint32_t value) {
        if (const std::size_t cell = cells_.of(pointer); cell != MemoryCells::kNone) flow(cell, known(value));
    }

    std::optional<LowBits> loaded(std::uint32_t pointer) const {
        const std::size_t cell = cells_.of(pointer);
        return cell == MemoryCells::kNone ? LowBits{} : values_[cell];
    }

    void call(std::size_t index, const SpirvInstruction& instruction) {
        const SpirvInstruction* function = module_.definition(instruction.operands[0]);
        if (!function) return flow(index, LowBits{});
        const auto parameters = parameters_.find(function->result);
        const auto arguments = instruction.operands.subspan(1);
        const std::size_t count = parameters == parameters_.end() ? 0 : parameters->second.size();
        for (std::size_t number = 0; number < std::min(count, arguments.size()); ++number) {
            const SpirvInstruction& parameter = *parameters->second[number];
            const std::size_t place = module_.indexOf(parameter);
            // The contents behind a pointer flow through stores, not here.
            if (cells_.of(parameter.result) != place) flow(place, known(arguments[number]));
        }
        flow(index, values_[module_.indexOf(*function)]);
    }

    const SpirvModule& module_;
    FunctionParameters parameters_;
    MemoryCells cells_;
    Users users_;
    std::vector<std::optional<LowBits>> values_; // by instruction; nothing until it is reached
    std::vector<std::size_t> functions_;         // by instruction: the index of its OpFunction
    std::deque<std::size_t> waiting_;
    std::vector<bool> waits_; // by instruction: it is in waiting_
};

} // namespace

AlignmentAnalysis::AlignmentAnalysis(const SpirvModule& module)
    : module_(&module), values_(Propagation(module).run()) {}

LowBits AlignmentAnalysis::of(std::uint32_t id) const {
    const SpirvInstruction* defined = module_->definition(id);
    return defined ? values_[module_->indexOf(*defined)] : LowBits{};
}

} // namespace vkperftest
