// Neighbouring words as vectors.
#include <algorithm>
#include <bit>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/control_flow.h"
#include "frontend/layouts.h"
#include "frontend/wide_accesses.h"
#include "trial/variants/storage_buffers.h"

namespace vkperftest {
namespace {

class WideRewrite {
public:
    explicit WideRewrite(const VariantInput& input)
        : input_(input), module_(input.module), edit_(module_), buffers_(storageBuffersOf(module_)) {}

    Result<std::string> run(TrialShader& shader) {
        const ModuleAccesses accesses = accessesOf(module_, input_.assumedAlignment);
        for (const WideAccess& access : accesses.wide)
            if (access.form == WideForm::Words) replaceIn(access, true);
        for (const WideAccess& access : accesses.neighbours) replaceIn(access, false);
        if (!any_) return doesNotApply("it loads no two or four neighbouring words");
        if (!aligned_) return doesNotApply("no neighbouring words are known to be aligned as a vector is");
        if (vectors_.empty()) return doesNotApply("no neighbouring words can be loaded at once");
        shader.shader.words = edit_.words();
        return assumption_;
    }

private:
    // Replaces runs of its words that are aligned as vectors are; `assuming`: or are assumed to be.
    void replaceIn(const WideAccess& access, bool assuming) {
        if (access.store) return;
        any_ = true;
        for (std::size_t at = 0; at + 1 < access.words.size();) at += vectorAt(access, at, assuming);
    }

    // Returns how many words from this one it has dealt with.
    std::size_t vectorAt(const WideAccess& access, std::size_t at, bool assuming) {
        const LowBits skipped = lowBits(at * 4, 64);
        for (const std::size_t count : {4u, 2u}) {
            if (at + count > access.words.size()) continue;
            const bool proven = alignmentOf(access.low + skipped) >= count * 4;
            const LowBits assumed = assumedOf(access.assumed, access.bytes);
            if (!proven && (!assuming || alignmentOf(assumed + skipped) < count * 4)) continue;
            aligned_ = true;
            if (!replace(std::span(access.words).subspan(at, count))) continue;
            if (!proven) assumption_ = assumedText(input_);
            return count;
        }
        return 1;
    }

    // The chain `buffer.words[index]` of a word's load, whose buffer can be declared a second time; or null.
    const SpirvInstruction* chainOf(const SpirvInstruction& load) const {
        const SpirvInstruction* const chain = module_.definition(load.operands[0]);
        if (chain == nullptr || !indexes(chain->opcode) || chain->operands.size() != 3) return nullptr;
        const auto buffer = std::ranges::find(buffers_, chain->operands[0], &StorageBuffer::variable);
        if (buffer == buffers_.end() || buffer->array || load.operands.size() > 1) return nullptr;
        const SpirvInstruction& block = *module_.definition(buffer->structure);
        const auto offset = module_.decoration(buffer->structure, 0, spv::DecorationOffset);
        return block.operands.size() == 1 && offset == 0u && !isVolatile(module_, *buffer) ? chain : nullptr;
    }

    // The first of these loads, if all can be done where it is; else null.
    const SpirvInstruction* firstOf(std::span<const SpirvInstruction* const> words) const {
        const auto [first, last] = std::ranges::minmax(words);
        const auto between =
            module_.instructions().subspan(module_.indexOf(*first), static_cast<std::size_t>(last - first));
        const auto isReplaced = [&](const auto* word) { return replaced_.contains(word); };
        const bool canMove =
            std::ranges::none_of(words, isReplaced) &&
            std::ranges::none_of(between, [&](const auto& one) { return mayChangeBuffers(module_, one); }) &&
            std::ranges::all_of(words, [&](const auto* word) { return chainOf(*word) != nullptr; });
        return canMove ? first : nullptr;
    }

