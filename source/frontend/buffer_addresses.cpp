#include "frontend/buffer_addresses.h"

#include <bit>

#include "frontend/access_origin.h"

namespace vkperftest {

const SpirvInstruction* wordShift(const SpirvModule& module, const SymbolicValues& symbols,
                                  std::uint32_t id) {
    const SpirvInstruction* shift = module.definition(id);
    if (!is(shift, spv::OpShiftRightLogical) && !is(shift, spv::OpShiftRightArithmetic)) return nullptr;
    const SymbolicValue by = symbols.of(shift->operands[1]);
    return by.symbol == 0 && by.constant == 2 ? shift : nullptr;
}

BufferAddresses::BufferAddresses(const SpirvModule& module, const AlignmentAnalysis& alignment,
                                 const SymbolicValues& symbols, std::uint32_t assumedAlignment)
    : module_(&module), alignment_(&alignment), symbols_(&symbols), assumedAlignment_(assumedAlignment) {
    for (const SpirvInstruction& instruction : module.instructions()) {
        const auto opcode = instruction.opcode;
        const bool chain = opcode == spv::OpAccessChain || opcode == spv::OpInBoundsAccessChain;
        if (!chain && opcode != spv::OpCopyObject) continue;
        BufferAddress address = of(instruction.operands[0]);
        for (const std::uint32_t index : instruction.operands.subspan(1))
            if (address.variable != 0) address = indexed(address, index);
        if (address.variable != 0) addresses_.emplace(instruction.result, address);
    }
}

BufferAddress BufferAddresses::of(std::uint32_t pointer) const {
    const SpirvInstruction* defined = module_->definition(pointer);
    if (!is(defined, spv::OpVariable)) {
        const auto found = addresses_.find(pointer);
        return found == addresses_.end() ? BufferAddress{} : found->second;
    }
    BufferAddress address;
    if (!isStorageBuffer(*module_, *defined)) return address;
    address.variable = pointer;
    address.type = module_->definition(defined->type)->operands[1];
    return address;
}

BufferAddress BufferAddresses::indexed(BufferAddress address, std::uint32_t index) const {
    const SpirvInstruction* type = module_->definition(address.type);
    if (!type) return {};
    address.stride = 0;
    if (isArray(*type)) return inArray(address, *type, index);
    if (type->opcode != spv::OpTypeStruct) return inMatrixOrVector(address, *type, index);
    const SymbolicValue number = symbols_->of(index);
    if (number.symbol != 0) return {};
    const auto member = static_cast<std::uint32_t>(number.constant);
    const auto offset = module_->decoration(type->result, member, spv::DecorationOffset);
    if (!offset || member >= type->operands.size()) return {};
    address.matrixStride = module_->decoration(type->result, member, spv::DecorationMatrixStride).value_or(0);
    address.rowMajor = module_->decoration(type->result, member, spv::DecorationRowMajor).has_value();
    address.type = type->operands[member];
    address.constant += *offset;
    address.low = sum(address.low, lowBits(*offset, 64));
    address.assumed = sum(address.assumed, lowBits(*offset, 64));
    return address;
}

BufferAddress BufferAddresses::inMatrixOrVector(BufferAddress address, const SpirvInstruction& type,
                                                std::uint32_t index) const {
    const bool matrix = type.opcode == spv::OpTypeMatrix;
    if (!matrix && type.opcode != spv::OpTypeVector) return {};
    if (matrix && address.matrixStride == 0) return {};
    const SymbolicValue number = symbols_->of(index);
    const std::uint32_t vector = matrix ? type.operands[0] : type.result;
    // The columns of a row-major matrix are neighbours, and a column's components a stride apart.
    const bool strided = address.matrixStride != 0 && matrix != address.rowMajor;
    const std::uint32_t step = strided ? address.matrixStride : componentBits(*module_, vector) / 8;
    const LowBits skipped = product(alignment_->of(index), lowBits(step, 64));
    address.part = address.part || matrix || number.symbol != 0;
    address.type = type.operands[0];
    address.constant += number.constant * step;
    address.low = sum(address.low, skipped);
    address.assumed = sum(address.assumed, skipped);
    return address;
}

BufferAddress BufferAddresses::inArray(BufferAddress address, const SpirvInstruction& type,
                                       std::uint32_t index) const {
    const SymbolicValue number = symbols_->of(index);
    address.type = type.operands[0];
    const auto stride = module_->decoration(type.result, spv::DecorationArrayStride);
    if (!stride) { // an array of buffers: the index does not change the offset within one
        const auto constant = static_cast<std::uint64_t>(number.constant);
        address.symbol = mixed({address.symbol, number.symbol, constant});
        return address;
    }
    const LowBits proven = product(alignment_->of(index), lowBits(*stride, 64));
    if (number.symbol != 0) address.symbol = mixed({address.symbol, number.symbol, *stride});
    address.constant += number.constant * *stride;
    address.low = sum(address.low, proven);
    address.assumed = sum(address.assumed, *stride == 4 ? assumedOffset(number, proven) : proven);
    address.stride = *stride;
    address.indexRoot = number.root;
    address.behindRoot = number.constant - symbols_->of(number.root).constant;
    ++address.arrays;
    return address;
}

// What is proven otherwise, as by `address | 4`, holds whatever is assumed.
LowBits BufferAddresses::assumedOffset(SymbolicValue index, LowBits proven) const {
    const SpirvInstruction* shift = wordShift(*module_, *symbols_, index.root);
    if (assumedAlignment_ == 0 || shift == nullptr) return proven;
    if (symbols_->of(shift->operands[0]).constant % 4 != 0) return proven;
    const LowBits assumed = lowBits(static_cast<std::uint64_t>(index.constant) * 4,
                                    static_cast<unsigned>(std::countr_zero(assumedAlignment_)));
    const bool agrees = join(proven, assumed).known == proven.known;
    return proven.known < assumed.known && agrees ? assumed : proven;
}

} // namespace vkperftest
