#include "frontend/alignment.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <unordered_map>

#include "frontend/access_origin.h"

namespace vkperftest {
namespace {

// True if no word passes a pointer on: all are names, types and literals, or are handled elsewhere.
bool leavesPointersAlone(const SpirvModule& module, const SpirvInstruction& instruction) {
    const auto opcode = instruction.opcode;
    if (opcode < spv::OpFunction || opcode == spv::OpDecorate || opcode == spv::OpMemberDecorate)
        return opcode != spv::OpExtInst || module.text(instruction.operands[0]) != "GLSL.std.450";
    constexpr spv::Op kOthers[] = {spv::OpFunction,
                                   spv::OpFunctionParameter,
                                   spv::OpFunctionCall,
                                   spv::OpVariable,
                                   spv::OpLoad,
                                   spv::OpCompositeExtract,
                                   spv::OpCompositeInsert,
                                   spv::OpVectorShuffle,
                                   spv::OpLoopMerge,
                                   spv::OpSelectionMerge,
                                   spv::OpSwitch,
                                   spv::OpNoLine,
                                   spv::OpModuleProcessed,
                                   spv::OpExecutionModeId,
                                   spv::OpDecorateId,
                                   spv::OpAccessChain,
                                   spv::OpInBoundsAccessChain,
                                   spv::OpCopyObject};
    return std::ranges::count(kOthers, opcode) > 0;
}

// Passes over all instructions until no value changes. A change loses at least one known bit, so this ends; a
// value needs another pass only if it flows backwards in the module, as through loops and into functions.
// What a function's or private variable ever holds, in all its parts, is the value of the variable's
// instruction, its cell; a parameter that is a pointer has a cell, too, whose value flows to and from its
// arguments' cells.
class Propagation {
public:
    explicit Propagation(const SpirvModule& module)
        : module_(module), cells_(module.instructions().size(), kNone),
          values_(module.instructions().size()) {
        std::uint32_t function = 0;
        for (const SpirvInstruction& one : module.instructions()) {
            const std::size_t index = module.indexOf(one);
            const bool parameter = is(&one, spv::OpFunctionParameter);
            if (is(&one, spv::OpFunction)) function = one.result;
            if (parameter) parameters_[function].push_back(&one);
            if ((parameter || is(&one, spv::OpVariable)) && isOwnMemory(module, one.result))
                cells_[index] = index;
            if (is(&one, spv::OpAccessChain) || is(&one, spv::OpInBoundsAccessChain) ||
                is(&one, spv::OpCopyObject))
                cells_[index] = cellOf(one.operands[0]);
        }
        for (const SpirvInstruction& one : module.instructions()) {
            if (leavesPointersAlone(module, one)) continue;
            const bool stores = is(&one, spv::OpStore);     // a pointer that is itself stored
            const bool extended = is(&one, spv::OpExtInst); // after its set and number
            for (const std::uint32_t word :
                 stores ? one.operands.subspan(1, 1) : one.operands.subspan(extended ? 2 : 0))
                flowToCell(word, LowBits{});
        }
    }

    std::vector<LowBits> run() {
        constexpr int kMostPasses = 200; // real shaders take fewer than ten
        std::vector<LowBits> result(values_.size());
        int passes = 0;
        do {
            if (++passes > kMostPasses) return result; // nothing is known
            changed_ = false;
            for (const SpirvInstruction& one : module_.instructions()) look(one);
        } while (changed_);
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = values_[i].value_or(LowBits{});
        return result;
    }

private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::optional<LowBits> known(std::uint32_t id) const {
        const SpirvInstruction* defined = module_.definition(id);
        return defined ? values_[module_.indexOf(*defined)] : LowBits{};
    }

    // The cell that a pointer leads to, as the index of an instruction; kNone for other memory.
    std::size_t cellOf(std::uint32_t pointer) const {
        const SpirvInstruction* defined = module_.definition(pointer);
        return defined != nullptr ? cells_[module_.indexOf(*defined)] : kNone;
    }

    void flow(std::size_t index, std::optional<LowBits> value) {
        if (!value) return;
        std::optional<LowBits>& old = values_[index];
        if (old) value = join(*old, *value);
        if (old == value) return;
        old = value;
        changed_ = true;
    }

    void flowToCell(std::uint32_t pointer, std::optional<LowBits> value) {
        if (const std::size_t cell = cellOf(pointer); cell != kNone) flow(cell, value);
    }

    void look(const SpirvInstruction& instruction) {
        const std::size_t index = module_.indexOf(instruction);
        switch (instruction.opcode) {
        case spv::OpFunction:
            function_ = index;
            break; // reached by returns
        case spv::OpFunctionParameter:
            break; // reached by calls
        case spv::OpVariable:
            if (instruction.operands.size() > 1)
                flowToCell(instruction.result, known(instruction.operands[1]));
            break;
        case spv::OpStore:
            flowToCell(instruction.operands[0], known(instruction.operands[1]));
            break;
        case spv::OpReturnValue:
            flow(function_, known(instruction.operands[0]));
            break;
        case spv::OpFunctionCall:
            call(index, instruction);
            break;
        case spv::OpLoad: {
            const std::size_t cell = cellOf(instruction.operands[0]);
            flow(index, cell == kNone ? LowBits{} : values_[cell]);
            break;
        }
        case spv::OpPhi:
            for (std::size_t number = 0; number < instruction.operands.size(); number += 2)
                flow(index, known(instruction.operands[number]));
            break;
        default:
            if (instruction.result != 0)
                flow(index, transfer(module_, instruction, [this](std::uint32_t id) { return known(id); }));
        }
    }

    void call(std::size_t index, const SpirvInstruction& instruction) {
        const SpirvInstruction* function = module_.definition(instruction.operands[0]);
        if (!function) return flow(index, LowBits{});
        const auto arguments = instruction.operands.subspan(1);
        const std::vector<const SpirvInstruction*>& parameters = parameters_[function->result];
        for (std::size_t number = 0; number < std::min(parameters.size(), arguments.size()); ++number) {
            const std::size_t place = module_.indexOf(*parameters[number]);
            const std::size_t cell = cellOf(arguments[number]);
            flow(place, cell != kNone ? values_[cell] : known(arguments[number]));
            if (cell != kNone) flow(cell, values_[place]);
        }
        flow(index, values_[module_.indexOf(*function)]);
    }

    const SpirvModule& module_;
    std::vector<std::size_t> cells_; // by instruction: the cell to which it points
    // Each function's parameters in order, by the function's id.
    std::unordered_map<std::uint32_t, std::vector<const SpirvInstruction*>> parameters_;
    std::vector<std::optional<LowBits>> values_; // by instruction; nothing until it is reached
    std::size_t function_ = 0;                   // the last OpFunction
    bool changed_ = false;
};

} // namespace

AlignmentAnalysis::AlignmentAnalysis(const SpirvModule& module)
    : module_(&module), values_(Propagation(module).run()) {}

LowBits AlignmentAnalysis::of(std::uint32_t id) const {
    const SpirvInstruction* defined = module_->definition(id);
    return defined ? values_[module_->indexOf(*defined)] : LowBits{};
}

} // namespace vkperftest