    bool replace(std::span<const SpirvInstruction* const> words) {
        const SpirvInstruction* const first = firstOf(words);
        if (first == nullptr) return false;
        const SpirvInstruction& chain = *chainOf(*first);
        const auto count = static_cast<std::uint32_t>(words.size());
        const std::uint32_t vector = edit_.declared(spv::OpTypeVector, 0, {first->type, count});
        const std::uint32_t variable = declaredAs(vector, chain.operands[0], count * 4);
        const auto storage = static_cast<spv::StorageClass>(typeOf(module_, chain.operands[0])->operands[0]);
        const std::uint32_t index = edit_.newId(), place = edit_.newId(), loaded = edit_.newId();
        const std::uint32_t word = chain.operands[2]; // any of the vector's
        SpirvWords code;
        emit(code, spv::OpShiftRightLogical,
             SpirvWords{module_.definition(word)->type, index, word,
                        edit_.uintConstant(static_cast<std::uint32_t>(std::countr_zero(count)))});
        emit(code, spv::OpAccessChain,
             SpirvWords{edit_.pointerTo(vector, storage), place, variable, edit_.uintConstant(0), index});
        emit(code, spv::OpLoad, SpirvWords{vector, loaded, place});
        edit_.insertBefore(module_.indexOf(*first), code);
        for (std::uint32_t i = 0; i < count; ++i) {
            SpirvWords extract;
            emit(extract, spv::OpCompositeExtract, SpirvWords{first->type, words[i]->result, loaded, i});
            edit_.replace(module_.indexOf(*words[i]), std::move(extract));
            replaced_.insert(words[i]);
        }
        return true;
    }

    // A second variable of the same binding, an array of these vectors.
    std::uint32_t declaredAs(std::uint32_t vector, std::uint32_t variable, std::uint32_t bytes) {
        const auto [known, isNew] = vectors_.emplace(std::pair(variable, vector), 0);
        if (!isNew) return known->second;
        known->second = edit_.newId();
        const StorageBuffer& buffer = *std::ranges::find(buffers_, variable, &StorageBuffer::variable);
        const std::uint32_t array = edit_.newId(), block = edit_.newId();
        const auto storage = static_cast<spv::StorageClass>(typeOf(module_, variable)->operands[0]);
        edit_.declare(spv::OpTypeRuntimeArray, {array, vector});
        edit_.decorate({array, spv::DecorationArrayStride, bytes});
        edit_.declare(spv::OpTypeStruct, {block, array});
        edit_.decorate({block, 0, spv::DecorationOffset, 0}, spv::OpMemberDecorate);
        edit_.decorate(
            {block, storage == spv::StorageClassUniform ? spv::DecorationBufferBlock : spv::DecorationBlock});
        edit_.declareVariable(block, known->second, storage);
        edit_.decorate({known->second, spv::DecorationDescriptorSet, buffer.set});
        edit_.decorate({known->second, spv::DecorationBinding, buffer.binding});
        if (isDecorated(module_, buffer, spv::DecorationNonWritable))
            edit_.decorate({known->second, spv::DecorationNonWritable});
        edit_.decorate({known->second, spv::DecorationAliased});
        alias(buffer);
        return known->second;
    }

    // All variables of one binding are Aliased, and none is Restrict.
    void alias(const StorageBuffer& buffer) {
        if (module_.decoration(buffer.variable, spv::DecorationAliased) ||
            !aliased_.insert(buffer.variable).second)
            return;
        edit_.decorate({buffer.variable, spv::DecorationAliased});
        for (const SpirvInstruction& one : module_.instructions()) {
            if (is(&one, spv::OpFunction)) break;
            const bool ofVariable = is(&one, spv::OpDecorate) && one.operands[0] == buffer.variable &&
                                    one.operands[1] == spv::DecorationRestrict;
            const bool ofMember = is(&one, spv::OpMemberDecorate) && one.operands[0] == buffer.structure &&
                                  one.operands[2] == spv::DecorationRestrict;
            if (ofVariable || ofMember) edit_.remove(module_.indexOf(one));
        }
    }

