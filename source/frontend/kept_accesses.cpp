#include "frontend/kept_accesses.h"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "frontend/access_origin.h"
#include "frontend/low_bits.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

struct CodeBlock {
    std::size_t begin = 0, end = 0; // its instructions: from its label to behind its last one
    std::vector<std::size_t> previous;
};

// Labels that a block's last instruction names.
std::vector<std::uint32_t> targetsOf(const SpirvModule& module, const SpirvInstruction& last) {
    const auto operands = last.operands;
    switch (opcodeOf(last)) {
    case spv::OpBranch:
        return {operands[0]};
    case spv::OpBranchConditional:
        return {operands[1], operands[2]};
    case spv::OpSwitch: {
        const SpirvInstruction* const type = typeOf(module, operands[0]);
        const std::size_t literal = type != nullptr && componentBits(module, type->result) > 32 ? 2 : 1;
        std::vector<std::uint32_t> targets = {operands[1]};
        for (std::size_t i = 2 + literal; i < operands.size(); i += literal + 1)
            targets.push_back(operands[i]);
        return targets;
    }
    default:
        return {};
    }
}

// Of the function that begins with this instruction, in the module's order.
std::vector<CodeBlock> blocksOf(const SpirvModule& module, std::size_t function) {
    const auto instructions = module.instructions();
    std::vector<CodeBlock> blocks;
    std::unordered_map<std::uint32_t, std::size_t> byLabel;
    for (std::size_t i = function; i < instructions.size() && !is(&instructions[i], spv::OpFunctionEnd);
         ++i) {
        if (is(&instructions[i], spv::OpLabel)) {
            byLabel[instructions[i].result] = blocks.size();
            blocks.push_back({.begin = i});
        }
        if (!blocks.empty()) blocks.back().end = i + 1;
    }
    for (std::size_t block = 0; block < blocks.size(); ++block) {
        for (const std::uint32_t label : targetsOf(module, instructions[blocks[block].end - 1])) {
            if (const auto found = byLabel.find(label); found != byLabel.end())
                blocks[found->second].previous.push_back(block);
        }
    }
    return blocks;
}

struct ChainIndex {
    bool constant = false;
    std::uint32_t value = 0; // or the id, if it is not constant

    bool operator==(const ChainIndex&) const = default;
};

struct MemoryPlace {
    std::uint32_t variable = 0;
    bool shared = false;           // in the workgroup's memory; else in a buffer
    std::vector<ChainIndex> chain; // from the variable inwards

    // Of which the other is a part, or all.
    bool holds(const MemoryPlace& other) const {
        return variable == other.variable && chain.size() <= other.chain.size() &&
               std::equal(chain.begin(), chain.end(), other.chain.begin());
    }
    bool mayOverlap(const MemoryPlace& other) const {
        if (variable != other.variable) return !shared && !other.shared;
        const std::size_t common = std::min(chain.size(), other.chain.size());
        for (std::size_t i = 0; i < common; ++i) {
            const ChainIndex &a = chain[i], &b = other.chain[i];
            if (a.constant && b.constant && a.value != b.value) return false;
        }
        return true;
    }
};

class StoredPlaces {
public:
    explicit StoredPlaces(const SpirvModule& module) : module_(module) {
        for (const SpirvInstruction& one : module.instructions()) {
            const bool member = is(&one, spv::OpMemberDecorate);
            if (!member && !is(&one, spv::OpDecorate)) continue;
            const std::uint32_t decoration = one.operands[member ? 2 : 1];
            if (decoration == spv::DecorationCoherent || decoration == spv::DecorationVolatile)
                shown_.insert(one.operands[0]);
        }
    }

    // Follows the function that begins with this instruction.
    void follow(std::size_t function, std::set<std::size_t>& forwarded) const {
        const std::vector<CodeBlock> blocks = blocksOf(module_, function);
        std::vector<std::optional<Places>> after(blocks.size());
        for (std::size_t i = 0; i < after.size(); ++i) {
            Places known = before(blocks[i], after);
            for (std::size_t at = blocks[i].begin; at < blocks[i].end; ++at)
                pass(module_.instructions()[at], known, forwarded);
            after[i] = std::move(known);
        }
    }

private:
    using Places = std::vector<MemoryPlace>;

    // What every way to the block has stored; nothing at a loop's begin.
    static Places before(const CodeBlock& block, const std::vector<std::optional<Places>>& after) {
        if (block.previous.empty()) return {};
        for (const std::size_t from : block.previous) {
            if (!after[from]) return {};
        }
        Places known = *after[block.previous.front()];
        for (const std::size_t from : std::span(block.previous).subspan(1)) {
            std::erase_if(known, [&](const MemoryPlace& one) {
                return std::ranges::none_of(*after[from],
                                            [&](const MemoryPlace& other) { return other.holds(one); });
            });
        }
        return known;
    }

