// Storage buffers as buffer references. HLSL's Load2 to Store4 become accesses of a vector, as one would write them
// with references: compilers cannot join words whose 32-bit indices might wrap before they become addresses.
#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "frontend/access_origin.h"
#include "frontend/buffer_addresses.h"
#include "frontend/layouts.h"
#include "frontend/wide_accesses.h"
#include "trial/variants/storage_buffers.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kAddressBytes = 8, kBaseAlignment = 16;

class AddressRewrite {
public:
    AddressRewrite(TrialShader& shader, const VariantInput& input, std::uint32_t promise)
        : shader_(shader), input_(input), module_(input.module), promise_(promise), edit_(module_),
          addresses_(module_, input.assumedAlignment),
          accesses_(accessesOf(module_, input.assumedAlignment)) {
        for (const WideAccess& access : accesses_.wide)
            for (const SpirvInstruction* word : access.words) wideBytes_[word] = access.bytes;
    }

    Result<std::string> run() {
        buffers_ = storageBuffersOf(module_);
        VKPERFTEST_TRY(assign(pointers_, pointersInto(module_, buffers_)));
        bool code = false;
        for (const SpirvInstruction& one : module_.instructions()) {
            code = code || is(&one, spv::OpFunction);
            const bool based = code && !one.operands.empty() && pointers_.contains(one.operands[0]);
            if (based && uses(module_, one, one.operands[0])) used_.insert(one.operands[0]);
        }
        for (const StorageBuffer& one : buffers_)
            if (one.array && used_.contains(one.variable))
                return doesNotApply(one.name + " is an array of buffers");
        if (used_.empty()) return doesNotApply("it uses no storage buffer");
        VKPERFTEST_TRY(pushAddresses());
        declareAddressing();
        joinWords();
        VKPERFTEST_TRY(rewriteCode());
        shader_.shader.words = edit_.words();
        return assumption_;
    }

private:
    // Declared as compilers do: validators look at what a block points to unless the pointer is a forward one.
    std::uint32_t blockAddressType(std::uint32_t block) {
        const auto [known, isNew] = blockAddresses_.emplace(block, 0);
        if (!isNew) return known->second;
        known->second = edit_.newId();
        edit_.declare(spv::OpTypeForwardPointer, {known->second, spv::StorageClassPhysicalStorageBuffer});
        edit_.declare(spv::OpTypePointer, {known->second, spv::StorageClassPhysicalStorageBuffer, block});
        return known->second;
    }

    // The module's block of push constants, or null.
    Result<const SpirvInstruction*> ownPushConstants() const {
        const SpirvInstruction* found = nullptr;
        bool code = false;
        for (const SpirvInstruction& one : module_.instructions()) {
            code = code || is(&one, spv::OpFunction);
            if (!code && is(&one, spv::OpVariable) && one.operands[0] == spv::StorageClassPushConstant) {
                if (found != nullptr) return doesNotApply("it has several blocks of push constants");
                found = &one;
            }
            if (code && found != nullptr && uses(module_, one, found->result) &&
                (!indexes(one.opcode) || one.operands.size() < 2))
                return doesNotApply("it uses its push constants as a whole");
        }
        return found;
    }

    // A structure with the block's members, and behind these the addresses.
    Result<void> pushAddresses() {
        const SpirvInstruction* own = nullptr;
        VKPERFTEST_TRY(assign(own, ownPushConstants()));
        push_ = own != nullptr ? own->result : edit_.newId();
        const std::uint32_t block = edit_.newId();
        SpirvWords members = {block};
        std::uint32_t bytes = 0;
        if (own != nullptr) {
            const SpirvInstruction* const old = module_.definition(typeOf(module_, own->result)->operands[1]);
            bytes = LayoutReader(module_).block(old->result).bytes;
            members.insert(members.end(), old->operands.begin(), old->operands.end());
            copyAnnotations(module_, edit_, old->result, block);
            edit_.remove(module_.indexOf(*own));
        } else {
            edit_.decorate({block, spv::DecorationBlock});
        }
        for (const StorageBuffer& one : buffers_) {
            if (!used_.contains(one.variable)) continue;
            std::vector<TrialShader::Address>& addresses = shader_.addresses;
            const bool aliased = !addresses.empty() && addresses.back().set == one.set &&
                                 addresses.back().binding == one.binding;
            if (!aliased) {
                bytes = (bytes + kAddressBytes - 1) / kAddressBytes * kAddressBytes;
                addresses.push_back({one.set, one.binding, bytes});
                edit_.decorate(
                    {block, static_cast<std::uint32_t>(members.size() - 1), spv::DecorationOffset, bytes},
                    spv::OpMemberDecorate);
                members.push_back(blockAddressType(one.structure));
                bytes += kAddressBytes;
            }
            members_[one.variable] = {static_cast<std::uint32_t>(members.size() - 2), members.back()};
        }
        shader_.shader.pushConstantBytes = bytes;
        shader_.pushed.resize(bytes);
        edit_.declare(spv::OpTypeStruct, members);
        edit_.declareVariable(block, push_, spv::StorageClassPushConstant);
        return {};
    }

