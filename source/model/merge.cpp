#include "model/merge.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

// A row as one block has measured it.
struct Part {
    const RowResult* row;
    std::size_t block;
    std::size_t offset; // where the block's baseline series begins in the merged one
};

void append(std::vector<double>& to, const std::vector<double>& more) {
    to.insert(to.end(), more.begin(), more.end());
}

class RowMerger {
public:
    explicit RowMerger(std::vector<Part> parts) : parts_(std::move(parts)) {
        const std::size_t strategies = parts_.front().row->strategies.size();
        for (std::size_t s = 0; s < strategies; ++s) {
            wrong_.push_back(std::any_of(parts_.begin(), parts_.end(), [s](const Part& part) {
                return part.row->strategies[s].status == Status::WrongValues;
            }));
        }
        // The part that keeps the most samples; of equal ones, that with the most strategies.
        const auto kept = [&](const Part& part) {
            const auto fitting = static_cast<std::size_t>(std::ranges::count_if(
                parts_, [&](const Part& other) { return fits(*other.row, *part.row); }));
            return std::pair(fitting * measuredBy(*part.row), measuredBy(*part.row));
        };
        pattern_ = std::ranges::max_element(parts_, {}, kept)->row;
    }

    RowResult merged() const {
        RowResult row = *parts_.front().row;
        row.baselineLoads = pattern_->baselineLoads;
        row.baselineNanoseconds.clear();
        row.sequence.clear();
        row.restarts.clear();
        for (std::size_t s = 0; s < row.strategies.size(); ++s) decide(row.strategies[s], s);
        for (const Part& part : parts_) {
            if (fits(*part.row, *pattern_)) appendPart(row, part);
        }
        return row;
    }

    void tell(std::span<const RunResult> runs, LeftOut& leftOut) const {
        bool any = false;
        for (const Part& part : parts_) {
            if (measuredBy(*pattern_) == 0 || fits(*part.row, *pattern_)) continue;
            any = true;
            if (leftOut.blocks.empty()) leftOut.why = whyNot(part, runs[part.block]);
            leftOut.blocks.insert(part.block);
        }
        if (any) ++leftOut.rows;
    }

private:
    bool measured(const RowResult& row, std::size_t strategy) const {
        return row.strategies[strategy].status == Status::Measured && !wrong_[strategy];
    }

    std::size_t measuredBy(const RowResult& row) const {
        std::size_t count = 0;
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            if (measured(row, s)) ++count;
        }
        return count;
    }

    // The first strategy that the pattern has and the row lacks; null if there is none.
    const StrategyResult* missing(const RowResult& row, const RowResult& pattern) const {
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            if (measured(pattern, s) && !measured(row, s)) return &row.strategies[s];
        }
        return nullptr;
    }

    std::string whyNot(const Part& part, const RunResult& run) const {
        if (!run.aborted.empty()) return run.aborted;
        const StrategyResult* const result = missing(*part.row, *pattern_);
        return fmt::format("'{}': {}", part.row->name,
                           result != nullptr ? unmeasuredText({result->status, result->reason})
                                             : "dispatches of another size");
    }

    // Whether the row has all that the pattern has, in samples of the same size.
    bool fits(const RowResult& row, const RowResult& pattern) const {
        if (row.baselineLoads != pattern.baselineLoads || missing(row, pattern) != nullptr) return false;
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            if (measured(pattern, s) && row.strategies[s].loads != pattern.strategies[s].loads) return false;
        }
        return true;
    }

    // Decides the strategy's result, still without samples.
    void decide(StrategyResult& result, std::size_t strategy) const {
        const auto take = [&](const StrategyResult& from) {
            result.status = from.status;
            result.reason = from.reason;
            result.loads = from.loads;
        };
        result.nanoseconds.clear();
        if (measured(*pattern_, strategy)) return take(pattern_->strategies[strategy]);
        // Wrong values are reported before other failures, and these before what was not reached.
        constexpr auto kBadness = enumTable<Status, int>({0, 2, 2, 1, 3});
        const auto badness = [&](const Part& part) {
            return kBadness[part.row->strategies[strategy].status];
        };
        take(std::ranges::max_element(parts_, {}, badness)->row->strategies[strategy]);
    }

    void appendPart(RowResult& to, const Part& part) const {
        const RowResult& from = *part.row;
        append(to.baselineNanoseconds, from.baselineNanoseconds);
        for (const std::size_t place : from.sequence) {
            to.sequence.push_back(part.offset + place);
            to.restarts.push_back(part.block);
        }
        for (std::size_t s = 0; s < to.strategies.size(); ++s) {
            if (measured(*pattern_, s)) append(to.strategies[s].nanoseconds, from.strategies[s].nanoseconds);
        }
        to.stopped = from.stopped ? from.stopped : to.stopped;
    }

    std::vector<Part> parts_;
    std::vector<bool> wrong_;            // by strategy: in any part; other failures may be temporary
    const RowResult* pattern_ = nullptr; // the part that all others are compared with
};

} // namespace

