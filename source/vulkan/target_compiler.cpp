#include "vulkan/target_compiler.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "base/process.h"
#include "base/text.h"
#include "cases/suite.h"
#include "vulkan/code_transcript.h"
#include "vulkan/mesa_drivers.h"

namespace vkperftest {
namespace {

using Clock = std::chrono::steady_clock;

// What RADV prints before it aborts.
constexpr std::string_view kUnknownFamily = "Unknown family";

// The first text of a child's messages, but for those of its log.
constexpr const char* kAsk = "ask"; // for the request, again after a restart
constexpr const char* kDone = "done";
constexpr const char* kFailed = "failed"; // then the kind of the error, and its sentence

Message messageOf(const CompileRequest& request, const IsaSubject& by) {
    return {request.suite,
            packed(request.filters),
            strategyNames(request.strategies),
            std::to_string(static_cast<int>(request.compiled.robustness)),
            std::to_string(request.compiled.subgroupSize),
            request.device,
            by.driver,
            std::string(by.target != nullptr ? by.target->name : ""),
            by.model,
            packed(request.shaders),
            request.engine};
}

// What messageOf() was given.
Result<std::pair<CompileRequest, IsaSubject>> requestIn(const Message& message) {
    CompileRequest request;
    request.suite = message.at(0);
    request.filters = unpacked(message.at(1)).value_or(Message());
    VKPERFTEST_TRY(assign(request.strategies, parseStrategies(message.at(2))));
    request.compiled.robustness =
        static_cast<Robustness>(parseInteger(message.at(3)).value_or(static_cast<int>(Robustness::Off)));
    request.compiled.subgroupSize = static_cast<std::uint32_t>(parseInteger(message.at(4)).value_or(0));
    request.device = message.at(5);
    IsaSubject by{.driver = message.at(6), .model = message.at(8), .engine = message.at(10)};
    if (const std::string& target = message.at(7); !target.empty())
        VKPERFTEST_TRY(assign(by.target, findTarget(target)));
    request.shaders = unpacked(message.at(9)).value_or(Message());
    return std::pair(std::move(request), std::move(by));
}

// The last that a driver printed, in a clause; empty if it printed nothing.
std::string lastWords(const std::string& printed) {
    std::string last;
    for (const std::string& line : split(printed, '\n')) {
        if (!trim(line).empty()) last = trim(line);
    }
    return last.empty() ? last : fmt::format("; the driver printed '{}'", last);
}

// By the name that the subject's driver is asked for.
CompiledSubject compileModel(CompiledSubject compiled, const CompileRequest& request,
                             const std::string& given) {
    const IsaSubject& subject = compiled.subject;
    const auto fail = [&](ErrorKind kind, const std::string& trouble) {
        compiled.kind = kind;
        compiled.trouble = trouble;
        return compiled;
    };
    const Result<std::string> program = given.empty() ? ownProgram() : given;
    if (!program.ok()) return fail(program.error().kind, program.error().cause);
    Child child(program.value(), {kChildCommand});
    compiled.spent = {}; // by the child for another model
    // A busy machine gives a compiler little of its time, so the clock on the wall matters to one that sleeps alone.
    const std::chrono::milliseconds patience(request.patience), asleep = 10 * patience;
    Clock::time_point moved = Clock::now();
    std::chrono::nanoseconds spentBefore{0}; // until it moved last
    std::string hung;                        // why it is said to hang
    Message message, last;
    while (last.empty() && hung.empty() && !wasInterrupted()) {
        const Heard heard = child.hear(message, Clock::now() + std::chrono::milliseconds(50));
        compiled.spent = std::max(compiled.spent, child.processorTime());
        if (heard == Heard::Ended) break;
        if (heard == Heard::Message && !message.empty()) {
            moved = Clock::now();
            spentBefore = compiled.spent;
            if (message[0] == kAsk)
                child.tell(messageOf(request, subject));
            else if (message[0] == kDone || (message[0] == kFailed && message.size() == 3))
                last = message;
            else
                compiled.log.add(message);
        } else if (compiled.spent - spentBefore > patience) {
            hung = fmt::format("in {:g} s of processor time", static_cast<double>(request.patience) / 1e3);
        } else if (Clock::now() - moved > asleep) {
            hung = fmt::format("in {:g} s", static_cast<double>(request.patience) / 100);
        }
        if (last.empty() && request.budget && compiled.spent > *request.budget) return compiled;
    }
    const Result<int> code = child.end();
    if (!last.empty() && last[0] == kDone) return compiled;
    const std::vector<std::string>& unfinished = compiled.log.unfinished;
    // "; it was at raw_buffer.4.linear set; the driver printed 'oops'"
    const std::string where =
        (unfinished.empty() ? "" : "; it was at " + join(unfinished, ", ")) + lastWords(child.printed());
    if (subject.target != nullptr && child.printed().find(kUnknownFamily) != std::string::npos)
        return fail(ErrorKind::NoDevice, kUnknownTarget);
    if (!last.empty()) return fail(static_cast<ErrorKind>(parseInteger(last[1]).value_or(0)), last[2]);
    if (!hung.empty())
        return fail(ErrorKind::RowFailed,
                    fmt::format("its compiler hangs or is too slow: it finished nothing {}{}", hung, where));
    return fail(ErrorKind::RowFailed,
                code.ok() ? fmt::format("its process ended with exit code {}{}", code.value(), where)
                          : "its compiler crashed: " + code.error().cause + where);
}

} // namespace

CompiledSubject compileInChild(CompiledSubject compiled, const CompileRequest& request,
                               const std::string& program) {
    if (!compiled.trouble.empty()) return compiled;
    if (compiled.subject.target == nullptr) return compileModel(std::move(compiled), request, program);
    // A driver does not report which names it knows.
    for (const std::string& model : modelsOf(*compiled.subject.target)) {
        CompiledSubject one = compiled;
        one.subject.model = model;
        compiled = compileModel(std::move(one), request, program);
        if (compiled.trouble != kUnknownTarget) break;
        if (model != modelsOf(*compiled.subject.target).back()) compiled.trouble.clear();
    }
    return compiled;
}

CompileRequest oneKernel(CompileRequest request) {
    request.suite = "matrix";
    request.filters = {"raw-load4-linear"};
    request.compiled = {};
    request.shaders.clear();
    return request;
}

Result<std::vector<Case>> rowsOf(const CompileRequest& request) {
    const Suite* suite = nullptr;
    VKPERFTEST_TRY(assign(suite, findSuite(request.suite)));
    std::vector<Case> all, rows;
    VKPERFTEST_TRY(assign(all, selectRows(suite->rows(), request.filters, suite->name)));
    for (Case& row : all) {
        row = underSettings(std::move(row), request.compiled);
        if (std::ranges::count(rows, row) == 0) rows.push_back(std::move(row));
    }
    return rows;
}

namespace {

Result<void> compileAsked(const Message& message, const ReadShaders& read, Channel& parent) {
    std::pair<CompileRequest, IsaSubject> asked;
    VKPERFTEST_TRY(assign(asked, requestIn(message)));
    const auto& [request, by] = asked;
    if (by.target != nullptr) VKPERFTEST_TRY(pretend(*by.target, by.model));
    parent = channelToParent(); // drivers print to both streams
    const TellPart tell = [&](const Message& part) { parent.tell(part); };
    if (!request.shaders.empty()) {
        std::vector<Shader> shaders;
        VKPERFTEST_TRY(assign(shaders, read(request.shaders)));
        for (Shader& shader : shaders) shader.compiled = request.compiled;
        return transcribe(by, request.device, shaders, tell);
    }
    std::vector<Case> rows;
    VKPERFTEST_TRY(assign(rows, rowsOf(request)));
    std::vector<BoundRow> boundRows;
    for (const Case& row : rows) {
        for (const Strategy strategy : request.strategies) boundRows.push_back({row, strategy});
    }
    return transcribe(by, request.device, boundRows, tell);
}

} // namespace

Result<void> compileForParent(const ReadShaders& read) {
    Channel parent(0, 1);
    Message request;
    if (!parent.tell({kAsk}) || parent.hear(request) != Heard::Message)
        return Error{ErrorKind::Usage,
                     fmt::format("`{}` is for processes that this program starts", kChildCommand),
                     "see `vkperftest --help`"};
    const Result<void> done = compileAsked(request, read, parent);
    if (done.ok()) {
        parent.tell({kDone});
    } else {
        const auto kind = static_cast<int>(done.error().kind);
        parent.tell({kFailed, std::to_string(kind), done.error().sentence()});
    }
    return {};
}

namespace {

constexpr std::string_view kAllTargets = "all";

// The first of several that loads; a single one is returned untried.
std::string firstThatLoads(const std::vector<std::string>& manifests, const Target& target,
                           const CompileRequest& request) {
    for (std::size_t i = 0; manifests.size() > 1 && i < manifests.size(); ++i) {
        const CompiledSubject tried =
            compileInChild({.subject = {manifests[i], &target}}, oneKernel(request));
        if (driverWorks({&tried, 1}).ok()) return manifests[i];
    }
    return manifests[0];
}

// The manifests of drivers that compile for the target.
Result<std::vector<std::string>> driversFor(const Target& target, const CompileRequest& request) {
    const MesaDriver& driver = *target.driver;
    if (request.drivers.empty()) {
        Result<std::vector<std::string>> found = findManifests(driver);
        if (!found.ok()) return found;
        return std::vector<std::string>{firstThatLoads(found.value(), target, request)};
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
    const Result<const Target*> own = findTarget(name);
    if (own.ok()) {
        add(*own.value(), false);
        return {};
    }
    std::string group = lowercase(name);
    std::erase(group, ' ');
    bool isGroup = false;
    for (const Target& target : allTargets()) {
        if (group != kAllTargets && group != lowercase(target.driver->vendor) &&
            group != architectureOf(target))
            continue;
        isGroup = true;
        add(target, true);
    }
    return isGroup ? Result<void>() : own.error();
}

Result<std::vector<CompiledSubject>> wantedSubjects(const CompileRequest& request) {
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
            known.emplace(target->driver, driversFor(*target, request));
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
