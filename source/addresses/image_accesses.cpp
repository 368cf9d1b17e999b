#include "addresses/image_accesses.h"

#include <algorithm>

#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

// Of vectors; the symbols are those that SymbolicValues has for numbers.
SymbolicValue summed(const SymbolicValue& a, const SymbolicValue& b) {
    const std::int64_t constant = a.constant + b.constant;
    if (a.symbol == 0 || b.symbol == 0) return {a.symbol + b.symbol, constant, 0};
    return {mixed({spv::OpIAdd, std::min(a.symbol, b.symbol), std::max(a.symbol, b.symbol)}), constant, 0};
}

// `steps` are left before it gives up.
SymbolicValue componentWithin(const SpirvModule& module, const SymbolicValues& symbols, std::uint32_t id,
                              std::size_t component, int steps) {
    const SpirvInstruction* const defined = module.definition(id);
    const auto part = [&](std::uint32_t of, std::size_t number) {
        return componentWithin(module, symbols, of, number, steps - 1);
    };
    if (is(typeOf(module, id), spv::OpTypeVector)) {
        if (steps == 0) return {mixed({symbols.of(id).symbol, component}), 0, 0};
        const auto operands = defined->operands;
        switch (opcodeOf(*defined)) {
        case spv::OpConstantComposite:
        case spv::OpCompositeConstruct:
            for (const std::uint32_t one : operands) {
                const std::size_t count = dimensionsOf(module, one);
                if (component < count) return part(one, component);
                component -= count;
            }
            break;
        case spv::OpVectorShuffle: {
            const std::size_t count = dimensionsOf(module, operands[0]), number = operands[2 + component];
            return number < count ? part(operands[0], number) : part(operands[1], number - count);
        }
        case spv::OpIAdd:
            return summed(part(operands[0], component), part(operands[1], component));
        case spv::OpBitcast:
        case spv::OpCopyObject:
            return part(operands[0], component);
        default:
            break;
        }
        return {mixed({symbols.of(id).symbol, component}), 0, 0};
    }
    // As a component of its vector.
    if (steps > 0 && is(defined, spv::OpCompositeExtract) && defined->operands.size() == 2 &&
        is(typeOf(module, defined->operands[0]), spv::OpTypeVector))
        return part(defined->operands[0], defined->operands[1]);
    const SymbolicValue number = symbols.of(id);
    const SpirvInstruction* const root = module.definition(number.root);
    if (steps == 0 || number.root == id || !is(root, spv::OpCompositeExtract)) return number;
    const SymbolicValue base = part(number.root, 0);
    return {base.symbol, base.constant + number.constant - symbols.of(number.root).constant, 0};
}

} // namespace

std::optional<ShaderMemory> memoryOfImage(const SpirvModule& module, const SpirvInstruction& instruction) {
    const SpirvInstruction* image = typeOf(module, instruction.operands[0]);
    if (is(image, spv::OpTypeSampledImage)) image = module.definition(image->operands[0]);
    if (!is(image, spv::OpTypeImage)) return std::nullopt;
    const spv::Op opcode = opcodeOf(instruction);
    const auto dimension = static_cast<spv::Dim>(image->operands[1]);
    const bool plain = image->operands[3] == 0 && image->operands[4] == 0; // no layers, one sample
    const bool fetches = opcode == spv::OpImageFetch;
    const bool samples = opcode == spv::OpImageSampleImplicitLod || opcode == spv::OpImageSampleExplicitLod;
    if (image->operands[5] == 2) return ShaderMemory::StorageImage;
    if (dimension == spv::DimBuffer) return ShaderMemory::TexelBuffer;
    if (opcode == spv::OpImageGather || opcode == spv::OpImageDrefGather) return ShaderMemory::Gathered;
    if (dimension == spv::Dim2D && plain && (fetches || samples))
        return fetches ? ShaderMemory::Texture : ShaderMemory::Sampled;
    return ShaderMemory::OtherImage;
}

std::size_t dimensionsOf(const SpirvModule& module, std::uint32_t coordinates) {
    const SpirvInstruction* const type = typeOf(module, coordinates);
    return is(type, spv::OpTypeVector) ? type->operands[1] : 1;
}

SymbolicValue componentOf(const SpirvModule& module, const SymbolicValues& symbols, std::uint32_t id,
                          std::size_t component) {
    constexpr int kMostSteps = 12; // sums of vectors may be trees
    return componentWithin(module, symbols, id, component, kMostSteps);
}

} // namespace vkperftest
