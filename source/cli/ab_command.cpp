#include <algorithm>
#include <array>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/process.h"
#include "cli/comparing.h"
#include "cli/console.h"
#include "cli/shared_options.h"
#include "model/merge.h"
#include "model/published.h"
#include "report/phrases.h"
#include "report/results_json.h"
#include "run/plan.h"

namespace vkperftest {

class AbCommand : public Command {
public:
    void declare(Options& options) override;
    Result<void> check(const Options& given) override;
    Result<int> execute() override;

private:
    struct Side {
        std::string letter = {};    // "A"
        std::string name = {};      // as it was given
        std::string program = {};   // the program that measures
        std::string driver = {};    // its ICD manifest; empty: the system's drivers
        std::string sizesFile = {}; // of the block whose dispatch sizes later blocks reuse
        std::size_t sizes = 0;      // how many that file has
        std::string failure = {};   // the first reason why a row failed or a block ended early; may be empty
        std::vector<RunResult> blocks = {};
    };

    Result<void> runBlock(Side& side, std::size_t block);
    static void take(Side& side, RunResult result, const std::string& file);
    std::vector<std::string> arguments(const Side& side, std::size_t block, const std::string& file) const;
    // Compares and keeps the blocks measured so far; `trouble` is why there are not more.
    Result<int> compareSides(const Result<void>& trouble);
    Result<int> compare(const NamedRun& a, const NamedRun& b, const std::vector<std::string>& cautions);
    std::string keptFile(const std::string& side) const { return fmt::format("{}-{}.json", keep_, side); }
    // The terminal sends Ctrl-C to this process and to its child; others may signal the child alone.
    bool interrupted() const { return childInterrupted_ || wasInterrupted(); }

