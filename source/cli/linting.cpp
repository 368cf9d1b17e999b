#include "cli/linting.h"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "answers/claims.h"
#include "base/child_process.h"
#include "base/cores.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/utf8_path.h"
#include "cli/console.h"
#include "cli/help.h"
#include "cli/inputs.h"
#include "cli/isa_compiling.h"
#include "cli/shader_variants.h"
#include "frontend/compile.h"
#include "frontend/shader_file.h"
#include "lint/lint.h"
#include "report/lint_report.h"

namespace vkperftest {
namespace {

// On all cores, each file in copies of this process. Windows has none, and glslang should run once at a time.
Result<std::vector<Result<LintedFile>>> lintedFiles(Linter& linter, const std::vector<ShaderPath>& paths) {
    std::vector<RuleSettingsById> rules(paths.size());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        if (paths[i].trouble.empty()) VKPERFTEST_TRY(assign(rules[i], linter.settingsOf(paths[i].path)));
    }
    std::vector<Result<LintedFile>> files(paths.size(), LintedFile());
    std::mutex mutex; // of the status line
    std::size_t begun = 0;
    const auto work = [&](std::size_t i) {
        {
            const std::lock_guard lock(mutex);
            showStatusLine(fmt::format("linting {} of {}: {}", ++begun, paths.size(), paths[i].path));
        }
        files[i] = paths[i].trouble.empty() ? linter.lint(paths[i].path, rules[i])
                                            : usageError(paths[i].trouble, "");
    };
    if (kCopiesProcess) {
        onAllCores(paths.size(), work);
    } else {
        for (std::size_t i = 0; i < paths.size(); ++i) work(i);
    }
    showStatusLine("");
    return files;
}

ReportedFile reported(Linter& linter, const ShaderPath& path, Result<LintedFile>& linted) {
    ReportedFile file;
    file.path = path.path;
    if (!linted.ok()) {
        // Folders also hold included files.
        file.passedOver = !path.named && lacksEntryPoint(linted.error());
        if (!file.passedOver)
            file.trouble = path.trouble.empty() ? shaderTrouble(path.path, linted.error()) : path.trouble;
        if (!file.passedOver) printShaderTrouble(file.trouble);
        return file;
    }
    file.passedOver = !path.named && linted.value().noEntryPoint;
    if (file.passedOver) return file;
    linter.dropTold(linted.value());
    file.compiler = linted.value().compiler;
    file.sourceOnly = linted.value().sourceOnly;
    file.remarks = linted.value().remarks;
    for (const LintFinding& finding : linted.value().findings) file.findings.push_back({finding, {}});
    return file;
}

// Logs are searched by line: there, each sentence is one line.
Display unwrapped(Display display) {
    display.proseWidth = std::string::npos;
    return display;
}

Result<void> deliver(const LintReport& report, const LintRequest& request) {
    const Display display = stdoutDisplay();
    const bool widthKnown = display.terminal || !environmentVariable("COLUMNS").empty();
    return print(
        (request.json ? writeLintJson : writeLintText)(report, widthKnown ? display : unwrapped(display)));
}

int exitCodeOf(const LintReport& report, std::optional<Severity> failOn) {
    if (countsOf(report).unread > 0) return kExitUsage;
    const auto fails = [&](const LintFinding& finding) { return failOn && finding.severity >= *failOn; };
    const bool any = std::any_of(report.files.begin(), report.files.end(), [&](const ReportedFile& file) {
        return std::any_of(file.findings.begin(), file.findings.end(), fails);
    });
    return any ? kExitFindings : kExitDone;
}

Result<int> printRules() {
    Grid grid{.columns = textColumns("rule,severity,sentence"), .layout = Grid::Layout::Untitled};
    for (const Rule* rule : lintRules())
        grid.rows.push_back(
            {std::string(rule->id), std::string(severityName(rule->severity)), std::string(rule->sentence)});
    const Document document{.sections = {{.grid = std::move(grid)}}};
    VKPERFTEST_TRY(print(writers().front().write(document, stdoutDisplay())));
    return kExitDone;
}

// Of the results files by which claims are judged.
Result<std::vector<const RunFigures*>> measuredFigures(const LoadedRuns& loaded) {
    VKPERFTEST_TRY(loaded.trouble());
    std::vector<const RunFigures*> all;
    for (const auto& [name, run, figures] : loaded.runs) {
        if (std::ranges::count(claims(), run.settings.suite, &Claim::suite) == 0)
            return usageError(
                fmt::format("'{}' has a run of the suite '{}', which tests no claim of a lint rule", name,
                            run.settings.suite),
                "measure one of the suites offset or binding");
        all.push_back(&figures);
    }
    return all;
}

} // namespace

Result<void> checkLintRules(const LintRequest& request) {
    const Result<Linter> linter = Linter::create(request.how);
    return linter.ok() ? Result<void>() : linter.error();
}

Result<int> lint(const LintRequest& request) {
    if (request.listRules) return printRules();
    Result<Linter> linter = Linter::create(request.how);
    if (!linter.ok()) return linter.error();
    const LoadedRuns loaded = openAll(request.measured);
    std::vector<const RunFigures*> measured;
    VKPERFTEST_TRY(assign(measured, measuredFigures(loaded)));
    const std::vector<ShaderPath> paths = expandShaderPaths(request.paths);
    LintReport report{.version = std::string(toolVersion()), .files = {}};
    Result<std::vector<Result<LintedFile>>> files = lintedFiles(linter.value(), paths);
    if (!files.ok()) return files.error();
    std::vector<Error> lacking; // the wanted entry point
    std::size_t withoutDxc = 0;
    for (std::size_t i = 0; i < paths.size(); ++i) {
        const ReportedFile& file =
            report.files.emplace_back(reported(linter.value(), paths[i], files.value()[i]));
        const Result<LintedFile>& linted = files.value()[i];
        if (file.passedOver && !linted.ok()) lacking.push_back(linted.error());
        withoutDxc += !file.passedOver && linted.ok() && linted.value().lacksDxc ? 1u : 0u;
    }
    if (request.how.shader.choosesEntry() && lacking.size() == paths.size()) return entryNowhere(lacking);
    addMeasuredClaims(report, measured);
    VKPERFTEST_TRY(deliver(report, request));
    if (withoutDxc > 0) printNote(dxcWouldHelp(withoutDxc));
    return exitCodeOf(report, request.failOn);
}

} // namespace vkperftest
