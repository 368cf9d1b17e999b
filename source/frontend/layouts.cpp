#include "frontend/layouts.h"

#include <algorithm>
#include <optional>

#include "frontend/low_bits.h"

namespace vkperftest {
namespace {

std::uint32_t saturated(std::uint64_t bytes) {
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(bytes, ~0U));
}

constexpr std::size_t kMostFields = std::size_t{1} << 16U; // of a layout; what follows keeps zeros

} // namespace

std::uint64_t constantValue(const SpirvModule& module, std::uint32_t id) {
    // In the module's order, since a hundred thousand operations may each name the one before twice.
    std::map<std::uint32_t, LowBits> operations;
    const auto known = [&](std::uint32_t which) -> std::optional<LowBits> {
        if (const auto found = operations.find(which); found != operations.end()) return found->second;
        const SpirvInstruction* const constant = module.definition(which);
        const bool known = is(constant, spv::OpConstant) || is(constant, spv::OpSpecConstant);
        return known ? transfer(module, *constant, {}) : LowBits{};
    };
    const SpirvInstruction* const constant = module.definition(id);
    const std::size_t before = is(constant, spv::OpSpecConstantOp) ? module.indexOf(*constant) + 1 : 0;
    for (const SpirvInstruction& one : module.instructions().first(before))
        if (is(&one, spv::OpSpecConstantOp))
            operations[one.result] = fitted(module, *transfer(module, one, known), one.type);
    const LowBits value = *known(id);
    const unsigned bits = componentBits(module, constant->type);
    if (value.known == 0 || value.known < bits) return 0;
    const SpirvInstruction* const type = module.definition(constant->type);
    const bool negative =
        is(type, spv::OpTypeInt) && type->operands[1] != 0 && (value.value >> (bits - 1) & 1U) != 0;
    return negative ? value.value | ~std::uint64_t{0} << (bits - 1) : value.value;
}

std::vector<const SpirvInstruction*> typesIn(const SpirvModule& module, std::uint32_t type) {
    std::vector<const SpirvInstruction*> all = {module.definition(type)};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const SpirvInstruction& one = *all[i];
        const bool repeats = isArray(one) || is(&one, spv::OpTypeMatrix) || is(&one, spv::OpTypeVector);
        if (!repeats && !is(&one, spv::OpTypeStruct)) continue;
        for (const std::uint32_t part : repeats ? one.operands.first(1) : one.operands)
            if (std::ranges::find(all, module.definition(part)) == all.end())
                all.push_back(module.definition(part));
    }
    return all;
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
        return repeat(is.operands[0], constantValue(module_, is.operands[1]),
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
