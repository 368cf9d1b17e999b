#include <algorithm>
#include <numeric>
#include <random>

#include "analysis/figures.h"
#include "run/dispatch_size.h"
#include "run/optional_readings.h"
#include "run/plan.h"
#include "run/preparation.h"

namespace vkperftest {
namespace {

// Plays rounds: each visits every row that is not done, one submission per row, in a newly drawn order.
class Rounds {
public:
    Rounds(RunState& run, Preparation& preparation, Readings& readings)
        : run_(run), preparation_(preparation), readings_(readings), random_(run.plan.seed) {}

    // Whether anything is left to measure: a row that is not done, or the A/A control.
    bool anyLeft() const { return unfinishedRows() > 0 || !run_.null.done; }
    // Plays one round, or less if the run ends. A row is admitted before its first visit and reported after
    // each visit.
    void play();
    // In overtime on a software driver, unless the user said how long to measure: finds, a few times, the rows
    // that would be shown with intervals too wide to be of use.
    void findWideRows();

private:
    std::size_t unfinishedRows() const {
        return static_cast<std::size_t>(std::ranges::count(run_.rows, false, &RowState::done));
    }
    // One submission: samples of the baseline and of each of the row's strategies, one or on a CPU several.
    void visit(RowState& row);
    // Adds a sample of the baseline and of each of these strategies of the row.
    void add(RowState& row, std::span<const double> samples, std::span<const std::size_t> strategies);
    // Decides whether the row is done: its ratios are precise enough, or it is a control with loads that had its
    // share of the time.
    void judge(RowState& row) const;
    void report(const RowState& row);

    RunState& run_;
    Preparation& preparation_;
    Readings& readings_;
    std::mt19937_64 random_;
    double fraction_ = 0;    // of the work, as last reported
    double foundWideAt_ = 0; // RunState::spent then
    double readAt_ = 0;      // likewise, of the last reading beside rows
};

// How many samples of each subject the next visit takes: up to `most`, as many as fit into the time of one on a
// GPU. A submission costs time, too, and a restart of few samples shows little of its level.
std::size_t repeatsWithin(double nanosecondsOfOne, std::size_t subjects, std::size_t most) {
    constexpr double kVisit = 3.5e6; // a subject
    const double fit = kVisit * static_cast<double>(subjects) / nanosecondsOfOne;
    return static_cast<std::size_t>(std::clamp(fit, 1.0, static_cast<double>(most)));
}

// Of the strategies that were measured, by their samples alone.
std::vector<PairedRatio> measuredRatios(const RowResult& row) {
    std::vector<PairedRatio> ratios;
    for (std::size_t s = 0; s < row.strategies.size(); ++s)
        if (row.strategies[s].status == Status::Measured) ratios.push_back(ratioToBaseline(row, s));
    return ratios;
}

void Rounds::play() {
    if (run_.over()) return;
    std::vector<RowState*> order;
    for (RowState& row : run_.rows) {
        if (run_.goesOn(row)) order.push_back(&row);
    }
    // The A/A control is visited far more often than any other row, since its error applies to all of them.
    constexpr std::size_t kRowsToANull = 16;
    order.insert(order.end(), order.size() / kRowsToANull + 1, &run_.null);
    shuffle(order, random_);
    // A GPU's clock wanders by percents within seconds, and one reading of a restart would be off by as much.
    constexpr std::size_t kReadings = 4;
    // Nanoseconds of samples: in rounds of few rows, more readings would cost more than the rows.
    constexpr double kSoon = 20e6;
    std::size_t visited = 0;
    const auto quarter = [&] { return visited * kReadings / order.size(); };
    for (RowState* row : order) {
        if (!preparation_.ready()) return;
        if (row->groups == 0) preparation_.admit(*row);
        const bool runs = row->groups != 0 && row->firstProgram() && preparation_.ready();
        if (runs) visit(*row);
        if (!row->firstProgram()) row->done = true;
        const std::size_t before = quarter();
        ++visited;
        if (runs && quarter() != before && run_.spent - readAt_ >= kSoon) {
            readings_.read(row);
            readAt_ = run_.spent;
        }
        if (row == &run_.null) continue;
        if (row->done) run_.hooks.checkpoint(run_.result); // before it is reported as done
        report(*row);
    }
}

// Restarts may differ by more than the samples of each do, and only all rows together show by how much.
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
            constexpr double kTooWide = 0.1; // +-5 %
            return shown && relativeWidth(shown->ratio).value_or(0) > kTooWide;
        });
    }
}

void Rounds::visit(RowState& row) {
    // What the first visit takes is known of a size of several units, unless a coarse timer made it long.
    constexpr double kFineTick = 100;
    const bool isKnown = row.groups > run_.traits.groupUnit && run_.traits.tickNanoseconds <= kFineTick;
    const bool repeatable =
        run_.traits.method->mostSamples > 1 && !row.control; // a control needs no narrow interval
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
    if (!timed.ok()) return run_.isolate(row, timed.error());
    if (&row != &run_.null) run_.rowSampled();
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
    result.baselineLoads = run_.baseline.groups * run_.plan.loadsPerUnit();
    result.baselineNanoseconds.push_back(samples.front());
    result.restarts.push_back(run_.restart.number);
    for (std::size_t i = 0; i < strategies.size(); ++i) {
        StrategyResult& strategy = row.resultOf(strategies[i]);
        strategy.status = Status::Measured;
        strategy.loads = row.groups * run_.plan.loadsPerUnit();
        strategy.nanoseconds.push_back(samples[i + 1]);
    }
}

