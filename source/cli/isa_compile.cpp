#include "cli/isa_compile.h"

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/interrupt.h"
#include "base/system_root.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "vulkan/code_transcript.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

// What RADV says before it aborts.
constexpr std::string_view kUnknownFamily = "Unknown family";

// A child's exit code: where errors are written nothing may fit either.
constexpr int kCannotWrite = 5;

constexpr std::string_view kErrorMark = "vkperftest: error: ";

// Where the standard streams of a child go.
std::string logOf(const std::string& transcript) {
    return transcript + ".log";
}

std::vector<std::string> childArguments(const IsaSubject& subject, const IsaOptions& options,
                                        const std::string& file) {
    std::vector<std::string> result = {"isa",
                                       "--into",
                                       file,
                                       "--suite",
                                       std::string(options.choice.suite->name),
                                       "--strategy",
                                       strategyNames(options.strategies)};
    const auto add = [&](const char* option, std::string_view value) {
        if (!value.empty()) result.insert(result.end(), {option, std::string(value)});
    };
    for (const std::string& filter : options.choice.filters) add("--filter", filter);
    add("--driver", subject.driver);
    if (subject.target != nullptr) add("--target", subject.target->name);
    add("--device", options.device);
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

} // namespace

CompiledSubject compileInChild(CompiledSubject compiled, const IsaOptions& options, const std::string& file) {
    if (!compiled.trouble.empty()) return compiled;
    const IsaSubject& subject = compiled.subject;
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
        hung = Clock::now() - moved > std::chrono::seconds(options.patience);
        return !hung && !wasInterrupted();
    });
    if (const Result<std::string> text = readFile(file); text.ok())
        compiled.transcript = parseTranscript(text.value());
    const std::vector<std::string>& unfinished = compiled.transcript.unfinished;
    const std::string words = lastWords(logOf(file));
    // "; it was at raw_buffer.4.linear set 0; the driver said 'oops'"
    const std::string where = (unfinished.empty() ? "" : "; it was at " + join(unfinished, ", ")) +
                              (words.empty() ? "" : "; " + words);
    if (subject.target != nullptr && words.find(kUnknownFamily) != std::string::npos)
        return fail(ErrorKind::NoDevice, kUnknownTarget);
    if (hung) {
        return fail(ErrorKind::RowFailed, fmt::format("its compiler hangs: nothing was finished for {} s{}",
                                                      options.patience, where));
    }
    if (!code.ok()) return fail(ErrorKind::RowFailed, "its compiler crashed: " + code.error().cause + where);
    if (code.value() == kCannotWrite) {
        return fail(ErrorKind::Io,
                    fmt::format("what was compiled cannot be written to '{}': the folder is full, or its "
                                "rights do not allow it; set TMPDIR to another",
                                textOf(pathOf(file).parent_path())));
    }
    if (code.value() == kExitNoDevice) return fail(ErrorKind::NoDevice, words);
    if (code.value() == kExitUsage) return fail(ErrorKind::Usage, words); // of the device
    if (code.value() != kExitDone) {
        return fail(ErrorKind::RowFailed,
                    fmt::format("its process ended with exit code {}{}", code.value(), where));
    }
    return compiled;
}

IsaOptions oneKernel(IsaOptions options) {
    options.choice = {.filters = {"raw-load4-linear"}};
    return options;
}

Result<int> compileAsChild(const IsaOptions& options, const std::string& file) {
    // Drivers talk on both streams; the parent shows what matters.
    const std::string log = logOf(file);
    if (std::freopen(log.c_str(), "w", stderr) == nullptr ||
        std::freopen(log.c_str(), "a", stdout) == nullptr)
        return Error{ErrorKind::Io, fmt::format("'{}' cannot be written", log), ""};
    std::setvbuf(stderr, nullptr, _IONBF, 0); // a driver that aborts flushes nothing
    if (!options.drivers.empty()) {
        const std::filesystem::path root = systemRootAround(pathOf(options.drivers[0]));
        if (!root.empty() && !usesSystemRoot(root)) return restartInSystemRoot(root);
    }
    std::vector<BoundRow> targets;
    for (const Case& row : options.rows) {
        for (const Strategy strategy : options.strategies) targets.push_back({row, strategy});
    }
    const TranscriptSource source{.driver = options.drivers.empty() ? "" : options.drivers[0],
                                  .target = options.targets.empty() ? nullptr : options.targets[0],
                                  .device = options.device};
    std::ofstream transcript(pathOf(file), std::ios::binary);
    VKPERFTEST_TRY(
        transcribe(source, targets, [&](const std::string& text) { transcript << text << std::flush; }));
    if (!transcript) return kCannotWrite;
    return kExitDone;
}

} // namespace vkperftest
