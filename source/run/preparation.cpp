#include "run/preparation.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "cases/cpu_model.h"

namespace vkperftest {
namespace {

bool isLost(const Result<ProgramId>& program) {
    return !program.ok() && program.error().kind == ErrorKind::DeviceLost;
}

} // namespace

Preparation::Preparation(RunState& run, Readings& readings)
    : run_(run), readings_(readings), sizes_(run.plan.sizes) {}

Preparation::~Preparation() {
    run_.executor.tellBuilding({});
}

Result<void> Preparation::setUp() {
    run_.executor.tellBuilding([this](std::size_t built, std::size_t all) {
        run_.hooks.stage(RunStage::BuildingPipelines, built, all);
    });
    VKPERFTEST_TRY(assign(targetNanoseconds_, dispatchTarget(run_.traits, dispatchesPerVisit())));
    // The A/A control's program is the baseline's, so that only the harness can make a difference.
    std::vector<Wanted> wanted = {{&run_.null, 0}};
    for (RowState& row : run_.rows)
        for (std::size_t s = 0; s < row.strategies.size() && !row.done; ++s) wanted.push_back({&row, s});
    shareTime(wanted);
    std::vector<BoundRow> boundRows;
    for (const auto& [row, strategy] : wanted) boundRows.push_back(row->bound(strategy));
    run_.hooks.stage(RunStage::BuildingPipelines, 0, 0);
    std::vector<Result<ProgramId>> programs = run_.executor.prepare(boundRows);
    VKPERFTEST_TRY(comeBack(wanted, programs));
    if (run_.aborted()) return {};
    VKPERFTEST_TRY(admitBaseline(programs.front()));
    for (std::size_t i = 1; i < wanted.size(); ++i) giveProgram(wanted[i], programs[i]);
    run_.null.programs = {run_.baseline.program};
    run_.null.groups = run_.baseline.groups;
    return {};
}

void Preparation::shareTime(std::span<const Wanted> wanted) {
    for (const Wanted& one : wanted) run_.budget += one.row->effort.secondsPerProgram * 1e9;
    const double inAll = run_.plan.effort.secondsInAll * 1e9;
    if (inAll <= 0 || run_.budget <= 0) return;
    const double scale = inAll / run_.budget;
    run_.null.effort.secondsPerProgram *= scale;
    for (RowState& row : run_.rows) row.effort.secondsPerProgram *= scale;
    run_.budget = inAll;
}

Result<ProgramId> Preparation::prepareAlone(const Wanted& wanted) {
    const BoundRow bound = wanted.row->bound(wanted.strategy);
    return run_.executor.prepare({&bound, 1}).front();
}

Result<void> Preparation::comeBack(std::span<const Wanted> wanted, std::vector<Result<ProgramId>>& programs) {
    const auto lost = std::ranges::find_if(programs, isLost);
    if (lost == programs.end()) return {};
    // The programs before it were prepared on the lost device, and are recreated, too.
    if (lost == programs.begin()) {
        VKPERFTEST_TRY(run_.executor.renew());
        *lost = prepareAlone(wanted.front());
        return {};
    }
    const auto& [row, strategy] = wanted[static_cast<std::size_t>(lost - programs.begin())];
    const StrategyResult before = run_.suspect(*row, strategy, lost->error());
    if (const Result<void> renewed = run_.executor.renew(); !renewed.ok()) {
        run_.result.aborted = renewed.error().sentence();
    } else {
        row->resultOf(strategy) = before;
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
                     !error.remedy.empty()        ? error.remedy
                     : run_.plan.trial != nullptr ? "give fewer workgroups with --groups"
                                                  : "measure with another driver"};
    };
    if (!program.ok()) return because(program.error());
    run_.baseline.program = program.value();
    Result<void> admitted = run_.executor.verify(run_.baseline.program, expectedSums(run_.plan.baseline));
    if (admitted.ok())
        admitted = assign(run_.baseline.groups, findSize(run_.baseline.program, sizes_.baselineLoads));
    return admitted.ok() ? admitted : because(admitted.error());
}

