#include "frontend/resources.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/reflection.h"
#include "frontend/source_accesses.h"
#include "frontend/value_flow.h"

namespace vkperftest {
namespace {

constexpr spv::Op kExtensions = spv::Op(4096); // and above: instructions of extensions

using BytesOfTypes = std::map<std::uint32_t, std::uint64_t>;

// Of a type without a layout. `known` holds structures, which may hold one another doubly many levels deep.
std::uint64_t bytesWithoutPadding(const SpirvModule& module, std::uint32_t id, BytesOfTypes& known) {
    constexpr std::uint64_t kBool = 4;
    const SpirvInstruction& type = *module.definition(id);
    const auto each = [&] { return bytesWithoutPadding(module, type.operands[0], known); };
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
        return each() * constantValue(module, type.operands[1]);
    case spv::OpTypeStruct: {
        if (const auto found = known.find(id); found != known.end()) return found->second;
        std::uint64_t all = 0;
        for (const std::uint32_t member : type.operands) all += bytesWithoutPadding(module, member, known);
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
    resource.compared = image.operands[2] == 1;
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
            if (passedOn && leadsIntoBuffer(module, id))
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

// The variables of which all that is loaded becomes floats bit by bit, such as with HLSL's asfloat. Small integers
// would be denormal numbers there, with which CPUs calculate slowly. `module`: of inlined().
std::set<std::uint32_t> holdingFloats(const SpirvModule& module) {
    const ValueFlow flow(module);
    const auto becomesFloat = [&](const SpirvInstruction& one) {
        const SpirvInstruction* type = module.definition(one.type);
        if (is(type, spv::OpTypeVector)) type = module.definition(type->operands[0]);
        return is(&one, spv::OpBitcast) && is(type, spv::OpTypeFloat);
    };
    const auto all = module.instructions();
    const auto begin = std::ranges::find(all, spv::OpFunction, &SpirvInstruction::opcode) - all.begin();
    // Values that something takes for something else, own memory that holds such, and pointers that are not only loaded
    // from and stored to.
    std::set<std::uint32_t> others;
    int passes = 16; // few shaders hand values on through more variables; each pass reads all
    for (bool changed = true; std::exchange(changed, false);) {
        if (--passes < 0) return {};
        const auto add = [&](const auto& ids) {
            for (const std::uint32_t id : ids) changed = others.insert(id).second || changed;
        };
        for (std::size_t i = all.size(); i-- > static_cast<std::size_t>(begin);) {
            const SpirvInstruction& one = all[i];
            const bool store = is(&one, spv::OpStore);
            if (becomesFloat(one)) continue;
            if (const ValueFlow::Ids* const sources = flow.sourcesOf(one)) {
                if (others.contains(one.result)) add(*sources);
            } else if (store && flow.memoryAt(flow.baseOf(one.operands[0])) != nullptr) {
                if (others.contains(flow.baseOf(one.operands[0]))) add(one.operands.subspan(1, 1));
            } else if (!is(&one, spv::OpLoad)) {
                const auto ids = pointersIn(module, one).subspan(store || indexes(one.opcode) ? 1 : 0);
                add(ids);
                for (const std::uint32_t id : ids)
                    if (storageOf(module, id)) add(ValueFlow::Ids{flow.baseOf(id)});
            }
        }
    }
    std::map<std::uint32_t, bool> floats; // by what pointers lead into
    for (const SpirvInstruction& one : all.subspan(static_cast<std::size_t>(begin)))
        if (is(&one, spv::OpLoad) && leadsIntoBuffer(module, one.operands[0])) {
            bool& its = floats.emplace(flow.baseOf(one.operands[0]), true).first->second;
            its = its && !others.contains(one.result);
        }
    for (const std::uint32_t id : others)
        if (leadsIntoBuffer(module, id)) floats[flow.baseOf(id)] = false;
    std::set<std::uint32_t> found;
    for (const auto& [base, only] : floats) {
        const bool variable = is(module.definition(base), spv::OpVariable);
        if (!variable && !only) return {}; // it may be any
        if (variable && only) found.insert(base);
    }
    return found;
}

} // namespace

Result<ShaderResources> resourcesOf(const SpirvModule& module, const SpirvModule& values,
                                    const Shader& shader) {
    LayoutReader reader(module);
    ShaderResources found{.localSize = workgroupOf(module, shader.entryPoint)};
    for (const ShaderBinding& binding : shader.bindings) found.resources.push_back({.where = binding});
    std::map<std::uint32_t, std::size_t> byVariable;
    BytesOfTypes known;
    const bool alone =
        std::ranges::count(module.instructions(), spv::OpEntryPoint, &SpirvInstruction::opcode) == 1;
    const std::set<std::uint32_t> used = usedVariables(module, shader.entryPoint);
    const std::set<std::uint32_t> floats = holdingFloats(values);
    for (const SpirvInstruction& one : module.instructions()) {
        if (!is(&one, spv::OpVariable)) continue;
        if (one.operands[0] != spv::StorageClassWorkgroup && !used.contains(one.result)) continue;
        const SpirvInstruction* const type = module.definition(module.definition(one.type)->operands[1]);
        if (one.operands[0] == spv::StorageClassWorkgroup && alone)
            found.sharedBytes += bytesWithoutPadding(module, type->result, known);
        if (one.operands[0] == spv::StorageClassPushConstant) {
            for (std::uint32_t i = 0; i < type->operands.size(); ++i) {
                PushedMember& member = found.pushed.emplace_back();
                member.name = module.memberName(type->result, i);
                reader.member(type->result, i, member.fields);
                if (member.name.empty() && !member.fields.empty())
                    member.name = std::to_string(member.fields.front().offset);
            }
        }
    }
    for (const BoundVariable& one : boundVariables(module)) {
        const auto resource = std::ranges::find_if(found.resources, [&](const ShaderResource& each) {
            return each.where.set == one.where.set && each.where.binding == one.where.binding;
        });
        if (!used.contains(one.id) || resource == found.resources.end()) continue;
        byVariable[one.id] = static_cast<std::size_t>(resource - found.resources.begin());
        resource->views.push_back({one.id, reader.block(one.type)});
        if (resource->views.size() > 1) continue;
        resource->name = one.name;
        resource->otherNames = {module.name(one.type)};
        const SpirvInstruction& type = *module.definition(one.type);
        for (std::uint32_t i = 0; is(&type, spv::OpTypeStruct) && i < type.operands.size(); ++i)
            resource->otherNames.push_back(module.memberName(one.type, i));
        std::erase_if(resource->otherNames, [&](const std::string& name) { // or that compilers made up
            return name == one.name || name.empty() || name.find_first_of("@.$") != std::string::npos;
        });
        describeImage(module, *module.definition(one.type), *resource);
    }
    for (ShaderResource& one : found.resources)
        if (one.views.size() == 1 && floats.contains(one.views[0].variable))
            for (ScalarField& each : one.views[0].layout.element)
                each.isFloat = each.isFloat || each.bytes == 4;
    if (std::ranges::count(found.localSize, 0u) > 0)
        return usageError("its workgroup has no invocation", "give its constants other values");
    if (reader.readsAddresses())
        return Error{ErrorKind::Unsupported, "it takes addresses from a buffer or push constants",
                     "measure the function that loads, with a buffer instead"};
    markAccesses(module, found.resources, byVariable);
    return found;
}

} // namespace vkperftest
