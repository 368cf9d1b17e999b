#include "cli/linting.h"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

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
#include "lint/settings.h"
#include "report/lint_claims.h"

namespace vkperftest {
namespace {

Result<RuleChanges> changesOf(const LintRequest& request) {
    RuleChanges changes;
    for (const std::string& rule : request.rules) VKPERFTEST_TRY(addRuleChange(changes, rule));
    if (request.cacheLineTarget == 0) return changes;
    const Result<std::uint32_t> target = checkCacheLineTarget(request.cacheLineTarget);
    if (!target.ok()) return target.error();
    for (const Rule* rule : lintRules()) {
        if (rule->hasCacheLineTarget) changes[std::string(rule->id)].cacheLineTarget = target.value();
    }
    return changes;
}

// The settings of each file, each settings file read once.
class Settings {
public:
    explicit Settings(RuleChanges ofLine) : ofLine_(std::move(ofLine)) {}

    Result<RuleSettingsById> of(const std::string& file) {
        const std::string path = findLintSettings(file);
        if (path.empty()) return ruleSettings({}, ofLine_);
        const auto [found, added] = files_.try_emplace(path);
        if (added) {
            const Result<std::string> text = readFile(path);
            if (!text.ok()) return text.error();
            VKPERFTEST_TRY(assign(found->second, parseLintSettings(text.value(), path)));
        }
        return ruleSettings(found->second, ofLine_);
    }

private:
    RuleChanges ofLine_;
    std::map<std::string, RuleChanges> files_;
};

// Compilers name the file themselves.
std::string troubleOf(const std::string& path, const Error& error) {
    const std::string name = printable(path);
    const bool named =
        error.cause.find(path) != std::string::npos || error.cause.find(name) != std::string::npos;
    return (named ? error : error.about(name)).sentence();
}

// Compilers say one thing in each line.
void printTrouble(const std::string& trouble) {
    for (const std::string& line : split(trouble, '\n'))
        printError({ErrorKind::Usage, std::string(trim(line)), ""});
}

class Linted {
public:
    explicit Linted(const LintRequest& request, RuleChanges ofLine)
        : request_(request), settings_(std::move(ofLine)) {
        report_.version = toolVersion();
        report_.rules = everyRule();
    }

    Result<void> add(const ShaderPath& path) {
        ReportedFile reported{
            .path = path.path, .findings = {}, .compiler = {}, .remarks = {}, .trouble = path.trouble};
        if (path.trouble.empty()) {
            LintOptions options{.shader = {.defines = request_.defines,
                                           .includeFolders = request_.includeFolders,
                                           .entry = request_.entry,
                                           .stage = request_.stage},
                                .rootDescriptors = request_.rootDescriptors,
                                .rules = {}};
            VKPERFTEST_TRY(assign(options.rules, settings_.of(path.path)));
            Result<LintedFile> linted = lintFile(path.path, options);
            // Folders also hold what others include, and shaders of other stages.
            reported.passedOver = !linted.ok() && !path.named && lacksEntryPoint(linted.error());
            if (linted.ok())
                take(reported, std::move(linted).value());
            else if (!reported.passedOver)
                reported.trouble = troubleOf(path.path, linted.error());
        }
        if (!reported.trouble.empty()) printTrouble(reported.trouble);
        report_.files.push_back(std::move(reported));
        return {};
    }

    LintReport& report() { return report_; }

private:
    // Of a file that several include, a finding is told once.
    void take(ReportedFile& reported, LintedFile linted) {
        reported.compiler = std::move(linted.compiler);
        reported.remarks = std::move(linted.remarks);
        for (LintFinding& finding : linted.findings) {
            const Place& place = finding.place;
            const bool first =
                told_.insert({place.file, place.line, place.column, finding.rule, finding.message}).second;
            if (first || place.file == reported.path)
                reported.findings.push_back({std::move(finding), {}, {}});
        }
    }

    const LintRequest& request_;
    Settings settings_;
    LintReport report_;
    std::set<std::tuple<std::string, std::uint32_t, std::uint32_t, std::string_view, std::string>> told_;
};

// Logs and files are searched: there a sentence is one line.
Display unwrapped(Display display) {
    display.proseWidth = std::string::npos;
    return display;
}

Result<void> checkFiles(const LintRequest& request, const std::vector<ShaderPath>& paths) {
    std::vector<std::string> inputs = request.measured;
    for (const ShaderPath& path : paths) inputs.push_back(path.path);
    for (const LintOutputFile& file : request.files) {
        VKPERFTEST_TRY(refuseInput("--output", file.path, inputs));
        VKPERFTEST_TRY(checkWritable(file.path));
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
    const Result<RuleChanges> changes = changesOf(request);
    if (!changes.ok()) return changes.error();
    return {};
}

Result<int> lint(const LintRequest& request) {
    if (request.listRules) return printRules();
    Result<RuleChanges> changes = changesOf(request);
    if (!changes.ok()) return changes.error();
    ClaimRuns claims;
    VKPERFTEST_TRY(assign(claims, openClaimRuns(request.measured)));
    const std::vector<ShaderPath> paths = expandShaderPaths(request.paths);
    VKPERFTEST_TRY(checkFiles(request, paths));
    Linted linted(request, std::move(changes).value());
    for (std::size_t i = 0; i < paths.size(); ++i) {
        showStatusLine(fmt::format("linting {} of {}: {}", i + 1, paths.size(), paths[i].path));
        VKPERFTEST_TRY(linted.add(paths[i]));
    }
    showStatusLine("");
    addMeasuredClaims(linted.report(), claims);
    VKPERFTEST_TRY(addCompiledLoads(linted.report(), request.targets));
    VKPERFTEST_TRY(deliver(linted.report(), request));
    return exitCodeOf(linted.report(), request.failOn);
}

} // namespace vkperftest