void Preparation::giveProgram(const Wanted& wanted, Result<ProgramId> program) {
    const auto& [row, strategy] = wanted;
    StrategyResult& result = row->resultOf(strategy);
    const bool closed =
        hasFailed(result.status) || result.status == Status::Unsupported; // by the run that is resumed
    if (closed || run_.aborted()) return;
    if (Reason why = whyUnsupported(row->bound(strategy)); !why.empty()) {
        result.status = Status::Unsupported;
        result.reason = std::move(why);
        return;
    }
    if (isLost(program)) {
        // This program may lose the device, too, and end the run.
        const StrategyResult before = run_.suspect(*row, strategy, program.error());
        program = prepareAlone(wanted);
        result = before;
    }
    if (program.ok()) {
        row->programs[strategy] = program.value();
    } else {
        run_.close(*row, strategy, program.error());
    }
}

double Preparation::dispatchesPerVisit() const {
    return mostGroupsPerSample(run_.traits) * static_cast<double>(run_.plan.strategies.size() + 1);
}

Result<std::uint64_t> Preparation::findSize(ProgramId program, std::uint64_t knownLoads) {
    return knownLoads > 0 ? checkSize(program, knownLoads / run_.plan.loadsPerUnit()) : probeSize(program);
}

Result<std::vector<double>> Preparation::probe(std::span<const Dispatch> dispatches) {
    Result<std::vector<double>> times = sampleRunning(run_.executor, dispatches);
    if (times.ok())
        run_.result.busyNanoseconds =
            std::accumulate(times.value().begin(), times.value().end(), run_.result.busyNanoseconds);
    return times;
}

Result<void> Preparation::probe(ProgramId program, DispatchSize& size) {
    while (!size.done() && !run_.over()) {
        const Dispatch dispatch{program, size.size()};
        std::vector<double> times;
        VKPERFTEST_TRY(assign(times, probe({&dispatch, 1})));
        size.observe(times.front());
    }
    return {};
}

Result<std::uint64_t> Preparation::probeSize(ProgramId program) {
    const Method& method = *run_.traits.method;
    DispatchSize size({.unit = run_.traits.groupUnit,
                       .targetNanoseconds = targetNanoseconds_,
                       .probes = program == run_.baseline.program ? method.baselineProbes : method.probes,
                       .mostNanoseconds = mostNanoseconds()});
    VKPERFTEST_TRY(probe(program, size));
    if (!size.done()) return std::uint64_t{0};
    if (size.idle())
        return Error{ErrorKind::RowFailed,
                     fmt::format("the device seems to execute nothing: the largest dispatch takes {:.3g} ms",
                                 size.fastestNanoseconds() * 1e-6),
                     "measure with another driver"};
    if (!size.tooSlow()) return size.size();
    const char* const unit = run_.plan.trial ? "repetition" : "workgroup";
    const std::string groups =
        size.size() == 1 ? fmt::format("one {}", unit) : fmt::format("{} {}s", size.size(), unit);
    return Error{ErrorKind::RowFailed,
                 fmt::format("too slow: the smallest dispatch, of {}, takes {:.0f} ms (the fastest of {} "
                             "probes); the limit is {:.0f} ms, to keep a submission below {:.0f} ms",
                             groups, size.fastestNanoseconds() * 1e-6, size.probes(),
                             mostNanoseconds() * 1e-6, kSubmissionNanoseconds * 1e-6),
                 ""};
}

Result<std::uint64_t> Preparation::checkSize(ProgramId program, std::uint64_t groups) {
    constexpr double kSlower = 4; // a device with other work or low clocks takes so many times as long
    const char* const remedy = "start a new file with --output";
    if (groups == 0)
        return Error{ErrorKind::RowFailed, "the file's dispatch is smaller than a workgroup", remedy};
    DispatchSize size({.unit = std::min(groups, run_.traits.groupUnit),
                       .targetNanoseconds = mostNanoseconds(),
                       .probes = 5,
                       .most = groups});
    VKPERFTEST_TRY(probe(program, size));
    if (!size.done()) return std::uint64_t{0};
    const double takes = size.nanosecondsOf(groups);
    if (takes <= kSlower * mostNanoseconds()) return groups;
    return Error{ErrorKind::RowFailed,
                 fmt::format("the file's dispatch of {} workgroups would take {:.0f} ms here; the limit "
                             "for a submission is {:.0f} ms",
                             groups, takes * 1e-6, kSubmissionNanoseconds * 1e-6),
                 remedy};
}