    // What holds of a variable now holds of its block's members; of all that are there. What is only promised
    // of one of two variables of a type is given up.
    void decorateBlocks() {
        std::set<std::pair<std::uint32_t, spv::Decoration>> done;
        for (const StorageBuffer& one : buffers_) {
            for (const spv::Decoration decoration : {spv::DecorationNonWritable, spv::DecorationNonReadable,
                                                     spv::DecorationCoherent, spv::DecorationVolatile}) {
                const bool promise =
                    decoration == spv::DecorationNonWritable || decoration == spv::DecorationNonReadable;
                const auto lacksIt = [&](const StorageBuffer& other) {
                    return other.structure == one.structure && !isDecorated(module_, other, decoration);
                };
                if (!module_.decoration(one.variable, decoration) ||
                    (promise && std::ranges::any_of(buffers_, lacksIt)) ||
                    !done.insert({one.structure, decoration}).second)
                    continue;
                const std::size_t count = module_.definition(one.structure)->operands.size();
                for (std::uint32_t member = 0; member < count; ++member)
                    if (!module_.decoration(one.structure, member, decoration))
                        edit_.decorate({one.structure, member, static_cast<std::uint32_t>(decoration)},
                                       spv::OpMemberDecorate);
            }
        }
    }

    // All that precedes the code.
    void declareAddressing() {
        constexpr std::uint32_t kVersionWithAddresses = 0x00010500;
        edit_.require(spv::CapabilityPhysicalStorageBufferAddresses);
        if (module_.words()[1] < kVersionWithAddresses)
            edit_.requireExtension("SPV_KHR_physical_storage_buffer");
        decorateBlocks();
        std::set<std::uint32_t> variables, blocks;
        for (const StorageBuffer& one : buffers_) {
            edit_.removeVariable(one.variable);
            variables.insert(one.variable);
            blocks.insert(one.structure);
        }
        for (std::size_t i = 0; i < module_.instructions().size(); ++i) {
            const SpirvInstruction& one = module_.instructions()[i];
            if (is(&one, spv::OpFunction)) break;
            const auto operands = one.operands;
            if (is(&one, spv::OpMemoryModel)) {
                edit_.replaceOperands(i,
                                      SpirvWords{spv::AddressingModelPhysicalStorageBuffer64, operands[1]});
            } else if (is(&one, spv::OpDecorate) && operands[1] == spv::DecorationBufferBlock &&
                       blocks.contains(operands[0])) {
                edit_.replaceOperands(i, SpirvWords{operands[0], spv::DecorationBlock});
            } else if (isDebugInstruction(module_, one)) {
                const bool removed = std::ranges::any_of(operands.subspan(2), [&](std::uint32_t id) {
                    return pointers_.contains(id) || id == push_;
                });
                constexpr std::uint32_t kDebugInfoNone = 0;
                if (removed)
                    edit_.replaceOperands(i, SpirvWords{one.type, one.result, operands[0], kDebugInfoNone});
            } else if (variables.contains(is(&one, spv::OpVariable) ? one.result
                                          : namesFirst(one.opcode)  ? operands[0]
                                                                    : 0)) {
                edit_.remove(i);
            }
        }
    }

    static bool namesFirst(spv::Op opcode) {
        return opcode == spv::OpName || opcode == spv::OpDecorate || opcode == spv::OpDecorateId ||
               opcode == spv::OpDecorateString;
    }

    // The addresses of one function, loaded where its variables end.
    struct Loaded {
        std::size_t place = 0;
        SpirvWords variables, code;
        std::map<std::uint32_t, std::uint32_t> pointers; // by the buffer's variable
    };

