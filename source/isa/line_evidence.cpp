#include "isa/line_evidence.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>
#include <utility>

namespace vkperftest {
namespace {

// "buffer_load_dword" of "buffer_load_dwordx4", "ugm load_cmask".
std::string familyOf(const std::string& name, bool scalar) {
    std::string family = name.substr(0, name.find_first_of(".0123456789"));
    while (family.ends_with('x') || family.ends_with(' ')) family.pop_back();
    return scalar ? "scalar " + family : family;
}

// What makes two operations of two codes the same: loop, name, bits, scalar or not, surely a descriptor or
// not. Else not whether they load data or descriptors: that may depend on other loads.
using OperationKind = std::tuple<std::string, std::string, std::uint32_t, bool, bool>;

// The operations of a code that load, or that store, by kind.
class OperationCounts {
public:
    // Without `byLoop`, all loops are one. `places`: only what is there; null: everything.
    OperationCounts(const CodeOperations& code, Access access, bool byLoop, const Places* places = nullptr)
        : code_(code), byLoop_(byLoop) {
        for (const MemoryOperation& one : code.operations) {
            const bool counts =
                one.access == access && (places == nullptr || places->contains(code.placeOf(one)));
            if (counts) counts_[kindOf(one)][one.load.source] += one.count;
        }
    }

    OperationKind kindOf(const MemoryOperation& operation) const {
        const Load& load = operation.load;
        return {byLoop_ ? code_.loopOf(operation) : "", load.name, load.bits, load.scalar, load.surely};
    }

    std::size_t of(const OperationKind& kind) const {
        std::size_t count = 0;
        for (const auto& [source, its] : bySource(kind)) count += its;
        return count;
    }

    std::size_t of(const OperationKind& kind, LoadSource source) const {
        const auto& its = bySource(kind);
        const auto found = its.find(source);
        return found == its.end() ? 0 : found->second;
    }

    // Bits that this code has beyond the other, by family.
    std::map<std::string, std::size_t> beyond(const OperationCounts& other) const {
        std::map<std::string, std::size_t> bits;
        for (const auto& [kind, its] : counts_) {
            const std::size_t count = of(kind), theirs = other.of(kind);
            const auto& [loop, name, width, scalar, surely] = kind;
            if (count > theirs) bits[familyOf(name, scalar)] += (count - theirs) * std::max(width, 1U);
        }
        return bits;
    }

private:
    using BySource = std::map<LoadSource, std::size_t>;

    const BySource& bySource(const OperationKind& kind) const {
        static const BySource kNone;
        const auto found = counts_.find(kind);
        return found == counts_.end() ? kNone : found->second;
    }

