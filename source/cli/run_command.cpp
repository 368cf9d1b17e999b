#include "cli/run_command.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

#include "analysis/core_clock.h"
#include "analysis/figures.h"
#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "cli/command.h"
#include "cli/console.h"
#include "cli/help.h"
#include "model/conditions.h"
#include "model/device_record.h"
#include "model/driver_environment.h"
#include "model/published.h"
#include "report/documents.h"
#include "report/phrases.h"
#include "run/plan.h"
#include "vulkan/open_devices.h"

namespace vkperftest {

// The request --------------------------------------------------------------------------------------------------------

void RunRequest::declareAll(Options& options) {
    addDevice(options, where.device, true);
    addDriver(options, where.driver);
    declare(options);
    declareEffort(options);
    declareFile(options);
    options.flag("--validate", where.validate,
                 "Enable the validation layers (times are then not representative)");
}

void RunRequest::declareFile(Options& options) {
    options.text(
        "-o,--output", "FILE.json",
        "Save the results in this file while measuring; with --device all, one per device: FILE-0.json",
        file);
    options.flag("--continue", continues,
                 "If --output's file exists, keep its finished rows and measure the others: repeating "
                 "the command line finishes an interrupted run");
}

Result<void> RunRequest::check(const Options& given) {
    if (where.device == kAllDevices && continues)
        return contradiction("--device all", "--continue", "continue each device's file separately");
    seedGiven_ = given.given("--seed");
    VKPERFTEST_TRY(checkFile({where.driver}));
    plan.validated = where.validate;
    return completePlan();
}

Result<void> RunRequest::checkFile(const std::vector<std::string>& inputs) const {
    if (file == "-") return usageError("--output names no file", "name FILE.json");
    VKPERFTEST_TRY(refuseInput("--output", file, inputs));
    return checkEnding(file, ".json");
}

Result<void> RunRequest::openEarlier() {
    if (!continues) return {};
    if (file.empty()) return usageError("--continue needs a results file", "name it with --output FILE.json");
    // First, or what another run saves there meanwhile would be lost.
    VKPERFTEST_TRY(lockFile(file));
    std::error_code unknown;
    if (std::filesystem::file_size(pathOf(file), unknown) == 0 || unknown) return {};
    Result<RunResult> opened = openResults(file);
    if (!opened.ok()) {
        Error error = opened.error();
        error.remedy = "delete the file, or name another one with --output";
        return error;
    }
    if (!seedGiven_) plan.seed = opened.value().settings.seed;
    earlier = std::move(opened).value();
    return {};
}

// Measuring ----------------------------------------------------------------------------------------------------------

namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// With --continue, which must not follow "--".
std::vector<std::string> continued(std::vector<std::string> arguments) {
    if (std::ranges::count(arguments, "--continue") == 0)
        arguments.insert(std::ranges::find(arguments, "--"), "--continue");
    return arguments;
}

class Measuring {
public:
    Measuring(const RunRequest& request, OpenDevices& devices, const ShowRun& show)
        : request_(request), devices_(devices), show_(show) {}

    Result<int> measureAll() const {
        const std::vector<DeviceRecord>& records = devices_.records();
        if (!request_.file.empty() && !isReplaceable(request_.file))
            return usageError(fmt::format("'{}' cannot be split into a file per device", request_.file),
                              "give a name such as x.json");
        for (std::size_t i = 0; i < records.size() && !request_.file.empty(); ++i)
            VKPERFTEST_TRY(prepareFile(fileOfDevice(request_.file, i)));
        std::vector<int> codes;
        for (std::size_t i = 0; i < records.size() && !wasInterrupted(); ++i) {
            const DeviceRecord& device = records[i];
            if (!device.unusable.empty()) {
                printNote(fmt::format("skipping device {} ({}): {}", i, device.name, device.unusable));
                continue;
            }
            const std::string file = fileOfDevice(request_.file, i);
            printNote(fmt::format("device {} ({}){}", i, device.name,
                                  file.empty() ? "" : fmt::format(": {} (one file per device)", file)));
            if (!codes.empty()) VKPERFTEST_TRY(print("\n"));
            const Result<int> code = measureDevice(i, file);
            codes.push_back(code.ok() ? code.value() : failed(code.error())); // others are still measured
        }
        if (codes.empty()) return selectDevice(records, "").error();
        return *std::max_element(codes.begin(), codes.end());
    }