Result<void> Preparation::addCostSamples() {
    constexpr std::size_t kSubmissions = 64;
    const std::uint64_t unit = run_.traits.groupUnit;
    const Dispatch small{run_.baseline.program, run_.baseline.groups / 2 / unit * unit};
    if (small.groups == 0) return {};
    costSamples_.smallGroups = small.groups;
    costSamples_.largeGroups = run_.baseline.groups;
    // A submission's first dispatch costs more than those that follow.
    const std::array<Dispatch, 3> dispatches = {small, run_.baseline, small};
    for (std::size_t i = 0; i < kSubmissions && !run_.over(); ++i) {
        std::vector<double> times;
        VKPERFTEST_TRY(assign(times, probe(dispatches)));
        costSamples_.large.push_back(times[1]);
        costSamples_.small.push_back(times[2]);
    }
    return {};
}

void Preparation::warmUp() {
    run_.hooks.stage(RunStage::WarmingUp, 0, 0);
    WarmUp warmUp(*run_.traits.method);
    while (!warmUp.done() && !run_.over()) {
        const Result<std::vector<double>> times = probe({&run_.baseline, 1});
        if (!times.ok()) return run_.baselineBroke(times.error());
        warmUp.add(times.value().front());
    }
    if (run_.rounds == 0) run_.result.warmedUp = warmUp.converged();
    if (sizes_.baselineLoads == 0) {
        // The first size was found at idle clocks; on a warm device, the same dispatch may be far too short.
        const Result<std::uint64_t> groups = findSize(run_.baseline.program, 0);
        if (!groups.ok() && groups.error().kind != ErrorKind::RowFailed)
            return run_.baselineBroke(groups.error());
        if (groups.ok() && groups.value() > 0) run_.null.groups = run_.baseline.groups = groups.value();
        sizes_.baselineLoads = run_.baseline.groups * run_.plan.loadsPerUnit();
    }
    if (!run_.traits.method->undisturbed) return;
    if (const Result<void> added = addCostSamples(); !added.ok()) return run_.baselineBroke(added.error());
    run_.dispatchCost = costSamples_.nanoseconds();
}

bool Preparation::ready() {
    while (!run_.settled() && !run_.over()) settle();
    return !run_.over();
}

void Preparation::settle() {
    run_.settledRestart = run_.restart.number; // unless something breaks meanwhile
    if (const Result<void> verified =
            run_.executor.verify(run_.baseline.program, expectedSums(run_.plan.baseline));
        !verified.ok())
        return run_.baselineBroke(verified.error());
    for (std::size_t i = 0; i < run_.rows.size(); ++i) {
        run_.hooks.stage(RunStage::VerifyingRows, i, run_.rows.size());
        RowState& row = run_.rows[i];
        if (!row.done && row.groups != 0) verify(row);
    }
    if (!run_.over() && run_.settled()) warmUp();
    if (!run_.over()) readings_.read();
}

void Preparation::admit(RowState& row) {
    verify(row);
    const auto known = sizes_.rowLoads.find(row.result->name);
    const bool isKnown = known != sizes_.rowLoads.end();
    for (std::size_t s = 0; s < row.programs.size() && row.groups == 0 && !run_.over(); ++s) {
        if (!row.programs[s]) continue;
        const Result<std::uint64_t> groups = findSize(*row.programs[s], isKnown ? known->second : 0);
        if (!groups.ok()) {
            run_.close(row, s, groups.error());
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
    if (row.operation.foreign) return {};
    const Strategy strategy = traits(bound.strategy).takes == kAllResources ? bound.strategy : Strategy::Set;
    if (outsideRestart_ != run_.restart.number) outside_.clear();
    outsideRestart_ = run_.restart.number;
    const Robustness robustness = std::max(row.robustness, run_.plan.compiled.robustness);
    for (const Case& part : partsOf(row)) {
        const ResourceKind kind = part.operation.source.kind;
        if (!isPromised(kind, robustness) || isWithoutLoads(row.technique)) continue;
        auto known = outside_.find({kind, robustness, strategy});
        if (known == outside_.end()) {
            OutsideLoads loads;
            VKPERFTEST_TRY(assign(loads, run_.executor.loadOutside(kind, robustness, strategy)));
            known =
                outside_
                    .emplace(std::tuple(kind, robustness, strategy), checkOutside(kind, robustness, loads))
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
        const Result<void> verified = verifyProgram(*row.programs[s], row.bound(s), row.expected);
        if (!verified.ok()) run_.close(row, s, verified.error());
    }
}

} // namespace vkperftest
