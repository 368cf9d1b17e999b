#include "frontend/resources.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/reflection.h"
#include "frontend/source_accesses.h"

namespace vkperftest {
namespace {

constexpr spv::Op kExtensions = spv::Op(4096); // and above: instructions of extensions

using BytesOfTypes = std::map<std::uint32_t, std::uint64_t>;

// Of a type without a layout. `known` holds structures, which may hold one another doubly many levels deep.
std::uint64_t bytesWithoutPadding(const SpirvModule& module, std::uint32_t id,
                                  std::span<const SpecializedConstant> constants, BytesOfTypes& known) {
    constexpr std::uint64_t kBool = 4;
    const SpirvInstruction& type = *module.definition(id);
    const auto each = [&] { return bytesWithoutPadding(module, type.operands[0], constants, known); };
    switch (type.opcode) {
    case spv::OpTypeInt:
    case spv::OpTypeFloat:
        return type.operands[0] / 8;
    case spv::OpTypeBool:
        return kBool;
    case spv::OpTypeVector:
    case spv::OpTypeMatrix:
        return each() * type.operands[1];
    case spv::OpTypeArray:
        return each() * constantValue(module, type.operands[1], constants);
    case spv::OpTypeStruct: {
        if (const auto found = known.find(id); found != known.end()) return found->second;
        std::uint64_t all = 0;
        for (const std::uint32_t member : type.operands)
            all += bytesWithoutPadding(module, member, constants, known);
        return known[id] = all;
    }
    default:
        return 0;
    }
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
    bool code = false;
    for (const SpirvInstruction& one : module.instructions()) {
        const bool stores = is(&one, spv::OpAtomicStore) || is(&one, spv::OpCopyMemory);
        const bool writes = is(&one, spv::OpImageWrite);
        // Through a pointer that is kept, or one that an extension takes, such as that of cooperative matrices.
        code = code || is(&one, spv::OpFunction);
        const bool extension = code && one.opcode >= kExtensions && !isAtomic(one.opcode);
        for (const std::uint32_t id : one.operands) {
            const bool passedOn =
                extension ? uses(module, one, id) : is(&one, spv::OpStore) && id == one.operands[1];
            const spv::StorageClass storage =
                passedOn ? storageOf(module, id).value_or(spv::StorageClassMax) : spv::StorageClassMax;
            if (storage == spv::StorageClassStorageBuffer || storage == spv::StorageClassUniform)
                markAt(originOf(module, id).variable, Access::Atomic);
        }
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

Result<ShaderResources> resourcesOf(const SpirvModule& module, const Shader& shader,
                                    std::span<const SpecializedConstant> constants) {
    LayoutReader reader(module, constants);
    ShaderResources found{.localSize = workgroupOf(module, shader.entryPoint, constants)};
    for (const ShaderBinding& binding : shader.bindings) found.resources.push_back({.where = binding});
    std::map<std::uint32_t, std::size_t> byVariable;
    BytesOfTypes known;
    const bool alone =
        std::ranges::count(module.instructions(), spv::OpEntryPoint, &SpirvInstruction::opcode) == 1;
    const std::set<std::uint32_t> used = usedVariables(module, shader.entryPoint);
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpVariable)) continue;
        if (one.operands[0] != spv::StorageClassWorkgroup && !used.contains(one.result)) continue;
        const SpirvInstruction* type = module.definition(module.definition(one.type)->operands[1]);
        if (one.operands[0] == spv::StorageClassWorkgroup && alone)
            found.sharedBytes += bytesWithoutPadding(module, type->result, constants, known);
        if (one.operands[0] == spv::StorageClassPushConstant) {
            for (std::uint32_t i = 0; i < type->operands.size(); ++i) {
                PushedMember& member = found.pushed.emplace_back();
                member.name = module.memberName(type->result, i);
                reader.member(type->result, i, member.fields);
                if (member.name.empty() && !member.fields.empty())
                    member.name = std::to_string(member.fields.front().offset);
            }
        }
        const auto set = module.decoration(one.result, spv::DecorationDescriptorSet);
        const auto number = module.decoration(one.result, spv::DecorationBinding);
        const auto resource = std::ranges::find_if(found.resources, [&](const ShaderResource& each) {
            return set && number && each.where.set == *set && each.where.binding == *number;
        });
        if (resource == found.resources.end()) continue;
        byVariable[one.result] = static_cast<std::size_t>(resource - found.resources.begin());
        type = &heldBy(module, one);
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