    Result<int> measureChosen() const {
        const Result<std::size_t> index = selectDevice(devices_.records(), request_.where.device);
        if (!index.ok()) return index.error();
        const DeviceRecord& device = devices_.records()[index.value()];
        const bool asked = !request_.where.device.empty();
        if (!quiet() && !asked && device.kind == DeviceKind::Cpu) {
            const std::string variables = driverVariables(!request_.where.driver.empty());
            printNote(fmt::format("no usable GPU{}; a software driver's figures say nothing about GPUs",
                                  variables.empty() ? "" : " (" + variables + ")"));
        }
        return measureDevice(index.value(), request_.file);
    }

private:
    Result<int> measureDevice(std::size_t index, const std::string& file) const {
        DeviceRecord device;
        const Result<std::unique_ptr<Executor>> executor = devices_.executor(index, request_.plan, device);
        if (!executor.ok()) return executor.error();
        RunPlan own = request_.plan;
        Provenance now = provenanceOf(toolVersion(), toolCommit(), device, boundRowsOf(own));
        if (own.trial) now.kernels = hashesOf(*own.trial);
        if (request_.earlier)
            VKPERFTEST_TRY(
                continueRun(own, *request_.earlier, file, now, *executor.value()->traits().method));
        else
            own.provenance = std::move(now);
        if (nothingLeft(own)) return showComplete(own);
        ReadConditions conditions;
        if (device.kind != DeviceKind::Cpu) { // a CPU's clocks are the host's
            const Result<void> opened = assign(conditions, openConditions(device));
            own.provenance.conditionsMissing = opened.ok() ? "" : opened.error().cause;
        }
        Result<RunResult> measured = measureWithProgress(*executor.value(), own, conditions, file);
        if (!measured.ok()) return measured.error();
        return shown(measured.value(), file);
    }

    Result<int> showComplete(const RunPlan& plan) const {
        printNote(fmt::format("'{}' is complete; nothing was measured, and the file was not changed",
                              printable(request_.file)));
        return shown(initialResult(plan), "");
    }

    Result<int> shown(const RunResult& result, const std::string& file) const {
        const RunFigures figures = analyse(result);
        VKPERFTEST_TRY(show_(figures, file));
        if (result.interrupted && quiet()) return kExitInterrupted; // nobody keeps a block's file
        if (result.interrupted) {
            const bool saved = !file.empty();
            const bool one = request_.where.device != kAllDevices;
            printNote(!saved ? "interrupted; only --output FILE.json can be continued"
                      : one
                          ? "interrupted; this measures the rest:"
                          : "interrupted; for the rest, repeat the command line for each device: --device N "
                            "--output FILE-N.json --continue");
            if (saved && one) printCommand(commandText(continued(request_.arguments)));
            return kExitInterrupted;
        }
        return isWhole(figures) ? kExitDone : kExitRowsFailed;
    }

    Result<RunResult> measureWithProgress(Executor& executor, const RunPlan& own,
                                          const ReadConditions& conditions, const std::string& file) const {
        const Clock::time_point begin = Clock::now();
        Clock::time_point shown; // long ago
        std::size_t rowsShown = 0;
        double fraction = 0;
        std::optional<RunStage> stageShown; // nothing: a row's line is shown
        // Nobody reads faster than that.
        const auto isSoon = [&] { return Clock::now() - shown < std::chrono::milliseconds(100); };
        RunHooks hooks{.interrupted = wasInterrupted};
        if (stderrIsTerminal() && !quiet()) {
            hooks.progress = [&](const Progress& progress) {
                if (isSoon() && progress.rowsDone == rowsShown) return;
                shown = Clock::now();
                rowsShown = progress.rowsDone;
                fraction = progress.fraction;
                stageShown.reset();
                showStatusLine(progressLine(progress.fraction, secondsSince(begin), progress.row));
            };
            hooks.stage = [&](RunStage stage, std::size_t done, std::size_t all) {
                if (isSoon() && stage == stageShown) return;
                shown = Clock::now();
                stageShown = stage;
                showStatusLine(stageLine(stage, done, all, fraction));
            };
        }
        Checkpoints checkpoints(file, [&](const RunResult& sofar) {
            return executor.ownSeconds() ? sofar.busyNanoseconds * 1e-9 : secondsSince(begin);
        });
        if (checkpoints.wanted()) {
            hooks.checkpoint = [&](const RunResult& sofar) { checkpoints.save(sofar); };
            hooks.saveNow = [&](const RunResult& sofar) { checkpoints.saveNow(sofar); };
        }
        if (conditions) {
            hooks.conditions = [&](const std::function<bool()>& keepBusy) {
                return readWhileBusy(conditions, keepBusy);
            };
        }
        Result<RunResult> result = measure(executor, own, hooks);
        if (result.ok()) result.value().wallSeconds += executor.ownSeconds().value_or(secondsSince(begin));
        showStatusLine("");
        return result;
    }

