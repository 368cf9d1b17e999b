#include "addresses/forwarded_loads.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_set>
#include <utility>
#include <vector>

#include "addresses/control_flow.h"
#include "frontend/access_origin.h"
#include "frontend/opcodes.h"

namespace vkperftest {
namespace {

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

    // Follows one function.
    void follow(std::uint32_t function, std::set<std::size_t>& forwarded) const {
        const ControlFlow flow(module_, function);
        std::vector<std::optional<Places>> after(flow.blocks().size());
        for (std::size_t i = 0; i < after.size(); ++i) {
            Places known = before(flow.blocks()[i], after);
            for (std::size_t at = flow.blocks()[i].begin; at < flow.blocks()[i].end; ++at)
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

} // namespace

std::set<std::size_t> forwardedLoads(const SpirvModule& module) {
    std::set<std::size_t> forwarded;
    const StoredPlaces places(module);
    for (const SpirvInstruction& one : module.instructions()) {
        if (is(&one, spv::OpFunction)) places.follow(one.result, forwarded);
    }
    return forwarded;
}

} // namespace vkperftest
