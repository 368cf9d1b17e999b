// Vectors, loaded number by number.
#include <algorithm>

#include "frontend/access_origin.h"
#include "trial/variants/storage_buffers.h"

namespace vkperftest {

Result<std::string> withScalarLoads(TrialShader& shader, const VariantInput& input) {
    const SpirvModule& module = input.module;
    ModuleEdit edit(module);
    const std::vector<StorageBuffer> buffers = storageBuffersOf(module);
    const auto isKept = [&](std::uint32_t pointer) {
        const auto buffer =
            std::ranges::find(buffers, chainBegin(module, pointer)->result, &StorageBuffer::variable);
        return buffer != buffers.end() && isVolatile(module, *buffer);
    };
    bool any = false;
    for (std::size_t i = 0; i < module.instructions().size(); ++i) {
        const SpirvInstruction& one = module.instructions()[i];
        if (!is(&one, spv::OpLoad) || one.operands.size() > 1) continue; // volatile, perhaps
        if (module.decoration(one.operands[0], spv::DecorationNonUniform) || isKept(one.operands[0]))
            continue;
        const SpirvInstruction& type = *module.definition(one.type);
        if (!is(&type, spv::OpTypeVector) || !leadsIntoBuffer(module, one.operands[0]) ||
            componentBits(module, one.type) < 32)
            continue;
        SpirvWords code, vector = {one.type, one.result};
        for (std::uint32_t part = 0; part < type.operands[1]; ++part) {
            const std::uint32_t place = edit.newId(), number = edit.newId();
            emit(code, spv::OpAccessChain,
                 SpirvWords{edit.pointerTo(type.operands[0], *storageOf(module, one.operands[0])), place,
                            one.operands[0], edit.uintConstant(part)});
            emit(code, spv::OpLoad, SpirvWords{type.operands[0], number, place});
            vector.push_back(number);
        }
        emit(code, spv::OpCompositeConstruct, vector);
        edit.replace(i, std::move(code));
        any = true;
    }
    if (!any) return doesNotApply("it loads no vector from a buffer");
    shader.shader.words = edit.words();
    return std::string();
}

} // namespace vkperftest