    std::uint32_t loadedAddress(std::uint32_t variable) {
        const auto [known, isNew] = loaded_.pointers.emplace(variable, 0);
        if (!isNew) return known->second;
        const StorageBuffer& buffer = *std::ranges::find(buffers_, variable, &StorageBuffer::variable);
        const auto& [member, memberType] = members_[variable];
        const std::uint32_t type = blockAddressType(buffer.structure), place = edit_.newId();
        std::uint32_t pointer = edit_.newId();
        emit(loaded_.code, spv::OpAccessChain,
             SpirvWords{edit_.pointerTo(memberType, spv::StorageClassPushConstant), place, push_,
                        edit_.uintConstant(member)});
        emit(loaded_.code, spv::OpLoad, SpirvWords{memberType, pointer, place});
        if (memberType != type) { // another block at the same binding
            const std::uint32_t same = std::exchange(pointer, edit_.newId());
            emit(loaded_.code, spv::OpBitcast, SpirvWords{type, pointer, same});
        }
        if (isDecorated(module_, buffer, spv::DecorationRestrict)) { // of variables that hold pointers
            const std::uint32_t holder = edit_.newId(), same = std::exchange(pointer, edit_.newId());
            edit_.decorate({holder, spv::DecorationRestrictPointer});
            emit(loaded_.variables, spv::OpVariable,
                 SpirvWords{edit_.pointerTo(type, spv::StorageClassFunction), holder,
                            spv::StorageClassFunction});
            emit(loaded_.code, spv::OpStore, SpirvWords{holder, same});
            emit(loaded_.code, spv::OpLoad, SpirvWords{type, pointer, holder});
        }
        return known->second = pointer;
    }

    // Words that are accessed as one vector; `loaded` is the vector's id.
    struct Joined {
        std::vector<const SpirvInstruction*> words;
        std::uint32_t loaded = 0;
    };

    void joinWords() {
        for (const WideAccess& access : accesses_.wide)
            if (access.form == WideForm::Words) joinParts(access);
        for (const WideAccess& access : accesses_.three)
            if (access.address != nullptr) joinParts(access); // Load3 and Store3
    }

    // Vectors have at most four components.
    void joinParts(WideAccess access) {
        constexpr std::ptrdiff_t kMost = 4;
        for (auto rest = std::move(access.words); rest.size() > 1; ++access.where) {
            const auto end = rest.begin() + std::min<std::ptrdiff_t>(kMost, std::ssize(rest));
            access.words.assign(rest.begin(), end);
            rest.erase(rest.begin(), end);
            join(access);
        }
    }

    void join(const WideAccess& access) {
        const auto isJoined = [&](const SpirvInstruction* word) { return joined_.contains(word); };
        if (std::ranges::any_of(access.words, isJoined) || !canJoin(access.words)) return;
        Joined joined{access.words, edit_.newId()};
        if (!access.store) { // compilers evaluate an operand again for each component
            const auto [before, isNew] = loads_.try_emplace({access.where, access.words.size()}, joined);
            if (isNew || !isRepeated(before->second, joined)) before->second = joined;
            joined = before->second;
        }
        for (std::uint32_t i = 0; i < access.words.size(); ++i) {
            joined_.emplace(access.words[i], joined);
            numbers_.emplace(access.words[i], i);
        }
    }

    const StorageBuffer& bufferOf(const SpirvInstruction& access) const {
        return *std::ranges::find(buffers_, pointers_.at(access.operands[0]), &StorageBuffer::variable);
    }

    bool isNeverWritten(const StorageBuffer& buffer) const {
        return buffer.alone && !isDecorated(module_, buffer, spv::DecorationVolatile) &&
               !input_.isWritten(buffer.set, buffer.binding);
    }

