#include "cli/measuring.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/utf8_path.h"
#include "cli/bench.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "cli/provenance.h"
#include "cli/resume.h"
#include "model/select_device.h"
#include "perftest/open_results.h"
#include "report/results_json.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

void noteSoftware(const BenchOptions& options, const DeviceRecord& device, bool quiet) {
    if (quiet || !options.device.empty() || !options.script.empty() || device.kind != DeviceKind::Cpu) return;
    printNote(fmt::format(
        "no GPU can be measured on{}; measuring the software driver '{}', which says nothing about GPUs",
        options.driver.empty() ? "" : " with this driver", device.name));
}

// Results files hold at any moment what is measured so far.
Result<void> saveCheckpoint(const std::vector<OutputFile>& files, const std::string& json) {
    for (const OutputFile& file : files) VKPERFTEST_TRY(writeFileAtomically(file.path, json));
    return {};
}

// Those that are saved while the run goes on.
std::vector<OutputFile> checkpointFiles(std::vector<OutputFile> files) {
    std::erase_if(
        files, [](const OutputFile& file) { return !file.format->checkpoints || !isReplaceable(file.path); });
    return files;
}

Result<RunResult> measureWithProgress(Executor& executor, const RunPlan& plan,
                                      const std::vector<OutputFile>& files) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point shown; // long ago
    RunHooks hooks{.interrupted = wasInterrupted};
    if (stderrIsTerminal() && !plan.block) {
        hooks.progress = [&](const Progress& progress) {
            const Clock::time_point now = Clock::now();
            if (now - shown < std::chrono::milliseconds(100)) return; // faster than anybody reads
            shown = now;
            showStatusLine(progressLine(progress, secondsSince(begin)));
        };
        showStatusLine("building pipelines, warming up");
    }
    bool saving = true;
    RunJson json;
    if (const std::vector<OutputFile> saved = checkpointFiles(files); !saved.empty()) {
        hooks.checkpoint = [&, saved](const RunResult& sofar) {
            if (!saving) return;
            const Result<void> written = saveCheckpoint(saved, json.text(sofar, false));
            saving = written.ok(); // a full disk is said once; measuring goes on
            if (!saving) printError(written.error());
        };
    }
    Result<RunResult> result = measure(executor, plan, hooks);
    if (result.ok()) result.value().wallSeconds += secondsSince(begin);
    showStatusLine("");
    return result;
}

int outcome(const RunFigures& figures) {
    const RunResult& result = *figures.run;
    if (result.interrupted) return kExitInterrupted;
    const StatusCounts& counts = figures.counts;
    const bool floorsFailed =
        std::any_of(result.floors.begin(), result.floors.end(),
                    [](const RowResult& floor) { return floor.strategies.front().status == Status::Failed; });
    const bool incomplete =
        !result.aborted.empty() || counts.failed > 0 || counts.notMeasured > 0 || floorsFailed;
    return incomplete ? kExitRowsFailed : kExitDone;
}

std::vector<Target> targetsOf(const RunPlan& plan) {
    std::vector<Target> targets;
    for (const Case& row : plan.rows) {
        for (const Strategy strategy : plan.strategies) targets.push_back({row, strategy});
    }
    for (const Case& floor : plan.floors) targets.push_back({floor, Strategy::Set});
    return targets;
}

// Measures one device from its opening to the delivered result; the exit code.
int measureDevice(Bench& bench, std::size_t index, const RunOptions& options,
                  const std::vector<OutputFile>& files, const Delivery& deliver) {
    Result<Bench::Place> place = bench.take(index);
    if (!place.ok()) return failed(place.error());
    RunPlan plan = options.plan;
    Provenance now = provenanceOf(place.value().device, targetsOf(plan));
    if (options.resume.empty()) {
        plan.provenance = std::move(now);
    } else {
        const Result<void> same = checkSameMachine(plan.provenance, now);
        if (!same.ok()) return failed(same.error());
    }
    Result<RunResult> measured = measureWithProgress(*place.value().executor, plan, files);
    if (!measured.ok()) return failed(measured.error());
    RunResult& result = measured.value();
    if (!options.bench.script.empty()) result.wallSeconds = 0; // scripted time is not the clock's
    const RunFigures figures = analyse(result);
    const Result<void> delivered = deliver(figures, files);
    return delivered.ok() ? outcome(figures) : failed(delivered.error());
}

// A resumed file names its device by UUID, which tells nobody anything.
Error deviceMissing(const RunOptions& options, const RunOptions& given, const Error& error) {
    if (options.resume.empty() || !given.bench.device.empty()) return error;
    return {error.kind,
            fmt::format("'{}' was measured on '{}', which is not here", options.resume,
                        options.plan.provenance.device.name),
            "give the same --driver, if that was the reason; " + error.remedy};
}

