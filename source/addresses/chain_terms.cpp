#include "addresses/chain_terms.h"

#include "addresses/transfer.h"
#include "frontend/opcodes.h"

namespace vkperftest {

ChainTerms::ChainTerms(const SpirvModule& module, const SymbolicValues& symbols)
    : module_(&module), symbols_(&symbols) {
    for (const SpirvInstruction& instruction : module.instructions()) {
        if (is(&instruction, spv::OpDecorate) &&
            static_cast<spv::Decoration>(instruction.operands[1]) == spv::DecorationArrayStride)
            strides_[instruction.operands[0]] = instruction.operands[2];
    }
}

std::optional<std::vector<ChainTerm>> ChainTerms::of(const SpirvInstruction& chain) const {
    if (!is(&chain, spv::OpAccessChain) && !is(&chain, spv::OpInBoundsAccessChain)) return {};
    std::vector<ChainTerm> terms;
    const SpirvInstruction* type = typeOf(*module_, chain.operands[0]);
    type = type != nullptr ? module_->definition(type->operands[1]) : nullptr;
    for (const std::uint32_t index : chain.operands.subspan(1)) {
        if (type == nullptr) return {};
        if (opcodeOf(*type) == spv::OpTypeStruct) {
            const SymbolicValue member = symbols_->of(index);
            if (member.symbol != 0 || member.constant < 0 ||
                static_cast<std::size_t>(member.constant) >= type->operands.size())
                return {};
            type = module_->definition(type->operands[static_cast<std::size_t>(member.constant)]);
            continue;
        }
        const auto stride = strides_.find(type->result);
        const bool vector = opcodeOf(*type) == spv::OpTypeVector;
        const std::int64_t bytes = stride != strides_.end() ? stride->second
                                   : vector                 ? componentBits(*module_, type->result) / 8
                                                            : 0;
        terms.push_back({index, bytes});
        type = module_->definition(type->operands[0]);
    }
    return terms;
}

} // namespace vkperftest
