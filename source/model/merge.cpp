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
                parts_, [&](const Part& other) { return whyNot(*other.row, *part.row).empty(); }));
            return std::pair(fitting * measuredBy(*part.row), measuredBy(*part.row));
        };
        pattern_ = std::ranges::max_element(parts_, {}, kept)->row;
    }

    // Also adds what it leaves out.
    RowResult merged(std::span<const RunResult> runs, LeftOut& leftOut) const {
        RowResult row = *parts_.front().row;
        row.baselineLoads = pattern_->baselineLoads;
        row.baselineNanoseconds.clear();
        row.restarts.clear();
        for (std::size_t s = 0; s < row.strategies.size(); ++s) decide(row.strategies[s], s);
        bool any = false;
        for (const Part& part : parts_) {
            const std::string why = whyNot(*part.row, *pattern_);
            if (why.empty()) appendPart(row, part);
            if (measuredBy(*pattern_) == 0 || why.empty()) continue;
            any = true;
            const std::string& aborted = runs[part.block].aborted;
            if (leftOut.blocks.empty())
                leftOut.why = aborted.empty() ? fmt::format("'{}': {}", part.row->name, why) : aborted;
            leftOut.blocks.insert(part.block);
        }
        leftOut.rows += any ? 1u : 0u;
        return row;
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

    // Why the row lacks something that the pattern has in samples of the same size; empty if it has all.
    std::string whyNot(const RowResult& row, const RowResult& pattern) const {
        bool sameSize = row.baselineLoads == pattern.baselineLoads;
        for (std::size_t s = 0; s < row.strategies.size(); ++s) {
            const StrategyResult& result = row.strategies[s];
            if (!measured(pattern, s)) continue;
            if (!measured(row, s)) return unmeasuredText({result.status, result.reason});
            sameSize = sameSize && result.loads == pattern.strategies[s].loads;
        }
        return sameSize ? "" : "dispatches of another size";
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
        to.restarts.insert(to.restarts.end(), from.restarts.size(), part.block);
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

bool sameRows(const RunResult& a, const RunResult& b) {
    const auto sameName = [](const RowResult& one, const RowResult& other) { return one.name == other.name; };
    return a.settings.strategies == b.settings.strategies &&
           std::equal(a.rows.begin(), a.rows.end(), b.rows.begin(), b.rows.end(), sameName);
}

MergedRuns mergeRuns(std::span<const RunResult> runs) {
    RunResult merged = runs.front();
    merged.conditions.clear();
    merged.busyNanoseconds = merged.timedNanoseconds = merged.wallSeconds = 0;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const RunResult& run = runs[i];
        for (const Conditions& reading : run.conditions) {
            merged.conditions.push_back(reading);
            merged.conditions.back().restart = i;
        }
        merged.busyNanoseconds += run.busyNanoseconds;
        merged.timedNanoseconds += run.timedNanoseconds;
        merged.wallSeconds += run.wallSeconds;
        merged.warmedUp = merged.warmedUp && run.warmedUp;
        merged.interrupted = merged.interrupted || run.interrupted;
        if (merged.aborted.empty()) merged.aborted = run.aborted;
    }
    // `rowOf`: the row in a run; null where that lacks it. A run may also lack the A/A control's strategy.
    const auto mergeRow = [&](RowResult& row, LeftOut& leftOut, const auto& rowOf) {
        std::vector<Part> parts;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const RowResult* its = rowOf(runs[i]);
            if (its == nullptr) continue;
            if (parts.empty() || its->strategies.size() == parts.front().row->strategies.size())
                parts.push_back({its, i});
        }
        row = RowMerger(std::move(parts)).merged(runs, leftOut);
    };
    const auto mergeList = [&](std::vector<RowResult> RunResult::*list, LeftOut& leftOut) {
        for (std::size_t number = 0; number < (merged.*list).size(); ++number)
            mergeRow((merged.*list)[number], leftOut, [&](const RunResult& run) {
                return number < (run.*list).size() ? &(run.*list)[number] : nullptr;
            });
    };
    LeftOut leftOut, ofControls;
    mergeRow(merged.aaControl, ofControls, [](const RunResult& run) { return &run.aaControl; });
    mergeList(&RunResult::rows, leftOut);
    mergeList(&RunResult::controls, ofControls);
    return {std::move(merged), std::move(leftOut)};
}

} // namespace vkperftest
