#include "analysis/everything.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "analysis/common_change.h"

namespace vkperftest {
namespace {

// The logarithms by one of the ways to find them.
std::vector<double> logsOf(const std::vector<TimeChange>& times, std::size_t way) {
    std::vector<double> logs;
    for (const TimeChange& time : times) {
        if (way == 0)
            logs.push_back(time.log);
        else if (way <= time.witnesses.size())
            logs.push_back(time.witnesses[way - 1]);
    }
    return logs;
}

std::size_t rowsOf(const std::vector<TimeChange>& times) {
    std::set<std::string_view> rows;
    for (const TimeChange& time : times) rows.insert(time.row);
    return rows.size();
}

} // namespace

bool Everything::differsIn(Condition condition) const {
    return std::any_of(conditions.begin(), conditions.end(),
                       [&](const ComparedCondition& each) { return each.what == condition && each.differs; });
}

std::optional<Everything> everythingChanged(const std::vector<TimeChange>& times, double baseline,
                                            double bound, const Scatter& machine, const Judging& how) {
    if (rowsOf(times) < kFewestOfEverything) return std::nullopt;
    std::optional<double> log = commonChange(logsOf(times, 0), baseline, bound);
    std::size_t ways = 0;
    for (const TimeChange& time : times) ways = std::max(ways, time.witnesses.size());
    // The baseline's change is only known epoch by epoch: the other ways must agree with the rows' change.
    for (std::size_t way = 1; way <= ways && log; ++way)
        log = leastAgreed(*log, {median(logsOf(times, way))});
    if (!log || std::abs(*log) <= bound) return std::nullopt;
    Everything everything{.change = std::expm1(*log)};
    if (!std::isfinite(machine.variance)) return everything;
    const double known = how.noise * how.noise + 2 * how.betweenRuns * how.betweenRuns;
    const double either =
        marginOfError(known > 0 ? sum(machine, {known, std::numeric_limits<double>::infinity()}) : machine);
    everything.interval = Interval{std::expm1(*log - either), std::expm1(*log + either)};
    if (std::abs(*log) - either > bound) everything.verdict = *log > 0 ? Verdict::Worse : Verdict::Better;
    return everything;
}

void findCause(Everything& everything, const RunResult& base, const RunResult& now, bool otherKernels,
               bool inTurns) {
    everything.conditions = differentSettings(base, now, otherKernels);
    if (!inTurns) {
        const std::vector<ComparedCondition> machines = comparedMachines(base, now);
        everything.conditions.insert(everything.conditions.end(), machines.begin(), machines.end());
    }
    everything.sameDriver = sameDriver(base, now);
    everything.cause = causeOf({.log = std::log1p(everything.change),
                                .sameDriver = everything.sameDriver,
                                .cpu = base.settings.cpu || now.settings.cpu,
                                .inTurns = inTurns},
                               everything.conditions);
    if (everything.differsIn(Condition::Timer)) everything.verdict = Verdict::Unknown;
}

} // namespace vkperftest
