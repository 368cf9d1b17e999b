#include "cli/isa_command.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "base/interrupt.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/isa_outcome.h"
#include "report/documents.h"

namespace vkperftest {
namespace {

// A driver beside itself would only be the same.
Result<void> differentDrivers(const std::vector<std::string>& drivers) {
    std::set<std::filesystem::path> known;
    for (const std::string& driver : drivers) {
        std::error_code failed;
        const std::filesystem::path path = std::filesystem::absolute(driver, failed).lexically_normal();
        if (known.insert(failed ? std::filesystem::path(driver) : path).second) continue;
        return Error{ErrorKind::Usage, fmt::format("--driver '{}' names one driver twice", driver),
                     "name each once"};
    }
    return {};
}

// The code itself, below the devices and drivers that it is of.
Result<void> printInFull(const std::vector<std::string>& subjects, const std::vector<CodeColumn>& columns,
                         const IsaOptions& options) {
    const std::string heading = subjects.empty() ? "" : join(subjects, "\n") + "\n\n";
    return print(heading + codeInFull(columns, options));
}

// A column for each subject and strategy; of two drivers one that says what changes from the first to the
// second.
std::vector<CodeColumn> columnsOf(const std::vector<CompiledSubject>& compiled, const IsaOptions& options,
                                  const DriverNames& names, std::list<CodeCells>& cells) {
    const bool pairs = options.drivers.size() == 2 && !options.full;
    std::vector<CodeColumn> columns;
    const auto add = [&](const std::string& name, const CodeCells* now, const CodeCells* before) {
        for (const Strategy strategy : options.strategies) {
            const bool several = options.strategies.size() > 1 && !options.full;
            const std::string title = several ? fmt::format("{}, {}", name, strategyName(strategy)) : name;
            columns.push_back({title, strategy, now, before});
        }
    };
    // A subject of which nothing is known has no column.
    const auto known = [](const CompiledSubject& one) {
        return one.trouble.empty() || !one.transcript.entries.empty();
    };
    for (std::size_t i = 0; i < compiled.size(); ++i) {
        if (!known(compiled[i])) continue;
        cells.push_back(cellsOf(compiled[i].transcript));
        std::string name = subjectName(compiled[i].subject, names);
        const bool pair = pairs && i % 2 == 0 && i + 1 < compiled.size() && known(compiled[i + 1]);
        if (pair) {
            const CodeCells* const before = &cells.back();
            cells.push_back(cellsOf(compiled[i + 1].transcript));
            name += " → " + names.at(compiled[i + 1].subject.driver);
            add(name, &cells.back(), before);
            ++i;
        } else {
            add(name, &cells.back(), nullptr);
        }
    }
    return columns;
}

} // namespace

template std::unique_ptr<Command> newCommand<IsaCommand>();

void IsaCommand::declare(CLI::App& app) {
    constexpr const char* kListTargets = "list";
    options.choice.declareSuite(app);
    addFilters(app, "name or id", options.choice.filters);
    addStrategies(app, "set", options.strategies);
    addValues(app, "--target", "FAMILY",
              "Compile for this family of GPUs through Mesa, without a GPU; may be given several times; "
              "`list`: what there is",
              [this](const std::string& name) -> Result<void> {
                  listTargets_ = listTargets_ || name == kListTargets;
                  if (name == kListTargets) return {};
                  const Result<const Target*> target = findTarget(name);
                  if (!target.ok()) return target.error();
                  std::vector<const Target*>& known = options.targets;
                  if (std::count(known.begin(), known.end(), target.value()) == 0)
                      known.push_back(target.value());
                  return {};
              });
    addDrivers(app, "Use only the Vulkan driver of this ICD manifest; several are shown side by side",
               options.drivers);
    addDevice(app, options.device);
    addFlag(app, "--full", options.full,
            "Print the code itself (as it was read; if it cannot be, every text that the driver gives), "
            "and the driver's statistics");
    options.output.declareFormat(app);
    // Hidden: one for tests, and what a parent tells its children.
    addNumber(app, "--patience", "Seconds that a compiler may take for one kernel", 1, 3600, options.patience)
        ->group("");
    addText(app, "--into", "FILE", "Write a transcript, print nothing", transcript_)->group("");
}

Result<void> IsaCommand::check(const CLI::App& given) {
    VKPERFTEST_TRY(differentDrivers(options.drivers));
    VKPERFTEST_TRY(assign(options.rows, options.choice.rows()));
    if (listTargets_ && !options.targets.empty())
        return contradiction("--target list", "another --target", "give the list alone");
    for (const char* option : {"--suite", "--filter", "--strategy", "--full"}) {
        if (listTargets_ && given.count(option) > 0)
            return contradiction("--target list", option, "the list has no rows; leave one of them out");
    }
    if (given.count("--target") > 0 && !options.device.empty())
        return contradiction("--target", "--device", "a target is a device; leave one of them out");
    if (options.full && options.output.format->name != "table")
        return contradiction("--full", "--format", "code has no columns; leave one of them out");
    return {};
}

Result<int> IsaCommand::execute() {
    if (!transcript_.empty()) return compileAsChild(options, transcript_);
    watchForInterrupt(kExitInterrupted);
    VKPERFTEST_TRY(scratch_.create("isa"));
    if (listTargets_) return listTargets();
    const Result<std::vector<IsaSubject>> wanted = subjects();
    if (!wanted.ok()) return wanted.error();
    const std::vector<CompiledSubject> compiled = compileAll(wanted.value());
    if (wasInterrupted()) return kExitInterrupted;
    const DriverNames names = driverNames(options.drivers, compiled);
    std::list<CodeCells> cells; // columns point into it
    const std::vector<CodeColumn> columns = columnsOf(compiled, options, names, cells);
    if (!columns.empty()) {
        const std::vector<std::string> subjects = subjectLines(compiled, names);
        VKPERFTEST_TRY(options.full
                           ? printInFull(subjects, columns, options)
                           : printAndSave(compiledDocument(subjects, codeMatrix(columns, options.rows)),
                                          options.output));
    }
    return isaOutcome(compiled, names);
}

// What each target compiles.
Result<int> IsaCommand::listTargets() {
    options = oneKernel(options);
    for (const Target& target : allTargets()) options.targets.push_back(&target);
    const Result<std::vector<IsaSubject>> wanted = subjects();
    if (!wanted.ok()) return wanted.error();
    const std::vector<CompiledSubject> compiled = compileAll(wanted.value());
    if (wasInterrupted()) return kExitInterrupted;
    VKPERFTEST_TRY(driverWorks(compiled));
    const DriverNames names = driverNames(options.drivers, compiled);
    std::vector<ListedTarget> targets;
    for (const CompiledSubject& one : compiled) {
        targets.push_back(
            {subjectName(one.subject, names), std::string(one.subject.target->what), one.trouble});
    }
    VKPERFTEST_TRY(printAndSave(targetsDocument(targets), options.output));
    return kExitDone;
}

// Each target by each driver.
Result<std::vector<IsaSubject>> IsaCommand::subjects() const {
    std::vector<const Target*> targets = options.targets;
    if (targets.empty()) targets = {nullptr};
    std::map<const MesaDriver*, std::string> chosen;
    std::vector<IsaSubject> subjects;
    for (const Target* target : targets) {
        std::vector<std::string> drivers = options.drivers;
        if (drivers.empty() && target != nullptr) {
            std::string& manifest = chosen[target->driver];
            if (manifest.empty()) VKPERFTEST_TRY(assign(manifest, chooseDriver(*target, options, scratch_)));
            drivers = {manifest};
        }
        if (drivers.empty()) drivers = {""};
        for (const std::string& driver : drivers) subjects.push_back({driver, target});
    }
    return subjects;
}

// One child after the other: each uses all cores.
std::vector<CompiledSubject> IsaCommand::compileAll(const std::vector<IsaSubject>& subjects) const {
    const DriverNames names = driverNames(options.drivers, DriverNames());
    std::vector<CompiledSubject> compiled;
    for (const IsaSubject& subject : subjects) {
        if (wasInterrupted()) break;
        showStatusLine(fmt::format("compiling {} of {}: {}", compiled.size() + 1, subjects.size(),
                                   subjectName(subject, names)));
        compiled.push_back(
            compileInChild(subject, options, scratch_.file(fmt::format("{}.transcript", compiled.size()))));
    }
    showStatusLine("");
    return compiled;
}

} // namespace vkperftest