// "x.json" for device 1 is "x-1.json".
std::vector<OutputFile> filesOfDevice(const std::vector<OutputFile>& files, std::size_t device) {
    std::vector<OutputFile> result = files;
    for (OutputFile& file : result) {
        std::filesystem::path path = pathOf(file.path);
        const std::string name =
            fmt::format("{}-{}{}", textOf(path.stem()), device, textOf(path.extension()));
        file.path = textOf(path.replace_filename(pathOf(name)));
    }
    return result;
}

// Each device's own names, of regular files that can be written.
Result<void> checkOutputsOfAll(const std::vector<OutputFile>& files, std::size_t devices) {
    for (std::size_t i = 0; i < devices; ++i) {
        for (const OutputFile& file : filesOfDevice(files, i)) VKPERFTEST_TRY(checkWritable(file.path));
    }
    for (const OutputFile& file : files) {
        if (isReplaceable(file.path)) continue;
        return Error{ErrorKind::Usage, fmt::format("'{}' cannot become a file for each device", file.path),
                     "give a name such as x.json"};
    }
    return {};
}

int measureAllDevices(Bench& bench, const RunOptions& options, const Delivery& deliver) {
    const Result<void> writable = checkOutputsOfAll(options.outputs, bench.devices().size());
    if (!writable.ok()) return failed(writable.error());
    int worst = kExitNoDevice;
    bool any = false;
    for (std::size_t i = 0; i < bench.devices().size() && !wasInterrupted(); ++i) {
        const DeviceRecord& device = bench.devices()[i];
        if (!device.unusable.empty()) {
            printNote(fmt::format("device {} ({}) is left out: {}", i, device.name, device.unusable));
            continue;
        }
        const std::vector<OutputFile> files = filesOfDevice(options.outputs, i);
        for (const OutputFile& file : files) {
            printNote(fmt::format("device {} ({}): {}", i, device.name, file.path));
        }
        const int code = measureDevice(bench, i, options, files, deliver);
        worst = any ? std::max(worst, code) : code;
        any = true;
    }
    if (!any) return failed(selectDevice(bench.devices(), "").error());
    return worst;
}

} // namespace

int measureAndDeliver(const RunOptions& given, const Delivery& deliver) {
    RunOptions options = given;
    if (!options.resume.empty()) {
        const Result<RunResult> file = readResultsFile(options.resume);
        if (!file.ok()) return failed(file.error());
        const Result<RunPlan> plan = resumedPlan(file.value());
        if (!plan.ok()) return failed(plan.error());
        options.plan = plan.value();
        options.plan.code = given.plan.code;
        options.bench.validate = file.value().settings.validated;
        if (options.bench.device.empty()) options.bench.device = file.value().device.deviceUuid;
        if (options.outputs.empty()) options.outputs = {{options.resume, findReportFormat("json").value()}};
    }
    if (options.plan.block && !options.sizes.empty()) {
        const Result<RunResult> file = readResultsFile(options.sizes);
        if (!file.ok()) return failed(file.error());
        const Result<KnownSizes> sizes = sizesOf(file.value());
        if (!sizes.ok()) return failed(sizes.error());
        options.plan.block->sizes = sizes.value();
    }
    const bool all = options.bench.device == kAllDevices;
    for (const OutputFile& file : options.outputs) {
        if (all) break; // each device gets files of its own
        const Result<void> writable = checkWritable(file.path);
        if (!writable.ok()) return failed(writable.error());
    }
    const Result<std::unique_ptr<Bench>> bench = Bench::open(options.bench);
    if (!bench.ok()) return failed(bench.error());
    watchForInterrupt();
    int code = kExitDone;
    if (all) {
        code = measureAllDevices(*bench.value(), options, deliver);
    } else {
        const Result<std::size_t> index = selectDevice(bench.value()->devices(), options.bench.device);
        if (!index.ok()) return failed(deviceMissing(options, given, index.error()));
        noteSoftware(options.bench, bench.value()->devices()[index.value()], options.plan.block.has_value());
        code = measureDevice(*bench.value(), index.value(), options, options.outputs, deliver);
    }
    // The layers also judge how the executors were taken down.
    const std::vector<std::string> messages = bench.value()->validationMessages();
    for (const std::string& message : messages) printNote("validation: " + message);
    return messages.empty() || code != kExitDone ? code : kExitRowsFailed;
}

} // namespace vkperftest
