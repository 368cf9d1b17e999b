#include "frontend/layouts.h"

#include <algorithm>

namespace vkperftest {
namespace {

// Of the operations that sizes are made of; 0 for others.
std::uint64_t resultOf(spv::Op operation, std::uint32_t a, std::uint32_t b) {
    switch (operation) {
    case spv::OpIAdd:
        return a + b;
    case spv::OpISub:
        return a - b;
    case spv::OpIMul:
        return std::uint32_t{a * b};
    case spv::OpUDiv:
    case spv::OpSDiv:
        return b != 0 ? a / b : 0;
    case spv::OpUMod:
    case spv::OpSMod:
    case spv::OpSRem:
        return b != 0 ? a % b : 0;
    case spv::OpShiftLeftLogical:
        return b < 32 ? a << b : 0;
    case spv::OpShiftRightLogical:
        return b < 32 ? a >> b : 0;
    case spv::OpBitwiseAnd:
        return a & b;
    case spv::OpBitwiseOr:
        return a | b;
    default:
        return 0;
    }
}

std::uint32_t saturated(std::uint64_t bytes) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, ~0U));
}

constexpr std::size_t kMostFields = std::size_t{1} << 16U; // of a layout; what follows keeps zeros

} // namespace

std::uint64_t constantValue(const SpirvModule& module, std::uint32_t id,
                            std::span<const SpecializedConstant> constants) {
    const auto plain = [&](std::uint32_t which) -> std::uint64_t {
        const SpirvInstruction* const constant = module.definition(which);
        if (!is(constant, spv::OpConstant) && !is(constant, spv::OpSpecConstant)) return 0;
        const auto number = module.decoration(which, spv::DecorationSpecId);
        const auto given =
            std::ranges::find_if(constants, [&](const SpecializedConstant& one) { return number == one.id; });
        return given != constants.end() ? given->value : constant->operands[0];
    };
    if (!is(module.definition(id), spv::OpSpecConstantOp)) return plain(id);
    // In the module's order, since a hundred thousand operations may each name the one before twice.
    std::map<std::uint32_t, std::uint64_t> operations;
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpSpecConstantOp)) continue;
        const auto value = [&](std::size_t operand) {
            const auto known = operations.find(one.operands[operand]);
            return static_cast<std::uint32_t>(known != operations.end() ? known->second
                                                                        : plain(one.operands[operand]));
        };
        const bool two = one.operands.size() == 3;
        operations[one.result] =
            two ? resultOf(static_cast<spv::Op>(one.operands[0]), value(1), value(2)) : 0;
        if (one.result == id) break;
    }
    return operations[id];
}

LayoutReader::Matrix LayoutReader::matrixOf(std::uint32_t structure, std::uint32_t number) const {
    return {module_.decoration(structure, number, spv::DecorationMatrixStride).value_or(16),
            module_.decoration(structure, number, spv::DecorationRowMajor).has_value()};
}

std::uint32_t LayoutReader::add(std::uint32_t type, std::uint32_t offset, Matrix matrix,
                                std::vector<ScalarField>& fields) {
    const std::size_t before = fields.size();
    const std::tuple key(type, matrix.stride, matrix.rowMajor);
    if (const auto known = known_.find(key);
        known != known_.end() && (!known->second.numbers || before >= kMostFields))
        return saturated(std::uint64_t{offset} + known->second.bytes);
    const std::uint32_t end = addParts(type, offset, matrix, fields);
    known_[key] = {end - offset, before >= kMostFields || fields.size() > before};
    return end;
}

std::uint32_t LayoutReader::addParts(std::uint32_t type, std::uint32_t offset, Matrix matrix,
                                     std::vector<ScalarField>& fields) {
    const SpirvInstruction& is = definition(type);
    const auto repeat = [&](std::uint32_t of, std::uint64_t count, std::uint32_t stride) {
        std::uint32_t end = offset;
        for (std::uint64_t i = 0; i < count && fields.size() < kMostFields; ++i) {
            const std::size_t before = fields.size();
            end = add(of, offset + static_cast<std::uint32_t>(i) * stride, matrix, fields);
            if (fields.size() == before) break; // neither do the others hold a number
        }
        return std::max(end, saturated(std::min<std::uint64_t>(count, ~0U) * stride + offset));
    };
    switch (is.opcode) {
    case spv::OpTypeInt:
    case spv::OpTypeFloat: {
        const std::uint32_t bytes = is.operands[0] / 8;
        const bool isFloat = is.opcode == spv::OpTypeFloat;
        fields.push_back({offset, bytes, isFloat, isFloat || is.operands[1] != 0});
        return offset + bytes;
    }
    case spv::OpTypePointer:
        readsAddresses_ = true;
        return offset + 8;
    case spv::OpTypeVector: {
        std::uint32_t end = offset;
        for (std::uint32_t i = 0; i < is.operands[1]; ++i) end = add(is.operands[0], end, matrix, fields);
        return end;
    }
    case spv::OpTypeMatrix: {
        const SpirvInstruction& column = definition(is.operands[0]);
        if (!matrix.rowMajor) return repeat(is.operands[0], is.operands[1], matrix.stride);
        std::uint32_t end = offset;
        for (std::uint32_t row = 0; row < column.operands[1]; ++row) {
            end = offset + row * matrix.stride;
            for (std::uint32_t i = 0; i < is.operands[1]; ++i)
                end = add(column.operands[0], end, matrix, fields);
        }
        return offset + column.operands[1] * matrix.stride;
    }
    case spv::OpTypeArray:
        sizesVary_ = sizesVary_ || definition(is.operands[1]).opcode != spv::OpConstant;
        return repeat(is.operands[0], constantValue(module_, is.operands[1], constants_),
                      module_.decoration(type, spv::DecorationArrayStride).value_or(0));
    case spv::OpTypeStruct: {
        std::uint32_t end = offset;
        for (std::uint32_t i = 0; i < is.operands.size(); ++i)
            end = std::max(end, member(type, i, fields, offset));
        return end;
    }
    default:
        return offset;
    }
}

std::uint32_t LayoutReader::member(std::uint32_t structure, std::uint32_t number,
                                   std::vector<ScalarField>& fields, std::uint32_t base) {
    const std::uint32_t offset = module_.decoration(structure, number, spv::DecorationOffset).value_or(0);
    return add(definition(structure).operands[number], base + offset, matrixOf(structure, number), fields);
}

BlockLayout LayoutReader::block(std::uint32_t structure) {
    BlockLayout layout;
    const SpirvInstruction& block = definition(structure);
    if (block.opcode != spv::OpTypeStruct) return layout;
    for (std::uint32_t i = 0; i < block.operands.size(); ++i) {
        const SpirvInstruction& type = definition(block.operands[i]);
        if (type.opcode != spv::OpTypeRuntimeArray) {
            layout.bytes = std::max(layout.bytes, member(structure, i, layout.fields));
            continue;
        }
        layout.bytes = module_.decoration(structure, i, spv::DecorationOffset).value_or(0); // the last member
        layout.stride = module_.decoration(block.operands[i], spv::DecorationArrayStride).value_or(4);
        add(type.operands[0], 0, matrixOf(structure, i), layout.element);
    }
    return layout;
}

} // namespace vkperftest
