#include "cli/isa_compiling.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/exit_code.h"
#include "base/process.h"
#include "cli/console.h"
#include "model/driver_environment.h"
#include "vulkan/code_transcript.h"

namespace vkperftest {
namespace {

// NoDevice if no driver supports any of the rows.
Result<void> anySupported(std::span<const CompiledSubject> compiled) {
    std::string why;
    for (const CompiledSubject& one : compiled) {
        for (const CompileLogEntry& entry : one.log.entries) {
            if (entry.code.ok()) return {};
            why = entry.code.error().cause;
        }
    }
    if (why.empty()) return {};
    return Error{ErrorKind::NoDevice, "none of these rows can be compiled: " + why,
                 "choose other rows, or another driver with --driver"};
}

} // namespace

Result<void> chooseRows(CompileRequest& request, const RowOptions& choice) {
    request.suite = choice.suite->name;
    request.filters = choice.filters;
    std::vector<Case> rows;
    VKPERFTEST_TRY(assign(rows, choice.rows()));
    VKPERFTEST_TRY(checkBindable(rows, request.strategies, "compile"));
    const auto& [robustness, subgroupSize] = request.compiled;
    VKPERFTEST_TRY(checkRobustness(rows, robustness));
    request.rows.clear();
    for (Case& row : rows) {
        row.robustness = std::max(row.robustness, robustness);
        if (row.subgroupSize == 0) row.subgroupSize = subgroupSize;
        if (std::ranges::count(request.rows, row) == 0) request.rows.push_back(std::move(row));
    }
    return {};
}

Result<std::vector<CompiledSubject>> openSubjects(const CompileRequest& request,
                                                  const ScratchFolder& scratch) {
    for (const std::string& driver : request.drivers) { // once, not for each target
        const Result<std::string> library = libraryOf(driver);
        if (!library.ok()) return library.error();
    }
    return wantedSubjects(request, scratch);
}

bool isLeftOut(const CompiledSubject& compiled, const CompileRequest& request) {
    return mayBeUnknown(compiled.trouble) && request.ofGroups.contains(compiled.subject.target);
}

Result<void> noteLeftOut(std::size_t leftOut, std::size_t compiled) {
    if (compiled == 0) {
        return Error{ErrorKind::NoDevice, "the available drivers compile for none of these targets",
                     "see `isa --target list`"};
    }
    if (leftOut > 0) {
        printNote(fmt::format("skipped {} target{} that the drivers do not support; see `isa --target list`",
                              leftOut, leftOut == 1 ? "" : "s"));
    }
    return {};
}

// One child after the other: each uses all cores.
Result<std::vector<CompiledSubject>> compileWanted(const CompileRequest& request,
                                                   const ScratchFolder& scratch) {
    std::vector<CompiledSubject> wanted, compiled;
    std::size_t leftOut = 0;
    VKPERFTEST_TRY(assign(wanted, openSubjects(request, scratch)));
    const DriverNames names = driverNames(request.drivers, DriverNames());
    for (std::size_t i = 0; i < wanted.size() && !wasInterrupted(); ++i) {
        showStatusLine(fmt::format("compiling {} of {}: {}", i + 1, wanted.size(),
                                   subjectName(wanted[i].subject, names)));
        CompiledSubject one =
            compileInChild(wanted[i], request, scratch.file(fmt::format("{}.transcript", i)));
        if (isLeftOut(one, request))
            ++leftOut;
        else
            compiled.push_back(std::move(one));
    }
    showStatusLine("");
    if (!wasInterrupted()) VKPERFTEST_TRY(noteLeftOut(leftOut, compiled.size()));
    return compiled;
}

CompiledCode codeOf(std::span<const CompiledSubject> compiled, const CompileRequest& request) {
    CompiledCode code{.rows = request.rows,
                      .strategies = request.strategies,
                      .drivers = driverNames(request.drivers, compiled),
                      .subjects = {}};
    for (const CompiledSubject& one : compiled) {
        if (!one.trouble.empty() && one.log.entries.empty()) continue;
        SubjectCode& subject =
            code.subjects.emplace_back(SubjectCode{one.subject, one.log.device, one.log.driver, {}});
        const CodeCells cells = cellsOf(one.log);
        for (const Strategy strategy : request.strategies) {
            for (const Case& row : request.rows) subject.cells.push_back(cellAt(cells, {row, strategy}));
        }
    }
    return code;
}

int isaOutcome(std::span<const CompiledSubject> compiled, const DriverNames& drivers) {
    const std::vector<Error> troubles = troublesOf(compiled, drivers);
    for (const Error& trouble : troubles) printError(trouble);
    const bool any = std::any_of(compiled.begin(), compiled.end(), [](const CompiledSubject& one) {
        return one.kind == ErrorKind::RowFailed || one.trouble.empty();
    });
    if (!any) return exitCode({compiled.front().kind, "", ""});
    if (!troubles.empty()) return kExitRowsFailed;
    const Result<void> supported = anySupported(compiled);
    if (supported.ok()) return kExitDone;
    printError(supported.error());
    return exitCode(supported.error());
}

} // namespace vkperftest
