#include <filesystem>
#include <list>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/exit_code.h"
#include "cli/interrupt.h"
#include "cli/isa_compile.h"
#include "cli/plain_table.h"
#include "cli/scratch_folder.h"
#include "isa/summary.h"
#include "vulkan/radv.h"

namespace vkperftest {
namespace {

struct Cell {
    std::string missing = "not compiled"; // why there is no code; empty if there is
    std::uint32_t subgroupSize = 0;
    std::vector<Statistic> statistics;
    CodeReading reading;

    std::string loads() const {
        if (!missing.empty()) return missing;
        return reading.trouble.empty() ? summaryText(reading.summary) : "unknown: " + reading.trouble;
    }
};

// A column of the matrix: one subject's kernels under one strategy.
struct CodeColumn {
    std::string title;
    Strategy strategy = Strategy::Set;
    const std::map<std::string, Cell>* cells = nullptr; // by codeKey

    Cell of(const Case& row) const {
        const auto found = cells->find(codeKey(row, strategy));
        return found != cells->end() ? found->second : Cell();
    }
};

std::string subjectName(const IsaSubject& subject, bool nameDriver) {
    const std::string driver = std::filesystem::path(subject.driver).stem().string();
    if (subject.target == nullptr) return driver.empty() ? "loads in the loop" : driver;
    return nameDriver ? fmt::format("{} {}", subject.target->name, driver)
                      : std::string(subject.target->name);
}

// Every kernel once, however many rows share it.
std::map<std::string, Cell> cellsOf(const Transcript& transcript) {
    std::map<std::string, Cell> cells;
    for (const TranscriptEntry& entry : transcript.entries) {
        Cell& cell = cells[entry.key];
        if (entry.code.ok()) {
            const DriverCode& code = entry.code.value();
            cell = {.missing = "",
                    .subgroupSize = code.subgroupSize,
                    .statistics = code.statistics,
                    .reading = interpret(code)};
        } else {
            const bool unsupported = entry.code.error().kind == ErrorKind::Unsupported;
            cell.missing = (unsupported ? "unsupported: " : "failed: ") + entry.code.error().cause;
        }
    }
    return cells;
}

// One column has room for more than the loads.
std::string matrix(const std::vector<CodeColumn>& columnsOf, const IsaOptions& options) {
    const bool alone = columnsOf.size() == 1;
    std::vector<Column> columns = {{"row"}};
    for (const CodeColumn& column : columnsOf) columns.push_back({column.title});
    if (alone) columns.insert(columns.end(), {{"subgroup", Align::Right}, {"registers"}, {"code"}});
    std::vector<std::vector<std::string>> rows;
    for (const Case& row : options.rows) {
        std::vector<std::string> cells = {caseName(row)};
        for (const CodeColumn& column : columnsOf) {
            const Cell cell = column.of(row);
            cells.push_back(cell.loads());
            if (alone && cell.missing.empty()) {
                const std::string size = cell.subgroupSize > 0 ? std::to_string(cell.subgroupSize) : "";
                cells.insert(cells.end(), {size, cell.reading.registers, cell.reading.hash});
            }
        }
        cells.resize(columns.size());
        rows.push_back(std::move(cells));
    }
    return plainTable(options.format, columns, rows);
}

std::string fullText(const std::vector<CodeColumn>& columns, const IsaOptions& options) {
    std::string text;
    for (const Case& row : options.rows) {
        for (const CodeColumn& column : columns) {
            const Cell cell = column.of(row);
            text += fmt::format("{}{}, {}, {}\n{}\n", text.empty() ? "" : "\n", caseName(row), column.title,
                                strategyName(column.strategy), cell.loads());
            for (const Statistic& statistic : cell.statistics)
                text += fmt::format("{}: {}\n", statistic.name, statistic.value);
            text += cell.reading.code;
            if (!text.ends_with("\n")) text += "\n";
        }
    }
    return text;
}

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
    std::vector<CompiledSubject> compiled;
    for (const IsaSubject& subject : subjects) {
        if (wasInterrupted()) break;
        showStatusLine(fmt::format("compiling {} of {}: {}", compiled.size() + 1, subjects.size(),
                                   subjectName(subject, true)));
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
    for (const CompiledSubject& compiled : compileAll(subjects.value(), options, scratch)) {
        rows.push_back({subjectName(compiled.subject, options.drivers.size() > 1),
                        std::string(compiled.subject.target->what),
                        compiled.trouble.empty() ? "yes" : "no: " + compiled.trouble});
    }
    if (wasInterrupted()) return kExitInterrupted;
    const Result<void> printed = print(plainTable(options.format, {{"target"}, {"GPUs"}, {"works"}}, rows));
    return printed.ok() ? kExitDone : failed(printed.error());
}

// A target's trouble costs that target only, unless nothing else is left.
int outcome(const std::vector<CompiledSubject>& compiled, bool nameDriver) {
    int code = kExitDone;
    bool any = false;
    for (const CompiledSubject& one : compiled) {
        any = any || one.kind != ErrorKind::NoDevice || one.trouble.empty();
        if (one.trouble.empty()) continue;
        code = kExitRowsFailed;
        const std::string name = one.subject.target == nullptr && !nameDriver
                                     ? "the driver"
                                     : subjectName(one.subject, nameDriver);
        printError({one.kind, fmt::format("{}: {}", name, one.trouble), ""});
    }
    return any ? code : kExitNoDevice;
}

} // namespace

int isaCommand(const IsaOptions& options) {
    if (!options.transcript.empty()) return compileAsChild(options);
    watchForInterrupt();
    if (options.listTargets) return listTargets(options);
    const Result<std::vector<IsaSubject>> subjects = subjectsOf(options);
    if (!subjects.ok()) return failed(subjects.error());
    ScratchFolder scratch;
    if (const Result<void> made = scratch.create("isa"); !made.ok()) return failed(made.error());
    const std::vector<CompiledSubject> compiled = compileAll(subjects.value(), options, scratch);
    if (wasInterrupted()) return kExitInterrupted;
    const bool nameDriver = options.drivers.size() > 1;
    std::vector<CodeColumn> columns;
    std::list<std::map<std::string, Cell>> cells; // columns point into it
    for (const CompiledSubject& one : compiled) {
        // A subject of which nothing is known has no column.
        if (one.transcript.entries.empty() && !one.trouble.empty()) continue;
        cells.push_back(cellsOf(one.transcript));
        for (const Strategy strategy : options.strategies) {
            const std::string name = subjectName(one.subject, nameDriver);
            const bool several = options.strategies.size() > 1;
            columns.push_back({several ? fmt::format("{}, {}", name, strategyName(strategy)) : name, strategy,
                               &cells.back()});
        }
    }
    if (!columns.empty()) {
        const Result<void> printed =
            print(options.full ? fullText(columns, options) : matrix(columns, options));
        if (!printed.ok()) return failed(printed.error());
    }
    return outcome(compiled, nameDriver);
}

} // namespace vkperftest
