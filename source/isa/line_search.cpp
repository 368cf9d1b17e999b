#include "isa/line_search.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string>
#include <string_view>
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

// A code's memory instructions, with the numbers of its loops.
struct CodeOperations {
    std::vector<MemoryOperation> operations;
    std::vector<std::string> loops;

    explicit CodeOperations(const Disassembly& disassembly)
        : operations(memoryOperations(disassembly)), loops(loopNumbers(disassembly)) {}

    const std::string& loopOf(const MemoryOperation& operation) const { // empty: outside of all loops
        static const std::string kOutside;
        return operation.loop != kNoLoop ? loops[operation.loop] : kOutside;
    }
};

using OperationIndexes = std::vector<std::size_t>; // of a code

// Whether the operation's name tells that it accesses images or typed texels, or that it does not.
enum class Named { Untold, Texels, Bytes };

Named namedAccess(std::string_view name) {
    constexpr std::string_view kTexels[] = {"image_", "sampler ", "typed ", "DC typed ", "tgm ",  "tex",
                                            "tld",    "txd",      "suld",   "sust",      "suatom"};
    constexpr std::string_view kBytes[] = {"s_", "global_", "flat_"}; // AMD's
    const auto begins = [&](std::string_view with) { return name.starts_with(with); };
    if (begins("sampler ld")) return Named::Untold; // Intel before Gen12 reads uniform buffers so, too
    if (std::ranges::any_of(kTexels, begins)) return Named::Texels;
    const bool buffer = name.starts_with("buffer_") && name.find("_format") == std::string_view::npos;
    return buffer || std::ranges::any_of(kBytes, begins) ? Named::Bytes : Named::Untold;
}

// True if the operation is of that kind. Spilled registers belong to no variable, though fewer may be spilled
// without its loads.
bool mayBelong(const MemoryOperation& operation, const AccessKind& kind) {
    const LoadSource source = operation.load.source;
    const bool shared = kind.memory == AccessedMemory::Shared;
    if (operation.load.access != kind.access || (source == LoadSource::Shared) != shared ||
        source == LoadSource::Scratch)
        return false;
    const Named named = namedAccess(operation.load.name);
    return !(kind.memory == AccessedMemory::Buffer && named == Named::Texels) &&
           !(kind.memory == AccessedMemory::Image && named == Named::Bytes);
}

// What makes two operations of two codes the same: loop, name, bits, scalar or not, surely a descriptor or
// not. Else not whether they load data or descriptors: that may depend on other loads.
using OperationKind = std::tuple<std::string, std::string, std::uint32_t, bool, bool>;

