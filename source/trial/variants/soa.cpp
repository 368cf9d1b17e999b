// Arrays of structures as structures of arrays.
#include <algorithm>
#include <bit>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/layouts.h"
#include "trial/variants/storage_buffers.h"

namespace vkperftest {
namespace {

class StructureRewrite {
public:
    explicit StructureRewrite(const VariantInput& input)
        : input_(input), module_(input.module), edit_(module_) {}

    Result<std::string> run(TrialShader& shader) {
        for (const ReadBuffer& one : readBuffersOf(input_)) {
            const TrialResource* const resource = input_.resourceAt(one.set, one.binding);
            const SpirvInstruction* const array = arrayOf(one);
            if (resource == nullptr || array == nullptr || !readsMembersAlone(one) ||
                resource->content.size() < module_.decoration(array->result, spv::DecorationArrayStride))
                continue;
            shader.contents.push_back({one.set, one.binding, split(one, *array, resource->content)});
        }
        if (shader.contents.empty())
            return doesNotApply("it has no array of structures that it only reads, member by member");
        shader.shader.words = edit_.words();
        return std::string();
    }

private:
    // The array of structures of at least two members that the block is, or null.
    const SpirvInstruction* arrayOf(const ReadBuffer& buffer) const {
        const SpirvInstruction& block = *module_.definition(buffer.structure);
        const SpirvInstruction& array = *module_.definition(block.operands[0]);
        if (block.operands.size() != 1 || !is(&array, spv::OpTypeRuntimeArray) ||
            module_.decoration(block.result, 0, spv::DecorationOffset) != 0U)
            return nullptr;
        const SpirvInstruction& element = *module_.definition(array.operands[0]);
        return is(&element, spv::OpTypeStruct) && element.operands.size() > 1 ? &array : nullptr;
    }

    // Each pointer from the variable on leads to a member: `block.array[element].member`.
    bool readsMembersAlone(const ReadBuffer& buffer) const {
        return std::ranges::all_of(buffer.pointers, [&](const auto& pointer) {
            const SpirvInstruction& one = *module_.definition(pointer.first);
            if (pointer.first == buffer.variable || one.operands[0] != buffer.variable) return true;
            return indexes(one.opcode) && one.operands.size() >= 4;
        });
    }

    // Declares the block anew, and returns its content.
    std::vector<std::byte> split(const ReadBuffer& buffer, const SpirvInstruction& array,
                                 const std::vector<std::byte>& content) {
        constexpr std::uint32_t kLargestAlignment = 32; // of any type
        const SpirvInstruction& structure = *module_.definition(array.operands[0]);
        const auto storage = static_cast<spv::StorageClass>(module_.definition(buffer.variable)->operands[0]);
        const std::size_t stride = *module_.decoration(array.result, spv::DecorationArrayStride);
        const std::size_t count = content.size() / stride;
        const std::uint32_t block = edit_.newId();
        const std::uint32_t length = edit_.uintConstant(static_cast<std::uint32_t>(count));
        LayoutReader reader(module_);
        SpirvWords members = {block};
        std::vector<std::byte> all;
        for (std::uint32_t member = 0; member < structure.operands.size(); ++member) {
            const auto roundedUp = [](std::size_t bytes, std::size_t unit) {
                return (bytes + unit - 1) / unit * unit;
            };
            const std::uint32_t type = structure.operands[member];
            const std::size_t ofVectors = std::size_t{4} * largestScalar(module_, type); // alignment
            const std::size_t from =
                module_.decoration(structure.result, member, spv::DecorationOffset).value_or(0);
            std::vector<ScalarField> fields;
            const std::size_t bytes = reader.member(structure.result, member, fields) - from;
            const std::size_t apart =
                componentBits(module_, type) != 0 ? std::bit_ceil(bytes) : roundedUp(bytes, ofVectors);
            const std::size_t begin = roundedUp(all.size(), kLargestAlignment);
            all.resize(begin + count * apart);
            for (std::size_t i = 0; i < count; ++i)
                std::copy_n(content.begin() + static_cast<std::ptrdiff_t>(i * stride + from), bytes,
                            all.begin() + static_cast<std::ptrdiff_t>(begin + i * apart));
            members.push_back(edit_.newId());
            edit_.declare(spv::OpTypeArray, {members.back(), type, length});
            edit_.decorate({members.back(), spv::DecorationArrayStride, static_cast<std::uint32_t>(apart)});
            edit_.decorate({block, member, spv::DecorationOffset, static_cast<std::uint32_t>(begin)},
                           spv::OpMemberDecorate);
        }
        edit_.declare(spv::OpTypeStruct, members);
        edit_.decorate(
            {block, storage == spv::StorageClassUniform ? spv::DecorationBufferBlock : spv::DecorationBlock});
        edit_.remove(module_.indexOf(*module_.definition(buffer.variable)));
        edit_.declareVariable(block, buffer.variable, storage);
        for (std::size_t i = 0; i < module_.instructions().size(); ++i) rewrite(i, buffer, structure, block);
        return all;
    }

    // The other decorations of its members, and the order of its indices.
    void rewrite(std::size_t index, const ReadBuffer& buffer, const SpirvInstruction& structure,
                 std::uint32_t block) {
        const SpirvInstruction& one = module_.instructions()[index];
        SpirvWords operands(one.operands.begin(), one.operands.end());
        if (is(&one, spv::OpMemberDecorate) && operands[0] == structure.result &&
            operands[2] != spv::DecorationOffset) {
            operands[0] = block;
            edit_.decorate(operands, spv::OpMemberDecorate);
        }
        if (!indexes(one.opcode) || operands[0] != buffer.variable) return;
        operands[1] = std::exchange(operands[3], operands[2]);
        operands.erase(operands.begin() + 2);
        operands.insert(operands.begin(), {one.type, one.result});
        edit_.replaceOperands(index, operands);
    }

    const VariantInput& input_;
    const SpirvModule& module_;
    ModuleEdit edit_;
};

} // namespace

Result<std::string> asStructureOfArrays(TrialShader& shader, const VariantInput& input) {
    return StructureRewrite(input).run(shader);
}

} // namespace vkperftest
