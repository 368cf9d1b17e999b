#include "isa/line_search.h"

#include <algorithm>
#include <utility>

namespace vkperftest {
namespace {

using Sets = AccessGroup::Sets;

// Units that are accessed in just the same lines are one question: its answer is these lines.
std::vector<Sets> withEqualLines(const std::vector<Sets>& units, const std::vector<AccessGroup::Set>& sets) {
    std::map<std::set<SourceLine>, Sets> byLines;
    for (const Sets& unit : units) {
        std::set<SourceLine> lines;
        for (const std::size_t i : unit) lines.insert(sets[i].line);
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

} // namespace

LineSearch::LineSearch(const Listing& whole, std::vector<AccessGroup> groups)
    : whole_(codeOperations(whole)), groups_(std::move(groups)), answers_(groups_, whole_.loops.size()) {}

void LineSearch::add(ShaderVariant variant, const Listing* code) {
    answers_.add(std::move(variant), code != nullptr ? std::optional(codeOperations(*code)) : std::nullopt);
}

// Each step begins anew with what is known, so that nothing depends on the order of answers.
std::vector<ShaderVariant> LineSearch::next() {
    do {
        operations_ = whole_.operations;
        traced_.assign(operations_.size(), 0);
        found_.assign(operations_.size(), {});
        unsure_.assign(operations_.size(), false);
        pushedKnown_ = true;
        for (std::size_t group = 0; group < groups_.size(); ++group) searchGroup(group);
    } while (answers_.takeDisturbed());
    for (std::size_t i = 0; i < operations_.size(); ++i) {
        std::vector<SourceLine>& lines = operations_[i].lines;
        for (const auto& [group, set] : found_[i]) {
            lines.push_back(groups_[group].sets[set].line);
            operations_[i].sources += groups_[group].sets[set].accesses;
        }
        std::ranges::sort(lines);
        lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
        operations_[i].ownKnown = pushedKnown_;
        operations_[i].linesComplete = !lines.empty() && !unsure_[i] && traced_[i] >= operations_[i].count;
    }
    return answers_.takeWanted();
}

// Where the operations are; nothing if the code without the variable has other loops.
std::optional<Places> LineSearch::placesOf(const Lost& lost, const OperationIndexes& operations) const {
    if (lost.none.loops.size() != whole_.loops.size()) return std::nullopt;
    Places places;
    for (const std::size_t i : operations) places.insert(whole_.placeOf(whole_.operations[i]));
    return places;
}

// If all instructions of the group's kind are alike, and no more than its accesses, they are these accesses.
// More may be spilled registers.
bool LineSearch::assignAlike(std::size_t group) {
    const std::vector<AccessGroup::Set>& sets = groups_[group].sets;
    OperationIndexes all;
    for (std::size_t i = 0; i < operations_.size(); ++i) {
        if (mayBelong(operations_[i], groups_[group])) all.push_back(i);
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

void LineSearch::searchGroup(std::size_t group) {
    if (isOnlyOfItsKind(group, groups_) && assignAlike(group)) return;
    const std::vector<AccessGroup::Set>& sets = groups_[group].sets;
    const VariantAnswers::Answer none = answers_.ask({group, true, {}}, std::nullopt);
    if (none.code == nullptr) {
        if (groups_[group].access == Access::Load) pushedKnown_ = false;
        return;
    }
    const std::vector<std::size_t> counts = lostIn(*none.code, whole_, groups_[group], none.places);
    const auto isData = [&](std::size_t i) { return isFromMemory(operations_[i].load.source); };
    OperationIndexes found;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (counts[i] > 0) found.push_back(i);
    }
    // The descriptor of a load goes with it, or what the driver pushes for it. If nothing else goes, the load
    // is what looks like one; unless it surely is one, whose buffer needs no load.
    if (std::ranges::any_of(found, isData)) std::erase_if(found, [&](std::size_t i) { return !isData(i); });
    std::erase_if(found, [&](std::size_t i) { return operations_[i].load.surely; });
    eraseDriversOwn(found, *none.code);
    for (const std::size_t i : found) {
        LoadSource& source = operations_[i].load.source;
        if (source == LoadSource::Descriptor) source = LoadSource::Data;
        traced_[i] += counts[i];
    }
    if (found.empty()) return;
    const Lost lost{{groups_[group], whole_, *none.code, found}, group};
    assigned_.clear();
    unmerged_.clear();
    hidden_.clear();
    const std::vector<Sets> units = unitsOf(groups_[group]);
    if (found.size() == 1 && findLoaded(lost, units, counts[found[0]])) return;
    const std::vector<Sets> parts = withEqualLines(units, sets);
    if (found.size() > 1) findUnmerged(lost, parts, counts);
    for (const Sets& part : parts) resolve(lost, part, found);
    if (assigned_.empty() || (found.size() > 1 && groups_[group].pushConstants)) findByLoss(lost, parts);
    placeHidden(lost);
}

// The instructions that these sets need; nothing if that is not known.
LineSearch::Needs LineSearch::needed(const Lost& lost, const Sets& sets, const OperationIndexes& among) {
    std::vector<NeededInstruction> all;
    if (sets.size() == lost.group.sets.size()) { // the shader itself
        for (const std::size_t i : among) all.push_back({{i}, i});
        return all;
    }
    const AccessQuestion question{lost.number, true, sets};
    const VariantAnswers::Answer alone = answers_.ask(question, placesOf(lost, among));
    if (alone.code == nullptr) return std::nullopt;
    NeededInstructions needed = neededIn(*alone.code, lost, among, alone.places);
    if (alone.places != nullptr && (needed.strange || needed.all.empty())) {
        if (needed.strange) answers_.disturb(question);
        answers_.askApart(question);
        return std::nullopt;
    }
    if (alone.places == nullptr && !needed.all.empty()) answers_.disturb(question);
    for (NeededInstruction& one : needed.all) {
        if (one.same && unmerged_.contains(*one.same)) one.fits = {*one.same};
    }
    return std::move(needed.all);
}

// In a loop that has just the instructions that parts of the group need when they are alone, none were
// merged: each part's are those of their kind. `counts`: how many of each operation are the variable's.
void LineSearch::findUnmerged(const Lost& lost, const std::vector<Sets>& parts,
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

void LineSearch::assign(const Lost& lost, const Sets& sets, const OperationIndexes& to) {
    for (const std::size_t operation : to) {
        for (const std::size_t set : sets) found_[operation].emplace(lost.number, set);
        assigned_.insert(operation);
    }
}

void LineSearch::resolve(const Lost& lost, const Sets& sets, const OperationIndexes& among) {
    if (among.size() == 1) return assign(lost, sets, among);
    Needs needs = needed(lost, sets, among);
    const auto giveUp = [&] {
        for (const std::size_t i : among) unsure_[i] = true;
    };
    if (!needs) return giveUp();
    std::map<SourceLine, Sets> lines;
    for (const std::size_t set : sets) lines[lost.group.sets[set].line].push_back(set);
    std::set<std::size_t> found;
    if (std::ranges::any_of(*needs, [](const NeededInstruction& need) { return need.fits.size() > 1; })) {
        OperationIndexes fits;
        for (const NeededInstruction& need : *needs)
            fits.insert(fits.end(), need.fits.begin(), need.fits.end());
        const VariantAnswers::Answer without = answers_.ask({lost.number, false, sets}, placesOf(lost, fits));
        if (without.code == nullptr) return giveUp();
        const std::vector<std::size_t> gone = lostIn(*without.code, whole_, lost.group, without.places);
        std::size_t instructions = 0;
        for (const std::size_t i : among) instructions += gone[i];
        // Else some of its lines share an instruction with others, and some have one of their own.
        const bool together = lines.size() == 1 || instructions == 0 || instructions >= needs->size();
        for (auto& [its, same] : *needs) {
            if (its.size() == 1 || !together) continue;
            OperationIndexes missing = its;
            std::erase_if(missing, [&](std::size_t i) { return gone[i] == 0; });
            if (missing.empty()) hidden_.emplace_back(sets, its);
            its = missing;
        }
    }
    for (const NeededInstruction& need : *needs) found.insert(need.fits.begin(), need.fits.end());
    const OperationIndexes all(found.begin(), found.end());
    if (all.size() < 2 || lines.size() == 1) return assign(lost, sets, all);
    for (const auto& [line, its] : lines) resolve(lost, its, all);
}

// An access that loses no instruction alone is served by one that serves others, too: by one that has no line
// yet, or else by the widest.
void LineSearch::placeHidden(const Lost& lost) {
    const std::set<std::size_t> sure = assigned_;
    for (const auto& [sets, fit] : hidden_) {
        OperationIndexes to = fit;
        std::erase_if(to, [&](std::size_t i) { return sure.contains(i); });
        if (to.empty()) {
            const auto bits = [&](std::size_t i) { return operations_[i].load.bits; };
            const std::uint32_t most = bits(*std::ranges::max_element(fit, {}, bits));
            to = fit;
            std::erase_if(to, [&](std::size_t i) { return bits(i) < most; });
        }
        assign(lost, sets, to);
    }
}

} // namespace vkperftest
