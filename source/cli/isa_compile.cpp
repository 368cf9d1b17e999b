#include "cli/isa_compile.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "model/select_device.h"
#include "vulkan/instance.h"
#include "vulkan/pipeline_code.h"
#include "vulkan/programs.h"
#include "vulkan/radv.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

// What RADV says before it aborts.
constexpr std::string_view kUnknownFamily = "Unknown family";

constexpr std::string_view kErrorMark = "vkperftest: error: ";

// Of the child's standard streams.
std::string logOf(const std::string& transcript) {
    return transcript + ".log";
}

std::string keyOf(const PipelineRequest& request) {
    return fmt::format("{} {} {}", request.kernel->key, strategyName(request.strategy), request.subgroupSize);
}

std::vector<std::string> childArguments(const IsaSubject& subject, const IsaOptions& options,
                                        const std::string& file) {
    std::vector<std::string> strategies;
    for (const Strategy strategy : options.strategies) strategies.emplace_back(strategyName(strategy));
    std::vector<std::string> result = {
        "isa", "--into", file, "--suite", options.suite, "--strategy", join(strategies, ",")};
    for (const std::string& filter : options.filters) result.insert(result.end(), {"--filter", filter});
    if (!subject.driver.empty()) result.insert(result.end(), {"--driver", subject.driver});
    if (subject.target != nullptr)
        result.insert(result.end(), {"--target", std::string(subject.target->name)});
    if (!options.device.empty()) result.insert(result.end(), {"--device", options.device});
    return result;
}

// The error that the child printed, or else what the driver said last.
std::string lastWords(const std::string& log) {
    const Result<std::string> text = readFile(log);
    if (!text.ok()) return {};
    std::string last;
    for (const std::string& line : split(text.value(), '\n')) {
        if (line.starts_with(kErrorMark)) return line.substr(kErrorMark.size());
        if (!trim(line).empty()) last = trim(line);
    }
    return last.empty() ? last : fmt::format("the driver said '{}'", last);
}

std::uintmax_t sizeOf(const std::string& file) {
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(pathOf(file), failed);
    return failed ? 0 : size;
}

// "; it was at raw_buffer.4.linear set 0"
std::string whereItStood(const Transcript& transcript) {
    return transcript.unfinished.empty() ? "" : "; it was at " + join(transcript.unfinished, ", ");
}

// One device of that family, or one that is present. Whether it can execute anything does not matter.
Result<std::size_t> chooseDevice(const std::vector<DeviceRecord>& present, const IsaOptions& options) {
    if (options.targets.empty()) {
        std::vector<DeviceRecord> devices = present;
        for (DeviceRecord& device : devices) device.unusable.clear();
        return selectDevice(devices, options.device);
    }
    if (present.empty()) return Error{ErrorKind::NoDevice, "the driver offers no device for this target", ""};
    if (isRadv(present[0])) return std::size_t{0};
    return Error{ErrorKind::NoDevice, fmt::format("'{}' is not RADV, which targets need", present[0].name),
                 "leave out --driver, or name RADV's manifest"};
}

Result<void> writeTranscript(const IsaOptions& options) {
    if (!options.targets.empty()) pretendFamily(options.targets[0]->name);
    const Result<std::unique_ptr<Instance>> instance =
        Instance::create({.driver = options.drivers.empty() ? "" : options.drivers[0]});
    if (!instance.ok()) return instance.error();
    const std::vector<DeviceRecord>& devices = instance.value()->devices();
    const Result<std::size_t> index = chooseDevice(devices, options);
    if (!index.ok()) return index.error();
    std::ofstream file(pathOf(options.transcript), std::ios::binary);
    const auto append = [&](const std::string& text) { file << text << std::flush; };
    const DeviceRecord& device = devices[index.value()];
    const std::string driver(trim(device.driverName + " " + device.driverInfo));
    append(transcriptDevice(fmt::format("{}, {}", device.name, driver), device.driverInfo));
    std::vector<PipelineRequest> requests;
    for (const Case& row : options.rows) {
        for (const Strategy strategy : options.strategies) {
            const PipelineRequest request = requestOf({row, strategy});
            if (request.kernel != nullptr) requests.push_back(request);
        }
    }
    const CodeHooks hooks{
        .begin = [&](const PipelineRequest& request) { append(transcriptBegin(keyOf(request))); },
        .end =
            [&](const PipelineRequest& request, const Result<DriverCode>& code) {
                append(transcriptEntry({keyOf(request), code}));
            }};
    return compileOnly(instance.value()->physicalDevices()[index.value()], device, requests, hooks);
}

} // namespace

std::string codeKey(const Case& row, Strategy strategy) {
    const PipelineRequest request = requestOf({row, strategy});
    return request.kernel != nullptr ? keyOf(request) : std::string();
}

CompiledSubject compileInChild(const IsaSubject& subject, const IsaOptions& options,
                               const std::string& file) {
    CompiledSubject compiled{.subject = subject};
    const auto fail = [&](ErrorKind kind, const std::string& trouble) {
        compiled.kind = kind;
        compiled.trouble = trouble;
        return compiled;
    };
    const Result<std::string> program = ownProgram();
    if (!program.ok()) return fail(program.error().kind, program.error().cause);
    std::uintmax_t seen = 0;
    Clock::time_point moved = Clock::now();
    bool hung = false;
    const Result<int> code = runProgram(program.value(), childArguments(subject, options, file), [&] {
        if (const std::uintmax_t size = sizeOf(file); size != seen) {
            seen = size;
            moved = Clock::now();
        }
        hung = std::chrono::duration<double>(Clock::now() - moved).count() > options.patience;
        return !hung && !wasInterrupted();
    });
    if (const Result<std::string> text = readFile(file); text.ok())
        compiled.transcript = parseTranscript(text.value());
    const std::string words = lastWords(logOf(file));
    const std::string said = words.empty() ? "" : "; " + words;
    if (subject.target != nullptr && words.find(kUnknownFamily) != std::string::npos)
        return fail(ErrorKind::NoDevice, kUnknownTarget);
    if (hung) {
        return fail(ErrorKind::RowFailed,
                    fmt::format("its compiler hangs: nothing was finished for {:g} s{}{}", options.patience,
                                whereItStood(compiled.transcript), said));
    }
    if (!code.ok())
        return fail(ErrorKind::RowFailed,
                    "its compiler crashed: " + code.error().cause + whereItStood(compiled.transcript) + said);
    if (code.value() == kExitNoDevice) return fail(ErrorKind::NoDevice, words);
    if (code.value() != kExitDone) {
        return fail(ErrorKind::RowFailed, fmt::format("its process ended with exit code {}{}{}", code.value(),
                                                      whereItStood(compiled.transcript), said));
    }
    return compiled;
}

int compileAsChild(const IsaOptions& options) {
    // Drivers talk on both streams; the parent shows what matters.
    const std::string log = logOf(options.transcript);
    if (std::freopen(log.c_str(), "w", stderr) == nullptr ||
        std::freopen(log.c_str(), "a", stdout) == nullptr)
        return failed({ErrorKind::Io, fmt::format("'{}' cannot be written", log), ""});
    std::setvbuf(stderr, nullptr, _IONBF, 0); // a driver that aborts flushes nothing
    const Result<void> written = writeTranscript(options);
    return written.ok() ? kExitDone : failed(written.error());
}

} // namespace vkperftest
