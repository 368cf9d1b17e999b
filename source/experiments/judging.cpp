#include "experiments/judging.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "results/load_bound.h"
#include "results/summary.h"

namespace vkperftest {
namespace {

std::string remedy(std::string_view suite) {
    return fmt::format(
        "`vkperftest experiment {0}` measures all, `vkperftest run --suite {0}` without --filter too", suite);
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
    if (missing.empty()) return {};
    return Error{ErrorKind::Usage, fmt::format("the run lacks rows: '{}'", join(missing, "', '")),
                 remedy(suite)};
}

Error noRows(std::string_view suite, std::string_view example) {
    return {ErrorKind::Usage,
            fmt::format("the run holds no row of the experiment '{}', such as '{}'", suite, example),
            remedy(suite)};
}

std::string cannotSay(std::string_view reason) {
    return fmt::format("cannot say, because {}", reason);
}

std::string unmeasured(const RowResult& row) {
    const StrategyResult& result = row.strategies[kJudgedStrategy];
    return fmt::format("'{}' is {} ({})", row.name, statusName(result.status), result.reason);
}

std::string loadTrouble(const RunResult& run, const RowResult& row) {
    const std::optional<PairedRatio> overFloor = timeOverFloor(run, row, kJudgedStrategy);
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