std::string whyIncomplete(const RunResult& run) {
    if (!run.aborted.empty()) return run.aborted;
    for (const RowResult& row : run.rows) {
        for (const StrategyResult& result : row.strategies) {
            if (hasFailed(result.status) || result.status == Status::NotMeasured)
                return fmt::format("'{}' is {}", row.name, unmeasuredText({result.status, result.reason}));
        }
    }
    return "some rows were not measured";
}

std::optional<TimerRate> worseTimer(const std::optional<TimerRate>& one,
                                    const std::optional<TimerRate>& other) {
    if (!one || !other) return one ? one : other;
    // A factor of 2 is as far from 1 as one of 0.5.
    const auto offBy = [](const TimerRate& rate) { return std::max({1.0, rate.low, 1 / rate.high}); };
    if (offBy(*one) != offBy(*other)) return offBy(*one) > offBy(*other) ? one : other;
    return one->high / one->low <= other->high / other->low ? one : other;
}

bool sameRows(const RunResult& a, const RunResult& b) {
    const auto sameName = [](const RowResult& one, const RowResult& other) { return one.name == other.name; };
    return a.settings.strategies == b.settings.strategies &&
           std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), sameName);
}

MergedRuns mergeRuns(std::span<const RunResult> runs) {
    RunResult merged = runs.front();
    merged.baselineSeries.clear();
    merged.conditions.clear();
    merged.busyNanoseconds = merged.timedNanoseconds = merged.wallSeconds = 0;
    std::vector<std::size_t> offsets; // by run
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunResult& run = runs[i];
        offsets.push_back(merged.baselineSeries.size());
        append(merged.baselineSeries, run.baselineSeries);
        for (const Conditions& reading : run.conditions) {
            merged.conditions.push_back(reading);
            merged.conditions.back().restart = i;
        }
        merged.busyNanoseconds += run.busyNanoseconds;
        merged.timedNanoseconds += run.timedNanoseconds;
        merged.wallSeconds += run.wallSeconds;
        merged.warmedUp = merged.warmedUp && run.warmedUp;
        merged.timerRate = worseTimer(merged.timerRate, run.timerRate);
        merged.interrupted = merged.interrupted || run.interrupted;
        if (merged.aborted.empty()) merged.aborted = run.aborted;
    }
    // `rowOf`: the row in a run; null where that lacks it. A run may also lack the A/A control's strategy.
    const auto merger = [&](const auto& rowOf) {
        std::vector<Part> parts;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const RowResult* row = rowOf(runs[i]);
            if (row == nullptr) continue;
            if (parts.empty() || row->strategies.size() == parts.front().row->strategies.size())
                parts.push_back({row, i, offsets[i]});
        }
        return RowMerger(std::move(parts));
    };
    const auto numbered = [](std::vector<RowResult> RunResult::*list, std::size_t number) {
        return [list, number](const RunResult& run) {
            return number < (run.*list).size() ? &(run.*list)[number] : nullptr;
        };
    };
    LeftOut leftOut;
    merged.aaControl = merger([](const RunResult& run) { return &run.aaControl; }).merged();
    for (std::size_t r = 0; r < merged.rows.size(); ++r) {
        const RowMerger row = merger(numbered(&RunResult::rows, r));
        merged.rows[r] = row.merged();
        row.tell(runs, leftOut);
    }
    for (std::size_t t = 0; t < merged.controls.size(); ++t)
        merged.controls[t] = merger(numbered(&RunResult::controls, t)).merged();
    return {std::move(merged), std::move(leftOut)};
}

} // namespace vkperftest
