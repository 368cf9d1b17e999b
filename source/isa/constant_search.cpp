// The part of LineSearch for constants, which need no load where they are operands of instructions (NVIDIA) or
// passed in registers (AMD), and which a driver loads together with its own values (Intel).
#include "isa/line_search.h"

#include <algorithm>
#include <utility>

namespace vkperftest {
namespace {

constexpr std::size_t kLeastBits = 32; // of a unit

// Of all units together, if none is loaded twice.
std::size_t bitsOf(const std::vector<AccessGroup::Sets>& units, const AccessGroup& group) {
    std::size_t bits = 0;
    for (const AccessGroup::Sets& its : units) {
        std::size_t most = kLeastBits;
        for (const std::size_t i : its) most = std::max(most, group.sets[i].bits);
        bits += most;
    }
    return bits;
}

} // namespace

// What a driver passes to shaders it may load in one piece with push constants, which come first: behind the
// most that a driver offers, all is its own. Without push constants, it loads its own part: from the end,
// loads of no more than this hold none of them. `found`: operations, in the code's order.
void LineSearch::eraseDriversOwn(OperationIndexes& found, const CodeOperations& none) const {
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

// NVIDIA's instructions take some constants as operands, without a load. So of a variable with one kind of
// load, which has too few bits for all units, those are loaded without which there are fewer of these loads.
// `count`: how many there are. False if they have bits enough for all units.
bool LineSearch::findLoaded(const Lost& lost, const std::vector<Sets>& units, std::size_t count) {
    const std::size_t operation = lost.operations[0];
    const std::size_t bits = count * std::max<std::size_t>(operations_[operation].load.bits, kLeastBits);
    if (lost.group.access != Access::Load || bits >= bitsOf(units, lost.group)) return false;
    std::vector<Sets> all, missed;
    std::size_t gone = 0;
    for (const Sets& its : units) {
        const VariantAnswers::Answer without =
            answers_.ask({lost.number, false, its}, placesOf(lost, lost.operations));
        if (without.code == nullptr) {
            unsure_[operation] = true;
            continue;
        }
        all.push_back(its);
        const std::size_t fewer = lostIn(*without.code, whole_, lost.group, without.places)[operation];
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

// Parts that need no instruction alone may have some beside others: few push constants are passed in
// registers, many are loaded. Then each such part's instructions are those that go without it.
void LineSearch::findByLoss(const Lost& lost, const std::vector<Sets>& parts) {
    std::vector<Sets> withoutNeed;
    for (const Sets& part : parts) {
        const Needs needs = needed(lost, part, lost.operations);
        if (!needs) return;
        if (needs->empty()) withoutNeed.push_back(part);
    }
    std::vector<std::size_t> claimed(operations_.size());
    std::vector<std::pair<Sets, OperationIndexes>> uncertain;
    for (const Sets& part : withoutNeed) {
        const VariantAnswers::Answer answer =
            answers_.ask({lost.number, false, part}, placesOf(lost, lost.operations));
        if (answer.code == nullptr) {
            for (const std::size_t i : lost.operations) unsure_[i] = true;
            continue;
        }
        const std::vector<std::size_t> gone = lostIn(*answer.code, whole_, lost.group, answer.places);
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

} // namespace vkperftest
