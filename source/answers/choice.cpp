#include "answers/advice.h"

#include <algorithm>
#include <bit>

#include "analysis/thresholds.h"
#include "answers/finding.h"

namespace vkperftest {
namespace {

bool isUnprovable(const LoadFacts& load) {
    return load.kind == LoadKind::Raw && load.values > 1 && load.byteOffset == 0 && !load.alignmentProvable;
}

bool isProvableForm(const LoadFacts& load, const LoadFacts& other) {
    return other.kind == LoadKind::Raw && other.alignmentProvable && other.values == load.values &&
           other.stride == load.stride;
}

bool isPrinted(const Row& row) {
    return row.figures->countedSamples == 0;
}

// Its time is that of its loads, as far as is known: loads limit it, or it is printed. Also of rows that only
// write or that compute what they load, whose times are compared as they are.
bool showsLoads(const Row& row) {
    return isPrinted(row) || row.figures->isOfLoads() || onlyWrites(row.load().kind) ||
           row.load().kind == LoadKind::Unpacked;
}

// Whether the row's loads may be faster, or slower, than it shows.
bool mayBeFaster(const Row& row, bool oneKernel) {
    return row.figures->footnote.value_or(FootnoteEffect::Faster) != FootnoteEffect::Faster ||
           (!oneKernel && !showsLoads(row));
}

bool mayBeSlower(const Row& row) {
    return row.figures->footnote.value_or(FootnoteEffect::Slower) != FootnoteEffect::Slower;
}

// The verdict holds whatever the rows' loads take beyond what is shown.
bool holds(Verdict verdict, const Row& subject, const Row& reference, bool oneKernel) {
    const bool less = mayBeFaster(subject, oneKernel) || mayBeSlower(reference),
               more = mayBeFaster(reference, oneKernel) || mayBeSlower(subject);
    return !(less && verdict != Verdict::Better) && !(more && verdict != Verdict::Worse);
}

// Whether it shows less than the fastest, and by its footnote may not be.
bool isMadeSlower(const Alternative& each) {
    return each.row.figures->footnote == FootnoteEffect::Slower && each.cost.verdict == Verdict::Unknown &&
           each.cost.value->median >= kSameKernel;
}

// Its interval reaches beyond the fastest's, or it has none.
bool mayBeFastest(const Alternative& each) {
    const std::optional<Interval>& interval = each.cost.value->interval;
    return !isPrinted(each.row) && (!interval || interval->low < 1 / kSameKernel);
}

// Whether the run ended before it had measured all rows, and lacks a kind of load in this line.
bool isAwaited(const RunFigures& figures, const LoadChoice& choice) {
    const auto isThere = [&](const LoadKindChoice& kind) { return hasSize(kind.kind, choice.bytes); };
    return figures.counts.notMeasured > 0 &&
           std::ssize(choice.all) < std::ranges::count_if(kLoadKinds, isThere);
}

std::vector<Alternative> measuredAlternatives(const std::vector<Row>& rows, std::uint32_t bytes,
                                              Pattern pattern) {
    std::vector<Alternative> found;
    for (const LoadKindChoice& kind : kLoadKinds) {
        const auto row = std::ranges::find_if(rows, [&](const Row& each) {
            const LoadFacts& load = each.load();
            return load.kind == kind.kind && load.bytes == bytes && load.pattern == pattern && isChoice(load);
        });
        if (row != rows.end() && hasSize(kind.kind, bytes)) found.push_back({&kind, *row, {}});
    }
    return found;
}

} // namespace

std::vector<Row> measuredRows(const RunFigures& figures) {
    std::vector<Row> rows;
    const std::size_t strategy = judgedStrategy(*figures.run);
    for (const RowFigures& row : figures.rows)
        if (const StrategyFigures* its = row.under(strategy); its != nullptr && row.row->load)
            rows.push_back({row.row, its, figures.run->settings.strategies[strategy]});
    const std::vector<Row> all = rows;
    std::erase_if(rows, [&](const Row& row) {
        return isUnprovable(row.load()) && std::ranges::any_of(all, [&](const Row& other) {
                   return isProvableForm(row.load(), other.load());
               });
    });
    return rows;
}

bool isPlain(const LoadFacts& load) {
    return load.technique == Technique::Direct && load.isCompiledAsUsual();
}

std::string_view scopeOf(const LoadFacts& load) {
    return isUnprovable(load) ? "alignment that no compiler can prove" : "";
}

FoundRow compared(const Row& subject, const Row& reference, double threshold, bool oneKernel) {
    // Of checks, the kernel as it was measured counts, as in the experiment `robustness`.
    const bool asMeasured = subject.load().robustness != reference.load().robustness;
    const auto ratioOf = [&](const Row& row) {
        return asMeasured ? row.figures->ratio : row.figures->best();
    };
    FoundRow found{.name = subject.name(),
                   .strategy = subject.strategy,
                   .reference = reference.name(),
                   .referenceStrategy = reference.strategy,
                   .value = quotient(ratioOf(reference), ratioOf(subject))};
    const auto clocksOf = [&](const Row& row) {
        return asMeasured ? row.figures->clocks : row.figures->bestClocks();
    };
    if (clocksOf(subject) && clocksOf(reference))
        found.clocks = {*clocksOf(reference), *clocksOf(subject), subject.figures->unit,
                        accessOf(subject.load().kind)};
    PairedRatio times = *found.value;
    if (isPrinted(subject) && isPrinted(reference)) times.interval = {times.median, times.median};
    const Verdict verdict = verdictOnTime(times, threshold);
    if (holds(verdict, subject, reference, oneKernel)) found.verdict = verdict;
    return found;
}

bool isChoice(const LoadFacts& load) {
    constexpr std::uint32_t kMostOfShort = 256; // bytes of the short constant buffers
    const bool floats =
        load.format == Format::R32F || load.format == Format::RG32F || load.format == Format::RGBA32F;
    const bool converts = load.kind == LoadKind::Typed || load.kind == LoadKind::Texture;
    return isPlain(load) && load.byteOffset == 0 && (floats || !converts) &&
           (load.kind != LoadKind::Raw || load.stride == 0 || load.stride <= std::bit_ceil(load.bytes)) &&
           (load.kind != LoadKind::Constants || load.resourceBytes > kMostOfShort) &&
           std::ranges::count(kLoadKinds, load.kind, &LoadKindChoice::kind) > 0;
}

std::vector<std::string> LoadChoice::fastest() const {
    std::vector<const Alternative*> found;
    for (const Alternative& each : all)
        if (each.isFastest) found.push_back(&each);
    std::ranges::stable_sort(found, {}, [](const Alternative* each) { return each->cost.value->median; });
    std::vector<std::string> kinds;
    for (const Alternative* each : found) kinds.emplace_back(each->kind->name);
    return kinds;
}

std::vector<LoadChoice> choicesOf(const RunFigures& figures, const std::vector<Row>& rows) {
    const bool hashed = std::ranges::any_of(
        rows, [](const Row& row) { return row.load().pattern == Pattern::Hashed && isChoice(row.load()); });
    std::vector<LoadChoice> choices;
    for (const std::uint32_t bytes : kChoiceBytes) {
        for (const Pattern pattern :
             {Pattern::Uniform, Pattern::Linear, hashed ? Pattern::Hashed : Pattern::Random}) {
            LoadChoice choice{bytes, pattern, measuredAlternatives(rows, bytes, pattern)};
            // A row that a footnote may have made faster is never called the fastest, and one alone is neither.
            const auto canBeFastest = [](const Alternative& each) { return !mayBeSlower(each.row); };
            if (std::ranges::count_if(choice.all, canBeFastest) < 2) continue;
            const Alternative* best = nullptr;
            for (const Alternative& each : choice.all)
                if (canBeFastest(each) && (best == nullptr || each.row.ratio() > best->row.ratio()))
                    best = &each;
            const Row fastest = best->row;
            bool known = !isAwaited(figures, choice);
            for (Alternative& each : choice.all) {
                each.cost = compared(each.row, fastest, kSameKernel, false);
                each.cost.at = patternName(pattern);
                each.isAtMost = each.row.figures->limiter == Limiter::Instructions &&
                                fastest.figures->limiter != Limiter::Instructions;
                if (each.kind->kind == LoadKind::Structured && isMadeSlower(each)) known = false;
                if (each.row.result != fastest.result && mayBeFastest(each)) known = false;
            }
            for (Alternative& each : choice.all)
                each.isFastest = known && canBeFastest(each) && each.cost.value->median < kSameKernel;
            choices.push_back(std::move(choice));
        }
    }
    return choices;
}

} // namespace vkperftest
