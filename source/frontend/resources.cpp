#include "frontend/resources.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/source_accesses.h"

namespace vkperftest {
namespace {

constexpr std::size_t kMostFields = std::size_t{1} << 16U; // of a layout; what follows keeps zeros

// The decorations that a layout needs.
class Decorations {
public:
    explicit Decorations(const SpirvModule& module) {
        for (const SpirvInstruction& one : module.instructions()) {
            const auto word = [&](std::size_t i) { return i < one.operands.size() ? one.operands[i] : 0; };
            if (is(&one, spv::OpDecorate)) own_[{word(0), word(1)}] = word(2);
            if (is(&one, spv::OpMemberDecorate)) members_[{{word(0), word(1)}, word(2)}] = word(3);
        }
    }

    std::optional<std::uint32_t> of(std::uint32_t id, spv::Decoration kind) const {
        const auto found = own_.find({id, kind});
        return found != own_.end() ? std::optional(found->second) : std::nullopt;
    }

    std::optional<std::uint32_t> ofMember(std::uint32_t type, std::uint32_t member,
                                          spv::Decoration kind) const {
        const auto found = members_.find({{type, member}, kind});
        return found != members_.end() ? std::optional(found->second) : std::nullopt;
    }

private:
    using Pair = std::pair<std::uint32_t, std::uint32_t>;
    std::map<Pair, std::uint32_t> own_;
    std::map<std::pair<Pair, std::uint32_t>, std::uint32_t> members_;
};

// How a matrix lies in its block.
struct MatrixLayout {
    std::uint32_t stride = 16;
    bool rowMajor = false;
};

class LayoutReader {
public:
    LayoutReader(const SpirvModule& module, const Decorations& decorations,
                 std::span<const SpecializedConstant> constants)
        : module_(module), decorations_(decorations), constants_(constants) {}

    // Adds the numbers of a value of that type; returns its end.
    std::uint32_t add(std::uint32_t type, std::uint32_t offset, MatrixLayout matrix,
                      std::vector<ScalarField>& fields);
    BlockLayout block(std::uint32_t type);
    bool readsAddresses() const { return readsAddresses_; }

private:
    const SpirvInstruction& definition(std::uint32_t id) const { return *module_.definition(id); }
    MatrixLayout matrixOf(std::uint32_t structure, std::uint32_t member) const {
        return {decorations_.ofMember(structure, member, spv::DecorationMatrixStride).value_or(16),
                decorations_.ofMember(structure, member, spv::DecorationRowMajor).has_value()};
    }
    std::uint32_t offsetOf(std::uint32_t structure, std::uint32_t member) const {
        return decorations_.ofMember(structure, member, spv::DecorationOffset).value_or(0);
    }

    const SpirvModule& module_;
    const Decorations& decorations_;
    std::span<const SpecializedConstant> constants_;
    bool readsAddresses_ = false;
};

std::uint32_t LayoutReader::add(std::uint32_t type, std::uint32_t offset, MatrixLayout matrix,
                                std::vector<ScalarField>& fields) {
    const SpirvInstruction& is = definition(type);
    const auto repeat = [&](std::uint32_t of, std::uint64_t count, std::uint32_t stride) {
        std::uint32_t end = offset;
        for (std::uint64_t i = 0; i < count && fields.size() < kMostFields; ++i)
            end = add(of, offset + static_cast<std::uint32_t>(i) * stride, matrix, fields);
        return std::max(end, offset + static_cast<std::uint32_t>(count) * stride);
    };
    switch (is.opcode) {
    case spv::OpTypeInt:
    case spv::OpTypeFloat: {
        const std::uint32_t bytes = is.operands[0] / 8;
        fields.push_back({offset, bytes, is.opcode == spv::OpTypeFloat});
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
        return repeat(is.operands[0], constantValue(module_, is.operands[1], constants_),
                      decorations_.of(type, spv::DecorationArrayStride).value_or(0));
    case spv::OpTypeStruct: {
        std::uint32_t end = offset;
        for (std::uint32_t i = 0; i < is.operands.size(); ++i)
            end = std::max(end, add(is.operands[i], offset + offsetOf(type, i), matrixOf(type, i), fields));
        return end;
    }
    default:
        return offset;
    }
}

BlockLayout LayoutReader::block(std::uint32_t type) {
    BlockLayout layout;
    const SpirvInstruction& block = definition(type);
    if (block.opcode != spv::OpTypeStruct) return layout;
    for (std::uint32_t i = 0; i < block.operands.size(); ++i) {
        const SpirvInstruction& member = definition(block.operands[i]);
        const std::uint32_t offset = offsetOf(type, i);
        if (member.opcode != spv::OpTypeRuntimeArray) {
            layout.bytes =
                std::max(layout.bytes, add(block.operands[i], offset, matrixOf(type, i), layout.fields));
            continue;
        }
        layout.bytes = offset; // it is the last member
        layout.stride = decorations_.of(block.operands[i], spv::DecorationArrayStride).value_or(4);
        add(member.operands[0], 0, matrixOf(type, i), layout.element);
    }
    return layout;
}

// Of the entry point of that name.
std::uint32_t entryFunction(const SpirvModule& module, const std::string& name) {
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpEntryPoint)) continue;
        if (literalText(one.operands.subspan(2)) == name) return one.operands[1];
    }
    return 0;
}

