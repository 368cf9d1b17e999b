#include "isa/variant_evidence.h"

#include <algorithm>
#include <utility>

namespace vkperftest {
namespace {

// Finds the shader's operations among some that may provide what a variant loads.
class Fitting {
public:
    Fitting(const CodeOperations& whole, const OperationIndexes& among) : whole_(whole), among_(among) {}

    // Those that load as `needed` does, in that loop, or in all if it is null; if `wide`, as wide or wider.
    OperationIndexes exactly(const MemoryOperation& needed, const std::string* loop, bool wide) const {
        OperationIndexes all;
        for (const std::size_t i : among_) {
            const MemoryOperation& one = whole_.operations[i];
            if ((loop == nullptr || whole_.loopOf(one) == *loop) && one.load.scalar == needed.load.scalar &&
                (!wide || one.load.bits >= needed.load.bits))
                all.push_back(i);
        }
        return all;
    }

    // As wide or wider, in the same loop, if there are such. Loads that would be merged with others in an
    // outer loop are in their own loop when they are alone.
    OperationIndexes best(const MemoryOperation& needed, const std::string* loop) const {
        const std::string* const everywhere = nullptr;
        for (const auto& [where, wide] :
             {std::pair(loop, true), {loop, false}, {everywhere, true}, {everywhere, false}}) {
            OperationIndexes all = exactly(needed, where, wide);
            if (!all.empty()) return all;
        }
        return among_;
    }

private:
    const CodeOperations& whole_;
    const OperationIndexes& among_;
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

} // namespace

bool mayBelong(const MemoryOperation& operation, const AccessGroup& group) {
    const LoadSource source = operation.load.source;
    return operation.access == group.access && (source == LoadSource::Shared) == group.shared &&
           source != LoadSource::Scratch;
}

std::vector<std::size_t> lostIn(const CodeOperations& code, const CodeOperations& whole,
                                const AccessGroup& group, const Places* places) {
    const bool byLoop = code.loops.size() == whole.loops.size(); // else their numbers mean nothing
    const OperationCounts before(whole, group.access, byLoop, places),
        after(code, group.access, byLoop, places);
    const auto gone = before.beyond(after);
    auto come = after.beyond(before);
    std::vector<std::size_t> lost(whole.operations.size());
    for (std::size_t i = 0; i < lost.size(); ++i) {
        const MemoryOperation& operation = whole.operations[i];
        if (!mayBelong(operation, group)) continue;
        const OperationKind kind = before.kindOf(operation);
        const std::size_t was = before.of(kind), is = after.of(kind);
        if (is >= was || gone.at(familyOf(std::get<1>(kind), std::get<3>(kind))) <=
                             come[familyOf(std::get<1>(kind), std::get<3>(kind))])
            continue;
        lost[i] = std::min(operation.count, lostOfSource(before, after, kind, operation.load.source));
    }
    return lost;
}

NeededInstructions neededIn(const CodeOperations& code, const LostAccesses& lost,
                            const OperationIndexes& among, const Places* places) {
    const Access access = lost.group.access;
    const bool byLoop = code.loops.size() == lost.none.loops.size();
    const bool placed = byLoop && code.loops.size() == lost.whole.loops.size();
    const OperationCounts with(code, access, byLoop, places), without(lost.none, access, byLoop, places),
        whole(lost.whole, access, true);
    const Fitting fitting(lost.whole, among.empty() ? lost.operations : among);
    NeededInstructions data, descriptors;
    for (const MemoryOperation& one : code.operations) {
        const OperationKind kind = with.kindOf(one);
        if (!mayBelong(one, lost.group) || with.of(kind) <= without.of(kind)) continue;
        const std::string& loop = code.loopOf(one);
        NeededInstruction needed{fitting.best(one, placed ? &loop : nullptr), std::nullopt};
        for (const std::size_t i : among) {
            if (placed && whole.kindOf(lost.whole.operations[i]) == kind) needed.same = i;
        }
        NeededInstructions& to = isFromMemory(one.load.source) ? data : descriptors;
        to.strange = to.strange || fitting.exactly(one, &loop, true).empty();
        to.all.insert(to.all.end(), with.of(kind) - without.of(kind), needed);
    }
    return data.all.empty() ? descriptors : data;
}

} // namespace vkperftest
