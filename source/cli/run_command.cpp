#include <chrono>
#include <memory>
#include <optional>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/progress_line.h"
#include "report/phrases.h"
#include "results/select_device.h"
#include "results/summary.h"
#include "run/scripted_executor.h"
#include "vulkan/vulkan_executor.h"

namespace vkperftest {
namespace {

// What the rows are executed on. The instance outlives the executor.
struct Bench {
    std::unique_ptr<Instance> instance; // none when scripted
    std::unique_ptr<Executor> executor;
    DeviceRecord device;

    std::vector<std::string> validationMessages() const {
        return instance ? instance->validationMessages() : std::vector<std::string>();
    }
};

Result<Bench> openScript(const RunOptions& options) {
    const Result<std::string> text = readFile(options.script);
    if (!text.ok()) return text.error();
    Result<std::unique_ptr<ScriptedExecutor>> executor = ScriptedExecutor::parse(text.value());
    if (!executor.ok()) return executor.error();
    const DeviceRecord device = executor.value()->device();
    const Result<std::size_t> index = selectDevice({&device, 1}, options.device);
    if (!index.ok()) return index.error();
    return Bench{nullptr, std::move(executor).value(), device};
}

Result<Bench> openDevice(const RunOptions& options) {
    Result<std::unique_ptr<Instance>> instance =
        Instance::create({.driver = options.driver, .validate = options.validate});
    if (!instance.ok()) return instance.error();
    const Result<std::size_t> index = selectDevice(instance.value()->devices(), options.device);
    if (!index.ok()) return index.error();
    Result<std::unique_ptr<VulkanExecutor>> executor =
        VulkanExecutor::create(*instance.value(), index.value(), VulkanExecutorOptions());
    if (!executor.ok()) return executor.error();
    const DeviceRecord device = executor.value()->device();
    return Bench{std::move(instance).value(), std::move(executor).value(), device};
}

void noteSoftware(const RunOptions& options, const DeviceRecord& device) {
    if (!options.device.empty() || !options.script.empty() || device.kind != DeviceKind::Cpu) return;
    printNote(fmt::format(
        "no GPU can be measured on{}; measuring the software driver '{}', which says nothing about GPUs",
        options.driver.empty() ? "" : " with this driver", device.name));
}

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

Result<RunResult> measureWithProgress(Executor& executor, const RunPlan& plan) {
    const Clock::time_point begin = Clock::now();
    Clock::time_point shown; // long ago
    RunHooks hooks{.interrupted = wasInterrupted};
    if (stderrIsTerminal()) {
        hooks.progress = [&](const Progress& progress) {
            const Clock::time_point now = Clock::now();
            if (now - shown < std::chrono::milliseconds(100)) return; // faster than anybody reads
            shown = now;
            showStatusLine(progressLine(progress, secondsSince(begin)));
        };
        showStatusLine("building pipelines, warming up");
    }
    Result<RunResult> result = measure(executor, plan, hooks);
    if (result.ok()) result.value().wallSeconds = secondsSince(begin);
    showStatusLine("");
    return result;
}

int outcome(const RunResult& result, const std::vector<std::string>& validationMessages) {
    for (const std::string& message : validationMessages) printNote("validation: " + message);
    if (result.interrupted) return kExitInterrupted;
    const StatusCounts counts = countStatus(result);
    const bool incomplete = !result.aborted.empty() || counts.failed > 0 || counts.notMeasured > 0;
    if (incomplete || !validationMessages.empty()) {
        return kExitRowsFailed;
    }
    return kExitDone;
}

} // namespace

int runCommand(const RunOptions& options) {
    const auto failed = [](const Error& error) {
        printError(error);
        return exitCode(error);
    };
    for (const OutputFile& file : options.outputs) {
        const Result<void> writable = checkWritable(file.path);
        if (!writable.ok()) return failed(writable.error());
    }
    Result<Bench> bench = options.script.empty() ? openDevice(options) : openScript(options);
    if (!bench.ok()) return failed(bench.error());
    noteSoftware(options, bench.value().device);

    watchForInterrupt();
    Result<RunResult> measured = measureWithProgress(*bench.value().executor, options.plan);
    if (!measured.ok()) return failed(measured.error());
    RunResult& result = measured.value();
    result.device = bench.value().device;
    result.settings.suite = options.suite;
    result.settings.validated = options.validate;
    if (!options.script.empty()) result.wallSeconds = 0; // scripted time is not the clock's

    // Files first: a reader of standard output that goes away must not cost them. One that fails costs only
    // itself.
    std::optional<Error> trouble;
    for (const OutputFile& file : options.outputs) {
        const Result<void> written = writeFileAtomically(file.path, file.format->write(result, {}));
        if (!written.ok()) trouble = written.error();
    }
    const Result<void> printed = print(options.format->write(result, {.color = stdoutHasColor()}));
    if (!printed.ok() && !trouble) trouble = printed.error();
    if (!options.format->hasRemarks) {
        for (const std::string& remark : remarks(result)) printNote(remark);
    }
    if (trouble) return failed(*trouble);
    bench.value().executor.reset(); // the layers also judge how it is taken down
    return outcome(result, bench.value().validationMessages());
}

} // namespace vkperftest
