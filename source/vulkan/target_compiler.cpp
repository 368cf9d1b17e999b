#include "vulkan/target_compiler.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/child_process.h"
#include "base/exit_code.h"
#include "base/process.h"
#include "base/system_root.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "vulkan/code_transcript.h"
#include "vulkan/mesa_drivers.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

// What RADV prints before it aborts.
constexpr std::string_view kUnknownFamily = "Unknown family";

// A child's exit code: an error message may not fit on a full disk either.
constexpr int kCannotWrite = 5;

constexpr std::string_view kErrorMark = "vkperftest: error: ";

// Where the standard streams of a child go.
std::string logOf(const std::string& log) {
    return log + ".log";
}

std::vector<std::string> childArguments(const IsaSubject& subject, const CompileRequest& request,
                                        const std::string& file) {
    std::vector<std::string> result = {"isa", "--into", file};
    const auto add = [&](const char* option, std::string_view value) {
        if (!value.empty()) result.insert(result.end(), {option, std::string(value)});
    };
    if (request.shaderArguments.empty()) {
        add("--suite", request.suite);
        add("--strategy", strategyNames(request.strategies));
        for (const std::string& filter : request.filters) add("--filter", filter);
        add("--robustness", robustnessName(request.compiled.robustness));
        if (const std::uint32_t size = request.compiled.subgroupSize; size != 0)
            add("--subgroup-size", std::to_string(size));
    } else {
        result.insert(result.end(), request.shaderArguments.begin(), request.shaderArguments.end());
    }
    add("--driver", subject.driver);
    if (subject.target != nullptr) add("--target", subject.target->name);
    add("--model", subject.model);
    add("--device", request.device);
    return result;
}

// The error that the child printed, or else the driver's last message.
std::string lastWords(const std::string& log) {
    const Result<std::string> text = readFile(log);
    if (!text.ok()) return {};
    std::string last;
    for (const std::string& line : split(text.value(), '\n')) {
        if (line.starts_with(kErrorMark)) return line.substr(kErrorMark.size());
        if (!trim(line).empty()) last = trim(line);
    }
    return last.empty() ? last : fmt::format("the driver printed '{}'", last);
}

std::uintmax_t bytesIn(const std::string& file) {
    std::error_code failed;
    const std::uintmax_t size = std::filesystem::file_size(pathOf(file), failed);
    return failed ? 0 : size;
}

// By the name that the subject's driver is asked for.
CompiledSubject compileModel(CompiledSubject compiled, const CompileRequest& request,
                             const std::string& file) {
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
    const Result<int> code = runProgram(program.value(), childArguments(subject, request, file), [&] {
        if (const std::uintmax_t size = bytesIn(file); size != seen) {
            seen = size;
            moved = Clock::now();
        }
        hung = Clock::now() - moved > std::chrono::seconds(request.patience);
        return !hung && !wasInterrupted();
    });
    if (const Result<std::string> text = readFile(file); text.ok())
        compiled.log = parseCompileLog(text.value());
    const std::vector<std::string>& unfinished = compiled.log.unfinished;
    const std::string words = lastWords(logOf(file));
    // "; it was at raw_buffer.4.linear set 0; the driver said 'oops'"
    const std::string where = (unfinished.empty() ? "" : "; it was at " + join(unfinished, ", ")) +
                              (words.empty() ? "" : "; " + words);
    if (subject.target != nullptr && words.find(kUnknownFamily) != std::string::npos)
        return fail(ErrorKind::NoDevice, kUnknownTarget);
    if (hung) {
        return fail(ErrorKind::RowFailed, fmt::format("its compiler hangs: nothing was finished for {} s{}",
                                                      request.patience, where));
    }
    if (!code.ok()) return fail(ErrorKind::RowFailed, "its compiler crashed: " + code.error().cause + where);
    if (code.value() == kCannotWrite) {
        return fail(ErrorKind::Io,
                    fmt::format("the compiled code cannot be written to '{}': the folder is full or not "
                                "writable; set TMPDIR to another folder",
                                textOf(pathOf(file).parent_path())));
    }
    if (code.value() == kExitNoDevice) return fail(ErrorKind::NoDevice, words);
    if (code.value() == kExitUsage) return fail(ErrorKind::Usage, words); // about the device
    if (code.value() != kExitDone) {
        return fail(ErrorKind::RowFailed,
                    fmt::format("its process ended with exit code {}{}", code.value(), where));
    }
    return compiled;
}

} // namespace

