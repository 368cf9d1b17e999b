// Runs that are made up: their plans, and an executor that remembers what it was asked for, or one that follows a script.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "analysis/figures.h"
#include "cases/controls.h"
#include "cases/every_row.h"
#include "cases/suite.h"
#include "matchers.h"
#include "run/executor.h"
#include "run/plan.h"
#include "support/scripted_executor.h"

namespace vkperftest {

inline const std::vector<Strategy> kSetAndPush = {Strategy::Set, Strategy::Push};

// These rows of the matrix, without controls.
inline RunPlan planOf(const std::vector<std::string>& filters, const std::vector<Strategy>& strategies,
                      const Effort& effort = kDefaultEffort) {
    return {.rows = selectRows(matrixRows(), filters).value(),
            .strategies = strategies,
            .baseline = defaultBaseline(),
            .effort = effort,
            .seed = 1};
}

inline RunPlan planUnderSet(const std::vector<std::string>& filters, const Effort& effort = kDefaultEffort) {
    return planOf(filters, {Strategy::Set}, effort);
}

inline RunPlan withControls(RunPlan plan) {
    plan.controls = missingControls(plan.rows);
    return plan;
}

inline RunResult measured(Executor& executor, const RunPlan& plan, const RunHooks& hooks = {}) {
    return valueOf(measure(executor, plan, hooks));
}

inline std::unique_ptr<ScriptedExecutor> scripted(std::string_view script, std::uint64_t seed = 1) {
    return valueOf(ScriptedExecutor::parse(script, seed));
}

inline RunResult measured(std::string_view script, const RunPlan& plan, const RunHooks& hooks = {}) {
    return measured(*scripted(script), plan, hooks);
}

inline const Error kLost{ErrorKind::DeviceLost, "the device was lost", ""};
inline const Error kGone{ErrorKind::NoDevice, "gone", ""};

class RecordingExecutor : public Executor,
                          public CodeReader,
                          public RecordingTimer,
                          public WindowWalker,
                          public CounterReader {
public:
    // Nanoseconds of one load; every one takes 0.01 ns unless told otherwise.
    std::function<double(const BoundRow&)> loadTime = [](const BoundRow&) { return 0.01; };
    double dispatchCost = 0; // nanoseconds that each dispatch takes besides its loads
    // The error of a submission, if it has one; its number counts from 1.
    std::function<std::optional<Error>(std::size_t number)> trouble;
    // Called before every submission is run.
    std::function<void()> beforeSample;
    std::function<void()> beforeRenewal;

    ExecutorTraits properties;

    // What happened. The baseline is bound row 0: the runner asks for it first.
    std::vector<BoundRow> boundRows;
    std::vector<ProgramId> verified;
    std::size_t renewals = 0;
    std::vector<std::vector<Dispatch>> submissions;

    RecordingExecutor() = default;
    explicit RecordingExecutor(const Method& method) { properties.method = &method; }

    ExecutorTraits traits() const override { return properties; }

    BuildProgress building;

    void tellBuilding(BuildProgress tell) override { building = std::move(tell); }

    std::vector<Result<ProgramId>> prepare(std::span<const BoundRow> wanted) override {
        if (building) building(1, wanted.size());
        std::vector<Result<ProgramId>> programs;
        for (const BoundRow& bound : wanted) {
            programs.push_back(boundRows.size());
            boundRows.push_back(bound);
        }
        return programs;
    }

    std::vector<BoundRow> asked; // for code
    // What the driver makes of a bound row; it tells nothing unless this is set.
    std::function<Result<CodeDigest>(const BoundRow&)> code;

    Result<std::vector<Result<CodeDigest>>> readCode(std::span<const BoundRow> wanted) override {
        if (!code) return Error{ErrorKind::Unsupported, "it tells nothing", ""};
        std::vector<Result<CodeDigest>> codes;
        for (const BoundRow& bound : wanted) {
            asked.push_back(bound);
            codes.push_back(code(bound));
        }
        return codes;
    }

    Result<void> renew() override {
        if (beforeRenewal) beforeRenewal();
        ++renewals;
        return {};
    }

    Result<void> verify(ProgramId program, std::span<const float>) override {
        verified.push_back(program);
        return {};
    }

    std::vector<std::tuple<ResourceKind, Robustness, Strategy>> loadedOutside;

    Result<OutsideLoads> loadOutside(ResourceKind kind, Robustness robustness, Strategy strategy) override {
        loadedOutside.emplace_back(kind, robustness, strategy);
        return promisedLoads(robustness);
    }

    Result<std::vector<double>> sample(std::span<const Dispatch> dispatches) override {
        if (beforeSample) beforeSample();
        submissions.emplace_back(dispatches.begin(), dispatches.end());
        if (trouble) {
            if (const std::optional<Error> error = trouble(submissions.size())) return *error;
        }
        std::vector<double> nanoseconds;
        for (const Dispatch& dispatch : dispatches) nanoseconds.push_back(timeOf(dispatch));
        return nanoseconds;
    }

    // A way takes 100 ns and as many more as its name has letters, unless told otherwise.
    std::function<Result<double>(std::string_view)> recordTime = [](std::string_view way) {
        return Result<double>(100 + static_cast<double>(way.size()));
    };
    struct Recorded {
        std::string way;
        std::uint64_t dispatches;
        bool executed;
    };
    std::vector<Recorded> recorded;

    Result<double> record(std::string_view way, std::uint64_t dispatches, bool execute) override {
        recorded.push_back({std::string(way), dispatches, execute});
        return recordTime(way);
    }

    // Nanoseconds of a load, by walk and window; a dispatch takes 1000 ns more.
    std::function<Result<double>(const WalkDispatch&)> walkTime = [](const WalkDispatch&) { return 10.0; };
    struct Walked {
        WalkDispatch dispatch;
        bool verified;
    };
    std::vector<Walked> walked;

    Result<std::vector<double>> walk(const WalkDispatch& dispatch, bool verify) override {
        walked.push_back({dispatch, verify});
        const Result<double> time = walkTime(dispatch);
        if (!time.ok()) return time.error();
        const double taken = time.value() * static_cast<double>(loadsOf(dispatch));
        return std::vector{1000 + taken, 1000 + 2 * taken};
    }

    // What it says of its counter, by the number of the reading, from 1; it has none unless this is set.
    std::function<Result<CounterSample>(std::size_t)> counter;
    std::vector<std::optional<Dispatch>> counted; // what ran before each reading

    Result<CounterSample> readCounter(const std::optional<Dispatch>& after) override {
        counted.push_back(after);
        if (!counter) return Error{ErrorKind::Unsupported, "it has none", ""};
        return counter(counted.size());
    }

    double timeOf(const Dispatch& dispatch) const {
        return dispatchCost +
               loadTime(boundRows[dispatch.program]) * static_cast<double>(dispatch.groups * kLoadsPerGroup);
    }
    double timeOf(const std::vector<Dispatch>& submission) const {
        double sum = 0;
        for (const Dispatch& dispatch : submission) sum += timeOf(dispatch);
        return sum;
    }

    static bool ofARow(const Dispatch& dispatch) { return dispatch.program != 0; }
    static bool hasRow(const std::vector<Dispatch>& submission) {
        return std::any_of(submission.begin(), submission.end(), ofARow);
    }

    // Submissions that time a row against the baseline, without the throw-away dispatch that they begin with;
    // probes and the warm-up dispatch one program alone, the A/A control the baseline's.
    std::vector<std::vector<Dispatch>> rowVisits() const {
        std::vector<std::vector<Dispatch>> visits;
        for (const std::vector<Dispatch>& submission : submissions) {
            if (submission.size() > 1 && hasRow(submission))
                visits.emplace_back(submission.begin() + 1, submission.end());
        }
        return visits;
    }

    // Of a dispatch's program: "baseline", or the name of its row or of its strategy.
    std::string rowOf(const Dispatch& dispatch) const {
        return ofARow(dispatch) ? caseName(boundRows[dispatch.program].row) : "baseline";
    }
    std::string strategyOf(const Dispatch& dispatch) const {
        return ofARow(dispatch) ? std::string(strategyName(boundRows[dispatch.program].strategy))
                                : "baseline";
    }

    // The name of the row that a visit times.
    std::string visitedRow(const std::vector<Dispatch>& visit) const {
        return rowOf(*std::find_if(visit.begin(), visit.end(), ofARow));
    }
};

} // namespace vkperftest
