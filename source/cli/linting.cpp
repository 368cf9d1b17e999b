#include "cli/linting.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/environment.h"
#include "base/exit_code.h"
#include "base/printable.h"
#include "base/text.h"
#include "cli/console.h"
#include "cli/inputs.h"
#include "cli/linting_code.h"
#include "cli/output.h"
#include "cli/version.h"
#include "frontend/compile.h"
#include "frontend/shader_paths.h"
#include "lint/lint.h"
#include "report/lint_report.h"

namespace vkperftest {
namespace {

// Compilers name the file themselves.
std::string troubleOf(const std::string& path, const Error& error) {
    const std::string name = printable(path);
    const bool named =
        error.cause.find(path) != std::string::npos || error.cause.find(name) != std::string::npos;
    return (named ? error : error.about(name)).sentence();
}

// Compilers print one message per line.
void printTrouble(const std::string& trouble) {
    for (const std::string& line : split(trouble, '\n'))
        printError({ErrorKind::Usage, std::string(trim(line)), ""});
}

Result<ReportedFile> linted(Linter& linter, const ShaderPath& path) {
    ReportedFile reported{
        .path = path.path, .findings = {}, .compiler = {}, .remarks = {}, .trouble = path.trouble};
    if (path.trouble.empty()) {
        RuleSettingsById rules;
        VKPERFTEST_TRY(assign(rules, linter.settingsOf(path.path)));
        Result<LintedFile> file = linter.lint(path.path, rules);
        // Folders also hold included files, and shaders of other stages.
        reported.passedOver = !file.ok() && !path.named && lacksEntryPoint(file.error());
        if (file.ok()) {
            reported.compiler = file.value().compiler;
            reported.remarks = file.value().remarks;
            for (const LintFinding& finding : file.value().findings)
                reported.findings.push_back({finding, {}, {}});
        } else if (!reported.passedOver) {
            reported.trouble = troubleOf(path.path, file.error());
        }
    }
    if (!reported.trouble.empty()) printTrouble(reported.trouble);
    return reported;
}

// Logs and files are searched by line: there, each sentence is one line.
Display unwrapped(Display display) {
    display.proseWidth = std::string::npos;
    return display;
}

Result<void> checkFiles(const LintRequest& request, const std::vector<ShaderPath>& paths) {
    std::vector<std::string> inputs = request.measured;
    for (const ShaderPath& path : paths) inputs.push_back(path.path);
    for (const LintOutputFile& file : request.files) {
        VKPERFTEST_TRY(refuseInput("--output", file.path, inputs));
        VKPERFTEST_TRY(prepareFile(file.path));
    }
    return {};
}

Result<void> deliver(const LintReport& report, const LintRequest& request) {
    Result<void> trouble;
    for (const LintOutputFile& file : request.files) {
        const std::string text = printable(file.format->write(report, unwrapped({})), Keep::Lines);
        addTrouble(trouble, writeFileAtomically(file.path, text));
    }
    const Display display = stdoutDisplay();
    const bool widthKnown = display.bars || !environmentVariable("COLUMNS").empty();
    addTrouble(trouble, print(request.format->write(report, widthKnown ? display : unwrapped(display))));
    return trouble;
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
    for (const Rule* rule : everyRule())
        grid.rows.push_back(
            {std::string(rule->id), std::string(severityName(rule->severity)), std::string(rule->sentence)});
    const Document document{.heading = "Rules of lint", .sections = {{.grid = std::move(grid)}}};
    VKPERFTEST_TRY(print(writers().front().write(document, stdoutDisplay())));
    return kExitDone;
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
    ClaimRuns claims;
    VKPERFTEST_TRY(assign(claims, openClaimRuns(request.measured)));
    const std::vector<ShaderPath> paths = expandShaderPaths(request.paths);
    VKPERFTEST_TRY(checkFiles(request, paths));
    LintReport report{.version = std::string(toolVersion()), .files = {}, .rules = everyRule()};
    for (std::size_t i = 0; i < paths.size(); ++i) {
        showStatusLine(fmt::format("linting {} of {}: {}", i + 1, paths.size(), paths[i].path));
        VKPERFTEST_TRY(assign(report.files.emplace_back(), linted(linter.value(), paths[i])));
    }
    showStatusLine("");
    addMeasuredClaims(report, claims);
    VKPERFTEST_TRY(addCompiledLoads(report, request.targets));
    VKPERFTEST_TRY(deliver(report, request));
    return exitCodeOf(report, request.failOn);
}

} // namespace vkperftest