// The operations of a code that may be of a kind of access, by kind.
class OperationCounts {
public:
    // Without `byLoop`, all loops are one.
    OperationCounts(const CodeOperations& code, const AccessKind& kind, bool byLoop)
        : code_(code), byLoop_(byLoop) {
        for (const MemoryOperation& one : code.operations) {
            if (mayBelong(one, kind)) counts_[kindOf(one)][one.load.source] += one.count;
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

// An instruction that some accesses need.
struct NeededInstruction {
    OperationIndexes fits;           // the shader's operations that may be it
    std::optional<std::size_t> same; // the one of just its kind, in its loop
    std::size_t bits = 0;            // that it loads
    std::size_t least = 0;           // of these, that are needed
};

std::size_t bitsOf(const Load& load) {
    return std::max<std::size_t>(load.bits, 1);
}

// That somebody needs: AMD's scalar loads are of 1, 2, 4, 8 and 16 words.
std::size_t leastBitsOf(const Load& load) {
    constexpr std::uint32_t kWord = 32;
    return load.scalar && load.bits > kWord ? load.bits / 2 + kWord : bitsOf(load);
}

// Those among the shader's operations that load as `needed` does: as wide or wider, in that loop, if there are such.
// Loads that would be merged with others in an outer loop are in their own loop when they are alone.
OperationIndexes fitting(const MemoryOperation& needed, const CodeOperations& whole,
                         const OperationIndexes& among, const std::string* loop) {
    for (const auto& [placed, wide] : {std::pair(true, true), {true, false}, {false, true}, {false, false}}) {
        OperationIndexes all = among;
        std::erase_if(all, [&, placed = placed, wide = wide](std::size_t i) {
            const MemoryOperation& one = whole.operations[i];
            return (placed && loop != nullptr && whole.loopOf(one) != *loop) ||
                   one.load.scalar != needed.load.scalar || (wide && one.load.bits < needed.load.bits);
        });
        if (!all.empty()) return all;
    }
    return among;
}

// What is in the code beyond `none`, the code without the variable, and which of the operations among those
// given of `whole`, the shader's code, it may be.
std::vector<NeededInstruction> neededIn(const CodeOperations& code, const CodeOperations& none,
                                        const CodeOperations& whole, const OperationIndexes& among,
                                        const AccessKind& kind) {
    const bool byLoop = code.loops.size() == none.loops.size();
    const bool placed = byLoop && code.loops.size() == whole.loops.size();
    const OperationCounts with(code, kind, byLoop), without(none, kind, byLoop), all(whole, kind, true);
    std::vector<NeededInstruction> data, descriptors;
    for (const MemoryOperation& one : code.operations) {
        const OperationKind its = with.kindOf(one);
        if (!mayBelong(one, kind) || with.of(its) <= without.of(its)) continue;
        const std::string& loop = code.loopOf(one);
        NeededInstruction needed{fitting(one, whole, among, placed ? &loop : nullptr), std::nullopt,
                                 bitsOf(one.load), leastBitsOf(one.load)};
        for (const std::size_t i : among) {
            if (placed && all.kindOf(whole.operations[i]) == its) needed.same = i;
        }
        std::vector<NeededInstruction>& to = isFromMemory(one.load.source) ? data : descriptors;
        to.insert(to.end(), with.of(its) - without.of(its), needed);
    }
    return data.empty() ? descriptors : data;
}

using Sets = AccessGroup::Sets;

// Units that are accessed in just the same lines are one question: its answer is these lines.
std::vector<Sets> partsOf(const AccessGroup& group) {
    std::map<std::size_t, Sets> units;
    for (std::size_t i = 0; i < group.sets.size(); ++i) units[group.sets[i].unit].push_back(i);
    std::map<std::set<SourceLine>, Sets> parts;
    for (const auto& [unit, its] : units) {
        std::set<SourceLine> lines;
        for (const std::size_t i : its) lines.insert(group.sets[i].line);
        parts[lines].insert(parts[lines].end(), its.begin(), its.end());
    }
    std::vector<Sets> all;
    for (auto& [lines, its] : parts) all.push_back(std::move(its));
    return all;
}

using Lines = std::map<SourceLine, Sets>;

Lines byLine(const AccessGroup& group, const Sets& sets) {
    Lines lines;
    for (const std::size_t set : sets) lines[group.sets[set].line].push_back(set);
    return lines;
}

std::size_t accessesOf(const AccessGroup& group, const Sets& sets) {
    std::size_t accesses = 0;
    for (const std::size_t set : sets) accesses += group.sets[set].accesses;
    return accesses;
}

// Of accesses to different places; the most that there are if some bits are not known.
std::size_t bitsOf(const AccessGroup& group, const Sets& sets) {
    std::size_t bits = 0;
    for (const std::size_t set : sets) {
        if (group.sets[set].bits == 0) return std::numeric_limits<std::uint32_t>::max();
        bits += group.sets[set].accesses * group.sets[set].bits;
    }
    return bits;
}

// What its instructions access: those of AMD's with two addresses twice ("ds_write2st64_b32").
std::size_t accessesOf(const MemoryOperation& one, std::size_t count) {
    const std::string& name = one.load.name;
    const bool two = name.starts_with("ds_") &&
                     (name.find("2_b") != std::string::npos || name.find("2st64") != std::string::npos);
    return count * (two ? 2 : 1);
}

// Else equal numbers prove nothing: one access may be gone, and another be there twice.
bool areOnce(const AccessGroup& group, const Sets& sets) {
    return std::ranges::none_of(sets, [&](std::size_t set) { return group.sets[set].repeats; });
}

// Whether each of these accesses surely is one of the instructions: none is merged with others, or without use.
bool isJust(const MemoryOperation& one, std::size_t count, const AccessGroup& group, const Sets& sets) {
    if (!areOnce(group, sets)) return false;
    const std::uint32_t bits = one.load.bits;
    const bool fit = std::ranges::all_of(sets, [&](std::size_t set) {
        return group.kind.memory != AccessedMemory::Buffer || bits == 0 || group.sets[set].bits <= bits;
    });
    return (fit && accessesOf(group, sets) == accessesOf(one, count)) || bitsOf(group, sets) == count * bits;
}

} // namespace

class LineSearch::Steps {
public:
    Steps(const Disassembly& whole, std::vector<AccessGroup> groups)
        : whole_(whole), groups_(std::move(groups)) {}

    void add(ShaderVariant variant, const Disassembly* code) {
        std::optional<CodeOperations>& known = codes_[std::move(variant)];
        if (code != nullptr) known.emplace(*code);
    }

    // Each call begins anew with what is known, so that nothing depends on the order of answers.
    std::vector<ShaderVariant> next() {
        operations_ = whole_.operations;
        traced_.assign(operations_.size(), 0);
        found_.assign(operations_.size(), {});
        unsure_.assign(operations_.size(), false);
        pushedKnown_ = true;
        for (std::size_t group = 0; group < groups_.size(); ++group) searchGroup(group);
        settleClaims();
        for (std::size_t i = 0; i < operations_.size(); ++i) {
            std::set<SourceLine> lines;
            for (const auto& [group, set] : found_[i]) lines.insert(groups_[group].sets[set].line);
            operations_[i].lines.assign(lines.begin(), lines.end());
            operations_[i].ownKnown = pushedKnown_;
            // The rest of what looks like descriptors is what it looks like.
            const bool descriptors = whole_.operations[i].load.source == LoadSource::Descriptor &&
                                     pushedKnown_ && std::ranges::all_of(groups_, &AccessGroup::complete);
            operations_[i].linesComplete = !lines.empty() && !unsure_[i] && areInOneLoop(i) &&
                                           (descriptors || traced_[i] >= operations_[i].count);
        }
        const std::set<ShaderVariant> wanted = std::exchange(wanted_, {});
        return {wanted.begin(), wanted.end()};
    }

    const std::vector<MemoryOperation>& operations() const { return operations_; }

private:
    struct Claimed {
        std::size_t own = 0, loaded = 0; // bits that sets have in the source, and load alone
    };
    // A group's instructions, and what is known of them.
    struct Lost {
        std::size_t number; // of the group
        const AccessGroup& group;
        const CodeOperations& none;                  // the code without the group
        OperationIndexes operations;                 // of the shader, that disappear with the group
        std::vector<std::size_t> counts;             // of each of the shader's, how many do
        std::set<std::size_t> unmerged = {};         // operations that are what their units need alone
        std::map<std::size_t, Claimed> claimed = {}; // by operation that has lines of the group
        std::vector<std::pair<Sets, NeededInstruction>> hidden =
            {};                             // sets whose instruction stays without them
        std::set<std::size_t> guessed = {}; // operations that may be the instruction of such sets
        std::vector<Sets> beside = {};      // that need no instruction alone
    };
    struct Missing {
        std::vector<std::size_t> counts; // by operation
        OperationIndexes shrunk;         // in whose place others came
    };
    using Needs = std::optional<std::vector<NeededInstruction>>; // nothing: not known

    // The code of the shader without these sets of the group, or without all its others, which shows what they became;
    // null if the compiler failed, or was not asked yet. Then it is wanted.
    const CodeOperations* ask(std::size_t group, bool withoutOthers, const Sets& sets) {
        ShaderVariant variant{group, std::vector<bool>(groups_[group].sets.size(), withoutOthers)};
        for (const std::size_t set : sets) variant.removed[set] = !withoutOthers;
        const auto known = codes_.find(variant);
        if (known != codes_.end()) return known->second ? &*known->second : nullptr;
        wanted_.insert(std::move(variant));
        return nullptr;
    }

    void searchGroup(std::size_t group) {
        if (assignOnlyLine(group)) return;
        const AccessGroup& its = groups_[group];
        const CodeOperations* const none = ask(group, true, {});
        if (none == nullptr) {
            if (its.kind.access == Access::Load) pushedKnown_ = false;
            return;
        }
        const auto [counts, shrunk] = missingIn(*none, its.kind);
        const auto isData = [&](std::size_t i) { return isFromMemory(whole_.operations[i].load.source); };
        OperationIndexes found;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (counts[i] > 0) found.push_back(i);
        }
        // The descriptor of a load goes with it, or what the driver pushes for it. If nothing else goes, the load
        // is what looks like one; unless it surely is one, whose buffer needs no load.
        const auto isPushed = [&](std::size_t i) { return operations_[i].load.source == LoadSource::Pushed; };
        if (its.pushConstants && std::ranges::any_of(found, isPushed))
            std::erase_if(found, [&](std::size_t i) { return !isPushed(i); });
        else if (std::ranges::any_of(found, isData))
            std::erase_if(found, [&](std::size_t i) { return !isData(i); });
        std::erase_if(found, [&](std::size_t i) { return operations_[i].load.surely; });
        eraseDriversOwn(found, *none);
        for (const std::size_t i : found) {
            LoadSource& source = operations_[i].load.source;
            if (source == LoadSource::Descriptor) source = LoadSource::Data;
            traced_[i] += counts[i];
        }
        if (found.empty()) return;
        if (!its.complete) setUnsure(shrunk); // with accesses that cannot be removed
        Lost lost{group, its, *none, found, counts};
        Sets all(its.sets.size());
        std::iota(all.begin(), all.end(), 0);
        const bool oneLine = byLine(its, all).size() == 1, oneKind = found.size() == 1;
        if (isPushed(found[0]) && !oneLine && !oneKind) setUnsure(found);
        if (oneLine || isPushed(found[0]) ||
            (oneKind && isJust(operations_[found[0]], counts[found[0]], its, all)))
            return assign(lost, all, found);
        const std::vector<Sets> parts = partsOf(its);
        if (found.size() > 1 && parts.size() > 1) findUnmerged(lost, parts);
        for (const Sets& part : parts) resolve(lost, part, found);
        placeHidden(lost);
        placeBeside(lost);
        if (oneKind) keepLoaded(lost, parts);
        doubtSums(lost);
    }

    // Step 1. More instructions than accesses may be spilled registers.
    bool assignOnlyLine(std::size_t group) {
        const AccessGroup& its = groups_[group];
        const auto isShared = [](const AccessGroup& one) {
            return one.kind.memory == AccessedMemory::Shared;
        };
        const auto isAlike = [&](const AccessGroup& other) {
            return other.kind.access == its.kind.access && isShared(other) == isShared(its);
        };
        Sets all(its.sets.size());
        std::iota(all.begin(), all.end(), 0);
        const bool drivers = its.kind.access == Access::Load && !isShared(its);
        if (drivers || !its.complete || std::ranges::count_if(groups_, isAlike) > 1 ||
            byLine(its, all).size() != 1)
            return false;
        OperationIndexes found;
        for (std::size_t i = 0; i < operations_.size(); ++i)
            if (mayBelong(operations_[i], its.kind)) found.push_back(i);
        if (found.size() != 1 || operations_[found[0]].count > accessesOf(its, all)) return false;
        traced_[found[0]] += operations_[found[0]].count;
        for (const std::size_t set : all) found_[found[0]].emplace(group, set);
        return true;
    }

    // How many instructions of each of the shader's operations the code lacks, of those of that kind. Compilers
    // also arrange the remaining accesses anew: where as much comes as goes, nothing is lost.
    Missing missingIn(const CodeOperations& code, const AccessKind& kind) {
        const bool byLoop = code.loops.size() == whole_.loops.size(); // else their numbers mean nothing
        const OperationCounts before(whole_, kind, byLoop), after(code, kind, byLoop);
        auto gone = before.beyond(after), come = after.beyond(before);
        Missing missing{std::vector<std::size_t>(whole_.operations.size()), {}};
        std::map<OperationKind, OperationIndexes> alike;
        for (std::size_t i = 0; i < whole_.operations.size(); ++i) {
            const MemoryOperation& operation = whole_.operations[i];
            if (!mayBelong(operation, kind)) continue;
            const OperationKind its = before.kindOf(operation);
            const std::string family = familyOf(operation.load.name, operation.load.scalar);
            if (after.of(its) >= before.of(its) || gone[family] <= come[family]) continue;
            missing.counts[i] =
                std::min(operation.count, lostOfSource(before, after, its, operation.load.source));
            if (come[family] > 0) missing.shrunk.push_back(i);
            if (!byLoop) alike[its].push_back(i);
        }
        for (const auto& [its, all] : alike) { // which loop has fewer is not known, unless all are gone
            std::size_t most = 0;
            for (const std::size_t i : all) most += missing.counts[i];
            if (all.size() > 1 && most > before.of(its) - after.of(its)) setUnsure(all);
        }
        return missing;
    }

    // Step 1. What a driver passes to shaders it may load in one piece with push constants, which come first:
    // behind the most that a driver offers, all is its own. Without push constants, it loads its own part: from
    // the end, loads of no more than this hold none of them. `found`: operations, in the code's order.
    void eraseDriversOwn(OperationIndexes& found, const CodeOperations& none) const {
        constexpr std::size_t kMostConstants = 2048; // bits: 256 bytes, as Mesa offers
        std::size_t before = 0;
        for (std::size_t i = 0; i < operations_.size(); ++i) {
            if (operations_[i].load.source != LoadSource::Pushed) continue;
            if (before >= kMostConstants) std::erase(found, i);
            before += operations_[i].count * operations_[i].load.bits;
        }
        std::size_t own = 0;
        for (const MemoryOperation& one : none.operations) {
            if (one.load.source == LoadSource::Pushed) own += one.count * one.load.bits;
        }
        while (!found.empty()) {
            const MemoryOperation& last = operations_[found.back()];
            const std::size_t bits = last.count * last.load.bits;
            if (last.load.source != LoadSource::Pushed || bits > own) return;
            own -= bits;
            found.pop_back();
        }
    }

    // Step 2: the instructions that these sets need.
    Needs needed(Lost& lost, const Sets& sets, const OperationIndexes& among) {
        std::vector<NeededInstruction> all;
        if (sets.size() == lost.group.sets.size()) { // the shader itself
            for (const std::size_t i : among)
                all.insert(all.end(), lost.counts[i],
                           {{i}, i, bitsOf(operations_[i].load), leastBitsOf(operations_[i].load)});
            return all;
        }
        const CodeOperations* const alone = ask(lost.number, true, sets);
        if (alone == nullptr) return std::nullopt;
        std::vector<NeededInstruction> needs = neededIn(*alone, lost.none, whole_, among, lost.group.kind);
        for (NeededInstruction& one : needs) {
            if (one.same && lost.unmerged.contains(*one.same)) one.fits = {*one.same};
        }
        return needs;
    }

    // Step 2: finds the loops that have just the instructions that parts of the group need when they are alone.
    void findUnmerged(Lost& lost, const std::vector<Sets>& parts) {
        std::vector<std::size_t> missing = lost.counts;
        std::set<std::string> merged; // loops
        bool known = true;
        for (const Sets& part : parts) {
            const Needs needs = needed(lost, part, lost.operations);
            known = known && needs;
            for (const NeededInstruction& need : needs.value_or(std::vector<NeededInstruction>())) {
                if (need.same && missing[*need.same] > 0) {
                    --missing[*need.same];
                    continue;
                }
                for (const std::size_t i : need.fits) merged.insert(whole_.loopOf(whole_.operations[i]));
            }
        }
        if (!known) return;
        for (const std::size_t i : lost.operations) {
            if (missing[i] > 0) merged.insert(whole_.loopOf(whole_.operations[i]));
        }
        for (const std::size_t i : lost.operations) {
            if (!merged.contains(whole_.loopOf(whole_.operations[i]))) lost.unmerged.insert(i);
        }
    }

    // Steps 2 and 3 for some sets, which are among these operations.
    void resolve(Lost& lost, const Sets& sets, const OperationIndexes& among) {
        Needs needs = needed(lost, sets, among);
        if (!needs) return setUnsure(among);
        if (needs->empty()) return lost.beside.push_back(sets);
        const std::optional<Sets> its = used(lost, sets, *needs);
        const Lines lines = byLine(lost.group, its.value_or(Sets()));
        if (!its || !narrow(lost, *its, among, lines.size() == 1, *needs)) return setUnsure(among);
        std::set<std::size_t> found;
        for (const NeededInstruction& need : *needs) found.insert(need.fits.begin(), need.fits.end());
        if (found.size() < 2 || lines.size() == 1) return claim(lost, *its, *needs);
        for (const auto& [line, one] : lines) resolve(lost, one, {found.begin(), found.end()});
    }

    // Step 2: those of the sets whose lines access something: a compiler may know that one never does, or has the value.
    // Nothing if that is not known. `needs`: of all sets.
    std::optional<Sets> used(Lost& lost, const Sets& sets, const std::vector<NeededInstruction>& needs) {
        const Lines lines = byLine(lost.group, sets);
        std::size_t bits = 0;
        for (const NeededInstruction& need : needs) bits += need.bits;
        const bool just = accessesOf(lost.group, sets) == needs.size() || bitsOf(lost.group, sets) == bits;
        if (lines.size() == 1 || (just && areOnce(lost.group, sets))) return sets;
        Sets all;
        std::size_t bitsAlone = 0;
        bool known = true;
        std::set<std::size_t> branches;
        for (const auto& [line, its] : lines) {
            const Needs alone = needed(lost, its, lost.operations);
            known = known && alone;
            if (alone && !alone->empty()) all.insert(all.end(), its.begin(), its.end());
            for (const NeededInstruction& need : alone.value_or(std::vector<NeededInstruction>()))
                bitsAlone += need.bits;
            branches.insert(lost.group.sets[its.front()].branch);
        }
        // A compiler may join branches, but in one, a store may overwrite another.
        const bool fewer = bits < bitsAlone && branches.size() < lines.size();
        if (lost.group.kind.access == Access::Store && fewer) setUnsure(lost.operations);
        return known ? std::optional(all) : std::nullopt;
    }

    // Step 3: of the instructions that fit, those remain that the shader lacks without these sets. False if that
    // is not known.
    bool narrow(Lost& lost, const Sets& sets, const OperationIndexes& among, bool oneLine,
                std::vector<NeededInstruction>& needs) {
        if (std::ranges::all_of(needs, [](const NeededInstruction& need) { return need.fits.size() == 1; }))
            return true;
        const CodeOperations* const without = ask(lost.number, false, sets);
        if (without == nullptr) return false;
        std::vector<std::size_t> gone = missingIn(*without, lost.group.kind).counts;
        OperationIndexes missing = among;
        std::erase_if(missing, [&](std::size_t i) { return gone[i] == 0; });
        std::size_t instructions = 0;
        for (const std::size_t i : missing) instructions += gone[i];
        // Else some of its lines share an instruction with others, and some have one of their own.
        if (!oneLine && instructions > 0 && instructions < needs.size()) return true;
        if (instructions > needs.size()) setUnsure(missing); // others go, too
        for (NeededInstruction& need : needs) {              // of just the kind, or alone fitting
            const std::size_t its = need.same.value_or(need.fits[0]);
            const bool clear = instructions >= needs.size() && (need.same || need.fits.size() == 1);
            if (!clear || gone[its] == 0) continue;
            --gone[its];
            need.fits = {its};
        }
        for (NeededInstruction& need : needs) {
            if (need.fits.size() == 1) continue;
            const OperationIndexes fits = need.fits;
            std::erase_if(need.fits, [&](std::size_t i) { return gone[i] == 0; });
            if (!need.fits.empty()) continue;
            lost.hidden.push_back({sets, need});
            lost.hidden.back().second.fits = fits;
            if (instructions == 0) continue;
            setUnsure(fits); // the rest is arranged anew
            setUnsure(missing);
        }
        return true;
    }

    // Step 4.
    void placeHidden(Lost& lost) {
        for (auto& [sets, need] : lost.hidden) {
            lost.guessed.insert(need.fits.begin(), need.fits.end());
            const auto bits = [&](std::size_t i) { return operations_[i].load.bits; };
            const std::uint32_t most = bits(*std::ranges::max_element(need.fits, {}, bits));
            std::erase_if(need.fits, [&](std::size_t i) { return bits(i) < most; });
            claim(lost, sets, {need});
        }
    }

    // Step 5. Few push constants are passed in registers, and many are loaded. Without a large one, others find room in
    // registers, too: those that lose least come first. If they lose more than there is, it is not known which are loaded.
    void placeBeside(Lost& lost) {
        struct Part {
            std::size_t bits;
            const Sets* sets;
            std::vector<std::size_t> gone;
            OperationIndexes to;
        };
        std::vector<Part> parts;
        for (const Sets& sets : lost.beside) {
            const CodeOperations* const without = ask(lost.number, false, sets);
            if (without == nullptr) return setUnsure(lost.operations);
            Part& part = parts.emplace_back(Part{0, &sets, missingIn(*without, lost.group.kind).counts, {}});
            for (const std::size_t i : lost.operations)
                part.bits += part.gone[i] * bitsOf(operations_[i].load);
            if (part.bits == 0) parts.pop_back();
        }
        std::ranges::stable_sort(parts, {}, &Part::bits);
        for (Part& part : parts) {
            std::size_t left = std::min(part.bits, bitsOf(lost.group, *part.sets));
            for (const std::size_t i : lost.operations) {
                const std::size_t bits = bitsOf(operations_[i].load), all = lost.counts[i] * bits;
                const std::size_t took =
                    std::min({left, all - std::min(all, lost.claimed[i].own), part.gone[i] * bits});
                if (took == 0) continue;
                lost.claimed[i].own += took;
                lost.claimed[i].loaded += took;
                left -= took;
                part.to.push_back(i);
            }
            if (part.to.empty()) return setUnsure(lost.operations);
        }
        for (const Part& part : parts) assign(lost, *part.sets, part.to);
    }

    // Step 5. An instruction may take one constant as an operand, and load another, though each needs a load alone. If
    // there are too many for one kind of load, those are loaded without which there are fewer, if that is all.
    void keepLoaded(Lost& lost, const std::vector<Sets>& parts) {
        const std::size_t operation = lost.operations[0], count = lost.counts[operation];
        if (lost.claimed[operation].own <= count * bitsOf(operations_[operation].load)) return;
        std::set<std::size_t> loaded;
        std::size_t fewer = 0;
        for (const Sets& part : parts) {
            const CodeOperations* const without = ask(lost.number, false, part);
            if (without == nullptr) return setUnsure(lost.operations);
            const std::size_t gone = missingIn(*without, lost.group.kind).counts[operation];
            fewer += gone;
            if (gone > 0) loaded.insert(part.begin(), part.end());
        }
        if (fewer > count) setUnsure(lost.operations);
        if (fewer != count) return;
        std::erase_if(found_[operation], [&](const auto& claim) {
            return claim.first == lost.number && !loaded.contains(claim.second);
        });
    }

    // Step 6. What sets load must add up to what is loaded. If it is less, some are missing; if it is more, another
    // instruction, not in a loop further inside, serves one, or a store is overwritten. What is guessed must fill its
    // instructions.
    void doubtSums(Lost& lost) {
        const auto loopOf = [&](std::size_t i) { return whole_.loopOf(whole_.operations[i]); };
        const bool loads = lost.group.kind.access == Access::Load; // that may serve several
        OperationIndexes merged = lost.operations;
        std::erase_if(merged, [&](std::size_t i) { return lost.unmerged.contains(i); });
        for (const std::size_t i : merged) {
            const std::size_t all = lost.counts[i] * bitsOf(operations_[i].load);
            const auto& [own, loaded] = lost.claimed[i];
            if (loaded > 0 && (lost.beside.empty() || 2 * loaded > all) &&
                (!lost.guessed.contains(i) || 2 * own > all) && (lost.operations.size() == 1 || own <= all) &&
                (loads || loaded <= all))
                continue;
            setUnsure(merged);
            for (const std::size_t other : lost.operations)
                if (loopOf(i).starts_with(loopOf(other))) unsure_[other] = true;
        }
    }

    // Step 7. Without a variable's loads, what is computed for its stores goes, too, and looks like its own.
    void settleClaims() {
        std::vector<std::set<std::size_t>> ofGroup(groups_.size()); // operations
        for (std::size_t i = 0; i < found_.size(); ++i)
            for (const auto& [group, set] : found_[i]) ofGroup[group].insert(i);
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const std::size_t accesses = accessesOf(operations_[i], operations_[i].count);
            std::set<std::size_t> all, only;
            for (const auto& [group, set] : found_[i]) {
                all.insert(group);
                if (ofGroup[group].size() == 1) only.insert(group);
            }
            if (all.size() <= accesses) continue;
            if (only.empty() || only.size() > accesses)
                unsure_[i] = true;
            else
                std::erase_if(found_[i], [&](const auto& claim) { return !only.contains(claim.first); });
        }
        // Drivers add neither stores nor accesses to shared memory. If one has no line, another has too many.
        for (std::size_t i = 0; i < found_.size(); ++i) {
            const Load& its = operations_[i].load;
            const bool shared = its.source == LoadSource::Shared;
            if (traced_[i] >= operations_[i].count || (its.access == Access::Load && !shared)) continue;
            const AccessKind kind{its.access, shared ? AccessedMemory::Shared : AccessedMemory::Texels};
            for (std::size_t other = 0; other < found_.size(); ++other) {
                std::size_t accesses = 0;
                for (const auto& [group, set] : found_[other]) accesses += groups_[group].sets[set].accesses;
                const MemoryOperation& one = operations_[other];
                if (mayBelong(one, kind) && accesses > accessesOf(one, one.count)) unsure_[other] = true;
            }
        }
    }

