// What comes before a program's samples: preparing, verifying, sizing, warming up.
#include <fmt/format.h>

#include "cases/cpu_model.h"
#include "run/dispatch_size.h"
#include "run/measuring_loop.h"
#include "run/probing.h"

namespace vkperftest {

Result<void> MeasuringLoop::setUp() {
    const Result<double> target = dispatchTarget(traits_.tickNanoseconds, dispatchesPerVisit());
    if (!target.ok()) return target.error();
    targetNanoseconds_ = target.value();
    for (const RowResult& row : result_.rows) continueEpochs(row);
    for (const RowResult& floor : result_.floors) continueEpochs(floor);
    continueEpochs(result_.nullRow);
    firstEpoch_ = epoch_;

    std::vector<BoundRow> boundRows = {{plan_.baseline, Strategy::Set}};
    for (std::size_t i = 0; i < plan_.rows.size(); ++i)
        addRow(plan_.rows[i], result_.rows[i], plan_.strategies, boundRows);
    budget_ = plan_.effort.secondsPerProgram * 1e9 * static_cast<double>(boundRows.size());
    constexpr Strategy kFloorStrategy[] = {Strategy::Set};
    for (std::size_t i = 0; i < plan_.floors.size(); ++i) {
        addRow(plan_.floors[i], result_.floors[i], kFloorStrategy, boundRows);
        rows_.back().floor = true;
        if (!rows_.back().done) budget_ += floorEffort(plan_.effort).secondsPerProgram * 1e9;
    }
    const std::vector<Result<ProgramId>> programs = executor_.prepare(boundRows);
    VKPERFTEST_TRY(admitBaseline(programs.front()));
    assignPrograms(programs);
    // The very program that it is compared with, so that only the harness can make a difference.
    null_ = {.description = plan_.baseline,
             .result = &result_.nullRow,
             .programs = {baseline_},
             .groups = baselineGroups_};
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

void MeasuringLoop::assignPrograms(const std::vector<Result<ProgramId>>& programs) {
    std::size_t next = 1;
    for (RowState& row : rows_) {
        for (std::size_t s = 0; s < row.programs.size() && !row.done; ++s) {
            const Result<ProgramId>& program = programs[next++];
            const Status earlier = row.result->strategies[s].status; // of a run that is resumed
            if (earlier == Status::Failed || earlier == Status::Unsupported) continue;
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
        return Error{
            error.kind == ErrorKind::Unsupported ? ErrorKind::RowFailed : error.kind,
            fmt::format("the baseline '{}' cannot be measured: {}", caseName(plan_.baseline), error.cause),
            "choose another with --baseline"};
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
    if (knownLoads > 0) return knownLoads / kLoadsPerGroup;
    const Result<ProbedSize> probed =
        probeSize(executor_, program, targetNanoseconds_, kSubmissionNanoseconds / dispatchesPerVisit(),
                  [this] { return over(); });
    if (!probed.ok()) return probed.error();
    result_.busyNanoseconds += probed.value().busyNanoseconds;
    return probed.value().groups;
}

void MeasuringLoop::warmUp() {
    const Result<WarmedUp> warmed =
        warmUpDevice(executor_, {baseline_, baselineGroups_}, [this] { return over(); });
    if (!warmed.ok()) {
        noteTrouble(warmed.error());
        return;
    }
    result_.busyNanoseconds += warmed.value().busyNanoseconds;
    if (epoch_ == firstEpoch_) result_.warmedUp = warmed.value().converged;
    // The first size was found at idle clocks; warm, the same dispatch may be far too short.
    const Result<std::uint64_t> groups = findSize(baseline_, sizes_.baselineLoads);
    if (groups.ok() && groups.value() > 0) null_.groups = baselineGroups_ = groups.value();
    sizes_.baselineLoads = baselineGroups_ * kLoadsPerGroup;
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
