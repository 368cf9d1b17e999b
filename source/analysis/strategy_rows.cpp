#include "analysis/strategy_rows.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cases/binding.h"

namespace vkperftest {
namespace {

AgainstSet verdictOn(const PairedRatio& gain) {
    const std::optional<bool> faster = isAtLeast(gain, kSameUnderSet),
                              notSlower = isAtLeast(gain, 1 / kSameUnderSet);
    if (!faster || !notSlower) return AgainstSet::Unknown;
    return *faster ? AgainstSet::Faster : *notSlower ? AgainstSet::Same : AgainstSet::Slower;
}

// Whether structured elements of the same width are no slower under `set` than the row is under the strategy.
bool isAlikeUnderSet(const RunFigures& figures, const RowFigures& row, std::size_t strategy,
                     std::size_t set) {
    constexpr std::pair<LoadKind, LoadKind> kKinds[] = {{LoadKind::Raw, LoadKind::Structured},
                                                        {LoadKind::RawCopy, LoadKind::StructuredCopy}};
    const LoadFacts& one = *row.row->load;
    return std::ranges::any_of(figures.rows, [&](const RowFigures& other) {
        if (!other.row->load || other.under(set) == nullptr) return false;
        const LoadFacts& two = *other.row->load;
        if (std::ranges::count(kKinds, std::pair(one.kind, two.kind)) == 0 || one.bytes != two.bytes ||
            one.pattern != two.pattern || one.technique != two.technique || one.byteOffset != 0)
            return false;
        const PairedRatio time = quotient(other.under(set)->ratio, row.under(strategy)->ratio);
        return isAtLeast(time, 1 / kSameUnderSet) != false;
    });
}

} // namespace

std::size_t StrategyRows::count(AgainstSet verdict) const {
    return static_cast<std::size_t>(std::ranges::count(rows, verdict, &JudgedRow::verdict));
}

std::size_t StrategyRows::judged() const {
    return rows.size() - count(AgainstSet::Unknown);
}

AgainstSet StrategyRows::mostly() const {
    if (judged() == 0) return AgainstSet::Unknown;
    for (const AgainstSet verdict : {AgainstSet::Faster, AgainstSet::Same, AgainstSet::Slower}) {
        if (2 * count(verdict) <= judged()) continue;
        const bool few = judged() < count(AgainstSet::Unknown);
        return verdict != AgainstSet::Same && few ? AgainstSet::Unknown : verdict;
    }
    return AgainstSet::Depends;
}

double StrategyRows::mostFaster() const {
    double most = 1;
    for (const JudgedRow& row : rows)
        if (row.verdict == AgainstSet::Faster) most = std::max(most, 1 / row.times);
    return most;
}

double StrategyRows::mostSlower() const {
    double most = 1;
    for (const JudgedRow& row : rows)
        if (row.verdict == AgainstSet::Slower) most = std::max(most, row.times);
    return most;
}

bool showsLoads(const RowResult& row, const StrategyFigures& figures) {
    const bool computes = row.load && row.load->kind == LoadKind::Unpacked;
    return !figures.loadsPerNanosecond || isOfLoads(figures.bound) ||
           figures.boundDoubt == BoundDoubt::Writes || computes;
}

StrategyRows rowsUnder(const RunFigures& figures, std::string_view strategy) {
    StrategyRows counted{.strategy = std::string(strategy), .rows = {}};
    const std::optional<std::size_t> set = strategyNumber(*figures.run, kSetName),
                                     other = strategyNumber(*figures.run, strategy);
    if (!set || !other) return counted;
    for (const RowFigures& row : figures.rows) {
        const std::optional<PairedRatio> gain = row.timeOver(*set, *other);
        if (!gain || (row.row->load && row.row->load->technique == Technique::Floor)) continue;
        JudgedRow& judged =
            counted.rows.emplace_back(JudgedRow{.name = row.row->name, .verdict = verdictOn(*gain)});
        judged.ratio = *row.timeOver(*other, *set);
        judged.times = 1 / gain->median;
        judged.hidden = !showsLoads(*row.row, *row.under(*set)) || !showsLoads(*row.row, *row.under(*other));
        const bool promises = promisedAlignment(strategy) > promisedAlignment(kNarrowAddresses);
        if (promises && judged.verdict == AgainstSet::Faster && row.row->load &&
            isAlikeUnderSet(figures, row, *other, *set))
            judged.verdict = AgainstSet::Same;
    }
    return counted;
}

} // namespace vkperftest
