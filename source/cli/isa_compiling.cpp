#include "cli/isa_compiling.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/printable.h"
#include "base/process.h"
#include "base/text.h"
#include "cli/console.h"
#include "isa/code_shift.h"
#include "model/driver_environment.h"
#include "report/documents.h"
#include "vulkan/code_transcript.h"

namespace vkperftest {
Result<void> differentDrivers(const std::vector<std::string>& drivers) {
    for (auto driver = drivers.begin(); driver != drivers.end(); ++driver)
        for (auto earlier = drivers.begin(); earlier != driver; ++earlier)
            if (isSameFile(*earlier, *driver))
                return usageError(
                    fmt::format("--driver '{}' was given twice, which gives the same code twice", *driver),
                    "name each driver once (`ab` measures one against itself)");
    return {};
}

Result<void> chooseRows(CompileRequest& request, const RowOptions& choice) {
    request.suite = choice.suite->name;
    request.filters = choice.filters;
    std::vector<Case> rows;
    VKPERFTEST_TRY(assign(rows, choice.rows()));
    VKPERFTEST_TRY(checkBindable(rows, request.strategies, "compile"));
    VKPERFTEST_TRY(checkRobustness(rows, request.compiled.robustness));
    return assign(request.rows, rowsOf(request));
}

Result<std::vector<CompiledSubject>> openSubjects(const CompileRequest& request) {
    for (const std::string& driver : request.drivers) { // once, not for each target
        const Result<std::string> library = libraryOf(driver);
        if (!library.ok()) return library.error();
    }
    return wantedSubjects(request);
}

bool isLeftOut(const CompiledSubject& compiled, const CompileRequest& request) {
    return mayBeUnknown(compiled.trouble) && request.ofGroups.contains(compiled.subject.target);
}

Result<void> noteLeftOut(std::size_t leftOut, std::size_t compiled) {
    if (compiled == 0) {
        return Error{ErrorKind::NoDevice, "the available drivers compile for none of these targets",
                     "`isa --target list` names the version of Mesa that does; --driver takes its manifest "
                     "(docs/isa.md)"};
    }
    if (leftOut > 0) {
        printNote(fmt::format("skipped {} target{} that the drivers do not support; see `isa --target list`",
                              leftOut, leftOut == 1 ? "" : "s"));
    }
    return {};
}

// One child after the other: each uses all cores.
Result<std::vector<CompiledSubject>> compileWanted(const CompileRequest& request) {
    std::vector<CompiledSubject> wanted, compiled;
    std::size_t leftOut = 0;
    VKPERFTEST_TRY(assign(wanted, openSubjects(request)));
    const DriverNames names = driverNames(request.drivers, DriverNames());
    for (std::size_t i = 0; i < wanted.size() && !wasInterrupted(); ++i) {
        showStatusLine(fmt::format("compiling {} of {}: {}", i + 1, wanted.size(),
                                   subjectName(wanted[i].subject, names)));
        CompiledSubject one = compileInChild(wanted[i], request);
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
    std::string why;
    for (const CompiledSubject& one : compiled)
        for (const CompileLogEntry& entry : one.log.entries) {
            if (entry.code.ok()) return kExitDone;
            why = entry.code.error().cause;
        }
    if (why.empty()) return kExitDone;
    return failed({ErrorKind::NoDevice, "none of these rows can be compiled: " + why,
                   "choose other rows, or another driver with --driver"});
}

namespace {

// Whether a shader, or a pair of them, has what --fail-on names; nothing if that is not known.
struct Judged {
    std::string name;
    std::optional<bool> found;
};

struct Check {
    const char *option, *why, *remedy; // why: a clause about what is unknown
    std::vector<Judged> judged = {};
};

} // namespace

Result<int> shaderFindings(std::span<const ShaderCode> codes, const DriverNames& drivers,
                           const ShaderFailures& wanted) {
    Check scratch{"scratch", "the driver's code cannot be read",
                  "compile for a target whose code is read (`isa --target list`)"};
    Check spills{"spills", "the driver does not report whether registers are spilled",
                 "compile with a driver that reports spills"};
    Check slower{"slower-loads", "the loads of two codes are unknown or cannot be compared",
                 "compare two drivers, or two files of one shader each"};
    for (const ShaderCode& code : codes) {
        const std::string name =
            fmt::format("{}, {} ({})", printable(code.file), printable(code.entryPoint), code.device);
        const bool read = code.cell.missing.empty() && code.cell.reading.trouble.empty();
        scratch.judged.push_back({name, read ? std::optional(usesScratch(code)) : std::nullopt});
        spills.judged.push_back({name, spillsRegisters(code.cell.reading.statistics)});
    }
    for (const ShaderPair& pair : shaderPairs(codes, drivers)) {
        const LoadVerdict verdict = codeShift(pair.before->cell.reading, pair.after->cell.reading).loads;
        const bool known = verdict != LoadVerdict::Unknown;
        slower.judged.push_back(
            {pair.name, known ? std::optional(verdict == LoadVerdict::Worse) : std::nullopt});
    }
    if (slower.judged.empty()) slower.why = "there are no two codes to compare";
    std::vector<Check> checks;
    for (const auto& [isWanted, check] :
         {std::pair(wanted.scratch, &scratch), {wanted.spills, &spills}, {wanted.slowerLoads, &slower}})
        if (isWanted) checks.push_back(*check);
    for (const Check& check : checks)
        if (std::ranges::count(check.judged, std::optional(true), &Judged::found) > 0) return kExitFindings;
    for (const Check& check : checks) {
        std::vector<std::string> unknown;
        for (const auto& [name, found] : check.judged)
            if (!found) unknown.push_back(name);
        if (unknown.size() == check.judged.size())
            return Error{ErrorKind::RowFailed,
                         fmt::format("--fail-on {} could not check any shader: {}", check.option, check.why),
                         check.remedy};
        if (!unknown.empty())
            printNote(fmt::format("--fail-on {} did not check {}: {}", check.option, join(unknown, "; "),
                                  check.why));
    }
    return kExitDone;
}

std::string shaderTrouble(const std::string& path, const Error& error) {
    const std::string name = printable(path);
    const bool named =
        error.cause.find(path) != std::string::npos || error.cause.find(name) != std::string::npos;
    return (named ? error : error.about(name)).sentence();
}

std::string dxcWouldHelp(std::size_t files) {
    return fmt::format("put dxc on the PATH, which compiles more HLSL than glslang, if {} valid HLSL",
                       files == 1 ? "this is" : fmt::format("these {} files are", files));
}

void printShaderTrouble(const std::string& trouble) {
    for (const std::string& line : split(trouble, '\n'))
        printError({ErrorKind::Usage, std::string(trim(line)), ""});
}

} // namespace vkperftest