CompiledSubject compileInChild(CompiledSubject compiled, const CompileRequest& request,
                               const std::string& file) {
    if (!compiled.trouble.empty()) return compiled;
    if (compiled.subject.target == nullptr) return compileModel(std::move(compiled), request, file);
    // A driver does not report which names it knows.
    for (const std::string& model : modelsOf(*compiled.subject.target)) {
        CompiledSubject one = compiled;
        one.subject.model = model;
        compiled = compileModel(std::move(one), request, file);
        if (compiled.trouble != kUnknownTarget) break;
        if (model != modelsOf(*compiled.subject.target).back()) compiled.trouble.clear();
    }
    return compiled;
}

CompileRequest oneKernel(CompileRequest request) {
    request.suite = "matrix";
    request.filters = {"raw-load4-linear"};
    request.compiled = {};
    request.shaderArguments.clear();
    return request;
}

namespace {

// What `transcribe` does for one subject.
using Transcribe = std::function<Result<void>(const IsaSubject& by, const AppendText& append)>;

Result<int> writeTranscript(const CompileRequest& request, const std::string& file,
                            const Transcribe& transcribe) {
    // Drivers print to both streams; the parent shows what matters.
    const std::string log = logOf(file);
    if (std::freopen(log.c_str(), "w", stderr) == nullptr ||
        std::freopen(log.c_str(), "a", stdout) == nullptr)
        return Error{ErrorKind::Io, fmt::format("'{}' cannot be written", log), ""};
    std::setvbuf(stderr, nullptr, _IONBF, 0); // a driver that aborts flushes nothing
    if (!request.drivers.empty()) {
        const std::filesystem::path root = systemRootAround(pathOf(request.drivers[0]));
        if (!root.empty() && !usesSystemRoot(root)) return restartInSystemRoot(root);
    }
    const IsaSubject by{.driver = request.drivers.empty() ? "" : request.drivers[0],
                        .target = request.targets.empty() ? nullptr : request.targets[0],
                        .model = request.model};
    std::ofstream written(pathOf(file), std::ios::binary);
    VKPERFTEST_TRY(transcribe(by, [&](const std::string& text) { written << text << std::flush; }));
    if (!written) return kCannotWrite;
    return kExitDone;
}

} // namespace

Result<int> compileAsChild(const CompileRequest& request, const std::string& file) {
    std::vector<BoundRow> targets;
    for (const Case& row : request.rows) {
        for (const Strategy strategy : request.strategies) targets.push_back({row, strategy});
    }
    return writeTranscript(request, file, [&](const IsaSubject& by, const AppendText& append) {
        return transcribe(by, request.device, targets, append);
    });
}

Result<int> compileAsChild(const CompileRequest& request, const std::string& file,
                           std::span<const Shader> shaders, const ShaderPipelineOptions& options) {
    return writeTranscript(request, file, [&](const IsaSubject& by, const AppendText& append) {
        return transcribe(by, request.device, shaders, options, append);
    });
}

