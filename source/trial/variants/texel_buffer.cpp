// Storage buffers of 32-bit words, or of vectors of them, that are only read, as texel buffers of the same bits.
#include <algorithm>
#include <optional>

#include "frontend/access_origin.h"
#include "frontend/low_bits.h"
#include "trial/variants/storage_buffers.h"

namespace vkperftest {
namespace {

class TexelRewrite {
public:
    explicit TexelRewrite(const VariantInput& input) : input_(input), module_(input.module), edit_(module_) {}

    Result<std::string> run(TrialShader& shader) {
        for (const ReadBuffer& one : readBuffersOf(input_)) {
            const std::optional<Format> format = formatOf(one);
            const bool isBound = input_.resourceAt(one.set, one.binding) != nullptr; // by this entry point
            if (!isBound || !format || !everyLoadIsOfATexel(one)) continue;
            replace(one);
            rebind(shader, one, DescriptorKind::UniformTexels);
            shader.texels.push_back({one.set, one.binding, *format});
        }
        if (shader.texels.empty())
            return doesNotApply("it has no array of 32-bit words or vectors that it only reads");
        edit_.require(spv::CapabilitySampledBuffer);
        shader.shader.words = edit_.words();
        return std::string();
    }

private:
    const SpirvInstruction& typeAt(std::uint32_t id) const { return *module_.definition(id); }

    // The components of a texel that holds an element of the block's only member.
    std::optional<Format> formatOf(const ReadBuffer& buffer) {
        const SpirvInstruction& block = typeAt(buffer.structure);
        const SpirvInstruction& array = typeAt(block.operands[0]);
        if (block.operands.size() != 1 || !is(&array, spv::OpTypeRuntimeArray)) return std::nullopt;
        const SpirvInstruction& element = typeAt(array.operands[0]);
        count_ = is(&element, spv::OpTypeVector) ? element.operands[1] : 1;
        scalar_ = is(&element, spv::OpTypeVector) ? element.operands[0] : element.result;
        const SpirvInstruction& scalar = typeAt(scalar_);
        const bool word =
            (is(&scalar, spv::OpTypeInt) || is(&scalar, spv::OpTypeFloat)) && scalar.operands[0] == 32;
        const bool packed = module_.decoration(block.result, 0, spv::DecorationOffset) == 0U &&
                            module_.decoration(array.result, spv::DecorationArrayStride) == count_ * 4;
        if (!word || !packed || count_ == 3) return std::nullopt;
        return count_ == 1 ? Format::R32UI : count_ == 2 ? Format::RG32UI : Format::RGBA32UI;
    }

    // The indices of a pointer from the variable on: the member's, the element's and, of a vector's part, its own.
    SpirvWords indicesOf(std::uint32_t pointer) const {
        const SpirvInstruction& one = typeAt(pointer);
        if (is(&one, spv::OpVariable)) return {};
        SpirvWords indices = indicesOf(one.operands[0]);
        indices.insert(indices.end(), one.operands.begin() + 1, one.operands.end());
        return indices;
    }

    bool everyLoadIsOfATexel(const ReadBuffer& buffer) const {
        return std::ranges::all_of(module_.instructions(), [&](const SpirvInstruction& one) {
            if (!is(&one, spv::OpLoad) || !buffer.pointers.contains(one.operands[0])) return true;
            const SpirvWords indices = indicesOf(one.operands[0]);
            return indices.size() >= 2 && componentBits(module_, typeOf(module_, indices[1])->result) == 32;
        });
    }

    void replace(const ReadBuffer& buffer) {
        const std::uint32_t uint = edit_.declared(spv::OpTypeInt, 0, {32, 0});
        texel_ = edit_.declared(spv::OpTypeVector, 0, {uint, 4});
        image_ =
            edit_.declared(spv::OpTypeImage, 0, {uint, spv::DimBuffer, 0, 0, 0, 1, spv::ImageFormatUnknown});
        edit_.remove(module_.indexOf(typeAt(buffer.variable)));
        edit_.declareVariable(image_, buffer.variable, spv::StorageClassUniformConstant);
        for (std::size_t i = 0; i < module_.instructions().size(); ++i) {
            const SpirvInstruction& one = module_.instructions()[i];
            const bool names = is(&one, spv::OpName) || is(&one, spv::OpDecorate);
            const auto pointer = buffer.pointers.find(names ? one.operands[0] : one.result);
            const bool chain = pointer != buffer.pointers.end() && pointer->first != buffer.variable;
            const bool forBuffers = is(&one, spv::OpDecorate) && one.operands[0] == buffer.variable &&
                                    one.operands[1] != spv::DecorationDescriptorSet &&
                                    one.operands[1] != spv::DecorationBinding;
            if (chain || forBuffers) edit_.remove(i);
            if (is(&one, spv::OpLoad) && buffer.pointers.contains(one.operands[0]))
                edit_.replace(i, fetched(one, buffer.variable, uint));
        }
    }

    SpirvWords fetched(const SpirvInstruction& load, std::uint32_t variable, std::uint32_t uint) {
        const SpirvWords indices = indicesOf(load.operands[0]);
        const std::uint32_t image = edit_.newId(), texel = edit_.newId();
        SpirvWords code;
        emit(code, spv::OpLoad, SpirvWords{image_, image, variable});
        emit(code, spv::OpImageFetch, SpirvWords{texel_, texel, image, indices[1]});
        const bool whole = indices.size() == 2 && count_ > 1, same = scalar_ == uint;
        const std::uint32_t bits = same ? load.result : edit_.newId();
        if (whole) {
            SpirvWords shuffle = {edit_.declared(spv::OpTypeVector, 0, {uint, count_}), bits, texel, texel};
            for (std::uint32_t i = 0; i < count_; ++i) shuffle.push_back(i);
            emit(code, spv::OpVectorShuffle, shuffle);
        } else if (indices.size() == 2) {
            emit(code, spv::OpCompositeExtract, SpirvWords{uint, bits, texel, 0});
        } else {
            emit(code, spv::OpVectorExtractDynamic, SpirvWords{uint, bits, texel, indices[2]});
        }
        if (!same) emit(code, spv::OpBitcast, SpirvWords{load.type, load.result, bits});
        return code;
    }

    const VariantInput& input_;
    const SpirvModule& module_;
    ModuleEdit edit_;
    std::uint32_t scalar_ = 0, count_ = 1; // type and components of the buffer at hand
    std::uint32_t texel_ = 0, image_ = 0;  // types
};

} // namespace

Result<std::string> asTexelBuffers(TrialShader& shader, const VariantInput& input) {
    return TexelRewrite(input).run(shader);
}

} // namespace vkperftest
