#include "addresses/buffer_addresses.h"

#include "addresses/transfer.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

bool isArray(const SpirvInstruction& type) {
    return is(&type, spv::Op::OpTypeArray) || is(&type, spv::Op::OpTypeRuntimeArray);
}

} // namespace

BufferAddresses::BufferAddresses(const SpirvModule& module, const AlignmentAnalysis& alignment,
                                 const SymbolicValues& symbols, BufferKinds kinds)
    : module_(&module), alignment_(&alignment), symbols_(&symbols), kinds_(kinds) {
    readLayout();
    for (const SpirvInstruction& instruction : module.instructions()) {
        const auto opcode = opcodeOf(instruction);
        if (opcode != spv::Op::OpAccessChain && opcode != spv::Op::OpInBoundsAccessChain) continue;
        BufferAddress address = base(instruction.operands[0]);
        for (const std::uint32_t index : instruction.operands.subspan(1))
            if (address.variable != 0) address = indexed(address, index);
        if (address.variable != 0) addresses_.emplace(instruction.result, address);
    }
}

BufferAddress BufferAddresses::of(std::uint32_t pointer) const {
    const auto found = addresses_.find(pointer);
    return found == addresses_.end() ? BufferAddress{} : found->second;
}

void BufferAddresses::readLayout() {
    for (const SpirvInstruction& instruction : module_->instructions()) {
        const auto operands = instruction.operands;
        if (opcodeOf(instruction) == spv::Op::OpFunction) break; // decorations precede all code
        if (opcodeOf(instruction) == spv::Op::OpDecorate) {
            const auto decoration = static_cast<spv::Decoration>(operands[1]);
            if (decoration == spv::DecorationArrayStride) strides_[operands[0]] = operands[2];
            if (decoration == spv::DecorationBufferBlock) bufferBlocks_.insert(operands[0]);
        }
        if (opcodeOf(instruction) == spv::Op::OpMemberDecorate &&
            static_cast<spv::Decoration>(operands[2]) == spv::DecorationOffset)
            memberOffsets_[{operands[0], operands[1]}] = operands[3];
    }
}

// The buffer's own variable, which may be an array of buffers; otherwise what another chain has found.
BufferAddress BufferAddresses::base(std::uint32_t pointer) const {
    const SpirvInstruction* defined = module_->definition(pointer);
    if (!defined) return {};
    if (opcodeOf(*defined) != spv::Op::OpVariable) return of(pointer);
    const SpirvInstruction* type = module_->definition(defined->type);
    const auto storage = static_cast<spv::StorageClass>(type->operands[0]);
    const SpirvInstruction* structure = module_->definition(type->operands[1]);
    if (structure && isArray(*structure)) structure = module_->definition(structure->operands[0]);
    const bool uniform = storage == spv::StorageClassUniform && structure != nullptr &&
                         !bufferBlocks_.contains(structure->result);
    const bool wanted = !uniform || kinds_ == BufferKinds::StorageAndUniform;
    BufferAddress address;
    if ((storage != spv::StorageClassStorageBuffer && storage != spv::StorageClassUniform) ||
        structure == nullptr || !wanted)
        return address;
    address.variable = pointer;
    address.uniform = uniform;
    address.type = type->operands[1];
    return address;
}

BufferAddress BufferAddresses::indexed(BufferAddress address, std::uint32_t index) const {
    const SpirvInstruction* type = module_->definition(address.type);
    if (!type) return {};
    address.stride = 0;
    if (isArray(*type)) return inArray(address, *type, index);
    const SymbolicValue number = symbols_->of(index);
    if (number.symbol != 0) return {};
    const auto place = static_cast<std::uint32_t>(number.constant);
    if (opcodeOf(*type) == spv::Op::OpTypeVector) {
        const std::uint64_t skipped = std::uint64_t{place} * componentBits(*module_, type->result) / 8;
        address.type = type->operands[0];
        address.constant += static_cast<std::int64_t>(skipped);
        address.low = sum(address.low, lowBits(skipped, 64));
        return address;
    }
    if (opcodeOf(*type) != spv::Op::OpTypeStruct) return {};
    const auto offset = memberOffsets_.find({type->result, place});
    if (offset == memberOffsets_.end() || place >= type->operands.size()) return {};
    address.type = type->operands[place];
    address.constant += offset->second;
    address.low = sum(address.low, lowBits(offset->second, 64));
    return address;
}

BufferAddress BufferAddresses::inArray(BufferAddress address, const SpirvInstruction& type,
                                       std::uint32_t index) const {
    const SymbolicValue number = symbols_->of(index);
    address.type = type.operands[0];
    const auto stride = strides_.find(type.result);
    if (stride == strides_.end()) { // an array of buffers: the index does not change the offset within one
        const auto constant = static_cast<std::uint64_t>(number.constant);
        address.symbol = mixed({address.symbol, number.symbol, constant});
        return address;
    }
    if (number.symbol != 0) address.symbol = mixed({address.symbol, number.symbol, stride->second});
    address.constant += number.constant * stride->second;
    address.low = sum(address.low, product(alignment_->of(index), lowBits(stride->second, 64)));
    address.stride = stride->second;
    address.indexRoot = number.root;
    address.behindRoot = number.constant - symbols_->of(number.root).constant;
    ++address.arrays;
    return address;
}

} // namespace vkperftest
