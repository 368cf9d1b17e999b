#include "isa/line_search.h"

#include <algorithm>
#include <cstdint>
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

// The operations of a code that load, or that store, by kind.
class OperationCounts {
public:
    // Without `byLoop`, all loops are one.
    OperationCounts(const CodeOperations& code, Access access, bool byLoop) : code_(code), byLoop_(byLoop) {
        for (const MemoryOperation& one : code.operations) {
            if (one.load.access == access) counts_[kindOf(one)][one.load.source] += one.count;
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

// How many instructions of each of the shader's operations the code lacks, of those of that kind. Compilers
// also arrange the remaining accesses anew: where as much comes as goes, nothing is lost.
std::vector<std::size_t> lostIn(const CodeOperations& code, const CodeOperations& whole,
                                const AccessKind& kind) {
    const bool byLoop = code.loops.size() == whole.loops.size(); // else their numbers mean nothing
    const OperationCounts before(whole, kind.access, byLoop), after(code, kind.access, byLoop);
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

// An instruction that some accesses need.
struct NeededInstruction {
    OperationIndexes fits;           // the shader's operations that may be it
    std::optional<std::size_t> same; // the one of just its kind, in its loop
};

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

// What is in the code beyond `none`, the code without the variable, and which of the operations among those
// given of `whole`, the shader's code, it may be.
std::vector<NeededInstruction> neededIn(const CodeOperations& code, const CodeOperations& none,
                                        const CodeOperations& whole, const OperationIndexes& among,
                                        const AccessKind& kind) {
    const bool byLoop = code.loops.size() == none.loops.size();
    const bool placed = byLoop && code.loops.size() == whole.loops.size();
    const OperationCounts with(code, kind.access, byLoop), without(none, kind.access, byLoop),
        all(whole, kind.access, true);
    std::vector<NeededInstruction> data, descriptors;
    for (const MemoryOperation& one : code.operations) {
        const OperationKind its = with.kindOf(one);
        if (!mayBelong(one, kind) || with.of(its) <= without.of(its)) continue;
        const std::string& loop = code.loopOf(one);
        NeededInstruction needed{bestFitting(one, whole, among, placed ? &loop : nullptr), std::nullopt};
        for (const std::size_t i : among) {
            if (placed && all.kindOf(whole.operations[i]) == its) needed.same = i;
        }
        std::vector<NeededInstruction>& to = isFromMemory(one.load.source) ? data : descriptors;
        to.insert(to.end(), with.of(its) - without.of(its), needed);
    }
    return data.empty() ? descriptors : data;
}

using Sets = AccessGroup::Sets;

// True if nothing else has such accesses to such memory, so that all of these instructions are probably its
// own. False for loads that are not from shared memory.
bool isOnlyOfItsKind(std::size_t group, const std::vector<AccessGroup>& groups) {
    const AccessGroup& its = groups[group];
    const auto maybe = [&](const AccessGroup& other) { // may become the same instructions
        const bool shared = other.kind.memory == AccessedMemory::Shared;
        return other.kind.access == its.kind.access && shared == (its.kind.memory == AccessedMemory::Shared);
    };
    return its.complete && (its.kind.access != Access::Load || its.kind.memory == AccessedMemory::Shared) &&
           std::ranges::count_if(groups, maybe) == 1;
}

std::vector<Sets> unitsOf(const AccessGroup& group, const Sets& among) {
    std::map<std::size_t, Sets> units;
    for (const std::size_t i : among) units[group.sets[i].unit].push_back(i);
    std::vector<Sets> all;
    for (auto& [unit, its] : units) all.push_back(std::move(its));
    return all;
}

// Units that are accessed in just the same lines are one question: its answer is these lines.
std::vector<Sets> withEqualLines(const std::vector<Sets>& units, const AccessGroup& group) {
    std::map<std::set<SourceLine>, Sets> byLines;
    for (const Sets& unit : units) {
        std::set<SourceLine> lines;
        for (const std::size_t i : unit) lines.insert(group.sets[i].line);
        Sets& its = byLines[lines];
        its.insert(its.end(), unit.begin(), unit.end());
    }
    std::vector<Sets> all;
    for (auto& [lines, its] : byLines) {
        std::ranges::sort(its);
        all.push_back(std::move(its));
    }
    return all;
}

constexpr std::size_t kLeastBits = 32; // of a unit

// Of all units together, if none is loaded twice.
std::size_t bitsOf(const std::vector<Sets>& units, const AccessGroup& group) {
    std::size_t bits = 0;
    for (const Sets& its : units) {
        std::size_t most = kLeastBits;
        for (const std::size_t i : its) most = std::max(most, group.sets[i].bits);
        bits += most;
    }
    return bits;
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
    std::vector<ShaderVariant> next();
    const std::vector<MemoryOperation>& operations() const { return operations_; }

private:
    // A group's instructions.
    struct Lost {
        std::size_t number; // of the group
        const AccessGroup& group;
        const CodeOperations& none;  // the code without the group
        OperationIndexes operations; // of the shader, that disappear with the group
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
    void searchGroup(std::size_t group);
    bool assignAlike(std::size_t group);
    void eraseDriversOwn(OperationIndexes& found, const CodeOperations& none) const;
    Needs needed(const Lost& lost, const Sets& sets, const OperationIndexes& among);
    void findUnmerged(const Lost& lost, const std::vector<Sets>& parts,
                      const std::vector<std::size_t>& counts);
    void resolve(const Lost& lost, const Sets& sets, const OperationIndexes& among);
    bool narrow(const Lost& lost, const Sets& sets, const OperationIndexes& among, bool oneLine,
                std::vector<NeededInstruction>& needs);
    void placeHidden(const Lost& lost);
    void doubtCrowded(const std::vector<std::size_t>& counts, const Lost& lost);
    bool findLoaded(const Lost& lost, const std::vector<Sets>& units, std::size_t count);
    void findByLoss(const Lost& lost, const std::vector<Sets>& parts);
    void settleClaims();

    void assign(const Lost& lost, const Sets& sets, const OperationIndexes& to) {
        for (const std::size_t operation : to) {
            for (const std::size_t set : sets) found_[operation].emplace(lost.number, set);
            assigned_.insert(operation);
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
    // Of the group.
    std::set<std::size_t> assigned_; // operations that have lines of the group
    std::set<std::size_t> unmerged_; // operations that are what their units need alone
    std::vector<std::pair<Sets, OperationIndexes>>
        hidden_; // sets that lose no instruction alone, and where they fit
};

// Each call begins anew with what is known, so that nothing depends on the order of answers.
std::vector<ShaderVariant> LineSearch::Steps::next() {
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
        operations_[i].linesComplete = !lines.empty() && !unsure_[i] && traced_[i] >= operations_[i].count;
    }
    const std::set<ShaderVariant> wanted = std::exchange(wanted_, {});
    return {wanted.begin(), wanted.end()};
}

void LineSearch::Steps::searchGroup(std::size_t group) {
    if (isOnlyOfItsKind(group, groups_) && assignAlike(group)) return;
    const AccessGroup& its = groups_[group];
    const CodeOperations* const none = ask(group, true, {});
    if (none == nullptr) {
        if (its.kind.access == Access::Load) pushedKnown_ = false;
        return;
    }
    const std::vector<std::size_t> counts = lostIn(*none, whole_, its.kind);
    const auto isData = [&](std::size_t i) { return isFromMemory(operations_[i].load.source); };
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
    const Lost lost{group, its, *none, found};
    assigned_.clear();
    unmerged_.clear();
    hidden_.clear();
    Sets all(its.sets.size());
    std::iota(all.begin(), all.end(), 0);
    const std::vector<Sets> units = unitsOf(its, all);
    if (found.size() == 1 && findLoaded(lost, units, counts[found[0]])) return;
    const std::vector<Sets> parts = withEqualLines(units, its);
    if (found.size() > 1 && parts.size() > 1) findUnmerged(lost, parts, counts);
    for (const Sets& part : parts) resolve(lost, part, found);
    if (assigned_.empty() || (found.size() > 1 && its.pushConstants)) findByLoss(lost, parts);
    placeHidden(lost);
    doubtCrowded(counts, lost);
}

// Step 1. More instructions than accesses may be spilled registers.
bool LineSearch::Steps::assignAlike(std::size_t group) {
    const std::vector<AccessGroup::Set>& sets = groups_[group].sets;
    OperationIndexes all;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
        if (mayBelong(operations_[i], groups_[group].kind)) all.push_back(i);
    }
    std::size_t accesses = 0;
    for (const AccessGroup::Set& set : sets) accesses += set.accesses;
    if (all.size() > 1 || (all.size() == 1 && operations_[all[0]].count > accesses)) return false;
    for (const std::size_t i : all) {
        traced_[i] += operations_[i].count;
        for (std::size_t set = 0; set < sets.size(); ++set) found_[i].emplace(group, set);
    }
    return true;
}

// Step 2. What a driver passes to shaders it may load in one piece with push constants, which come first:
// behind the most that a driver offers, all is its own. Without push constants, it loads its own part: from
// the end, loads of no more than this hold none of them. `found`: operations, in the code's order.
void LineSearch::Steps::eraseDriversOwn(OperationIndexes& found, const CodeOperations& none) const {
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

// Step 3: the instructions that these sets need.
LineSearch::Steps::Needs LineSearch::Steps::needed(const Lost& lost, const Sets& sets,
                                                   const OperationIndexes& among) {
    std::vector<NeededInstruction> all;
    if (sets.size() == lost.group.sets.size()) { // the shader itself
        for (const std::size_t i : among) all.push_back({{i}, i});
        return all;
    }
    const CodeOperations* const alone = ask(lost.number, true, sets);
    if (alone == nullptr) return std::nullopt;
    std::vector<NeededInstruction> needs = neededIn(*alone, lost.none, whole_, among, lost.group.kind);
    for (NeededInstruction& one : needs) {
        if (one.same && unmerged_.contains(*one.same)) one.fits = {*one.same};
    }
    return needs;
}

// Step 3: finds the loops that have just the instructions that parts of the group need when they are alone.
// `counts`: how many of each operation are the variable's.
void LineSearch::Steps::findUnmerged(const Lost& lost, const std::vector<Sets>& parts,
                                     const std::vector<std::size_t>& counts) {
    std::vector<std::size_t> missing = counts;
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
        if (!merged.contains(whole_.loopOf(whole_.operations[i]))) unmerged_.insert(i);
    }
}

// Steps 3 and 4 for some sets, which are among these operations.
void LineSearch::Steps::resolve(const Lost& lost, const Sets& sets, const OperationIndexes& among) {
    if (among.size() == 1) return assign(lost, sets, among);
    std::map<SourceLine, Sets> lines;
    for (const std::size_t set : sets) lines[lost.group.sets[set].line].push_back(set);
    Needs needs = needed(lost, sets, among);
    if (!needs || !narrow(lost, sets, among, lines.size() == 1, *needs)) return setUnsure(among);
    std::set<std::size_t> found;
    for (const NeededInstruction& need : *needs) found.insert(need.fits.begin(), need.fits.end());
    const OperationIndexes all(found.begin(), found.end());
    if (all.size() < 2 || lines.size() == 1) return assign(lost, sets, all);
    for (const auto& [line, its] : lines) resolve(lost, its, all);
}

// Step 4: of the instructions that fit, those remain that the shader lacks without these sets. False if that
// is not known.
bool LineSearch::Steps::narrow(const Lost& lost, const Sets& sets, const OperationIndexes& among,
                               bool oneLine, std::vector<NeededInstruction>& needs) {
    if (std::ranges::all_of(needs, [](const NeededInstruction& need) { return need.fits.size() == 1; }))
        return true;
    const CodeOperations* const without = ask(lost.number, false, sets);
    if (without == nullptr) return false;
    const std::vector<std::size_t> gone = lostIn(*without, whole_, lost.group.kind);
    std::size_t instructions = 0;
    for (const std::size_t i : among) instructions += gone[i];
    // Else some of its lines share an instruction with others, and some have one of their own.
    if (!oneLine && instructions > 0 && instructions < needs.size()) return true;
    for (NeededInstruction& need : needs) {
        if (need.fits.size() == 1) continue;
        OperationIndexes missing = need.fits;
        std::erase_if(missing, [&](std::size_t i) { return gone[i] == 0; });
        if (missing.empty()) hidden_.emplace_back(sets, need.fits);
        need.fits = missing;
    }
    return true;
}

// Step 5.
void LineSearch::Steps::placeHidden(const Lost& lost) {
    const std::set<std::size_t> sure = assigned_;
    for (const auto& [sets, fit] : hidden_) {
        OperationIndexes to = fit;
        std::erase_if(to, [&](std::size_t i) { return sure.contains(i); });
        if (to.empty()) {
            const auto bits = [&](std::size_t i) { return operations_[i].load.bits; };
            const std::uint32_t most = bits(*std::ranges::max_element(fit, {}, bits));
            to = fit;
            std::erase_if(to, [&](std::size_t i) { return bits(i) < most; });
            const auto least = bits(*std::ranges::min_element(fit, {}, bits));
            if (std::ranges::count_if(fit, [&](std::size_t i) { return bits(i) > least; }) > 1)
                setUnsure(fit);
        }
        assign(lost, sets, to);
    }
}

// Each instruction of the group has a line. If one has none, it is among those of an instruction with too many.
void LineSearch::Steps::doubtCrowded(const std::vector<std::size_t>& counts, const Lost& lost) {
    if (assigned_.size() == lost.operations.size()) return;
    for (const std::size_t i : assigned_) {
        const auto isIts = [&](const auto& claim) { return claim.first == lost.number; };
        const auto lines = static_cast<std::size_t>(std::ranges::count_if(found_[i], isIts));
        unsure_[i] = unsure_[i] || lines > counts[i];
    }
}

// Step 6, if the variable has one kind of load, which has too few bits for all units: those are loaded
// without which there are fewer of these loads. `count`: how many there are. False if they have bits enough.
bool LineSearch::Steps::findLoaded(const Lost& lost, const std::vector<Sets>& units, std::size_t count) {
    const std::size_t operation = lost.operations[0];
    const std::size_t bits = count * std::max<std::size_t>(operations_[operation].load.bits, kLeastBits);
    if (lost.group.kind.access != Access::Load || bits >= bitsOf(units, lost.group)) return false;
    std::vector<Sets> all, missed;
    std::size_t gone = 0;
    for (const Sets& its : units) {
        const CodeOperations* const without = ask(lost.number, false, its);
        if (without == nullptr) {
            unsure_[operation] = true;
            continue;
        }
        all.push_back(its);
        const std::size_t fewer = lostIn(*without, whole_, lost.group.kind)[operation];
        gone += fewer;
        if (fewer > 0) missed.push_back(its);
    }
    // Where an instruction takes one constant as an operand and another one from a load, it needs no load
    // without either. Only a constant that needs a load alone surely has it. Two halves of a word are loaded
    // until both are gone.
    const bool merged = missed.size() * kLeastBits <= count * operations_[operation].load.bits;
    const bool clear = !missed.empty() && (gone <= count || merged);
    std::size_t loads = 0;
    if (clear) {
        for (const Sets& its : missed) assign(lost, its, lost.operations);
        if (gone >= count) return true;
        loads = gone;
        std::erase_if(all, [&](const Sets& its) { return std::ranges::count(missed, its) > 0; });
    }
    for (const Sets& its : missed.empty() || clear ? all : missed) {
        const Needs needs = needed(lost, its, lost.operations);
        if (!needs || needs->empty()) continue;
        loads += needs->size();
        assign(lost, its, lost.operations);
    }
    if (loads < count) unsure_[operation] = true;
    return true;
}

// Step 6, for parts that need no instruction alone, but may have some beside others: few push constants are
// passed in registers, many are loaded. Then each such part's instructions are those that go without it.
void LineSearch::Steps::findByLoss(const Lost& lost, const std::vector<Sets>& parts) {
    std::vector<Sets> withoutNeed;
    for (const Sets& part : parts) {
        const Needs needs = needed(lost, part, lost.operations);
        if (!needs) return;
        if (needs->empty()) withoutNeed.push_back(part);
    }
    std::vector<std::size_t> claimed(operations_.size());
    std::vector<std::pair<Sets, OperationIndexes>> uncertain;
    for (const Sets& part : withoutNeed) {
        const CodeOperations* const without = ask(lost.number, false, part);
        if (without == nullptr) {
            setUnsure(lost.operations);
            continue;
        }
        const std::vector<std::size_t> gone = lostIn(*without, whole_, lost.group.kind);
        OperationIndexes missing = lost.operations;
        std::erase_if(missing, [&](std::size_t i) { return gone[i] == 0; });
        std::size_t bits = 0;
        for (const std::size_t i : missing) bits += gone[i] * operations_[i].load.bits;
        if (bits > bitsOf(unitsOf(lost.group, part), lost.group)) {
            uncertain.emplace_back(part, missing);
            continue;
        }
        for (const std::size_t i : missing) claimed[i] += gone[i];
        if (missing.empty() && withoutNeed.size() == parts.size())
            hidden_.emplace_back(part, lost.operations);
        assign(lost, part, missing);
    }
    // Without a large part, other parts find room in registers, too: their loads are theirs.
    for (auto& [part, missing] : uncertain) {
        const OperationIndexes all = missing;
        std::erase_if(missing, [&](std::size_t i) { return claimed[i] >= operations_[i].count; });
        assign(lost, part, missing.empty() ? all : missing);
    }
}

// Step 7. Without a variable's loads, what is computed for its stores goes, too, and looks like its own.
void LineSearch::Steps::settleClaims() {
    std::vector<std::set<std::size_t>> ofGroup(groups_.size()); // operations
    for (std::size_t i = 0; i < found_.size(); ++i)
        for (const auto& [group, set] : found_[i]) ofGroup[group].insert(i);
    const auto accessesOf = [&](const MemoryOperation& one) { // "ds_write2st64_b32" has two addresses
        const bool two =
            one.load.name.starts_with("ds_") && (one.load.name.find("2_b") != std::string::npos ||
                                                 one.load.name.find("2st64") != std::string::npos);
        return one.count * (two ? 2 : 1);
    };
    for (std::size_t i = 0; i < found_.size(); ++i) {
        const std::size_t accesses = accessesOf(operations_[i]);
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
}

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
