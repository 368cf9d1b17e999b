#include "cli/isa_compiling.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/exit_code.h"
#include "base/interrupt.h"
#include "cli/console.h"
#include "model/driver_environment.h"
#include "vulkan/code_transcript.h"

namespace vkperftest {

Result<void> chooseRows(CompileRequest& request, const RowOptions& choice) {
    request.suite = choice.suite->name;
    request.filters = choice.filters;
    return assign(request.rows, choice.rows());
}

// One child after the other: each uses all cores.
Result<std::vector<CompiledSubject>> compileWanted(const CompileRequest& request,
                                                   const ScratchFolder& scratch) {
    std::vector<CompiledSubject> wanted, compiled;
    std::size_t leftOut = 0;
    for (const std::string& driver : request.drivers) { // once, not for each target
        const Result<std::string> library = libraryOf(driver);
        if (!library.ok()) return library.error();
    }
    VKPERFTEST_TRY(assign(wanted, wantedSubjects(request, scratch)));
    const DriverNames names = driverNames(request.drivers, DriverNames());
    for (std::size_t i = 0; i < wanted.size() && !wasInterrupted(); ++i) {
        showStatusLine(fmt::format("compiling {} of {}: {}", i + 1, wanted.size(),
                                   subjectName(wanted[i].subject, names)));
        CompiledSubject one =
            compileInChild(wanted[i], request, scratch.file(fmt::format("{}.transcript", i)));
        const bool left = mayBeUnknown(one.trouble) && request.ofGroups.count(one.subject.target) != 0;
        if (left)
            ++leftOut;
        else
            compiled.push_back(std::move(one));
    }
    showStatusLine("");
    if (compiled.empty() && !wasInterrupted()) {
        return Error{ErrorKind::NoDevice, "the available drivers compile for none of these targets",
                     "see `isa --target list`"};
    }
    if (leftOut > 0) {
        printNote(fmt::format("skipped {} target{} that the drivers do not support; see `isa --target list`",
                              leftOut, leftOut == 1 ? "" : "s"));
    }
    return compiled;
}

CompiledCode codeOf(std::span<const CompiledSubject> compiled, const CompileRequest& request) {
    CompiledCode code{.rows = request.rows,
                      .strategies = request.strategies,
                      .drivers = driverNames(request.drivers, compiled),
                      .subjects = {}};
    for (const CompiledSubject& one : compiled) {
        if (!one.trouble.empty() && one.transcript.entries.empty()) continue;
        SubjectCode& subject = code.subjects.emplace_back(
            SubjectCode{one.subject, one.transcript.device, one.transcript.driver, {}});
        const CodeCells cells = cellsOf(one.transcript);
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
    return troubles.empty() ? kExitDone : kExitRowsFailed;
}

} // namespace vkperftest
