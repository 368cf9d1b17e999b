#include "run/preparation.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "run/differential_sample.h"
#include "run/dispatch_size.h"
#include "run/timer_check.h"

namespace vkperftest {
namespace {

bool isLost(const Result<ProgramId>& program) {
    return !program.ok() && program.error().kind == ErrorKind::DeviceLost;
}

} // namespace

// A program to prepare: a row under one of its strategies.
struct Preparation::Wanted {
    RowState* row = nullptr;
    std::size_t strategy = 0;

    BoundRow bound() const { return {row->description, row->strategies[strategy]}; }
};

Preparation::Preparation(RunState& run, Recovery& recovery)
    : run_(run), recovery_(recovery), readings_(run, recovery), settledEpoch_(run.epoch.number) {
    if (run.plan.earlier) {
        sizes_ = run.plan.earlier->sizes;
    } else if (run.plan.block) {
        sizes_ = run.plan.block->sizes;
    }
}

Preparation::~Preparation() {
    run_.executor.tellBuilding({});
}

Result<void> Preparation::setUp() {
    run_.executor.tellBuilding(
        [this](std::size_t built, std::size_t all) { run_.tell(RunStage::BuildingPipelines, built, all); });
    VKPERFTEST_TRY(assign(targetNanoseconds_, dispatchTarget(run_.traits, dispatchesPerVisit())));
    // The null row's program is the baseline's, so that only the harness can make a difference.
    std::vector<Wanted> wanted = {{&run_.null, 0}};
    run_.budget = run_.null.effort.secondsPerProgram * 1e9;
    for (RowState& row : run_.rows) {
        for (std::size_t s = 0; s < row.strategies.size() && !row.done; ++s) {
            wanted.push_back({&row, s});
            run_.budget += row.effort.secondsPerProgram * 1e9;
        }
    }
    shareTime();
    std::vector<BoundRow> boundRows;
    for (const Wanted& one : wanted) boundRows.push_back(one.bound());
    run_.tell(RunStage::BuildingPipelines);
    std::vector<Result<ProgramId>> programs = run_.executor.prepare(boundRows);
    VKPERFTEST_TRY(comeBack(wanted, programs));
    if (!run_.result.aborted.empty()) return {};
    VKPERFTEST_TRY(admitBaseline(programs.front()));
    for (std::size_t i = 1; i < wanted.size(); ++i) giveProgram(wanted[i], programs[i]);
    run_.null.programs = {run_.baseline.program};
    run_.null.groups = run_.baseline.groups;
    return {};
}

void Preparation::shareTime() {
    const double inAll = run_.plan.effort.secondsInAll * 1e9;
    if (inAll <= 0 || run_.budget <= 0) return;
    const double scale = inAll / run_.budget;
    run_.null.effort.secondsPerProgram *= scale;
    for (RowState& row : run_.rows) row.effort.secondsPerProgram *= scale;
    run_.budget = inAll;
}

Result<void> Preparation::comeBack(std::span<const Wanted> wanted, std::vector<Result<ProgramId>>& programs) {
    const auto lost = std::ranges::find_if(programs, isLost);
    if (lost == programs.end()) return {};
    // The programs before it were prepared on the lost device, and are recreated, too.
    if (lost == programs.begin()) {
        VKPERFTEST_TRY(run_.executor.renew());
        const BoundRow baseline = wanted.front().bound();
        *lost = run_.executor.prepare({&baseline, 1}).front();
        return {};
    }
    const Wanted& first = wanted[static_cast<std::size_t>(lost - programs.begin())];
    const StrategyResult before = recovery_.suspect(*first.row, first.strategy, lost->error());
    if (const Result<void> renewed = run_.executor.renew(); !renewed.ok()) {
        run_.result.aborted = renewed.error().sentence();
    } else {
        first.row->result->strategies[first.strategy] = before;
    }
    return {};
}

Result<void> Preparation::admitBaseline(const Result<ProgramId>& program) {
    const auto because = [&](const Error& error) {
        // If the device cannot be renewed, the baseline is not to blame.
        const Result<void> renewed =
            error.kind == ErrorKind::DeviceLost ? run_.executor.renew() : Result<void>();
        if (!renewed.ok()) return renewed.error();
        return Error{error.kind == ErrorKind::NoDevice ? error.kind : ErrorKind::RowFailed,
                     fmt::format("the baseline '{}' cannot be measured: {}", caseName(run_.plan.baseline),
                                 error.cause),
                     error.remedy.empty() ? "choose another with --baseline" : error.remedy};
    };
    if (!program.ok()) return because(program.error());
    run_.baseline.program = program.value();
    const Result<void> verified =
        run_.executor.verify(run_.baseline.program, expectedSums(run_.plan.baseline));
    if (!verified.ok()) return because(verified.error());
    const Result<std::uint64_t> groups = findSize(run_.baseline.program, sizes_.baselineLoads);
    if (!groups.ok()) return because(groups.error());
    run_.baseline.groups = groups.value();
    return {};
}

void Preparation::giveProgram(const Wanted& wanted, const Result<ProgramId>& prepared) {
    StrategyResult& result = wanted.row->result->strategies[wanted.strategy];
    const bool closed =
        hasFailed(result.status) || result.status == Status::Unsupported; // by the run that is resumed
    if (closed || !run_.result.aborted.empty()) return;
    if (Reason why = whyUnsupported(wanted.bound()); !why.empty()) {
        result.status = Status::Unsupported;
        result.reason = std::move(why);
        return;
    }
    Result<ProgramId> program = prepared;
    if (isLost(prepared)) {
        // This program may lose the device, too, and end the run.
        const StrategyResult before = recovery_.suspect(*wanted.row, wanted.strategy, prepared.error());
        const BoundRow bound = wanted.bound();
        program = run_.executor.prepare({&bound, 1}).front();
        result = before;
    }
    if (program.ok()) {
        wanted.row->programs[wanted.strategy] = program.value();
    } else {
        recovery_.close(*wanted.row, wanted.strategy, program.error());
    }
}

double Preparation::dispatchesPerVisit() const {
    return mostGroupsPerSample(run_.traits) * static_cast<double>(run_.plan.strategies.size() + 1);
}

Result<std::uint64_t> Preparation::findSize(ProgramId program, std::uint64_t knownLoads) {
    const double most = kSubmissionNanoseconds / dispatchesPerVisit();
    const auto isOver = [this] { return run_.over(); };
    DispatchSizeGoal goal{.targetNanoseconds = targetNanoseconds_, .mostNanoseconds = most};
    const Method& method = *run_.traits.method;
    goal.probes = program == run_.baseline.program ? method.baselineProbes : method.probes;
    const Result<ProbedSize> probed =
        knownLoads > 0 ? checkSize(run_.executor, program, knownLoads / kLoadsPerGroup, most, isOver)
                       : probeSize(run_.executor, program, goal, isOver);
    if (!probed.ok()) return probed.error();
    run_.result.busyNanoseconds += probed.value().busyNanoseconds;
    return probed.value().groups;
}

void Preparation::warmUp() {
    run_.tell(RunStage::WarmingUp);
    const Result<WarmedUp> warmed =
        warmUpDevice(run_.executor, run_.baseline, [this] { return run_.over(); });
    if (!warmed.ok()) return recovery_.baselineBroke(warmed.error());
    run_.result.busyNanoseconds += warmed.value().busyNanoseconds;
    if (run_.rounds == 0) run_.result.warmedUp = warmed.value().converged;
    if (sizes_.baselineLoads == 0) {
        // The first size was found at idle clocks; on a warm device, the same dispatch may be far too short.
        const Result<std::uint64_t> groups = findSize(run_.baseline.program, 0);
        if (!groups.ok() && groups.error().kind != ErrorKind::RowFailed)
            return recovery_.baselineBroke(groups.error());
        if (groups.ok() && groups.value() > 0) run_.null.groups = run_.baseline.groups = groups.value();
        sizes_.baselineLoads = run_.baseline.groups * kLoadsPerGroup;
    }
    if (!run_.traits.method->undisturbed) return;
    const Result<double> spent =
        addCostSamples(costSamples_, run_.executor, run_.baseline, [this] { return run_.over(); });
    if (!spent.ok()) return recovery_.baselineBroke(spent.error());
    run_.result.busyNanoseconds += spent.value();
    run_.dispatchCost = costSamples_.nanoseconds();
}

bool Preparation::ready() {
    while (!settled() && !run_.over()) settle();
    return !run_.over();
}

void Preparation::settle() {
    settledEpoch_ = run_.epoch.number; // unless something breaks meanwhile
    if (const Result<void> verified =
            run_.executor.verify(run_.baseline.program, expectedSums(run_.plan.baseline));
        !verified.ok())
        return recovery_.baselineBroke(verified.error());
    for (std::size_t i = 0; i < run_.rows.size(); ++i) {
        run_.tell(RunStage::VerifyingRows, i, run_.rows.size());
        RowState& row = run_.rows[i];
        if (!row.done && row.groups != 0) verify(row);
    }
    if (!run_.over() && settled()) warmUp();
    if (!run_.over() && settled()) readConditions();
}

void Preparation::admit(RowState& row) {
    verify(row);
    const auto known = sizes_.rowLoads.find(row.result->name);
    for (std::size_t s = 0; s < row.programs.size() && row.groups == 0 && !run_.over(); ++s) {
        if (!row.programs[s]) continue;
        const bool isKnown = known != sizes_.rowLoads.end();
        const Result<std::uint64_t> groups = findSize(*row.programs[s], isKnown ? known->second : 0);
        if (!groups.ok()) {
            recovery_.close(row, s, groups.error());
        } else if (isKnown || run_.traits.method->undisturbed) {
            row.groups = groups.value();
        } else {
            row.groups =
                enoughGroups(groups.value(), run_.baseline.groups, targetNanoseconds_, dispatchesPerVisit());
        }
    }
}

Result<void> Preparation::verifyProgram(ProgramId program, const BoundRow& bound,
                                        std::span<const float> expected) {
    VKPERFTEST_TRY(run_.executor.verify(program, expected));
    const Case& row = bound.row;
    const Strategy strategy = traits(bound.strategy).takes == kAllResources ? bound.strategy : Strategy::Set;
    if (outsideEpoch_ != run_.epoch.number) outside_.clear();
    outsideEpoch_ = run_.epoch.number;
    const Robustness robustness = std::max(row.robustness, run_.plan.compiled.robustness);
    for (const Case& part : partsOf(row)) {
        const ResourceKind kind = part.operation.source.kind;
        if (!isPromised(kind, robustness) || isWithoutLoads(row.technique)) continue;
        auto known = outside_.find({kind, robustness, strategy});
        if (known == outside_.end()) {
            const Result<OutsideLoads> loads = run_.executor.loadOutside(kind, robustness, strategy);
            if (!loads.ok()) return loads.error();
            known = outside_
                        .emplace(std::tuple(kind, robustness, strategy),
                                 checkOutside(kind, robustness, loads.value()))
                        .first;
        }
        if (!known->second.ok()) return known->second.error();
    }
    return {};
}

void Preparation::verify(RowState& row) {
    if (row.expected.empty()) row.expected = expectedSums(row.description);
    for (std::size_t s = 0; s < row.programs.size() && !run_.over(); ++s) {
        if (!row.programs[s]) continue;
        const Result<void> verified =
            verifyProgram(*row.programs[s], {row.description, row.strategies[s]}, row.expected);
        if (!verified.ok()) recovery_.close(row, s, verified.error());
    }
}

} // namespace vkperftest