void Rounds::judge(RowState& row) const {
    // There are as many dependent controls as rows: on a noisy machine they would take most of the
    // rows' time.
    const std::size_t samples = row.result->baselineNanoseconds.size();
    const bool hadItsShare = row.control && !isWithoutLoads(row.description.technique) &&
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

void Rounds::report(const RowState& row) {
    const double byRows = 1 - static_cast<double>(unfinishedRows()) / static_cast<double>(run_.rows.size());
    const auto asked = std::span(run_.rows).first(run_.plan.rows.size()); // controls are not counted
    const auto done = static_cast<std::size_t>(std::ranges::count(asked, true, &RowState::done));
    const double byTime = std::min(1.0, run_.spent / (run_.overtime() ? 2 * run_.budget : run_.budget));
    fraction_ = std::max({fraction_, byRows, byTime}); // must not shrink in the extra time of wide rows
    run_.hooks.progress({done, run_.plan.rows.size(), &run_.result, row.result, fraction_});
}

// The first restarts have three rounds each, so that the fewest samples for an interval span four restarts. Later
// ones are longer, to spend less on recreating everything: six rounds, and an eighth of all time sampled so
// far. Otherwise a few rows that need many rounds would spend most of the time on it.
bool restartIsOver(const RunState& run) {
    constexpr std::size_t kShort = 3, kShortRestarts = 3;
    const std::size_t rounds = run.rounds - run.restart.firstRound;
    if (run.restart.firstRound < kShort * kShortRestarts) return rounds >= kShort;
    return rounds >= 2 * kShort && run.spent - run.restart.spentBefore >= run.spent / 8;
}

void finish(RowResult& row, bool early) {
    if (!row.baselineNanoseconds.empty() && !row.stopped) {
        row.stopped = early ? StopReason::Interrupted : StopReason::Time;
    }
    for (StrategyResult& strategy : row.strategies) {
        if (strategy.status != Status::NotMeasured) continue;
        strategy.reason = {early ? ReasonKind::RunEnded : ReasonKind::TimeRanOut};
    }
}

// Records why in every row that was not done.
void finish(RunResult& run) {
    const bool early = run.interrupted || !run.aborted.empty();
    for (RowResult& row : run.rows) finish(row, early);
    for (RowResult& control : run.controls) finish(control, early);
    finish(run.aaControl, early);
}

// Measures something beside the rows, after them, so that nothing else runs in their rounds.
template <class Measure> void measureBeside(RunState& run, Measure measure) {
    if (run.plan.blockRounds > 0 || run.result.interrupted || run.aborted()) return;
    run.hooks.checkpoint(run.result); // rows whose time is up have only now finished, and this takes seconds
    if (const Result<void> measured = measure(); !measured.ok()) run.recover(measured.error());
    run.hooks.checkpoint(run.result);
}

Result<void> walkWindows(RunState& run) {
    const auto tell = [&](std::size_t done, std::size_t all) {
        run.hooks.stage(RunStage::WalkingWindows, done, all);
    };
    WalkedWindows walked;
    const WindowEffort effort = windowEffort(run.plan.effort, *run.executor.traits().method);
    VKPERFTEST_TRY(
        assign(walked, measureWindows(run.executor, effort, run.plan.seed, run.hooks.interrupted, tell)));
    run.result.interrupted = walked.results.empty();
    run.result.windows = std::move(walked.results);
    run.result.busyNanoseconds += walked.busyNanoseconds;
    run.result.timedNanoseconds += walked.timedNanoseconds;
    return {};
}

} // namespace

Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks) {
    RunState run(executor, plan, hooks);
    Readings readings(run);
    Preparation preparation(run, readings);
    Rounds rounds(run, preparation, readings);

    if (plan.code) hooks.stage(RunStage::ReadingCode, 0, 0);
    addCodes(executor, plan, run.result);
    hooks.checkpoint(run.result);
    if (const Result<void> ready = preparation.setUp(); !ready.ok()) {
        run.result.aborted = ready.error().sentence(); // the saved file must give a reason
        finish(run.result);
        hooks.saveNow(run.result);
        return ready.error();
    }
    preparation.warmUp();
    readings.read();
    while (!run.over() && rounds.anyLeft()) {
        if (restartIsOver(run)) run.renew();
        rounds.play();
        rounds.findWideRows();
        ++run.rounds;
        hooks.checkpoint(run.result);
    }
    readings.read();
    finish(run.result);
    if (plan.trial) {
        run.result.settings.shader->unchanged = plan.trial->outcome.unchanged;
        run.result.settings.shader->reproducible = plan.trial->outcome.reproducible;
    }
    // A resumed run keeps what it has.
    if (plan.recording && run.result.recording.empty()) {
        measureBeside(run, [&] {
            return assign(run.result.recording, measureRecording(executor, plan.seed, hooks.interrupted));
        });
    }
    if (plan.windows && run.result.windows.empty()) measureBeside(run, [&] { return walkWindows(run); });
    return std::move(run.result);
}

} // namespace vkperftest