    // Of an instruction in a loop of the code: whether a loop of the source may hold the accesses of all its lines.
    bool areInOneLoop(std::size_t operation) const {
        std::optional<std::set<std::size_t>> all;
        if (operations_[operation].loop == kNoLoop) return true;
        for (const auto& [group, set] : found_[operation]) {
            const std::set<std::size_t>& its = groups_[group].sets[set].loops;
            if (its.empty() || its.contains(0)) continue;
            if (!all) all = its;
            std::erase_if(*all, [&](std::size_t loop) { return !its.contains(loop); });
        }
        return !all || !all->empty();
    }

    void assign(const Lost& lost, const Sets& sets, const OperationIndexes& to) {
        for (const std::size_t operation : to)
            for (const std::size_t set : sets) found_[operation].emplace(lost.number, set);
    }

    // Gives sets the instructions that they need.
    void claim(Lost& lost, const Sets& sets, const std::vector<NeededInstruction>& needs) {
        std::size_t all = 0;
        for (const NeededInstruction& need : needs) all += need.least;
        const std::size_t own = std::min(all, bitsOf(lost.group, sets));
        for (const NeededInstruction& need : needs) {
            for (const std::size_t i : need.fits) {
                lost.claimed[i].loaded += need.bits / need.fits.size();
                lost.claimed[i].own += need.least * own / all / need.fits.size();
            }
            assign(lost, sets, need.fits);
        }
    }

