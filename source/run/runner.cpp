#include "run/runner.h"

#include <numeric>

#include "run/codes.h"
#include "run/measuring_loop.h"
#include "run/recording.h"
#include "run/shuffle.h"

namespace vkperftest {

Result<RunResult> MeasuringLoop::run() {
    addCodes(executor_, plan_, result_);
    checkpoint();
    if (const Result<void> ready = setUp(); !ready.ok()) {
        result_.aborted =
            ready.error().sentence(); // what was saved so far must not stand there without a reason
        finish();
        if (hooks_.saveNow) hooks_.saveNow(result_);
        return ready.error();
    }
    warmUp();
    readConditions();
    while (!over() && (unfinishedRows() > 0 || !null_.done)) {
        if (epochIsOver()) renew();
        playRound();
        ++rounds_;
        checkpoint();
    }
    readConditions();
    finish();
    recordWays();
    return std::move(result_);
}

// After the rows, so that these share their rounds with nothing else; a run that is resumed keeps what it
// has.
void MeasuringLoop::recordWays() {
    if (!plan_.recording || plan_.block || !result_.recording.empty()) return;
    if (result_.interrupted || !result_.aborted.empty()) return;
    checkpoint(); // rows whose time is up have only now finished, and recording takes seconds
    Result<std::vector<RecordingResult>> recorded =
        measureRecording(executor_, plan_.seed, hooks_.interrupted);
    if (recorded.ok()) {
        result_.recording = std::move(recorded).value();
    } else {
        recover(recorded.error());
    }
    checkpoint();
}

void MeasuringLoop::playRound() {
    if (over()) return;
    std::vector<RowState*> order;
    for (RowState& row : rows_) {
        if (!row.done) order.push_back(&row);
    }
    // The null row far more often than any other, since its error is what all of them are read with.
    constexpr std::size_t kRowsToANull = 16;
    order.insert(order.end(), order.size() / kRowsToANull + 1, &null_);
    shuffle(order, random_);
    for (RowState* row : order) {
        if (!ready()) return;
        if (row->groups == 0) admit(*row);
        if (row->groups != 0 && row->anyProgram() && ready()) visit(*row);
        if (!row->anyProgram()) row->done = true;
        if (row == &null_) continue;
        if (row->done) checkpoint(); // before anybody is told that it is
        report(*row);
    }
}

// After three rounds each at first, so that there are four epochs within the fewest samples that an interval is
// believed on. Later ones are longer, to spend less on making everything anew: six rounds, and an eighth of all
// that was sampled so far, or a few rows that need many rounds would cost most of the time.
bool MeasuringLoop::epochIsOver() const {
    constexpr std::size_t kShort = 3, kShortEpochs = 3;
    const std::size_t rounds = rounds_ - epochsFirstRound_;
    if (epochsFirstRound_ < kShort * kShortEpochs) return rounds >= kShort;
    return rounds >= 2 * kShort && spent_ - spentBeforeEpoch_ >= spent_ / 8;
}

void MeasuringLoop::visit(RowState& row) {
    std::vector<Dispatch> subjects = {{baseline_, baselineGroups_}};
    std::vector<std::size_t> strategies; // of the subjects after the baseline
    for (std::size_t s = 0; s < row.programs.size(); ++s) {
        if (!row.programs[s]) continue;
        subjects.push_back({*row.programs[s], row.groups});
        strategies.push_back(s);
    }
    const Visit submission(subjects, traits_, random_);
    const Result<std::vector<double>> timed = sampleAll(submission.dispatches());
    if (!timed.ok()) {
        isolate(row, timed.error());
        return;
    }
    if (&row != &null_) {
        lossesInARow_ = 0;
        lastToLose_ = nullptr;
    }
    const double busy = std::accumulate(timed.value().begin(), timed.value().end(), 0.0);
    spent_ += busy;
    row.spent += busy;
    result_.busyNanoseconds += busy;
    result_.timedNanoseconds += busy;
    const std::optional<std::vector<double>> samples = submission.samples(timed.value());
    if (!samples) return;
    addBaseline(*row.result, samples->front());
    for (std::size_t i = 0; i < strategies.size(); ++i) {
        StrategyResult& strategy = row.result->strategies[strategies[i]];
        strategy.status = Status::Measured;
        strategy.loads = row.groups * kLoadsPerGroup;
        strategy.nanoseconds.push_back((*samples)[i + 1]);
    }
    judge(row);
}

void MeasuringLoop::judge(RowState& row) {
    const Effort effort = row.twin ? twinEffort(effort_) : effort_;
    // There are as many serial twins as rows: on a noisy machine they would take half of the rows' time.
    const bool hadItsShare = row.twin && row.description.technique == Technique::Serial &&
                             row.spent >= effort.secondsPerProgram * 1e9 &&
                             row.result->baselineNanoseconds.size() >= effort.fewestSamples;
    row.result->stopped.reset();
    if (preciseEnough(effort, estimator_, result_, *row.result)) {
        row.result->stopped = StopReason::Precision;
    } else if (hadItsShare) {
        row.result->stopped = StopReason::Time;
    }
    row.done = row.result->stopped.has_value();
}

void MeasuringLoop::addBaseline(RowResult& row, double nanoseconds) {
    row.baselineLoads = baselineGroups_ * kLoadsPerGroup;
    row.baselineNanoseconds.push_back(nanoseconds);
    row.sequence.push_back(result_.baselineSeries.size());
    row.epochs.push_back(epoch_);
    result_.baselineSeries.push_back(nanoseconds / static_cast<double>(row.baselineLoads));
}

Result<std::vector<double>> MeasuringLoop::sampleAll(std::span<const Dispatch> dispatches) {
    // The first dispatch finds idle clocks and empty caches. It is the baseline's, whose time nobody takes.
    std::vector<Dispatch> all = {{baseline_, throwAwayGroups()}};
    all.insert(all.end(), dispatches.begin(), dispatches.end());
    Result<std::vector<double>> sampled = executor_.sample(all);
    if (!sampled.ok()) return sampled;
    std::vector<double> times = std::move(sampled).value();
    result_.busyNanoseconds += times.front();
    times.erase(times.begin());
    if (std::find(times.begin(), times.end(), 0.0) != times.end())
        return Error{ErrorKind::RowFailed, "the timer did not advance during a dispatch", ""};
    return times;
}

Result<void> MeasuringLoop::sampleAlone(const Dispatch& dispatch) {
    const Result<std::vector<double>> sampled = sampleAll({&dispatch, 1});
    if (!sampled.ok()) return sampled.error();
    return {};
}

bool MeasuringLoop::over() {
    if (!result_.interrupted && hooks_.interrupted && hooks_.interrupted()) result_.interrupted = true;
    const bool allRounds = plan_.block && rounds_ >= plan_.block->rounds;
    return result_.interrupted || !result_.aborted.empty() || timeIsUp() || allRounds;
}

bool MeasuringLoop::timeIsUp() const {
    if (spent_ < budget_) return false;
    constexpr double kMostBudgets = 4;
    return spent_ >= kMostBudgets * budget_ ||
           std::all_of(rows_.begin(), rows_.end(), [&](const RowState& row) {
               const Effort effort = row.twin ? twinEffort(effort_) : effort_;
               return row.done || row.result->baselineNanoseconds.size() >= effort.fewestSamples;
           });
}

void MeasuringLoop::finish() {
    const bool early = result_.interrupted || !result_.aborted.empty();
    for (RowResult& row : result_.rows) finish(row, early);
    for (RowResult& twin : result_.twins) finish(twin, early);
    finish(result_.nullRow, early);
}

void MeasuringLoop::finish(RowResult& row, bool early) {
    if (!row.baselineNanoseconds.empty() && !row.stopped) {
        row.stopped = early ? StopReason::Interrupted : StopReason::Time;
    }
    for (StrategyResult& strategy : row.strategies) {
        if (strategy.status != Status::NotMeasured) continue;
        strategy.reason = {early ? ReasonKind::RunEnded : ReasonKind::TimeRanOut};
    }
}

std::size_t MeasuringLoop::unfinishedRows() const {
    return static_cast<std::size_t>(
        std::count_if(rows_.begin(), rows_.end(), [](const RowState& row) { return !row.done; }));
}

void MeasuringLoop::report(const RowState& row) {
    if (!hooks_.progress) return;
    const double byRows = 1 - static_cast<double>(unfinishedRows()) / static_cast<double>(rows_.size());
    const auto asked = static_cast<std::ptrdiff_t>(plan_.rows.size()); // twins are nobody's question
    const auto done = static_cast<std::size_t>(std::count_if(
        rows_.begin(), rows_.begin() + asked, [](const RowState& state) { return state.done; }));
    hooks_.progress(
        {done, plan_.rows.size(), &result_, row.result, std::max(byRows, std::min(1.0, spent_ / budget_))});
}

void MeasuringLoop::checkpoint() {
    if (hooks_.checkpoint) hooks_.checkpoint(result_);
}

Result<RunResult> measure(Executor& executor, const RunPlan& plan, const RunHooks& hooks) {
    return MeasuringLoop(executor, plan, hooks).run();
}

} // namespace vkperftest
