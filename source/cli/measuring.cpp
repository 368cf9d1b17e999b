#include "cli/measuring.h"

#include <algorithm>
#include <chrono>

#include "base/atomic_file.h"
#include "base/exit_code.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/checkpoints.h"
#include "cli/console.h"
#include "cli/version.h"
#include "model/conditions.h"
#include "model/device_record.h"
#include "model/driver_environment.h"
#include "report/progress_line.h"
#include "run/plan.h"
#include "run/runner.h"
#include "vulkan/open_devices.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

class Measuring {
public:
    Measuring(const RunRequest& request, OpenDevices& devices, OutputOptions& printed, const ShowRun& show)
        : request_(request), devices_(devices), printed_(printed), show_(show) {}

    Result<int> measureAll();
    Result<int> measureChosen() const;

private:
    Result<int> measureDevice(std::size_t index, const std::vector<OutputFile>& files) const;
    // Shows a complete file, and saves it in the files other than itself.
    Result<int> showComplete(const RunPlan& plan, std::vector<OutputFile> files) const;
    Result<int> shown(const RunResult& result, const std::vector<OutputFile>& files) const;
    Result<RunResult> measureWithProgress(Executor& executor, const RunPlan& plan,
                                          const ReadConditions& conditions,
                                          const std::vector<OutputFile>& files) const;
    // A child process of `ab` prints no notes.
    bool quiet() const { return request_.plan.block.has_value(); }

    const RunRequest& request_;
    OpenDevices& devices_;
    OutputOptions& printed_;
    const ShowRun& show_;
};

Result<int> Measuring::measureAll() {
    const std::vector<DeviceRecord>& records = devices_.records();
    VKPERFTEST_TRY(checkFilesOfDevices(request_.output.files, records.size()));
    DeviceDocuments documents;
    const bool joins = joinsDevices(*printed_.format);
    if (joins) printed_.devices = &documents;
    std::vector<int> codes;
    for (std::size_t i = 0; i < records.size() && !wasInterrupted(); ++i) {
        const DeviceRecord& device = records[i];
        if (!device.unusable.empty()) {
            printNote(fmt::format("skipping device {} ({}): {}", i, device.name, device.unusable));
            continue;
        }
        const std::vector<OutputFile> files = filesOfDevice(request_.output.files, i);
        std::vector<std::string> paths;
        for (const OutputFile& file : files) paths.push_back(file.path);
        printNote(
            fmt::format("device {} ({}){}", i, device.name,
                        paths.empty() ? "" : fmt::format(": {} (one file per device)", join(paths, ", "))));
        documents.begin(i, device.name);
        if (!codes.empty() && !joins) VKPERFTEST_TRY(print("\n"));
        const Result<int> code = measureDevice(i, files);
        codes.push_back(code.ok() ? code.value() : failed(code.error())); // others are still measured
    }
    if (!documents.empty()) VKPERFTEST_TRY(print(printed_.format->write(documents.joined(), {})));
    if (codes.empty()) return selectDevice(records, "").error();
    return *std::max_element(codes.begin(), codes.end());
}

Result<int> Measuring::measureChosen() const {
    const Result<std::size_t> index = selectDevice(devices_.records(), request_.where.device);
    if (!index.ok()) return index.error();
    const DeviceRecord& device = devices_.records()[index.value()];
    const bool asked = !request_.where.device.empty();
    if (!quiet() && !asked && device.kind == DeviceKind::Cpu) {
        const std::string variables = driverVariables(!request_.where.driver.empty());
        printNote(fmt::format(
            "no usable GPU{}{}; measuring the software driver '{}', which says nothing about GPUs",
            request_.where.driver.empty() ? "" : " with this driver",
            variables.empty() ? "" : " (" + variables + ")", device.name));
    }
    return measureDevice(index.value(), request_.output.files);
}

