#include "cli/run_command.h"

#include <algorithm>
#include <chrono>

#include "base/interrupt.h"
#include "base/text.h"
#include "cases/twins.h"
#include "cli/checkpoints.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/progress_line.h"
#include "cli/version.h"
#include "model/driver_environment.h"
#include "model/select_device.h"
#include "perftest/open_results.h"
#include "report/documents.h"
#include "report/quality_phrases.h"
#include "run/resume.h"
#include "vulkan/provenance.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::vector<BoundRow> boundRowsOf(const RunPlan& plan) {
    std::vector<BoundRow> boundRows;
    for (const Case& row : plan.rows) {
        for (const Strategy strategy : plan.strategies) boundRows.push_back({row, strategy});
    }
    for (const Case& twin : plan.twins) boundRows.push_back({twin, Strategy::Set});
    return boundRows;
}

// Everything is recorded in every way, if anything is.
std::vector<Strategy> neededStrategies(const RunPlan& plan) {
    if (plan.recording && !plan.block) return {kEveryStrategy.begin(), kEveryStrategy.end()};
    return plan.strategies;
}

int exitCodeOf(const RunFigures& figures) {
    const RunResult& result = *figures.run;
    if (result.interrupted) return kExitInterrupted;
    const StatusCounts& counts = figures.counts;
    const bool twinsFailed = std::any_of(result.twins.begin(), result.twins.end(), [](const RowResult& twin) {
        return hasFailed(twin.strategies.front().status);
    });
    const bool recordingFailed =
        std::any_of(result.recording.begin(), result.recording.end(),
                    [](const RecordingResult& way) { return hasFailed(way.status); });
    const bool incomplete = !result.aborted.empty() || counts.failed > 0 || counts.notMeasured > 0 ||
                            twinsFailed || recordingFailed;
    return incomplete ? kExitRowsFailed : kExitDone;
}

} // namespace

template std::unique_ptr<Command> newCommand<RunCommand>();

void RunCommand::declare(CLI::App& app) {
    rows_.declareSuite(app);
    addFilters(app, "name or id", rows_.filters);
    declareMeasuring(app);
    output.declareFormat(app, "Format on standard output");
    output.declareFiles(
        app,
        "Also write the results to this file: .json (everything, saved while measuring), .csv, .md, .html, "
        "others as --format; repeatable; with --device all, one per device: FILE-0.json and so on");
    output.declareView(app);
    app.add_flag("--no-advice", noAdvice_, "Print the table without the advice below it");
    // What `ab` tells its children.
    addNumber(app, "--block", "Measure so many rounds, print nothing", 1, 1000, blockRounds_)->group("");
    addText(app, "--sizes", "FILE", "Take the dispatch sizes of this results file", sizes)->group("");
}

void RunCommand::declareMeasuring(CLI::App& app) {
    addDevice(app, where.device, true);
    addDriver(app, where.driver);
    method_.declare(app);
    method_.declareEffort(app);
    addText(
        app, "--resume", "FILE",
        "Finish this results file (.json): measure what is missing, and save it there or as --output says",
        resume);
    addFlag(app, "--validate", where.validate,
            "Enable the validation layers (times are then not representative)");
    addText(app, "--script", "FILE", "Measure a scripted device instead of a real one, for tests",
            where.script);
    addFlag(app, "--as-gpu", where.asGpu, "Measure a software driver as if it were a GPU, for tests")
        ->group("");
}

Result<void> RunCommand::check(const CLI::App& given) {
    VKPERFTEST_TRY(checkMeasuring(given));
    return output.check({where.driver, where.script});
}

Result<void> RunCommand::checkMeasuring(const CLI::App& given) {
    if (given.count("--resume") > 0) {
        VKPERFTEST_TRY(refuse(given,
                              {"--suite", "--filter", "--strategy", "--baseline", "--quick", "--precise",
                               "--seed", "--validate", "--queue"},
                              "with --resume: the file sets it",
                              "leave it out, or start a new file with --output"));
        if (where.device == kAllDevices)
            return Error{ErrorKind::Usage, "--device all cannot be given with --resume",
                         "resume each file by itself"};
    }
    if (where.device == kAllDevices && given["--format"]->as<std::string>() == "html")
        return contradiction(
            "--device all", "--format html",
            "standard output holds one page; `run --output FILE.html` writes one per device");
    VKPERFTEST_TRY(assign(plan, method_.plan(rows_)));
    plan.validated = where.validate;
    where.queue = plan.queue;
    if (blockRounds_ > 0)
        plan.block = AbBlock{.rounds = blockRounds_};
    else
        plan.twins = missingTwins(plan.rows); // `ab` compares times alone
    return {};
}

