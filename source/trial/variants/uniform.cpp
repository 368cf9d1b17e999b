// Storage buffers that are only read as uniform buffers.
#include <algorithm>
#include <map>

#include "frontend/layouts.h"
#include "trial/variants/storage_buffers.h"

namespace vkperftest {
namespace {

constexpr std::uint64_t kMostUniform = std::uint64_t{1} << 16U; // the most that many devices bind

class UniformRewrite {
public:
    explicit UniformRewrite(const VariantInput& input)
        : input_(input), module_(input.module), edit_(module_) {}

    Result<std::string> run(TrialShader& shader) {
        bool any = false;
        for (const ReadBuffer& one : readBuffersOf(input_)) {
            const TrialResource* const resource = input_.resourceAt(one.set, one.binding);
            if (resource == nullptr || !fits(one.structure, resource->content.size())) continue;
            declare(one, resource->content.size());
            retype(module_, edit_, one.pointers, spv::StorageClassUniform, types_);
            rebind(shader, one, DescriptorKind::UniformBuffer);
            any = true;
        }
        if (!any) return doesNotApply("it has no storage buffer of up to 64 KB that it only reads");
        shader.shader.words = edit_.words();
        return std::string();
    }

private:
    // Numbers of 8 and 16 bits need other features in uniform buffers.
    bool fits(std::uint32_t structure, std::uint64_t bytes) const {
        constexpr std::uint32_t kWord = 4;
        const BlockLayout layout = LayoutReader(module_).block(structure);
        const auto narrow = [](const ScalarField& field) { return field.bytes < kWord; };
        return bytes <= kMostUniform && bytes >= std::uint64_t{layout.bytes} + layout.stride &&
               std::ranges::none_of(layout.fields, narrow) && std::ranges::none_of(layout.element, narrow);
    }

    // A block in which a runtime array has as many elements as the buffer.
    void declare(const ReadBuffer& buffer, std::uint64_t bytes) {
        const SpirvInstruction& old = *module_.definition(buffer.structure);
        const std::uint32_t block = edit_.newId();
        SpirvWords members = {block};
        for (std::uint32_t member = 0; member < old.operands.size(); ++member) {
            const SpirvInstruction& type = *module_.definition(old.operands[member]);
            members.push_back(
                is(&type, spv::OpTypeRuntimeArray)
                    ? sized(type,
                            bytes - module_.decoration(old.result, member, spv::DecorationOffset).value_or(0))
                    : type.result);
        }
        copyAnnotations(module_, edit_, old.result, block);
        edit_.declare(spv::OpTypeStruct, members);
        types_[old.result] = block;
        edit_.remove(module_.indexOf(*module_.definition(buffer.variable)));
        edit_.declareVariable(block, buffer.variable, spv::StorageClassUniform);
    }

    std::uint32_t sized(const SpirvInstruction& runtimeArray, std::uint64_t bytes) {
        const auto [known, isNew] = types_.emplace(runtimeArray.result, 0);
        const std::uint32_t stride =
            module_.decoration(runtimeArray.result, spv::DecorationArrayStride).value_or(1);
        const std::uint32_t length = edit_.uintConstant(static_cast<std::uint32_t>(bytes / stride));
        known->second = edit_.newId(); // of this buffer's length
        copyAnnotations(module_, edit_, runtimeArray.result, known->second);
        edit_.declare(spv::OpTypeArray, {known->second, runtimeArray.operands[0], length});
        return known->second;
    }

    const VariantInput& input_;
    const SpirvModule& module_;
    ModuleEdit edit_;
    std::map<std::uint32_t, std::uint32_t> types_; // of the buffer at hand, by those that they replace
};

} // namespace

Result<std::string> asUniformBuffers(TrialShader& shader, const VariantInput& input) {
    return UniformRewrite(input).run(shader);
}

} // namespace vkperftest
