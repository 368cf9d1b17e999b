// What comes before a program's samples: preparing, verifying, sizing, warming up.
#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "run/dispatch_size.h"
#include "run/measuring_loop.h"
#include "run/probing.h"

namespace vkperftest {
namespace {

bool isLost(const Result<ProgramId>& program) {
    return !program.ok() && program.error().kind == ErrorKind::DeviceLost;
}

} // namespace

Result<void> MeasuringLoop::setUp() {
    const Result<double> target = dispatchTarget(traits_.tickNanoseconds, dispatchesPerVisit());
    if (!target.ok()) return target.error();
    targetNanoseconds_ = target.value();
    for (const RowResult& row : result_.rows) continueEpochs(row);
    for (const RowResult& twin : result_.twins) continueEpochs(twin);
    continueEpochs(result_.nullRow);

    std::vector<BoundRow> boundRows = {{plan_.baseline, Strategy::Set}};
    for (std::size_t i = 0; i < plan_.rows.size(); ++i)
        addRow(plan_.rows[i], result_.rows[i], plan_.strategies, boundRows);
    budget_ = plan_.effort.secondsPerProgram * 1e9 * static_cast<double>(boundRows.size());
    constexpr Strategy kTwinStrategy[] = {Strategy::Set};
    for (std::size_t i = 0; i < plan_.twins.size(); ++i) {
        addRow(plan_.twins[i], result_.twins[i], kTwinStrategy, boundRows);
        rows_.back().twin = true;
        if (!rows_.back().done) budget_ += twinEffort(plan_.effort).secondsPerProgram * 1e9;
    }
    // The very program that it is compared with, so that only the harness can make a difference.
    null_ = {.description = plan_.baseline, .result = &result_.nullRow};
    std::vector<Result<ProgramId>> programs = executor_.prepare(boundRows);
    VKPERFTEST_TRY(comeBack(boundRows, programs));
    if (!result_.aborted.empty()) return {};
    VKPERFTEST_TRY(admitBaseline(programs.front()));
    assignPrograms(boundRows, programs);
    null_.programs = {baseline_};
    null_.groups = baselineGroups_;
    return {};
}

Result<void> MeasuringLoop::comeBack(const std::vector<BoundRow>& boundRows,
                                     std::vector<Result<ProgramId>>& programs) {
    const auto lost = std::find_if(programs.begin(), programs.end(), isLost);
    if (lost == programs.end()) return {};
    // Those before were prepared on a device that is no more, and are made anew, too.
    if (lost == programs.begin()) {
        if (const Result<void> renewed = executor_.renew(); !renewed.ok()) return renewed.error();
        programs.front() = executor_.prepare({boundRows.data(), 1}).front();
        return {};
    }
    const BoundRow& first = boundRows[static_cast<std::size_t>(lost - programs.begin())];
    const auto row = std::find_if(rows_.begin(), rows_.end(), [&](const RowState& state) {
        return !state.done && state.description == first.row;
    });
    std::vector<StrategyResult>& results = row->result->strategies;
    const auto result = std::find_if(results.begin(), results.end(), [&](const StrategyResult& strategy) {
        return strategy.strategy == strategyName(first.strategy);
    });
    const StrategyResult before =
        suspect(*row, static_cast<std::size_t>(result - results.begin()), lost->error());
    if (const Result<void> renewed = executor_.renew(); !renewed.ok()) {
        result_.aborted = renewed.error().sentence();
    } else {
        *result = before;
    }
    return {};
}

void MeasuringLoop::addRow(const Case& description, RowResult& result, std::span<const Strategy> strategies,
                           std::vector<BoundRow>& boundRows) {
    RowState& row = rows_.emplace_back();
    row.description = description;
    row.result = &result;
    row.done = finished(result);
    row.programs.resize(strategies.size());
    if (row.done) return;
    for (const Strategy strategy : strategies) boundRows.push_back({description, strategy});
}

void MeasuringLoop::assignPrograms(const std::vector<BoundRow>& boundRows,
                                   const std::vector<Result<ProgramId>>& programs) {
    std::size_t next = 0;
    for (RowState& row : rows_) {
        for (std::size_t s = 0; s < row.programs.size() && !row.done; ++s) {
            ++next;                                                  // the baseline is the first
            const Status earlier = row.result->strategies[s].status; // of a run that is resumed
            if (hasFailed(earlier) || earlier == Status::Unsupported) continue;
            if (!result_.aborted.empty()) return;
            if (Reason why = whyUnsupported(boundRows[next]); !why.empty()) {
                row.result->strategies[s].status = Status::Unsupported;
                row.result->strategies[s].reason = std::move(why);
                continue;
            }
            const Result<ProgramId> program =
                isLost(programs[next]) ? prepareAlone(row, s, boundRows[next], programs[next].error())
                                       : programs[next];
            if (program.ok()) {
                row.programs[s] = program.value();
            } else {
                close(row, s, program.error());
            }
        }
    }
}

Result<void> MeasuringLoop::admitBaseline(const Result<ProgramId>& program) {
    const auto because = [&](const Error& error) {
        // A device that cannot be had again is no fault of the baseline.
        const Result<void> renewed = error.kind == ErrorKind::DeviceLost ? executor_.renew() : Result<void>();
        if (!renewed.ok()) return renewed.error();
        return Error{
            error.kind == ErrorKind::NoDevice ? error.kind : ErrorKind::RowFailed,
            fmt::format("the baseline '{}' cannot be measured: {}", caseName(plan_.baseline), error.cause),
            error.remedy.empty() ? "choose another with --baseline" : error.remedy};
    };
    if (!program.ok()) return because(program.error());
    baseline_ = program.value();
    const Result<void> verified = executor_.verify(baseline_, expectedSums(plan_.baseline));
    if (!verified.ok()) return because(verified.error());
    const Result<std::uint64_t> groups = findSize(baseline_, sizes_.baselineLoads);
    if (!groups.ok()) return because(groups.error());
    baselineGroups_ = groups.value();
    return {};
}

Result<std::uint64_t> MeasuringLoop::findSize(ProgramId program, std::uint64_t knownLoads) {
    const double most = kSubmissionNanoseconds / dispatchesPerVisit();
    const auto isOver = [this] { return over(); };
    const Result<ProbedSize> probed =
        knownLoads > 0 ? checkSize(executor_, program, knownLoads / kLoadsPerGroup, most, isOver)
                       : probeSize(executor_, program, targetNanoseconds_, most, isOver);
    if (!probed.ok()) return probed.error();
    result_.busyNanoseconds += probed.value().busyNanoseconds;
    return probed.value().groups;
}

void MeasuringLoop::warmUp() {
    const Result<WarmedUp> warmed =
        warmUpDevice(executor_, {baseline_, baselineGroups_}, [this] { return over(); });
    if (!warmed.ok()) {
        baselineBroke(warmed.error());
        return;
    }
    result_.busyNanoseconds += warmed.value().busyNanoseconds;
    if (rounds_ == 0) result_.warmedUp = warmed.value().converged;
    if (sizes_.baselineLoads > 0) return;
    // The first size was found at idle clocks; warm, the same dispatch may be far too short.
    const Result<std::uint64_t> groups = findSize(baseline_, 0);
    if (!groups.ok() && groups.error().kind != ErrorKind::RowFailed) baselineBroke(groups.error());
    if (groups.ok() && groups.value() > 0) null_.groups = baselineGroups_ = groups.value();
    sizes_.baselineLoads = baselineGroups_ * kLoadsPerGroup;
}

void MeasuringLoop::readConditions() {
    if (!hooks_.conditions || !settled_ || !result_.aborted.empty()) return;
    const std::vector<Dispatch> dispatches(2, {baseline_, baselineGroups_});
    const auto keepBusy = [&] {
        const Result<std::vector<double>> sampled = sampleAll(dispatches);
        if (!sampled.ok()) {
            baselineBroke(sampled.error());
            return false;
        }
        for (const double nanoseconds : sampled.value()) result_.busyNanoseconds += nanoseconds;
        return true;
    };
    result_.conditions.push_back(hooks_.conditions(keepBusy));
    result_.conditions.back().epoch = epoch_;
}

void MeasuringLoop::admit(RowState& row) {
    verify(row);
    const auto known = sizes_.rowLoads.find(row.result->name);
    for (std::size_t s = 0; s < row.programs.size() && row.groups == 0 && !over(); ++s) {
        if (!row.programs[s]) continue;
        const bool isKnown = known != sizes_.rowLoads.end();
        const Result<std::uint64_t> groups = findSize(*row.programs[s], isKnown ? known->second : 0);
        if (!groups.ok()) {
            close(row, s, groups.error());
        } else if (isKnown || traits_.cpu) {
            row.groups = groups.value();
        } else {
            row.groups =
                enoughGroups(groups.value(), baselineGroups_, targetNanoseconds_, dispatchesPerVisit());
        }
    }
}

void MeasuringLoop::verify(RowState& row) {
    if (row.expected.empty()) row.expected = expectedSums(row.description);
    for (std::size_t s = 0; s < row.programs.size() && !over(); ++s) {
        if (!row.programs[s]) continue;
        const Result<void> verified = executor_.verify(*row.programs[s], row.expected);
        if (!verified.ok()) close(row, s, verified.error());
    }
}

} // namespace vkperftest
