#include "experiments/judging.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// `option`: what leaves some out.
std::string remedy(std::string_view suite, std::string_view option) {
    return fmt::format(
        "`vkperftest experiment {0}` measures all, `vkperftest run --suite {0}` without {1} too", suite,
        option);
}

// An error if any is missing; `what` they are: "rows".
Result<void> requireAll(const std::vector<std::string>& missing, std::string_view what,
                        const std::string& remedy) {
    if (missing.empty()) return {};
    return Error{ErrorKind::Usage, fmt::format("the run lacks {}: '{}'", what, join(missing, "', '")),
                 remedy};
}

// Empty if it was measured.
std::string statusTrouble(const RowResult& row, std::size_t strategy) {
    return resultUnder(row, strategy).status == Status::Measured ? "" : unmeasured(row, strategy);
}

std::string troubleOf(const RowFigures& row, std::size_t strategy) {
    const std::string trouble = statusTrouble(*row.row, strategy);
    return trouble.empty() ? loadTrouble(row, strategy) : trouble;
}

// Why isAtLeast says nothing; `row` takes `ratio` times as long as `reference`.
std::string whyNeither(const PairedRatio& ratio, double bound, std::string_view row,
                       std::string_view reference) {
    if (!ratio.interval) return fmt::format("too few samples were taken of '{}' or '{}'", row, reference);
    if (ratio.interval->low < bound && ratio.interval->high >= bound) {
        return fmt::format("{}: '{}' takes {:.2f} to {:.2f} times as long as '{}', and the bound is {:.2f}",
                           kScatters, row, ratio.interval->low, ratio.interval->high, reference, bound);
    }
    return fmt::format(
        "the fastest samples disagree: '{}' takes {:.2f} times as long as '{}', but {:.2f} times by them",
        row, ratio.median, reference, ratio.ofFastest.value_or(0));
}

} // namespace

Result<void> requireRows(const RunResult& run, std::span<const std::string> needed, std::string_view suite) {
    std::vector<std::string> missing;
    for (const std::string& name : needed) {
        const bool known = std::find(missing.begin(), missing.end(), name) != missing.end();
        if (findRowOrTwin(run, name) == nullptr && !known) missing.push_back(name);
    }
    return requireAll(missing, "rows", remedy(suite, "--filter"));
}

Result<void> requireStrategies(const RunResult& run, std::span<const std::string> needed,
                               std::string_view suite) {
    const std::vector<std::string>& all = run.settings.strategies;
    std::vector<std::string> missing;
    for (const std::string& name : needed) {
        if (std::find(all.begin(), all.end(), name) == all.end()) missing.push_back(name);
    }
    return requireAll(missing, "strategies", remedy(suite, "--strategy"));
}

Error noRows(std::string_view suite, std::string_view example) {
    return {ErrorKind::Usage,
            fmt::format("the run holds no row of the experiment '{}', such as '{}'", suite, example),
            remedy(suite, "--filter")};
}

std::size_t judgedStrategy(const RunResult& run, std::span<const std::string> names) {
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const bool any = std::any_of(names.begin(), names.end(), [&](const std::string& name) {
            const RowResult* row = findRow(run, name);
            return row != nullptr && row->strategies[s].status == Status::Measured;
        });
        if (any) return s;
    }
    return 0;
}

void nameStrategy(const RunResult& run, std::size_t strategy, std::vector<Finding>& findings) {
    if (run.settings.strategies.size() < 2) return;
    for (Finding& finding : findings)
        finding.sentence += fmt::format(" (under {})", run.settings.strategies[strategy]);
}

std::string cannotSay(std::string_view reason) {
    return fmt::format("{}, because {}", kCannotSay, reason);
}

Finding undecided(std::string subject, std::string_view reason, Ground ground) {
    return {std::move(subject), std::string(kCannotSay), cannotSay(reason), ground};
}

std::string statusText(Status status, std::string_view reason) {
    return fmt::format("{} ({})", statusName(status), reason);
}

std::string unmeasured(const RowResult& row, std::size_t strategy) {
    const StrategyResult& result = resultUnder(row, strategy);
    return fmt::format("'{}' is {}", row.name, statusText(result.status, result.reason));
}

std::string loadTrouble(const RowFigures& row, std::size_t strategy) {
    const std::string& name = row.row->name;
    if (row.floor == nullptr) return fmt::format("the floor of '{}' is missing", name);
    const StrategyFigures* const figures = row.under(strategy);
    if (figures == nullptr || !figures->overFloor) return unmeasured(*row.floor, strategy);
    if (figures->bound == Bound::Loads) return {};
    if (figures->otherLoop && isAtLeast(*figures->overFloor, kLoadBoundOfOtherLoop) == false) {
        return fmt::format(
            "'{}' takes {:.2f} times as long as its floor, and since the compiler made another loop of that, "
            "only {:g} times would show its loads",
            name, figures->overFloor->median, kLoadBoundOfOtherLoop);
    }
    if (figures->bound == Bound::Unknown)
        return whyNeither(*figures->overFloor, figures->otherLoop ? kLoadBoundOfOtherLoop : kLoadBound, name,
                          row.floor->name);
    return fmt::format("'{}' is bound by adds: its loads hardly show, with them the loop takes {:.2f} times "
                       "as long",
                       name, figures->overFloor->median);
}

TimeOf measuredTimeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                        std::size_t strategy) {
    TimeOf time{.row = row, .reference = reference, .ratio = {}, .trouble = {}};
    const RowFigures& subject = *figures.find(row);
    const RowFigures& other = *figures.find(reference);
    for (const RowFigures* each : {&other, &subject}) {
        time.trouble = statusTrouble(*each->row, strategy);
        if (!time.trouble.empty()) return time;
    }
    time.ratio = quotient(other.under(strategy)->ratio, subject.under(strategy)->ratio);
    return time;
}

TimeOf timeOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                std::size_t strategy) {
    for (const std::string& name : {reference, row}) {
        const std::string trouble = troubleOf(*figures.find(name), strategy);
        if (!trouble.empty()) return {.row = row, .reference = reference, .ratio = {}, .trouble = trouble};
    }
    return measuredTimeOver(figures, row, reference, strategy);
}

std::optional<bool> TimeOf::atLeast(double bound) const {
    return ratio ? isAtLeast(*ratio, bound) : std::nullopt;
}

std::string TimeOf::whyUnclear(double bound) const {
    return ratio ? whyNeither(*ratio, bound, row, reference) : trouble;
}

std::string_view claimVerdict(const ClaimRows& rows) {
    if (rows.bearOut > 0 && rows.refute > 0) return kHoldsInPart;
    if (rows.unclear > 0 || rows.judged() == 0) return kCannotSay;
    return rows.bearOut > 0 ? kHolds : kDoesNotHold;
}

} // namespace vkperftest
