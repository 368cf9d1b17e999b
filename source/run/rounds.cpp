#include "run/rounds.h"

#include <algorithm>
#include <numeric>

#include "analysis/figures.h"
#include "run/differential_sample.h"
#include "run/stopping.h"

namespace vkperftest {
namespace {

static_assert(kSoftwareMethod.mostSamples <= kMostOfASubject,
              "or a submission has more timestamps than queries");

// How many samples of each subject the next visit takes: up to `most`, as many as fit into the time of one on a
// GPU. A submission costs time, too, and an epoch of few samples shows little of its level.
std::size_t repeatsWithin(double nanosecondsOfOne, std::size_t subjects, std::size_t most) {
    constexpr double kVisit = 3.5e6; // a subject
    const double fit = kVisit * static_cast<double>(subjects) / nanosecondsOfOne;
    return static_cast<std::size_t>(std::clamp(fit, 1.0, static_cast<double>(most)));
}

} // namespace

Rounds::Rounds(RunState& run, Preparation& preparation, Recovery& recovery)
    : run_(run), preparation_(preparation), recovery_(recovery), random_(run.plan.seed) {}

void Rounds::play() {
    if (run_.over()) return;
    std::vector<RowState*> order;
    for (RowState& row : run_.rows) {
        if (run_.goesOn(row)) order.push_back(&row);
    }
    // The null row is visited far more often than any other row, since its error applies to all of them.
    constexpr std::size_t kRowsToANull = 16;
    order.insert(order.end(), order.size() / kRowsToANull + 1, &run_.null);
    shuffle(order, random_);
    for (RowState* row : order) {
        if (!preparation_.ready()) return;
        if (row->groups == 0) preparation_.admit(*row);
        if (row->groups != 0 && row->anyProgram() && preparation_.ready()) visit(*row);
        if (!row->anyProgram()) row->done = true;
        if (row == &run_.null) continue;
        if (row->done) run_.checkpoint(); // before it is reported as done
        report(*row);
    }
}

// Epochs may differ by more than the samples of each do, and only all rows together show by how much.
void Rounds::findWideRows() {
    constexpr double kOften = 0.05; // of the budget: analysing all rows takes as long as many visits
    if (!run_.traits.method->timeForWide || !run_.overtime() || run_.mostBudgetsOfWide() <= 1) return;
    const bool last = std::ranges::none_of(run_.rows, [&](const RowState& row) { return run_.goesOn(row); });
    if (!last && run_.spent < foundWideAt_ + kOften * run_.budget) return;
    foundWideAt_ = run_.spent;
    const RunFigures figures = analyse(run_.result);
    for (std::size_t i = 0; i < figures.rows.size(); ++i) {
        RowState& row = run_.rows[i];
        row.wide = !row.done && std::ranges::any_of(figures.rows[i].strategies, [](const auto& shown) {
            return shown && isTooWide(shown->ratio);
        });
    }
}

void Rounds::visit(RowState& row) {
    // What the first visit takes is known of a size of several units, unless a coarse timer made it long.
    constexpr double kFineTick = 100;
    const bool isKnown = row.groups > run_.traits.groupUnit && run_.traits.tickNanoseconds <= kFineTick;
    const bool repeatable =
        run_.traits.method->mostSamples > 1 && !row.twin; // a twin needs no narrow interval
    if (repeatable && isKnown && row.result->baselineNanoseconds.empty())
        row.repeats = run_.traits.method->mostSamples;
    std::vector<Dispatch> subjects = {run_.baseline};
    std::vector<std::size_t> strategies; // of the subjects after the baseline
    for (std::size_t s = 0; s < row.programs.size(); ++s) {
        if (!row.programs[s]) continue;
        subjects.push_back({*row.programs[s], row.groups});
        strategies.push_back(s);
    }
    std::vector<Visit> repeats;
    std::vector<Dispatch> dispatches;
    for (std::size_t i = 0; i < row.repeats; ++i) {
        const Visit& added = repeats.emplace_back(subjects, run_.traits, random_);
        dispatches.insert(dispatches.end(), added.dispatches().begin(), added.dispatches().end());
    }
    const Result<std::vector<double>> timed = run_.sample(dispatches);
    if (!timed.ok()) return recovery_.isolate(row, timed.error());
    if (&row != &run_.null) recovery_.rowSampled();
    const double busy = std::accumulate(timed.value().begin(), timed.value().end(), 0.0);
    run_.spent += busy;
    row.spent += busy;
    run_.result.busyNanoseconds += busy;
    run_.result.timedNanoseconds += busy;
    std::span<const double> rest = timed.value();
    for (const Visit& repeat : repeats) {
        const std::size_t count = repeat.dispatches().size();
        if (const auto samples = repeat.samples(rest.first(count), run_.dispatchCost))
            add(row, *samples, strategies);
        rest = rest.subspan(count);
    }
    if (repeatable)
        row.repeats = repeatsWithin(busy / static_cast<double>(repeats.size()), subjects.size(),
                                    run_.traits.method->mostSamples);
    judge(row);
}

void Rounds::add(RowState& row, std::span<const double> samples, std::span<const std::size_t> strategies) {
    RowResult& result = *row.result;
    result.baselineLoads = run_.baseline.groups * kLoadsPerGroup;
    result.baselineNanoseconds.push_back(samples.front());
    result.sequence.push_back(run_.result.baselineSeries.size());
    result.epochs.push_back(run_.epoch.number);
    run_.result.baselineSeries.push_back(samples.front() / static_cast<double>(result.baselineLoads));
    for (std::size_t i = 0; i < strategies.size(); ++i) {
        StrategyResult& strategy = result.strategies[strategies[i]];
        strategy.status = Status::Measured;
        strategy.loads = row.groups * kLoadsPerGroup;
        strategy.nanoseconds.push_back(samples[i + 1]);
    }
}

void Rounds::judge(RowState& row) const {
    // There are as many serial twins as rows: on a noisy machine they would take most of the
    // rows' time.
    const std::size_t samples = row.result->baselineNanoseconds.size();
    const bool hadItsShare = row.twin && !isWithoutLoads(row.description.technique) &&
                             row.spent >= row.effort.secondsPerProgram * 1e9 &&
                             samples >= row.effort.fewestSamples;
    row.result->stopped.reset();
    if (samples < row.effort.fewestSamples) return; // ratios take longer
    const std::vector<PairedRatio> ratios = measuredRatios(*row.result);
    if (preciseEnough(row.effort, samples, ratios)) {
        row.result->stopped = StopReason::Precision;
    } else if (hadItsShare) {
        row.result->stopped = StopReason::Time;
    }
    row.done = row.result->stopped.has_value();
}

std::size_t Rounds::unfinishedRows() const {
    return static_cast<std::size_t>(std::ranges::count(run_.rows, false, &RowState::done));
}

void Rounds::report(const RowState& row) {
    if (!run_.hooks.progress) return;
    const double byRows = 1 - static_cast<double>(unfinishedRows()) / static_cast<double>(run_.rows.size());
    const auto asked = std::span(run_.rows).first(run_.plan.rows.size()); // twins are not counted
    const auto done = static_cast<std::size_t>(std::ranges::count(asked, true, &RowState::done));
    const double byTime = std::min(1.0, run_.spent / (run_.overtime() ? 2 * run_.budget : run_.budget));
    fraction_ = std::max({fraction_, byRows, byTime}); // must not shrink in the extra time of wide rows
    run_.hooks.progress({done, run_.plan.rows.size(), &run_.result, row.result, fraction_});
}

} // namespace vkperftest