    void setUnsure(const OperationIndexes& operations) {
        for (const std::size_t i : operations) unsure_[i] = true;
    }

    const CodeOperations whole_;
    const std::vector<AccessGroup> groups_;
    std::map<ShaderVariant, std::optional<CodeOperations>> codes_; // that are known
    std::set<ShaderVariant> wanted_;
    // Of the last step.
    std::vector<MemoryOperation> operations_;
    std::vector<std::size_t> traced_; // by operation: instructions with a known variable
    std::vector<std::set<std::pair<std::size_t, std::size_t>>> found_; // by operation: groups' sets
    std::vector<bool> unsure_; // by operation: some lines may be missing
    bool pushedKnown_ = true;  // every variable's loads were looked for
};

LineSearch::LineSearch(const Disassembly& whole, std::vector<AccessGroup> groups)
    : steps_(std::make_unique<Steps>(whole, std::move(groups))) {}

LineSearch::~LineSearch() = default;

std::vector<ShaderVariant> LineSearch::next() {
    return steps_->next();
}

void LineSearch::add(ShaderVariant variant, const Disassembly* code) {
    steps_->add(std::move(variant), code);
}

const std::vector<MemoryOperation>& LineSearch::operations() const {
    return steps_->operations();
}

} // namespace vkperftest
