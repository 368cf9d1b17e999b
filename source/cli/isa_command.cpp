#include <list>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/deliver.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/isa_matrix.h"
#include "cli/isa_names.h"
#include "cli/isa_outcome.h"
#include "cli/scratch_folder.h"
#include "vulkan/radv.h"

namespace vkperftest {
namespace {

// One kernel tells whether there is a compiler.
IsaOptions oneKernel(IsaOptions options) {
    options.suite = "matrix";
    options.filters = {"raw-load4-linear"};
    return options;
}

// The first manifest of RADV that loads; if there is only one, that.
Result<std::string> chooseRadv(const IsaOptions& options, const ScratchFolder& scratch) {
    const Result<std::vector<std::string>> found = findRadvs();
    if (!found.ok()) return found.error();
    const std::vector<std::string>& manifests = found.value();
    for (std::size_t i = 0; manifests.size() > 1 && i < manifests.size(); ++i) {
        const CompiledSubject tried = compileInChild({manifests[i], options.targets[0]}, oneKernel(options),
                                                     scratch.file(fmt::format("radv-{}.transcript", i)));
        if (driverWorks({&tried, 1}).ok()) return manifests[i];
    }
    return manifests[0];
}

Result<std::vector<IsaSubject>> subjectsOf(const IsaOptions& options, const ScratchFolder& scratch) {
    std::vector<std::string> drivers = options.drivers;
    if (drivers.empty() && !options.targets.empty()) {
        const Result<std::string> radv = chooseRadv(options, scratch);
        if (!radv.ok()) return radv.error();
        drivers = {radv.value()};
    }
    if (drivers.empty()) drivers = {""};
    std::vector<const AmdTarget*> targets = options.targets;
    if (targets.empty()) targets = {nullptr};
    std::vector<IsaSubject> subjects;
    for (const AmdTarget* target : targets) {
        for (const std::string& driver : drivers) subjects.push_back({driver, target});
    }
    return subjects;
}

// One child after the other: each uses all cores.
std::vector<CompiledSubject> compileAll(const std::vector<IsaSubject>& subjects, const IsaOptions& options,
                                        const ScratchFolder& scratch) {
    const DriverNames names = driverNames(options.drivers, DriverNames());
    std::vector<CompiledSubject> compiled;
    for (const IsaSubject& subject : subjects) {
        if (wasInterrupted()) break;
        showStatusLine(fmt::format("compiling {} of {}: {}", compiled.size() + 1, subjects.size(),
                                   subjectName(subject, names)));
        compiled.push_back(
            compileInChild(subject, options, scratch.file(fmt::format("{}.transcript", compiled.size()))));
    }
    showStatusLine("");
    return compiled;
}

// What each target compiles.
int listTargets(const IsaOptions& given) {
    IsaOptions options = oneKernel(given);
    for (const AmdTarget& target : amdTargets()) options.targets.push_back(&target);
    ScratchFolder scratch;
    if (const Result<void> made = scratch.create("isa"); !made.ok()) return failed(made.error());
    const Result<std::vector<IsaSubject>> subjects = subjectsOf(options, scratch);
    if (!subjects.ok()) return failed(subjects.error());
    const std::vector<CompiledSubject> compiled = compileAll(subjects.value(), options, scratch);
    if (wasInterrupted()) return kExitInterrupted;
    if (const Result<void> works = driverWorks(compiled); !works.ok()) return failed(works.error());
    const DriverNames names = driverNames(options.drivers, compiled);
    std::vector<ListedTarget> targets;
    for (const CompiledSubject& one : compiled) {
        targets.push_back(
            {subjectName(one.subject, names), std::string(one.subject.target->what), one.trouble});
    }
    const Result<void> printed = deliver(targetsDocument(targets), *options.format);
    return printed.ok() ? kExitDone : failed(printed.error());
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

int execute(const IsaOptions& options) {
    if (!options.transcript.empty()) return compileAsChild(options);
    watchForInterrupt();
    if (options.listTargets) return listTargets(options);
    ScratchFolder scratch;
    if (const Result<void> made = scratch.create("isa"); !made.ok()) return failed(made.error());
    const Result<std::vector<IsaSubject>> subjects = subjectsOf(options, scratch);
    if (!subjects.ok()) return failed(subjects.error());
    const std::vector<CompiledSubject> compiled = compileAll(subjects.value(), options, scratch);
    if (wasInterrupted()) return kExitInterrupted;
    const DriverNames names = driverNames(options.drivers, compiled);
    std::list<CodeCells> cells; // columns point into it
    const std::vector<CodeColumn> columns = columnsOf(compiled, options, names, cells);
    if (!columns.empty()) {
        CompiledRows matrix = codeMatrix(columns, options.rows);
        matrix.subjects = subjectLines(compiled, names);
        const Result<void> printed = options.full ? printInFull(matrix.subjects, columns, options)
                                                  : deliver(compiledDocument(matrix), *options.format);
        if (!printed.ok()) return failed(printed.error());
    }
    return isaOutcome(compiled, names);
}

} // namespace vkperftest