    void pass(const SpirvInstruction& one, Places& known, std::set<std::size_t>& forwarded) const {
        const spv::Op opcode = opcodeOf(one);
        if (opcode == spv::OpLoad) {
            const std::optional<MemoryPlace> place = placeOf(one.operands[0]);
            const bool plain = isPlain(one, 1);
            const auto isIn = [&](const MemoryPlace& stored) {
                return plain && place && stored.holds(*place);
            };
            if (std::ranges::any_of(known, isIn)) forwarded.insert(module_.indexOf(one));
        } else if (opcode == spv::OpStore) {
            if (isOwnMemory(module_, one.operands[0])) return;
            const std::optional<MemoryPlace> place = placeOf(one.operands[0]);
            std::erase_if(known,
                          [&](const MemoryPlace& other) { return !place || place->mayOverlap(other); });
            if (place && isPlain(one, 2)) known.push_back(*place);
        } else if (opcode == spv::OpFunctionCall || opcode == spv::OpControlBarrier ||
                   opcode == spv::OpMemoryBarrier || opcode == spv::OpCopyMemory ||
                   opcode == spv::OpCopyMemorySized ||
                   (opcode >= spv::OpAtomicLoad && opcode <= spv::OpAtomicXor) ||
                   opcode == spv::OpAtomicFAddEXT || opcode == spv::OpAtomicFMinEXT ||
                   opcode == spv::OpAtomicFMaxEXT) {
            known.clear();
        }
    }

    // Whether the access may be dropped: others neither see nor change it. `at`: of its memory operands.
    static bool isPlain(const SpirvInstruction& one, std::size_t at) {
        const std::uint32_t shown =
            spv::MemoryAccessVolatileMask | spv::MemoryAccessMakePointerAvailableMask |
            spv::MemoryAccessMakePointerVisibleMask | spv::MemoryAccessNonPrivatePointerMask;
        return one.operands.size() <= at || (one.operands[at] & shown) == 0;
    }

    // Nothing for memory that is not followed.
    std::optional<MemoryPlace> placeOf(std::uint32_t pointer) const {
        std::vector<ChainIndex> reversed;
        const SpirvInstruction* defined = module_.definition(pointer);
        for (; defined != nullptr && indexes(opcodeOf(*defined));
             defined = module_.definition(defined->operands[0])) {
            const auto chain = defined->operands.subspan(1);
            for (std::size_t i = chain.size(); i-- > 0;) reversed.push_back(indexOf(chain[i]));
        }
        if (!is(defined, spv::OpVariable) || isOwnMemory(module_, defined->result)) return std::nullopt;
        const std::uint32_t type = module_.definition(defined->type)->operands[1];
        if (shown_.contains(defined->result) || shown_.contains(type)) return std::nullopt;
        const bool shared = storageOf(module_, defined->result) == spv::StorageClassWorkgroup;
        if (!shared && !is(module_.definition(type), spv::OpTypeStruct))
            return std::nullopt; // an array of buffers: two of its elements may be one buffer
        std::ranges::reverse(reversed);
        return MemoryPlace{defined->result, shared, std::move(reversed)};
    }

    ChainIndex indexOf(std::uint32_t id) const {
        const SpirvInstruction* const defined = module_.definition(id);
        if (is(defined, spv::OpConstant)) return {true, defined->operands[0]};
        return {false, id};
    }

    const SpirvModule& module_;
    std::unordered_set<std::uint32_t> shown_; // coherent or volatile: variables, and types with such members
};

// The loads from buffers and shared memory, as indexes of instructions, of a place that the invocation has
// stored to, whichever way it came, or of a part of it: compilers pass the stored value on instead. Nothing in
// between may have changed the place: no store that may overlap, atomic operation, barrier or call. Two buffers
// may overlap, whatever their bindings, as Mesa's compilers assume, too; two variables in shared memory do not.
// Places are equal if the module computes them with the same ids. Left out are variables and accesses that are
// coherent or volatile, arrays of buffers, and pointers without a variable. Knows nothing of what loops bring
// from their last iteration.
std::set<std::size_t> forwardedLoads(const SpirvModule& module) {
    std::set<std::size_t> forwarded;
    const StoredPlaces places(module);
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) places.follow(module.indexOf(one), forwarded);
    }
    return forwarded;
}

} // namespace

KeptAccesses::KeptAccesses(const SpirvModule& withoutDeadCode)
    : stores_(keysOf(sourceStores(withoutDeadCode))), atomics_(keysOf(sourceAtomics(withoutDeadCode))) {
    const std::set<std::size_t> forwarded = forwardedLoads(withoutDeadCode);
    std::vector<SourceAccess> loads = sourceLoads(withoutDeadCode);
    std::erase_if(loads, [&](const SourceAccess& one) { return forwarded.contains(one.instruction); });
    loads_ = keysOf(loads);
}

KeptAccesses::Key KeptAccesses::keyOf(const SourceAccess& access) {
    return {access.variable, access.place.file, access.place.line};
}

KeptAccesses::Keys KeptAccesses::keysOf(const std::vector<SourceAccess>& accesses) {
    Keys keys;
    for (const SourceAccess& one : accesses) keys.insert(keyOf(one));
    return keys;
}

void KeptAccesses::keep(std::vector<SourceAccess>& accesses, const Keys& kept) {
    std::erase_if(accesses,
                  [&](const SourceAccess& one) { return one.variable != 0 && !kept.contains(keyOf(one)); });
}

} // namespace vkperftest