    const CodeOperations& code_;
    bool byLoop_;
    std::map<OperationKind, BySource> counts_;
};

// How many instructions of that kind are gone that load from there. Where it is not clear from where those
// load that are gone, they may all be of this source: what the code does with loads' values may have changed.
std::size_t lostOfSource(const OperationCounts& before, const OperationCounts& after,
                         const OperationKind& kind, LoadSource source) {
    const auto goneFrom = [&](LoadSource one) {
        const std::size_t was = before.of(kind, one), is = after.of(kind, one);
        return was > is ? was - is : 0;
    };
    const std::size_t gone = before.of(kind) - after.of(kind);
    std::size_t clear = 0;
    for (std::size_t i = 0; i < enumeratorCount<LoadSource>(); ++i)
        clear += goneFrom(static_cast<LoadSource>(i));
    return clear == gone ? goneFrom(source) : gone;
}

// Those among the shader's operations that load as `needed` does, in that loop, or in all if it is null; if
// `wide`, as wide or wider.
OperationIndexes fitting(const MemoryOperation& needed, const CodeOperations& whole,
                         const OperationIndexes& among, const std::string* loop, bool wide) {
    OperationIndexes all;
    for (const std::size_t i : among) {
        const MemoryOperation& one = whole.operations[i];
        if ((loop == nullptr || whole.loopOf(one) == *loop) && one.load.scalar == needed.load.scalar &&
            (!wide || one.load.bits >= needed.load.bits))
            all.push_back(i);
    }
    return all;
}

// As wide or wider, in the same loop, if there are such. Loads that would be merged with others in an outer
// loop are in their own loop when they are alone.
OperationIndexes bestFitting(const MemoryOperation& needed, const CodeOperations& whole,
                             const OperationIndexes& among, const std::string* loop) {
    const std::string* const everywhere = nullptr;
    for (const auto& [where, wide] :
         {std::pair(loop, true), {loop, false}, {everywhere, true}, {everywhere, false}}) {
        OperationIndexes all = fitting(needed, whole, among, where, wide);
        if (!all.empty()) return all;
    }
    return among;
}

} // namespace

const std::string& CodeOperations::loopOf(const MemoryOperation& operation) const {
    static const std::string kOutside;
    return operation.loop != kNoLoop ? loops[operation.loop] : kOutside;
}

std::string CodeOperations::placeOf(const MemoryOperation& operation) const {
    return loopOf(operation) + " " + familyOf(operation.load.name, operation.load.scalar);
}

CodeOperations codeOperations(const Disassembly& disassembly) {
    return {memoryOperations(disassembly), loopNumbers(disassembly)};
}

bool mayBelong(const MemoryOperation& operation, const AccessKind& kind) {
    const LoadSource source = operation.load.source;
    return operation.access == kind.access && (source == LoadSource::Shared) == kind.shared &&
           source != LoadSource::Scratch;
}

std::vector<std::size_t> lostIn(const CodeOperations& code, const CodeOperations& whole,
                                const AccessKind& kind, const Places* places) {
    const bool byLoop = code.loops.size() == whole.loops.size(); // else their numbers mean nothing
    const OperationCounts before(whole, kind.access, byLoop, places),
        after(code, kind.access, byLoop, places);
    auto gone = before.beyond(after), come = after.beyond(before);
    std::vector<std::size_t> lost(whole.operations.size());
    for (std::size_t i = 0; i < lost.size(); ++i) {
        const MemoryOperation& operation = whole.operations[i];
        if (!mayBelong(operation, kind)) continue;
        const OperationKind its = before.kindOf(operation);
        const std::string family = familyOf(operation.load.name, operation.load.scalar);
        if (after.of(its) >= before.of(its) || gone[family] <= come[family]) continue;
        lost[i] = std::min(operation.count, lostOfSource(before, after, its, operation.load.source));
    }
    return lost;
}

NeededInstructions neededIn(const CodeOperations& code, const CodeOperations& none,
                            const CodeOperations& whole, const OperationIndexes& among,
                            const AccessKind& kind, const Places* places) {
    const bool byLoop = code.loops.size() == none.loops.size();
    const bool placed = byLoop && code.loops.size() == whole.loops.size();
    const OperationCounts with(code, kind.access, byLoop, places), without(none, kind.access, byLoop, places),
        all(whole, kind.access, true);
    NeededInstructions data, descriptors;
    for (const MemoryOperation& one : code.operations) {
        const OperationKind its = with.kindOf(one);
        if (!mayBelong(one, kind) || with.of(its) <= without.of(its)) continue;
        const std::string& loop = code.loopOf(one);
        NeededInstruction needed{bestFitting(one, whole, among, placed ? &loop : nullptr), std::nullopt};
        for (const std::size_t i : among) {
            if (placed && all.kindOf(whole.operations[i]) == its) needed.same = i;
        }
        NeededInstructions& to = isFromMemory(one.load.source) ? data : descriptors;
        to.strange = to.strange || fitting(one, whole, among, &loop, true).empty();
        to.all.insert(to.all.end(), with.of(its) - without.of(its), needed);
    }
    return data.all.empty() ? descriptors : data;
}

} // namespace vkperftest
