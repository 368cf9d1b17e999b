#include <list>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/isa_matrix.h"
#include "cli/isa_names.h"
#include "cli/plain_table.h"
#include "cli/scratch_folder.h"
#include "vulkan/radv.h"

namespace vkperftest {
namespace {

Result<std::vector<IsaSubject>> subjectsOf(const IsaOptions& options) {
    std::vector<std::string> drivers = options.drivers;
    if (drivers.empty() && !options.targets.empty()) {
        const Result<std::string> radv = findRadv();
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

// What each target compiles: one kernel tells whether the installed Mesa knows it.
int listTargets(IsaOptions options) {
    for (const AmdTarget& target : amdTargets()) options.targets.push_back(&target);
    options.suite = "matrix";
    options.filters = {"raw-load4-linear"};
    const Result<std::vector<IsaSubject>> subjects = subjectsOf(options);
    if (!subjects.ok()) return failed(subjects.error());
    ScratchFolder scratch;
    if (const Result<void> made = scratch.create("isa"); !made.ok()) return failed(made.error());
    std::vector<std::vector<std::string>> rows;
    const std::vector<CompiledSubject> compiled = compileAll(subjects.value(), options, scratch);
    const DriverNames names = driverNames(options.drivers, compiled);
    for (const CompiledSubject& one : compiled) {
        rows.push_back({subjectName(one.subject, names), std::string(one.subject.target->what),
                        one.trouble.empty() ? "yes" : "no: " + one.trouble});
    }
    if (wasInterrupted()) return kExitInterrupted;
    const Result<void> printed = print(plainTable(options.format, {{"target"}, {"GPUs"}, {"works"}}, rows));
    return printed.ok() ? kExitDone : failed(printed.error());
}

// A target's trouble costs that target only, unless nothing else is left.
int outcome(const std::vector<CompiledSubject>& compiled, const DriverNames& names) {
    int code = kExitDone;
    bool any = false;
    for (const CompiledSubject& one : compiled) {
        any = any || one.kind != ErrorKind::NoDevice || one.trouble.empty();
        if (one.trouble.empty()) continue;
        code = kExitRowsFailed;
        std::string name = subjectName(one.subject, names) + ": ";
        // A device that cannot be opened has its driver's name in the trouble.
        if (one.subject.target == nullptr && names.size() <= 1)
            name = one.kind == ErrorKind::NoDevice ? "" : "the driver: ";
        printError({one.kind, name + one.trouble, ""});
    }
    return any ? code : kExitNoDevice;
}

// Which devices and drivers the columns stand for; CSV has no place for it.
std::string heading(const std::vector<CompiledSubject>& compiled, const DriverNames& names,
                    ListFormat format) {
    std::string lines;
    for (const std::string& line : subjectLines(compiled, names)) {
        if (format == ListFormat::Csv) {
            printNote(line);
        } else {
            lines += line + (format == ListFormat::Markdown ? "  \n" : "\n"); // two blanks: a line's end
        }
    }
    return lines.empty() ? lines : lines + "\n";
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
    const Result<std::vector<IsaSubject>> subjects = subjectsOf(options);
    if (!subjects.ok()) return failed(subjects.error());
    ScratchFolder scratch;
    if (const Result<void> made = scratch.create("isa"); !made.ok()) return failed(made.error());
    const std::vector<CompiledSubject> compiled = compileAll(subjects.value(), options, scratch);
    if (wasInterrupted()) return kExitInterrupted;
    const DriverNames names = driverNames(options.drivers, compiled);
    std::list<CodeCells> cells; // columns point into it
    const std::vector<CodeColumn> columns = columnsOf(compiled, options, names, cells);
    if (!columns.empty()) {
        const Result<void> printed =
            print(heading(compiled, names, options.format) +
                  (options.full ? codeInFull(columns, options) : codeMatrix(columns, options)));
        if (!printed.ok()) return failed(printed.error());
    }
    return outcome(compiled, names);
}

} // namespace vkperftest