Result<int> RunCommand::execute() {
    if (!resume.empty()) VKPERFTEST_TRY(takeOverResume());
    if (plan.block && !sizes.empty()) VKPERFTEST_TRY(takeOverSizes());
    const bool all = where.device == kAllDevices;
    if (!all) VKPERFTEST_TRY(output.checkFiles()); // of all, each device gets files of its own
    where.seed = plan.seed;
    const Result<std::unique_ptr<OpenDevices>> devices = OpenDevices::open(where);
    if (!devices.ok()) return devices.error();
    watchForInterrupt(kExitInterrupted);
    const Result<int> measured =
        all ? measureAllDevices(*devices.value()) : measureChosenDevice(*devices.value());
    const int code = measured.ok() ? measured.value() : failed(measured.error());
    // The layers also judge how the executors were taken down.
    const std::vector<std::string> messages = devices.value()->validationMessages();
    for (const std::string& message : messages)
        for (const std::string& line : split(message, '\n')) printNote("validation: " + line);
    return messages.empty() || code != kExitDone ? code : kExitRowsFailed;
}

Result<void> RunCommand::takeOverResume() {
    const Result<RunResult> file = readResultsFile(resume);
    if (!file.ok()) return file.error();
    const bool code = plan.code;
    VKPERFTEST_TRY(assign(plan, resumedPlan(file.value())));
    plan.code = code;
    where.validate = file.value().settings.validated;
    where.queue = file.value().settings.queue;
    if (output.files.empty()) output.files = {{resume, findNamed(output.formats, "json", "").value()}};
    return {};
}

Result<void> RunCommand::takeOverSizes() {
    const Result<RunResult> file = readResultsFile(sizes);
    if (!file.ok()) return file.error();
    return assign(plan.block->sizes, sizesOf(file.value()));
}

Result<int> RunCommand::measureAllDevices(OpenDevices& devices) {
    VKPERFTEST_TRY(checkFilesOfDevices(output.files, devices.records().size()));
    DeviceDocuments documents;
    OutputOptions& how = printing();
    if (joinsDevices(*how.format)) how.devices = &documents;
    Result<int> code = measureEachDevice(devices, documents);
    if (documents.empty()) return code;
    const Result<void> printed = print(how.format->write(documents.joined(), {}));
    if (!printed.ok()) return printed.error();
    return code;
}

Result<int> RunCommand::measureEachDevice(OpenDevices& devices, DeviceDocuments& documents) {
    const bool joins = joinsDevices(*printing().format);
    const std::vector<DeviceRecord>& records = devices.records();
    std::vector<int> codes;
    for (std::size_t i = 0; i < records.size() && !wasInterrupted(); ++i) {
        const DeviceRecord& device = records[i];
        if (!device.unusable.empty()) {
            printNote(fmt::format("skipping device {} ({}): {}", i, device.name, device.unusable));
            continue;
        }
        const std::vector<OutputFile> files = filesOfDevice(output.files, i);
        std::vector<std::string> paths;
        for (const OutputFile& file : files) paths.push_back(file.path);
        printNote(fmt::format(
            "device {} ({}){}", i, device.name,
            paths.empty() ? "" : fmt::format(": {} (a file is of one device)", join(paths, ", "))));
        documents.begin(i, device.name);
        if (!codes.empty() && !joins) VKPERFTEST_TRY(print("\n"));
        const Result<int> code = measureDevice(devices, i, files);
        codes.push_back(code.ok() ? code.value() : failed(code.error())); // the others are measured
    }
    if (codes.empty()) return selectDevice(records, "").error();
    return *std::max_element(codes.begin(), codes.end());
}

