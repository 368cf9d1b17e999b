#include "experiments/judging.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "results/load_bound.h"
#include "results/summary.h"

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

std::string troubleOf(const RunResult& run, const RowResult& row) {
    for (const RowResult* needed : {&row, findFloor(run, row)}) {
        if (needed != nullptr && !ratioToBaseline(run, *needed, kJudgedStrategy)) return unmeasured(*needed);
    }
    return loadTrouble(run, row);
}

} // namespace

Result<void> requireRows(const RunResult& run, std::span<const std::string> needed, std::string_view suite) {
    std::vector<std::string> missing;
    for (const std::string& name : needed) {
        const bool known = std::find(missing.begin(), missing.end(), name) != missing.end();
        if (findRow(run, name) == nullptr && !known) missing.push_back(name);
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

std::string cannotSay(std::string_view reason) {
    return fmt::format("cannot say, because {}", reason);
}

std::string statusText(Status status, std::string_view reason) {
    return fmt::format("{} ({})", statusName(status), reason);
}

std::string unmeasured(const RowResult& row) {
    const StrategyResult& result = row.strategies[kJudgedStrategy];
    return fmt::format("'{}' is {}", row.name, statusText(result.status, result.reason));
}

std::string loadTrouble(const RunResult& run, const RowResult& row, std::size_t strategy) {
    const std::optional<PairedRatio> overFloor = timeOverFloor(run, row, strategy);
    if (!overFloor) return {};
    const std::optional<bool> loadBound = isAtLeast(*overFloor, kLoadBound);
    if (!loadBound) return std::string(kScatters);
    if (*loadBound) return {};
    return fmt::format("its loads hardly show: with them the loop takes {:.2f} times as long",
                       overFloor->median);
}

TimeOf timeOver(const RunResult& run, const std::string& row, const std::string& reference) {
    const RowResult& subject = *findRow(run, row);
    const RowResult& other = *findRow(run, reference);
    for (const RowResult* each : {&other, &subject}) {
        const std::string trouble = troubleOf(run, *each);
        if (!trouble.empty()) return {std::nullopt, trouble};
    }
    const PairedRatio ofOther = *ratioToBaseline(run, other, kJudgedStrategy);
    const PairedRatio ofSubject = *ratioToBaseline(run, subject, kJudgedStrategy);
    TimeOf time{quotient(ofOther, ofSubject), {}};
    if (ofOther.ofMinima && ofSubject.ofMinima)
        time.ratio->ofMinima = *ofOther.ofMinima / *ofSubject.ofMinima;
    return time;
}

std::optional<bool> TimeOf::atLeast(double bound) const {
    const std::optional<bool> whole = isAtLeast(*ratio, bound);
    if (!whole || !ratio->ofMinima || *whole == (*ratio->ofMinima >= bound)) return whole;
    return std::nullopt;
}

} // namespace vkperftest