    std::vector<std::string> drivers_, programs_;
    std::string device_, keep_;
    MethodOptions method_;
    bool quick_ = false;
    std::uint64_t blocks_ = 4; // processes per side
    CompareOptions how_;
    std::array<Side, 2> sides_ = {{{.letter = "A"}, {.letter = "B"}}};
    ScratchFolder scratch_;
    bool childInterrupted_ = false;
};

std::unique_ptr<Command> newAb() {
    return std::make_unique<AbCommand>();
}

void AbCommand::declare(Options& options) {
    addDrivers(options, "ICD manifest of a driver; give two, A then B (or fewer with two programs)",
               drivers_);
    options.texts(
        "--program", "PROGRAM",
        "Program to measure with, instead of this one: another build of vkperftest, or a script that starts "
        "one with the script's arguments; give two, A then B",
        programs_);
    addDevice(options, device_);
    method_.rows.declareSuite(options);
    method_.declare(options);
    options.flag("-q,--quick", quick_, "3 processes per side with 2 rounds each: half the samples");
    options.number("--blocks",
                   "Processes per side (default: 4, or 3 with --quick); more find smaller changes", 2, 1000,
                   blocks_);
    options.text("--keep", "PREFIX", "Keep each side's results as PREFIX-a.json and PREFIX-b.json", keep_);
    how_.declare(options);
}

Result<void> AbCommand::check(const Options& given) {
    if (quick_ && !given.given("--blocks")) blocks_ = 3;
    // Allowed: two drivers; or two programs with two drivers, one driver for both, or none.
    const std::size_t count = drivers_.size();
    if (!programs_.empty() && programs_.size() != 2) {
        return Error{ErrorKind::Usage, fmt::format("`ab` compares two programs, not {}", programs_.size()),
                     "give --program A --program B"};
    }
    if (count > 2 || (count < 2 && programs_.empty())) {
        return Error{ErrorKind::Usage, fmt::format("`ab` needs two drivers, not {}", count),
                     "give two ICD manifests, --driver A.json --driver B.json, or two programs"};
    }
    for (std::size_t i = 0; i < 2; ++i) {
        Side& side = sides_[i];
        if (!programs_.empty()) side.program = programs_[i];
        if (count > 0) side.driver = drivers_[count == 1 ? 0 : i];
        const bool both = !side.program.empty() && !side.driver.empty();
        side.name = side.program + (both ? " with " : "") + side.driver;
    }
    if (device_ == kAllDevices)
        return Error{ErrorKind::Usage, "`ab` measures one device",
                     "name one that `vkperftest devices` lists"};
    if (method_.rows.suite->windows)
        return Error{ErrorKind::Usage,
                     fmt::format("`ab` measures rows, and the suite '{}' has windows of memory",
                                 method_.rows.suite->name),
                     "measure each driver with `vkperftest experiment cache --driver ICD.json`"};
    method_.rows.filters = std::exchange(how_.filters, {}); // only these rows are measured
    VKPERFTEST_TRY(method_.completePlan());
    how_.settings.interleaved = true;
    std::vector<std::string> inputs = drivers_;
    inputs.insert(inputs.end(), programs_.begin(), programs_.end());
    for (const char* side : {"a", "b"}) {
        if (!keep_.empty()) VKPERFTEST_TRY(refuseInput("--keep", keptFile(side), inputs));
    }
    VKPERFTEST_TRY(how_.output.check(inputs));
    for (const OutputFile& file : how_.output.files) {
        for (const char* side : {"a", "b"}) {
            if (keep_.empty() || !isSameFile(file.path, keptFile(side))) continue;
            return Error{ErrorKind::Usage,
                         fmt::format("--output and --keep would both write '{}'", file.path),
                         "name another file"};
        }
    }
    return {};
}

Result<int> AbCommand::execute() {
    VKPERFTEST_TRY(how_.output.checkFiles());
    if (!keep_.empty()) {
        for (const char* side : {"a", "b"}) VKPERFTEST_TRY(prepareFile(keptFile(side)));
    }
    watchForInterrupt(kExitInterrupted);
    for (Side& side : sides_) {
        if (side.program.empty()) VKPERFTEST_TRY(assign(side.program, ownProgram()));
    }
    VKPERFTEST_TRY(scratch_.create("ab"));
    Result<void> trouble;
    for (std::size_t block = 0; block < blocks_ && trouble.ok(); ++block) {
        // A B, B A, A B …: drift affects both sides equally.
        const std::size_t first = block % 2;
        for (const std::size_t side : {first, 1 - first}) {
            if (trouble.ok()) trouble = runBlock(sides_[side], block);
        }
    }
    showStatusLine("");
    return compareSides(trouble);
}

Result<void> AbCommand::runBlock(Side& side, std::size_t block) {
    if (interrupted()) return {};
    showStatusLine(fmt::format("block {} of {}, {}: {}", block + 1, blocks_, side.letter, side.name));
    const std::string file = scratch_.file(fmt::format("{}{}.json", side.letter, block));
    const Result<int> code = runProgram(side.program, arguments(side, block, file));
    const auto trouble = [&](const std::string& why, bool usage) {
        return Error{usage ? ErrorKind::Usage : ErrorKind::NoDevice,
                     fmt::format("{} ({}): {}", side.letter, side.name, why), "try it alone with `run`"};
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
    take(side, std::move(result).value(), file);
    if (code.value() == kExitRowsFailed && side.failure.empty())
        side.failure = whyIncomplete(side.blocks.back());
    return {};
}

void AbCommand::take(Side& side, RunResult result, const std::string& file) {
    // A run that ended early, or that lost a row, has not found all sizes.
    const Result<KnownSizes> sizes = sizesOf(result);
    if (result.aborted.empty() && sizes.ok() && sizes.value().rowLoads.size() >= side.sizes) {
        side.sizesFile = file;
        side.sizes = sizes.value().rowLoads.size();
    }
    side.blocks.push_back(std::move(result));
}

// The arguments of `run` for one block: one process, which is one restart of its side.
std::vector<std::string> AbCommand::arguments(const Side& side, std::size_t block,
                                              const std::string& file) const {
    const RunPlan& plan = method_.plan;
    const std::string rounds = quick_ ? "2" : "3";
    std::vector<std::string> result = {"run", "--block", rounds, "--output", file};
    const auto add = [&](const char* option, const std::string& value) {
        if (!value.empty()) result.insert(result.end(), {option, value});
    };
    add("--suite", plan.suite);
    add("--strategy", strategyNames(plan.strategies));
    add("--baseline", caseName(plan.baseline));
    if (plan.queue != QueueKind::Main) add("--queue", std::string(kQueueWords[1]));
    const CompileSettings& compiled = plan.compiled;
    if (compiled.robustness != Robustness::Off)
        add("--robustness", std::string(robustnessName(compiled.robustness)));
    if (compiled.subgroupSize != 0 || plan.everySubgroupSize)
        add("--subgroup-size", subgroupSizeText(compiled, plan.everySubgroupSize));
    add("--seed", std::to_string(plan.seed + block));
    add("--driver", side.driver);
    add("--device", device_);
    add("--sizes", side.sizesFile);
    // The first process of each side reads the code; the others need not.
    if (!plan.code || !side.blocks.empty()) result.emplace_back("--no-code");
    for (const Case& row : plan.rows) add("--filter", caseId(row));
    return result;
}

Result<int> AbCommand::compareSides(const Result<void>& trouble) {
    const std::size_t pairs = std::min(sides_[0].blocks.size(), sides_[1].blocks.size());
    const bool early = interrupted() || !trouble.ok();
    std::vector<NamedRun> runs;
    std::vector<std::string> cautions;
    for (Side& side : sides_) {
        side.blocks.resize(pairs);
        if (pairs == 0) continue;
        MergedRuns merged = mergeRuns(side.blocks);
        merged.run.interrupted = merged.run.interrupted || early;
        if (const std::string leftOut = leftOutText(merged, pairs); !leftOut.empty())
            cautions.push_back((runs.empty() ? "BASE: " : "NEW: ") + leftOut);
        runs.push_back({side.name, std::move(merged.run)});
    }
    Result<void> errors; // a side that cannot be kept is still compared
    for (std::size_t i = 0; i < runs.size() && !keep_.empty(); ++i)
        addTrouble(errors, writeFileAtomically(keptFile(i == 0 ? "a" : "b"), runToJson(runs[i].run, true)));
    const bool rowsFailed = !sides_[0].failure.empty() || !sides_[1].failure.empty();
    int code = rowsFailed ? kExitRowsFailed : kExitDone;
    if (interrupted())
        how_.failOn.clear(); // the exit code is that of the interrupt, and missing blocks are no error
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

Result<int> AbCommand::compare(const NamedRun& a, const NamedRun& b,
                               const std::vector<std::string>& cautions) {
    Result<ComparedRuns> compared = compareNamed(a, b, how_);
    for (const Side& side : sides_) { // a failed side explains why no row is in common
        if (compared.ok() || side.failure.empty()) continue;
        return Error{ErrorKind::RowFailed,
                     fmt::format("nothing to compare: {} ({}): {}", side.letter, side.name, side.failure),
                     "try it alone with `run`"};
    }
    if (!compared.ok()) return compared.error();
    std::vector<std::string>& told = compared.value().comparison.cautions;
    told.insert(told.end(), cautions.begin(), cautions.end());
    return deliverComparison({std::move(compared).value()}, how_);
}

} // namespace vkperftest
