#include "lint/spirv/alignment.h"

#include <algorithm>
#include <optional>

#include "lint/spirv/memory_cells.h"
#include "lint/spirv/opcodes.h"
#include "lint/spirv/transfer.h"

namespace vkperftest {
namespace {

// Passes over the module until nothing changes: two or three for most, one more for each step of loops inside
// loops. What still changes then is given up, so that no module takes longer.
constexpr int kMostPasses = 12;

class Passes {
public:
    explicit Passes(const SpirvModule& module)
        : module_(module), parameters_(parametersOf(module)), cells_(module, parameters_),
          values_(module.instructions().size()) {}

    std::vector<LowBits> run() {
        for (int pass = 0; pass < kMostPasses; ++pass) {
            changed_ = false;
            passOnce();
            if (!changed_) return taken();
        }
        givenUp_ = true; // whatever paths meet in is anything now; the rest follows from that in one pass
        std::fill(values_.begin(), values_.end(), std::nullopt);
        passOnce();
        return taken();
    }

private:
    std::vector<LowBits> taken() const {
        std::vector<LowBits> result;
        result.reserve(values_.size());
        for (const auto& value : values_) result.push_back(value.value_or(LowBits{}));
        return result;
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
        changed_ = true;
    }

    void passOnce() {
        const auto instructions = module_.instructions();
        for (std::size_t index = 0; index < instructions.size(); ++index) {
            const SpirvInstruction& instruction = instructions[index];
            switch (opcodeOf(instruction)) {
            case spv::Op::OpFunction:
                function_ = index;
                break;
            case spv::Op::OpVariable:
                if (instruction.operands.size() > 1) flowToCell(instruction.result, instruction.operands[1]);
                break;
            case spv::Op::OpStore:
                flowToCell(instruction.operands[0], instruction.operands[1]);
                break;
            case spv::Op::OpReturnValue:
                flow(function_, known(instruction.operands[0]));
                break;
            case spv::Op::OpFunctionParameter:
                if (givenUp_) flow(index, LowBits{});
                break;
            case spv::Op::OpFunctionCall:
                call(index, instruction);
                break;
            case spv::Op::OpLoad:
                flow(index, loaded(instruction.operands[0]));
                break;
            case spv::Op::OpPhi:
                phi(index, instruction.operands);
                break;
            default:
                if (instruction.result != 0)
                    flow(index,
                         transfer(module_, instruction, [this](std::uint32_t id) { return known(id); }));
            }
        }
    }

    void flowToCell(std::uint32_t pointer, std::uint32_t value) {
        if (const std::size_t cell = cells_.of(pointer); cell != MemoryCells::kNone) flow(cell, known(value));
    }

    std::optional<LowBits> loaded(std::uint32_t pointer) const {
        const std::size_t cell = cells_.of(pointer);
        return cell == MemoryCells::kNone || givenUp_ ? LowBits{} : values_[cell];
    }

    void call(std::size_t index, const SpirvInstruction& instruction) {
        const SpirvInstruction* function = module_.definition(instruction.operands[0]);
        if (!function || givenUp_) return flow(index, LowBits{});
        const auto parameters = parameters_.find(function->result);
        const auto arguments = instruction.operands.subspan(1);
        const std::size_t count = parameters == parameters_.end() ? 0 : parameters->second.size();
        for (std::size_t number = 0; number < std::min(count, arguments.size()); ++number) {
            const SpirvInstruction& parameter = *parameters->second[number];
            const std::size_t place = module_.indexOf(parameter);
            // What a pointer leads to flows by stores, not here.
            if (cells_.of(parameter.result) != place) flow(place, known(arguments[number]));
        }
        flow(index, values_[module_.indexOf(*function)]);
    }

    void phi(std::size_t index, std::span<const std::uint32_t> operands) {
        if (givenUp_) return flow(index, LowBits{});
        for (std::size_t number = 0; number < operands.size(); number += 2)
            flow(index, known(operands[number]));
    }

    const SpirvModule& module_;
    Parameters parameters_;
    MemoryCells cells_;
    std::vector<std::optional<LowBits>> values_; // by instruction: nothing before it is reached
    std::size_t function_ = 0;
    bool changed_ = false;
    bool givenUp_ = false;
};

} // namespace

AlignmentAnalysis::AlignmentAnalysis(const SpirvModule& module)
    : module_(&module), values_(Passes(module).run()) {}

LowBits AlignmentAnalysis::of(std::uint32_t id) const {
    const SpirvInstruction* defined = module_->definition(id);
    return defined ? values_[module_->indexOf(*defined)] : LowBits{};
}

} // namespace vkperftest