std::array<std::uint32_t, 3> localSizeOf(const SpirvModule& module, const Decorations& decorations,
                                         const std::string& entryPoint,
                                         std::span<const SpecializedConstant> constants) {
    std::array<std::uint32_t, 3> size = {1, 1, 1};
    const std::uint32_t function = entryFunction(module, entryPoint);
    for (const SpirvInstruction& one : module.instructions()) {
        const bool mode = is(&one, spv::OpExecutionMode) || is(&one, spv::OpExecutionModeId);
        const bool ofIt = mode && one.operands[0] == function;
        if (ofIt && one.operands[1] == spv::ExecutionModeLocalSize)
            for (std::size_t i = 0; i < 3; ++i) size[i] = one.operands[2 + i];
        if (ofIt && one.operands[1] == spv::ExecutionModeLocalSizeId)
            for (std::size_t i = 0; i < 3; ++i)
                size[i] = static_cast<std::uint32_t>(constantValue(module, one.operands[2 + i], constants));
    }
    for (const SpirvInstruction& one : module.instructions()) { // it overrides the execution mode
        const bool composite = is(&one, spv::OpConstantComposite) || is(&one, spv::OpSpecConstantComposite);
        if (!composite || decorations.of(one.result, spv::DecorationBuiltIn) != spv::BuiltInWorkgroupSize)
            continue;
        for (std::size_t i = 0; i < 3; ++i)
            size[i] = static_cast<std::uint32_t>(constantValue(module, one.operands[i], constants));
    }
    return size;
}

// The names of a struct's members, by struct and member.
std::string memberName(const SpirvModule& module, std::uint32_t type, std::uint32_t member) {
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpMemberName) || one.operands[0] != type || one.operands[1] != member) continue;
        return literalText(one.operands.subspan(2));
    }
    return {};
}

void describeImage(const SpirvModule& module, const SpirvInstruction& type, ShaderResource& resource) {
    const SpirvInstruction& image =
        type.opcode == spv::OpTypeSampledImage ? *module.definition(type.operands[0]) : type;
    if (image.opcode != spv::OpTypeImage) return;
    const SpirvInstruction& texel = *module.definition(image.operands[0]);
    resource.dimension = static_cast<spv::Dim>(image.operands[1]);
    resource.layered = image.operands[3] != 0;
    resource.multisampled = image.operands[4] != 0;
    resource.format = static_cast<spv::ImageFormat>(image.operands[6]);
    resource.isFloat = texel.opcode == spv::OpTypeFloat;
    resource.isSigned = texel.opcode == spv::OpTypeInt && texel.operands[1] != 0;
}

