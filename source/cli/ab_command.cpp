#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/text.h"
#include "cli/commands.h"
#include "cli/comparing.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/scratch_folder.h"
#include "model/merge.h"
#include "perftest/open_results.h"
#include "report/results_json.h"

namespace vkperftest {
namespace {

// Of a block: one process. Its epochs are the processes.
constexpr std::size_t kRounds = 3;

struct Side {
    std::string letter;    // "A"
    AbSide what;           // with the program
    std::string name;      // as it was given
    std::string sizesFile; // of its last block: the next one takes over its sizes
    std::vector<RunResult> blocks;
};

class AbRun {
public:
    explicit AbRun(const AbOptions& options)
        : options_(options), sides_{{"A", options.sides[0]}, {"B", options.sides[1]}} {}

    // The exit code of what could be measured; an error if that is not enough.
    Result<int> run() {
        const Result<std::string> program = ownProgram();
        if (!program.ok()) return program.error();
        for (Side& side : sides_) {
            side.name = side.what.name();
            if (side.what.program.empty()) side.what.program = program.value();
        }
        VKPERFTEST_TRY(scratch_.create("ab"));
        for (std::size_t block = 0; block < options_.blocks && !interrupted(); ++block) {
            // A B, B A, A B …: drift costs both sides the same.
            const std::size_t first = block % 2;
            for (const std::size_t side : {first, 1 - first}) VKPERFTEST_TRY(runBlock(sides_[side], block));
        }
        showStatusLine("");
        return compare();
    }

private:
    // The terminal sends Ctrl-C to this process and to its child; others may send it to the child alone.
    bool interrupted() const { return childInterrupted_ || wasInterrupted(); }

    Result<void> runBlock(Side& side, std::size_t block) {
        if (interrupted()) return {};
        showStatusLine(
            fmt::format("block {} of {}, {}: {}", block + 1, options_.blocks, side.letter, side.name));
        const std::string file = scratch_.file(fmt::format("{}{}.json", side.letter, block));
        const Result<int> code = runProgram(side.what.program, arguments(side, block, file));
        const auto trouble = [&](const std::string& why, ErrorKind kind = ErrorKind::NoDevice) {
            return Error{kind, fmt::format("{} ({}): {}", side.letter, side.name, why),
                         "try `run` with it alone"};
        };
        if (!code.ok()) {
            const bool cannotStart = code.error().kind == ErrorKind::Io;
            return trouble(code.error().cause, cannotStart ? ErrorKind::Usage : ErrorKind::NoDevice);
        }
        childInterrupted_ = childInterrupted_ || code.value() == kExitInterrupted;
        if (interrupted()) return {};
        if (code.value() != kExitDone && code.value() != kExitRowsFailed) {
            return trouble(fmt::format("its process ended with exit code {}, see above", code.value()),
                           code.value() == kExitUsage ? ErrorKind::Usage : ErrorKind::NoDevice);
        }
        Result<RunResult> result = readResultsFile(file);
        if (!result.ok()) return trouble("it left no results: " + result.error().cause, ErrorKind::Usage);
        side.sizesFile = file;
        side.blocks.push_back(std::move(result).value());
        return {};
    }

    std::vector<std::string> arguments(const Side& side, std::size_t block, const std::string& file) const {
        const RunPlan& plan = options_.plan;
        std::vector<std::string> strategies;
        for (const Strategy strategy : plan.strategies) strategies.emplace_back(strategyName(strategy));
        std::vector<std::string> result = {"run",
                                           "--block",
                                           std::to_string(kRounds),
                                           "--output",
                                           file,
                                           "--suite",
                                           plan.suite,
                                           "--strategy",
                                           join(strategies, ","),
                                           "--baseline",
                                           caseName(plan.baseline),
                                           "--seed",
                                           std::to_string(plan.seed + block)};
        if (!side.what.driver.empty())
            result.insert(result.end(), {options_.scripted ? "--script" : "--driver", side.what.driver});
        if (!options_.device.empty()) result.insert(result.end(), {"--device", options_.device});
        if (!side.sizesFile.empty()) result.insert(result.end(), {"--sizes", side.sizesFile});
        // Of each side, the first process tells of its code.
        if (!plan.code || !side.blocks.empty()) result.emplace_back("--no-code");
        for (const Case& row : plan.rows) result.insert(result.end(), {"--filter", caseId(row)});
        return result;
    }

    Result<int> compare() {
        const std::size_t pairs = std::min(sides_[0].blocks.size(), sides_[1].blocks.size());
        std::vector<NamedRun> runs;
        for (Side& side : sides_) {
            side.blocks.resize(pairs);
            if (pairs > 0) runs.push_back({side.name, mergeRuns(side.blocks)});
            if (pairs > 0 && interrupted()) runs.back().run.interrupted = true;
        }
        if (pairs > 0) VKPERFTEST_TRY(keep(runs));
        if (pairs < 2 && interrupted()) {
            printNote("interrupted before two blocks of each side were measured: nothing to compare");
            return kExitInterrupted;
        }
        Comparing how = options_.how;
        how.settings.interleaved = true;
        Result<ComparedRuns> compared = compareNamed(runs[0], runs[1], how);
        if (!compared.ok()) return compared.error();
        const int code = deliverComparison({std::move(compared).value()}, how);
        return interrupted() ? kExitInterrupted : code;
    }

    Result<void> keep(const std::vector<NamedRun>& runs) const {
        if (options_.keep.empty()) return {};
        VKPERFTEST_TRY(writeFileAtomically(keptFile("a"), runToJson(runs[0].run, true)));
        return writeFileAtomically(keptFile("b"), runToJson(runs[1].run, true));
    }

    std::string keptFile(const std::string& side) const {
        return fmt::format("{}-{}.json", options_.keep, side);
    }

    const AbOptions& options_;
    Side sides_[2];
    ScratchFolder scratch_;
    bool childInterrupted_ = false;
};

} // namespace

int execute(const AbOptions& options) {
    std::vector<std::string> files;
    for (const OutputFile& file : options.how.outputs) files.push_back(file.path);
    if (!options.keep.empty())
        files.insert(files.end(), {options.keep + "-a.json", options.keep + "-b.json"});
    for (const std::string& file : files) {
        const Result<void> writable = checkWritable(file);
        if (!writable.ok()) return failed(writable.error());
    }
    watchForInterrupt();
    const Result<int> code = AbRun(options).run();
    showStatusLine("");
    return code.ok() ? code.value() : failed(code.error());
}

} // namespace vkperftest