    // Whether the words, in the order of the code, can be accessed where the first is loaded, or the last stored.
    bool canJoin(std::span<const SpirvInstruction* const> words) const {
        const bool store = is(words[0], spv::OpStore);
        const StorageBuffer& buffer = bufferOf(*words[0]);
        // Of one type, too: blocks may hold an array of floats behind one of integers.
        const auto isUsual = [&](auto* word) {
            return word->operands.size() == (store ? 2 : 1) &&
                   typeOf(module_, word->operands[0]) == typeOf(module_, words[0]->operands[0]);
        };
        // A pointer to a vector loses what decorates the block's members.
        if (isVolatile(module_, buffer) || !std::ranges::is_sorted(words) ||
            !std::ranges::all_of(words, isUsual))
            return false;
        if (!store && isNeverWritten(buffer)) return true;
        const auto between = module_.instructions().subspan(
            module_.indexOf(*words.front()), static_cast<std::size_t>(words.back() - words.front()));
        return std::ranges::all_of(between, [&](const SpirvInstruction& one) {
            if (std::ranges::count(words, &one) > 0) return true;
            if (mayChangeBuffers(module_, one)) return false;
            if (!store || !is(&one, spv::OpLoad)) return true;
            if (pointers_.contains(one.operands[0])) return isNeverWritten(bufferOf(one));
            return storageOf(module_, one.operands[0]) != spv::StorageClassPhysicalStorageBuffer;
        });
    }

    // Whether as many words with the same WideAccess::where are loaded again, later in the same block.
    bool isRepeated(const Joined& first, const Joined& again) const {
        if (pointers_.at(first.words[0]->operands[0]) != pointers_.at(again.words[0]->operands[0]) ||
            first.words[0] > again.words[0] || !isNeverWritten(bufferOf(*first.words[0])))
            return false;
        const auto between = module_.instructions().subspan(
            module_.indexOf(*first.words[0]), static_cast<std::size_t>(again.words[0] - first.words[0]));
        return std::ranges::none_of(between, [](const auto& one) { return is(&one, spv::OpLabel); });
    }

    Result<void> rewriteJoined(std::size_t index, const SpirvInstruction& one, const Joined& joined) {
        const bool store = is(&one, spv::OpStore);
        const SpirvInstruction& first = *joined.words.front();
        SpirvWords code;
        if (&one == (store ? joined.words.back() : &first)) {
            const std::uint32_t pointer = edit_.newId();
            const std::uint32_t vector = edit_.declared(spv::OpTypeVector, 0,
                                                        {typeOf(module_, first.operands[0])->operands[1],
                                                         static_cast<std::uint32_t>(joined.words.size())});
            emit(code, spv::OpBitcast,
                 SpirvWords{edit_.pointerTo(vector, spv::StorageClassPhysicalStorageBuffer), pointer,
                            first.operands[0]});
            SpirvWords values = {vector, joined.loaded};
            for (const SpirvInstruction* word : joined.words) values.push_back(word->operands.back());
            if (store) emit(code, spv::OpCompositeConstruct, values);
            SpirvWords operands =
                store ? SpirvWords{pointer, joined.loaded} : SpirvWords{vector, joined.loaded, pointer};
            VKPERFTEST_TRY(appendAlignment(operands, first, {}));
            emit(code, one.opcode, operands);
        }
        if (!store)
            emit(code, spv::OpCompositeExtract,
                 SpirvWords{one.type, one.result, joined.loaded, numbers_.at(&one)});
        edit_.replace(index, std::move(code));
        return {};
    }

    Result<void> rewriteCode() {
        bool first = false, code = false; // in a function's first block
        for (std::size_t i = 0; i < module_.instructions().size(); ++i) {
            const SpirvInstruction& one = module_.instructions()[i];
            code = code || is(&one, spv::OpFunction);
            if (!code) continue;
            if (is(&one, spv::OpFunction)) loaded_ = {};
            const bool begins = is(&one, spv::OpLabel) && loaded_.place == 0;
            if (is(&one, spv::OpLabel)) first = begins;
            if (begins || (first && is(&one, spv::OpVariable))) loaded_.place = i + 1;
            if (is(&one, spv::OpFunctionEnd) && !loaded_.code.empty()) {
                edit_.insertBefore(loaded_.place, loaded_.variables);
                edit_.insertBefore(loaded_.place, loaded_.code);
            }
            if (isDebugInstruction(module_, one)) {
                const auto isPointer = [&](std::uint32_t id) { return pointers_.contains(id); };
                if (std::ranges::any_of(one.operands.subspan(2), isPointer)) edit_.remove(i);
            } else if (const auto joined = joined_.find(&one); joined != joined_.end()) {
                VKPERFTEST_TRY(rewriteJoined(i, one, joined->second));
            } else if (!one.operands.empty() && pointers_.contains(one.operands[0]) &&
                       uses(module_, one, one.operands[0])) {
                VKPERFTEST_TRY(rewriteUse(i, one));
            }
        }
        return {};
    }