    // A child process of `ab` prints no notes.
    bool quiet() const { return request_.plan.blockRounds > 0; }

    const RunRequest& request_;
    OpenDevices& devices_;
    const ShowRun& show_;
};

// What prints more than the answer: of the file, if there is one.
std::string moreOf(const std::string& file) {
    return file.empty() ? "--all prints every row; --output FILE.json keeps them for `show` and `compare`."
                        : fmt::format("`{}` prints every row.", commandText({"show", file, "--all"}));
}

} // namespace

Result<int> measureDevices(RunRequest& request, DeviceOpener openDevices, const ShowRun& show) {
    const bool all = request.where.device == kAllDevices;
    if (!all && !request.file.empty()) // with `all`, each device gets its own file
        VKPERFTEST_TRY(prepareFile(request.file));
    const Result<std::unique_ptr<OpenDevices>> devices = openDevices(request.where);
    if (!devices.ok()) return devices.error();
    watchForInterrupt(kExitInterrupted);
    const Measuring measuring(request, *devices.value(), show);
    const Result<int> measured = all ? measuring.measureAll() : measuring.measureChosen();
    const int code = measured.ok() ? measured.value() : failed(measured.error());
    // The layers also check how the executors were destroyed.
    const std::vector<std::string> messages = devices.value()->validationMessages();
    for (const std::string& message : messages)
        for (const std::string& line : split(message, '\n')) printNote("validation: " + line);
    return messages.empty() || code != kExitDone ? code : kExitRowsFailed;
}

// The command --------------------------------------------------------------------------------------------------------

std::unique_ptr<Command> newRun() {
    return std::make_unique<RunCommand>();
}

void RunCommand::declare(Options& options) {
    request_.rows.declareSuite(options);
    addFilters(options, "name or id", request_.rows.filters);
    request_.declareAll(options);
    output_.declareFormat(options);
    output_.declareAll(options, "Also print every row, and how it was measured");
    // What `ab` passes to its children.
    options.number("--block", "", 1, 1000, blockRounds_);
    options.text("--sizes", "FILE", "", sizes_);
}

Result<void> RunCommand::check(const Options& given) {
    VKPERFTEST_TRY(request_.check(given));
    if (blockRounds_ == 0) return {};
    request_.plan.blockRounds = blockRounds_;
    request_.plan.controls.clear(); // `ab` compares times alone
    return {};
}

Result<int> RunCommand::execute() {
    request_.arguments = arguments;
    VKPERFTEST_TRY(request_.openEarlier());
    if (request_.plan.blockRounds > 0 && !sizes_.empty()) {
        const Result<RunResult> file = readResultsFile(sizes_);
        if (!file.ok()) return file.error();
        request_.plan.sizes = sizesOf(file.value());
    }
    return measureDevices(request_, openDevices, std::bind_front(&RunCommand::show, this));
}

Result<void> RunCommand::show(const RunFigures& figures, const std::string& file) const {
    if (request_.plan.blockRounds > 0) return saveResults(figures, file);
    Document document = runDocument(figures, true);
    if (figures.counts.measured > 0) document.more = moreOf(file);
    VKPERFTEST_TRY(saveAndPrint(figures, file, document, output_));
    const bool said = output_.format->shown != Shown::Data; // by the text, or by its notes
    if (const std::string doubt = doubtLine(figures); !said && !doubt.empty()) printNote(doubt);
    return {};
}

} // namespace vkperftest