Result<int> RunCommand::measureChosenDevice(OpenDevices& devices) const {
    const bool asResumed = where.device.empty() && !resume.empty();
    const DeviceRecord& before = plan.provenance.device;
    const Result<std::size_t> index =
        selectDevice(devices.records(), asResumed ? before.deviceUuid : where.device);
    if (!index.ok() && asResumed) { // a UUID tells nobody anything
        return Error{index.error().kind,
                     fmt::format("'{}' was measured on '{}', which was not found", resume, before.name),
                     "give the --driver it was measured with, if any; " + index.error().remedy};
    }
    if (!index.ok()) return index.error();
    const DeviceRecord& device = devices.records()[index.value()];
    const bool asked = asResumed || !where.device.empty() || !where.script.empty();
    if (!quiet() && !asked && device.kind == DeviceKind::Cpu) {
        const std::string variables = driverVariables(!where.driver.empty());
        printNote(fmt::format(
            "no usable GPU{}{}; measuring the software driver '{}', which says nothing about GPUs",
            where.driver.empty() ? "" : " with this driver", variables.empty() ? "" : " (" + variables + ")",
            device.name));
    }
    return measureDevice(devices, index.value(), output.files);
}

Result<int> RunCommand::measureDevice(OpenDevices& devices, std::size_t index,
                                      const std::vector<OutputFile>& files) const {
    DeviceRecord device;
    const Result<std::unique_ptr<Executor>> executor =
        devices.executor(index, neededStrategies(plan), device);
    if (!executor.ok()) return executor.error();
    RunPlan own = plan;
    Provenance now = provenanceOf(toolVersion(), toolCommit(), device, boundRowsOf(own));
    if (!resume.empty()) {
        VKPERFTEST_TRY(checkSameMachine(own.provenance, now));
        VKPERFTEST_TRY(checkSameWay(*own.earlier, executor.value()->traits()));
    }
    if (resume.empty()) own.provenance = std::move(now);
    ReadConditions conditions;
    if (device.kind != DeviceKind::Cpu) { // its clocks are the host's
        const Result<void> opened = assign(conditions, openConditions(device));
        own.provenance.conditionsMissing = opened.ok() ? "" : opened.error().cause;
    }
    Result<RunResult> measured = measureWithProgress(*executor.value(), own, conditions, files);
    if (!measured.ok()) return measured.error();
    RunResult& result = measured.value();
    const RunFigures figures = analyse(result);
    VKPERFTEST_TRY(showRun(figures, files));
    return exitCodeOf(figures);
}

Result<RunResult> RunCommand::measureWithProgress(Executor& executor, const RunPlan& own,
                                                  const ReadConditions& conditions,
                                                  const std::vector<OutputFile>& files) const {
    const Clock::time_point begin = Clock::now();
    Clock::time_point shown; // long ago
    std::size_t rowsShown = 0;
    RunHooks hooks{.interrupted = wasInterrupted};
    if (stderrIsTerminal() && !quiet()) {
        hooks.progress = [&](const Progress& progress) {
            const Clock::time_point now = Clock::now();
            const bool soon = now - shown < std::chrono::milliseconds(100); // faster than anybody reads
            if (soon && progress.rowsDone == rowsShown) return;
            shown = now;
            rowsShown = progress.rowsDone;
            showStatusLine(progressLine(progress, secondsSince(begin)));
        };
        showStatusLine("building pipelines, warming up");
    }
    // Scripted time is not the clock's.
    Checkpoints checkpoints(files, [&](const RunResult& sofar) {
        return where.script.empty() ? secondsSince(begin) : sofar.busyNanoseconds * 1e-9;
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

Result<void> RunCommand::showRun(const RunFigures& figures, const std::vector<OutputFile>& files) const {
    Document document = runDocument(figures, output.view);
    const bool matrix = figures.run->settings.suite == "matrix";
    if (const AdviceList list = advise(figures); matrix && !noAdvice_ && !list.said.empty())
        document.sections.push_back(adviceSection(list, figures));
    if (quiet()) return save(document, output, files);
    VKPERFTEST_TRY(printAndSave(document, output, files));
    // Below a long table nobody reads its first line any more. Formats without remarks say it anyway.
    const bool said = output.format->shown == Shown::Records || output.format->shown == Shown::Run;
    if (figures.quality && figures.quality->grade != Grade::Good && !said) printNote(qualityLine(figures));
    return {};
}

} // namespace vkperftest