    const VariantInput& input_;
    const SpirvModule& module_;
    ModuleEdit edit_;
    std::vector<StorageBuffer> buffers_;
    // By the buffer's variable and the vector's type.
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> vectors_;
    std::set<std::uint32_t> aliased_;
    std::set<const SpirvInstruction*> replaced_;
    bool any_ = false, aligned_ = false; // words
    std::string assumption_;
};

// Whether nothing but comparisons with bounds that the shader reads decides if invocations get there.
bool isReached(const SpirvModule& module, const ControlFlow& control, const SpirvInstruction& one) {
    for (std::size_t block = control.blockOf(module.indexOf(one));;) {
        const ControlFlow::Block& its = control.blocks()[block];
        const SpirvInstruction* const condition = module.definition(its.held.condition);
        if (condition != nullptr &&
            (condition->opcode < spv::OpUGreaterThan || condition->opcode > spv::OpSLessThanEqual ||
             isConstant(module, condition->operands[0]) || isConstant(module, condition->operands[1])))
            return false;
        if (its.dominator == block) return true;
        block = its.dominator;
    }
}

// Whether more than the first of three numbers, as an invocation has, is read: the others may always be 0.
bool readsOtherNumbers(const SpirvModule& module) {
    const auto areThree = [&](std::uint32_t id) {
        const SpirvInstruction* vector = typeOf(module, id);
        if (is(vector, spv::OpTypePointer)) vector = module.definition(vector->operands[1]);
        return is(vector, spv::OpTypeVector) && vector->operands[1] == 3;
    };
    constexpr spv::Op kMoves[] = {spv::OpLoad, spv::OpFunctionCall, spv::OpCopyObject, spv::OpPhi};
    return std::ranges::any_of(module.instructions(), [&](const SpirvInstruction& one) {
        if (one.type == 0 || std::ranges::count(kMoves, one.opcode) > 0) return false;
        const bool first = (is(&one, spv::OpCompositeExtract) && one.operands[1] == 0) ||
                           (indexes(one.opcode) && isConstant(module, one.operands[1]) &&
                            constantValue(module, one.operands[1]) == 0);
        return !first && std::ranges::any_of(one.operands, areThree);
    });
}

} // namespace

// What is assumed of all invocations is not so of number 1, or of (1, 1).
Result<void> checkAssumed(const TrialSubject& subject, std::uint32_t assumedAlignment) {
    if (assumedAlignment == 0 || subject.needs.localSize[0] < 2) return {};
    const SpirvModule& module = *subject.values; // without functions
    const auto all = accessesOf(module, assumedAlignment).wide,
               its = accessesOf(module, 0, lowBits(1, 32)).wide;
    if (readsOtherNumbers(module)) return {};
    const ControlFlow control(module);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const LowBits assumed = assumedOf(all[i].assumed, all[i].bytes), known = join(assumed, its[i].low);
        const bool agree = known.known == std::min(assumed.known, its[i].low.known);
        if (all[i].form != WideForm::Words || agree || !isReached(module, control, *all[i].instruction))
            continue;
        const std::uint64_t modulus =
            std::min<std::uint64_t>(assumedAlignment, 1ULL << std::min(its[i].low.known, 63U));
        const std::uint32_t line = module.placeOf(*all[i].instruction).line;
        return Error{
            ErrorKind::Usage,
            fmt::format("--assume-alignment {}: in invocation 1, the byte offset of the {} bytes that {} {} "
                        "is {} more than a multiple of {}",
                        assumedAlignment, all[i].bytes, line == 0 ? "it" : fmt::format("line {}", line),
                        all[i].store ? "stores" : "loads", its[i].low.value % modulus, modulus),
            "leave the option out, or align what the shader computes"};
    }
    return {};
}

Result<std::string> withVectorLoads(TrialShader& shader, const VariantInput& input) {
    return WideRewrite(input).run(shader);
}

} // namespace vkperftest