namespace {

constexpr std::string_view kAllTargets = "all";

// The first of several that loads; a single one is returned untried.
std::string firstThatLoads(const std::vector<std::string>& manifests, const Target& target,
                           const CompileRequest& request, const ScratchFolder& scratch) {
    for (std::size_t i = 0; manifests.size() > 1 && i < manifests.size(); ++i) {
        const std::string file = scratch.file(fmt::format("{}-{}.transcript", target.driver->name, i));
        const CompiledSubject tried =
            compileInChild({.subject = {manifests[i], &target}}, oneKernel(request), file);
        if (driverWorks({&tried, 1}).ok()) return manifests[i];
    }
    return manifests[0];
}

// The manifests of drivers that compile for the target.
Result<std::vector<std::string>> driversFor(const Target& target, const CompileRequest& request,
                                            const ScratchFolder& scratch) {
    const MesaDriver& driver = *target.driver;
    if (request.drivers.empty()) {
        Result<std::vector<std::string>> found = findManifests(driver);
        if (!found.ok()) return found;
        return std::vector<std::string>{firstThatLoads(found.value(), target, request, scratch)};
    }
    std::vector<std::string> given = request.drivers;
    std::erase_if(given, [&](const std::string& manifest) { return !mayBe(driver, manifest); });
    if (!given.empty()) return given;
    return Error{ErrorKind::NoDevice,
                 fmt::format("'{}' is not the manifest of {}, which compiles for {}", request.drivers[0],
                             driver.name, target.name),
                 fmt::format("omit --driver, or name a manifest of {}", driver.name)};
}

} // namespace

Result<void> addTargets(std::string_view name, CompileRequest& request) {
    // A target requested by its own name is never skipped.
    const auto add = [&](const Target& target, bool ofGroup) {
        std::vector<const Target*>& known = request.targets;
        const bool isNew = std::ranges::count(known, &target) == 0;
        if (isNew) known.push_back(&target);
        if (isNew && ofGroup) request.ofGroups.insert(&target);
        if (!ofGroup) request.ofGroups.erase(&target);
    };
    const std::string group = lowercase(name);
    bool isGroup = false;
    for (const Target& target : allTargets()) {
        if (group != kAllTargets && group != lowercase(target.driver->vendor)) continue;
        isGroup = true;
        add(target, true);
    }
    if (isGroup) return {};
    const Result<const Target*> target = findTarget(name);
    if (!target.ok()) return target.error();
    add(*target.value(), false);
    return {};
}

std::vector<std::string> targetWords() {
    std::vector<std::string> words = {std::string(kAllTargets)};
    for (const Target& target : allTargets()) {
        const std::string group = lowercase(target.driver->vendor);
        if (std::ranges::count(words, group) == 0) words.push_back(group);
    }
    for (const Target& target : allTargets()) words.emplace_back(target.name);
    return words;
}

Result<std::vector<CompiledSubject>> wantedSubjects(const CompileRequest& request,
                                                    const ScratchFolder& scratch) {
    std::vector<CompiledSubject> wanted;
    const auto add = [&](const std::vector<std::string>& drivers, const Target* target) {
        for (const std::string& driver : drivers) wanted.push_back({.subject = {driver, target}});
    };
    if (request.targets.empty()) {
        add(request.drivers.empty() ? std::vector<std::string>{""} : request.drivers, nullptr);
        return wanted;
    }
    std::map<const MesaDriver*, Result<std::vector<std::string>>> known;
    for (const Target* target : request.targets) {
        if (known.count(target->driver) == 0) { // driversFor() tries drivers, each in a process
            // cppcheck-suppress stlFindInsert
            known.emplace(target->driver, driversFor(*target, request, scratch));
        }
        const Result<std::vector<std::string>>& drivers = known.at(target->driver);
        if (drivers.ok()) {
            add(drivers.value(), target);
        } else if (request.ofGroups.count(target) == 0) {
            wanted.push_back({.subject = {"", target},
                              .trouble = drivers.error().sentence(),
                              .kind = drivers.error().kind});
        }
    }
    const auto has = [](const auto& entry) { return entry.second.ok(); };
    if (wanted.empty() || std::ranges::none_of(known, has))
        return known.at(request.targets[0]->driver).error();
    return wanted;
}

} // namespace vkperftest