Result<int> Measuring::measureDevice(std::size_t index, const std::vector<OutputFile>& files) const {
    DeviceRecord device;
    const Result<std::unique_ptr<Executor>> executor = devices_.executor(index, request_.plan, device);
    if (!executor.ok()) return executor.error();
    RunPlan own = request_.plan;
    if (own.everySubgroupSize) VKPERFTEST_TRY(addEverySize(own, device));
    Provenance now = provenanceOf(toolVersion(), toolCommit(), device, boundRowsOf(own));
    if (request_.earlier)
        VKPERFTEST_TRY(continueRun(own, request_.earlier->run, request_.earlier->path, now,
                                   *executor.value()->traits().method));
    else
        own.provenance = std::move(now);
    if (nothingLeft(own)) return showComplete(own, files);
    ReadConditions conditions;
    if (device.kind != DeviceKind::Cpu) { // a CPU's clocks are the host's
        const Result<void> opened = assign(conditions, openConditions(device));
        own.provenance.conditionsMissing = opened.ok() ? "" : opened.error().cause;
    }
    Result<RunResult> measured = measureWithProgress(*executor.value(), own, conditions, files);
    if (!measured.ok()) return measured.error();
    return shown(measured.value(), files);
}

Result<int> Measuring::showComplete(const RunPlan& plan, std::vector<OutputFile> files) const {
    const std::string& path = request_.earlier->path;
    std::erase_if(files, [&](const OutputFile& file) { return file.path == path; });
    printNote(
        fmt::format("'{}' is complete; nothing was measured, and the file was not changed", printable(path)));
    return shown(initialResult(plan), files);
}

Result<int> Measuring::shown(const RunResult& result, const std::vector<OutputFile>& files) const {
    const RunFigures figures = analyse(result);
    VKPERFTEST_TRY(show_(figures, files));
    const auto isWholeRun = [](const OutputFile& file) { return file.format->shown == Shown::Data; };
    if (result.interrupted && std::ranges::any_of(files, isWholeRun))
        printNote("interrupted; the same command with --continue measures the rest");
    if (result.interrupted) return kExitInterrupted;
    return isWhole(figures) ? kExitDone : kExitRowsFailed;
}

Result<RunResult> Measuring::measureWithProgress(Executor& executor, const RunPlan& own,
                                                 const ReadConditions& conditions,
                                                 const std::vector<OutputFile>& files) const {
    const Clock::time_point begin = Clock::now();
    Clock::time_point shown; // long ago
    std::size_t rowsShown = 0;
    double fraction = 0;
    std::optional<RunStage> stageShown; // nothing: a row's line is shown
    RunHooks hooks{.interrupted = wasInterrupted};
    if (stderrIsTerminal() && !quiet()) {
        hooks.progress = [&](const Progress& progress) {
            const Clock::time_point now = Clock::now();
            const bool soon = now - shown < std::chrono::milliseconds(100); // faster than anybody reads
            if (soon && progress.rowsDone == rowsShown) return;
            shown = now;
            rowsShown = progress.rowsDone;
            fraction = progress.fraction;
            stageShown.reset();
            showStatusLine(progressLine(progress.fraction, secondsSince(begin), progress.run, progress.row));
        };
        hooks.stage = [&](RunStage stage, std::size_t done, std::size_t all) {
            const Clock::time_point now = Clock::now();
            const bool soon = now - shown < std::chrono::milliseconds(100);
            if (soon && stage == stageShown) return;
            shown = now;
            stageShown = stage;
            showStatusLine(stageLine(stage, done, all, fraction));
        };
    }
    Checkpoints checkpoints(files, [&](const RunResult& sofar) {
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

} // namespace

Result<int> measureDevices(RunRequest& request, DeviceOpener openDevices, OutputOptions& printed,
                           const ShowRun& show) {
    const bool all = request.where.device == kAllDevices;
    if (!all) VKPERFTEST_TRY(request.output.checkFiles()); // with `all`, each device gets its own files
    const Result<std::unique_ptr<OpenDevices>> devices = openDevices(request.where);
    if (!devices.ok()) return devices.error();
    watchForInterrupt(kExitInterrupted);
    Measuring measuring(request, *devices.value(), printed, show);
    const Result<int> measured = all ? measuring.measureAll() : measuring.measureChosen();
    const int code = measured.ok() ? measured.value() : failed(measured.error());
    // The layers also check how the executors were destroyed.
    const std::vector<std::string> messages = devices.value()->validationMessages();
    for (const std::string& message : messages)
        for (const std::string& line : split(message, '\n')) printNote("validation: " + line);
    return messages.empty() || code != kExitDone ? code : kExitRowsFailed;
}

} // namespace vkperftest