    Result<void> rewriteUse(std::size_t index, const SpirvInstruction& one) {
        const std::uint32_t pointer = one.operands[0];
        const bool load = is(&one, spv::OpLoad), store = is(&one, spv::OpStore);
        SpirvWords operands;
        if (one.type != 0) {
            const bool chain = pointers_.contains(one.result);
            operands.push_back(chain ? edit_.pointerTo(module_.definition(one.type)->operands[1],
                                                       spv::StorageClassPhysicalStorageBuffer)
                                     : one.type);
            operands.push_back(one.result);
        }
        operands.push_back(pointers_[pointer] == pointer ? loadedAddress(pointer) : pointer);
        const std::size_t kept = store ? 2 : load ? 1 : one.operands.size();
        operands.insert(operands.end(), one.operands.begin() + 1,
                        one.operands.begin() + static_cast<std::ptrdiff_t>(kept));
        if (load || store) VKPERFTEST_TRY(appendAlignment(operands, one, one.operands.subspan(kept)));
        edit_.replaceOperands(index, operands);
        return {};
    }

    // `given` are the memory operands of the load or store.
    Result<void> appendAlignment(SpirvWords& operands, const SpirvInstruction& one,
                                 std::span<const std::uint32_t> given) {
        constexpr auto kAligned = static_cast<std::uint32_t>(spv::MemoryAccessAlignedMask);
        const std::uint32_t mask = given.empty() ? 0 : given[0];
        const std::uint32_t pointer = one.operands[0];
        const BufferAddress address = addresses_.of(pointer);
        const std::uint32_t needed = largestScalar(module_, typeOf(module_, pointer)->operands[1]);
        const auto promised = [&](LowBits low) {
            const auto known = static_cast<std::uint32_t>(
                std::min<std::uint64_t>(kBaseAlignment, address.variable != 0 ? alignmentOf(low) : 1));
            return known < needed ? 0 : std::max(needed, std::min(known, promise_));
        };
        const std::uint32_t proven = promised(address.low);
        const auto wide = wideBytes_.find(&one);
        const std::uint32_t assumed =
            wide != wideBytes_.end() ? promised(assumedOf(address.assumed, wide->second)) : 0;
        if (proven == 0)
            return doesNotApply(
                fmt::format("an access of {} bytes is not known to be aligned to them", needed));
        if (assumed > proven) assumption_ = assumedText(input_);
        operands.push_back(mask | kAligned);
        operands.push_back(std::max(proven, assumed));
        if (given.size() > 1)
            operands.insert(operands.end(), given.begin() + ((mask & kAligned) != 0 ? 2 : 1), given.end());
        return {};
    }

    TrialShader& shader_;
    const VariantInput& input_;
    const SpirvModule& module_;
    std::uint32_t promise_;
    ModuleEdit edit_;
    BufferAddresses addresses_;
    ModuleAccesses accesses_;
    std::vector<StorageBuffer> buffers_;
    PointersInto pointers_;
    std::set<std::uint32_t> used_; // of these
    std::uint32_t push_ = 0;       // the variable of the push constants
    // Number and type of the member that holds a buffer's address, by the buffer's variable.
    std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> members_;
    std::map<std::uint32_t, std::uint32_t> blockAddresses_;                // types, by the block's
    std::unordered_map<const SpirvInstruction*, std::uint32_t> wideBytes_; // by word
    std::unordered_map<const SpirvInstruction*, Joined> joined_;           // likewise
    std::map<std::pair<std::uint64_t, std::size_t>, Joined> loads_; // of these, by place and number of words
    std::unordered_map<const SpirvInstruction*, std::uint32_t> numbers_; // of the joined words, from 0
    Loaded loaded_;
    std::string assumption_;
};

} // namespace

template <std::uint32_t kPromise>
Result<std::string> withAddresses(TrialShader& shader, const VariantInput& input) {
    return AddressRewrite(shader, input, kPromise).run();
}
template Result<std::string> withAddresses<4>(TrialShader&, const VariantInput&);
template Result<std::string> withAddresses<8>(TrialShader&, const VariantInput&);
template Result<std::string> withAddresses<16>(TrialShader&, const VariantInput&);

} // namespace vkperftest
