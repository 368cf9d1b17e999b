#include "cli/interleaving.h"

#include <algorithm>

#include "base/child_process.h"
#include "base/process.h"
#include "cli/command.h"
#include "cli/console.h"
#include "model/merge.h"
#include "model/published.h"
#include "report/phrases.h"
#include "report/results_json.h"
#include "run/plan.h"

namespace vkperftest {

bool Interleaving::interrupted() const {
    return childInterrupted_ || wasInterrupted();
}

Result<int> Interleaving::measure(const Arguments& arguments) {
    how.settings.interleaved = true;
    if (!keep.empty()) {
        for (const char* side : {"a", "b"}) VKPERFTEST_TRY(prepareFile(keptFile(side)));
    }
    watchForInterrupt(kExitInterrupted);
    for (Side& side : sides) {
        if (side.program.empty()) VKPERFTEST_TRY(assign(side.program, ownProgram()));
    }
    VKPERFTEST_TRY(scratch_.create(alone == "try" ? alone : "ab"));
    Result<void> trouble;
    for (std::size_t block = 0; block < blocks && trouble.ok(); ++block) {
        // A B, B A, A B …: drift affects both sides equally.
        const std::size_t first = block % 2;
        for (const std::size_t side : {first, 1 - first}) {
            if (trouble.ok()) trouble = runBlock(sides[side], block, arguments);
        }
    }
    showStatusLine("");
    return compareSides(trouble);
}

Result<void> Interleaving::runBlock(Side& side, std::size_t block, const Arguments& arguments) {
    if (interrupted()) return {};
    showStatusLine(fmt::format("block {} of {}, {}: {}", block + 1, blocks, side.letter, side.name));
    const std::string file = scratch_.file(fmt::format("{}{}.json", side.letter, block));
    const Result<int> code = runProgram(side.program, arguments(side, block, file));
    const auto trouble = [&](const std::string& why, bool usage) {
        return Error{usage ? ErrorKind::Usage : ErrorKind::NoDevice,
                     fmt::format("{} ({}): {}", side.letter, side.name, why),
                     fmt::format("try it alone with `{}`", alone)};
    };
    childInterrupted_ = childInterrupted_ || (code.ok() && code.value() == kExitInterrupted);
    if (interrupted()) return {}; // whatever became of the child
    if (!code.ok()) return trouble(code.error().cause, code.error().kind == ErrorKind::Io);
    if (code.value() != kExitDone && code.value() != kExitRowsFailed) {
        return trouble(fmt::format("its process failed with exit code {}, see above", code.value()),
                       code.value() == kExitUsage);
    }
    Result<RunResult> result = readResultsFile(file);
    if (!result.ok()) return trouble("it wrote no results: " + result.error().cause, true);
    if (!side.blocks.empty() && !sameRows(side.blocks.front(), result.value()))
        return trouble("it did not measure the same rows as in its first block", true);
    if (firstFile_.empty()) firstFile_ = file;
    take(side, std::move(result).value(), file);
    if (code.value() == kExitRowsFailed && side.failure.empty())
        side.failure = whyIncomplete(side.blocks.back());
    return {};
}

void Interleaving::take(Side& side, RunResult result, const std::string& file) {
    // A run that ended early, or that lost a row, has not found all sizes.
    const std::size_t sizes = sizesOf(result).rowLoads.size();
    if (result.aborted.empty() && sizes >= side.sizes) {
        side.sizesFile = file;
        side.sizes = sizes;
    }
    side.blocks.push_back(std::move(result));
}

Result<int> Interleaving::compareSides(const Result<void>& trouble) {
    const std::size_t pairs = std::min(sides[0].blocks.size(), sides[1].blocks.size());
    const bool early = interrupted() || !trouble.ok();
    std::vector<NamedRun> runs;
    std::vector<std::string> cautions;
    for (Side& side : sides) {
        side.blocks.resize(pairs);
        if (pairs == 0) continue;
        MergedRuns merged = mergeRuns(side.blocks);
        merged.run.interrupted = merged.run.interrupted || early;
        if (const std::string leftOut = leftOutText(merged, pairs); !leftOut.empty())
            cautions.push_back((runs.empty() ? "BASE: " : "NEW: ") + leftOut);
        runs.push_back({side.name, std::move(merged.run)});
    }
    Result<void> errors; // a side that cannot be kept is still compared
    for (std::size_t i = 0; i < runs.size() && !keep.empty(); ++i)
        addTrouble(errors, writeFileAtomically(keptFile(i == 0 ? "a" : "b"), runToJson(runs[i].run, true)));
    const bool rowsFailed = !sides[0].failure.empty() || !sides[1].failure.empty();
    int code = rowsFailed ? kExitRowsFailed : kExitDone;
    if (interrupted())
        how.failOn.clear(); // the exit code is that of the interrupt, and missing blocks are no error
    if (pairs >= 2 || !early) {
        const Result<int> compared = compare(runs[0], runs[1], cautions);
        if (!compared.ok()) {
            addTrouble(errors, compared.error());
        } else if (compared.value() != kExitDone) {
            code = compared.value();
        }
    } else if (trouble.ok()) {
        printNote("interrupted before two blocks of each side were measured: nothing to compare");
    }
    addTrouble(errors, trouble);
    if (!errors.ok()) return errors.error();
    return interrupted() ? kExitInterrupted : code;
}

Result<int> Interleaving::compare(const NamedRun& a, const NamedRun& b,
                                  const std::vector<std::string>& cautions) {
    Result<ComparedRuns> compared = compareNamed(a, b, how);
    for (const Side& side : sides) { // a failed side explains why no row is in common
        if (compared.ok() || side.failure.empty()) continue;
        return Error{ErrorKind::RowFailed,
                     fmt::format("nothing to compare: {} ({}): {}", side.letter, side.name, side.failure),
                     fmt::format("try it alone with `{}`", alone)};
    }
    if (!compared.ok()) return compared.error();
    std::vector<std::string>& told = compared.value().comparison.cautions;
    told.insert(told.end(), cautions.begin(), cautions.end());
    return deliverComparison({std::move(compared).value()}, how);
}

} // namespace vkperftest
