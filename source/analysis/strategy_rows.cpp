#include "analysis/strategy_rows.h"

#include <algorithm>
#include <optional>

#include "cases/binding.h"

namespace vkperftest {
namespace {

// Whether structured elements of the same width are no slower under `set` than the row is under the strategy.
bool isAlikeUnderSet(const RunFigures& figures, const RowFigures& row, std::size_t strategy,
                     std::size_t set) {
    const LoadFacts& one = *row.row->load;
    return std::ranges::any_of(figures.rows, [&](const RowFigures& other) {
        if (!other.row->load || other.under(set) == nullptr) return false;
        const LoadFacts& two = *other.row->load;
        if (one.kind != LoadKind::Raw || two.kind != LoadKind::Structured || one.bytes != two.bytes ||
            one.pattern != two.pattern || one.technique != two.technique || one.byteOffset != 0)
            return false;
        const PairedRatio time = quotient(other.under(set)->ratio, row.under(strategy)->ratio);
        return isAtLeast(time, 1 / kSameUnderSet) != false;
    });
}

} // namespace

std::size_t StrategyRows::count(Verdict verdict) const {
    return static_cast<std::size_t>(std::ranges::count(rows, verdict, &JudgedRow::verdict));
}

std::size_t StrategyRows::judged() const {
    return rows.size() - count(Verdict::Unknown);
}

ReasonedVerdict StrategyRows::mostly() const {
    const std::size_t unknown = count(Verdict::Unknown);
    ReasonedVerdict tooFew{
        .why = {.kind = Inconclusive::SomeUnknown,
                .figures = {static_cast<double>(unknown), static_cast<double>(rows.size())}}};
    if (judged() == 0) return tooFew;
    for (const Verdict verdict : {Verdict::Better, Verdict::Same, Verdict::Worse}) {
        if (2 * count(verdict) <= judged()) continue;
        if (verdict != Verdict::Same && judged() < unknown) return tooFew;
        return {.verdict = verdict};
    }
    return {.why = {.kind = Inconclusive::RowsDiffer}};
}

bool showsLoads(const RowResult& row, const StrategyFigures& figures) {
    const bool computes = row.load && row.load->kind == LoadKind::Unpacked;
    return !figures.loadsPerNanosecond || figures.isOfLoads() ||
           figures.limiterDoubt == LimiterDoubt::Writes || computes;
}

StrategyRows rowsUnder(const RunFigures& figures, std::string_view strategy) {
    StrategyRows counted{.strategy = std::string(strategy), .rows = {}};
    const std::optional<std::size_t> set = strategyNumber(*figures.run, kSetName),
                                     other = strategyNumber(*figures.run, strategy);
    if (!set || !other) return counted;
    for (const RowFigures& row : figures.rows) {
        const std::optional<PairedRatio> gain = row.timeOver(*set, *other);
        const std::optional<LoadFacts>& load = row.row->load;
        if (!gain || (load && load->technique == Technique::NoLoads)) continue;
        JudgedRow& judged = counted.rows.emplace_back(
            JudgedRow{row.row->name, verdictOnGain(*gain, kSameUnderSet), *row.timeOver(*other, *set)});
        const bool promises = promisedAlignment(strategy) > promisedAlignment(kNarrowAddresses);
        if (promises && judged.verdict == Verdict::Better && load &&
            isAlikeUnderSet(figures, row, *other, *set)) {
            judged.verdict = Verdict::Same;
            judged.asStructured = true;
        }
    }
    return counted;
}

} // namespace vkperftest