void markAccesses(const SpirvModule& module, std::vector<ShaderResource>& resources,
                  const std::map<std::uint32_t, std::size_t>& byVariable) {
    const auto mark = [](ShaderResource& resource, Access access) {
        resource.read = resource.read || access != Access::Store;
        resource.written = resource.written || access != Access::Load;
    };
    const auto markAt = [&](std::uint32_t variable, Access access) {
        const auto found = byVariable.find(variable);
        if (found != byVariable.end()) mark(resources[found->second], access);
        if (variable != 0) return;
        for (ShaderResource& any : resources) // it may be each of them
            if (isStorage(any.where.kind)) mark(any, access);
    };
    for (const SourceAccess& access : sourceAccesses(module)) markAt(access.variable, access.access);
    for (const SpirvInstruction& one : module.instructions()) {
        const bool stores = is(&one, spv::OpAtomicStore) || is(&one, spv::OpCopyMemory);
        const bool writes = is(&one, spv::OpImageWrite);
        if (stores || is(&one, spv::OpAtomicLoad))
            markAt(originOf(module, one.operands[0]).variable, stores ? Access::Store : Access::Load);
        if (is(&one, spv::OpCopyMemory)) markAt(originOf(module, one.operands[1]).variable, Access::Load);
        const auto image =
            writes ? byVariable.find(originOf(module, one.operands[0]).variable) : byVariable.end();
        if (image == byVariable.end()) continue;
        const SpirvInstruction* const texel = typeOf(module, one.operands[2]);
        resources[image->second].channels = is(texel, spv::OpTypeVector) ? texel->operands[1] : 1;
    }
}

} // namespace

std::uint64_t constantValue(const SpirvModule& module, std::uint32_t id,
                            std::span<const SpecializedConstant> constants) {
    const SpirvInstruction* const constant = module.definition(id);
    if (!is(constant, spv::OpConstant) && !is(constant, spv::OpSpecConstant)) return 0;
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpDecorate) || one.operands[0] != id || one.operands[1] != spv::DecorationSpecId)
            continue;
        const auto given = std::ranges::find(constants, one.operands[2], &SpecializedConstant::id);
        if (given != constants.end()) return given->value;
    }
    return constant->operands[0];
}

Result<ShaderResources> resourcesOf(const SpirvModule& module, const Shader& shader,
                                    std::span<const SpecializedConstant> constants) {
    const Decorations decorations(module);
    LayoutReader reader(module, decorations, constants);
    ShaderResources found{.localSize = localSizeOf(module, decorations, shader.entryPoint, constants)};
    for (const ShaderBinding& binding : shader.bindings) found.resources.push_back({.where = binding});
    std::map<std::uint32_t, std::size_t> byVariable;
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpVariable)) continue;
        const SpirvInstruction* type = module.definition(module.definition(one.type)->operands[1]);
        if (one.operands[0] == spv::StorageClassPushConstant) {
            for (std::uint32_t i = 0; i < type->operands.size(); ++i) {
                PushedMember& member = found.pushed.emplace_back();
                member.name = memberName(module, type->result, i);
                const std::uint32_t at =
                    decorations.ofMember(type->result, i, spv::DecorationOffset).value_or(0);
                reader.add(type->operands[i], at, {}, member.fields);
            }
        }
        const auto set = decorations.of(one.result, spv::DecorationDescriptorSet);
        const auto number = decorations.of(one.result, spv::DecorationBinding);
        const auto resource = std::ranges::find_if(found.resources, [&](const ShaderResource& each) {
            return set && number && each.where.set == *set && each.where.binding == *number;
        });
        if (resource == found.resources.end()) continue;
        byVariable[one.result] = static_cast<std::size_t>(resource - found.resources.begin());
        while (isArray(*type)) type = module.definition(type->operands[0]);
        resource->views.push_back({one.result, reader.block(type->result)});
        if (resource->views.size() > 1) continue;
        resource->name = module.name(one.result);
        if (resource->name.empty()) resource->name = module.name(type->result);
        describeImage(module, *type, *resource);
    }
    if (std::ranges::count(found.localSize, 0u) > 0)
        return Error{ErrorKind::Usage, "its workgroup has no invocation", "give its constants other values"};
    if (reader.readsAddresses())
        return Error{ErrorKind::Unsupported, "it takes addresses from a buffer or push constants",
                     "measure the function that loads, with a buffer instead"};
    markAccesses(module, found.resources, byVariable);
    return found;
}

} // namespace vkperftest
