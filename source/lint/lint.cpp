#include "lint/lint.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "frontend/compile.h"
#include "frontend/reflection.h"
#include "frontend/spirv_module.h"
#include "lint/hlsl/source.h"
#include "lint/source_lines.h"

namespace vkperftest {
namespace {

constexpr Rule kUnused = {
    .id = kUnusedIgnore,
    .sentence = "An ignore comment for a rule that finds nothing there.",
    .severity = Severity::Suggestion,
    .check = [](const LintSubject&, const RuleSettings&) { return std::vector<LintFinding>(); }};

class Linting {
public:
    Linting(const ShaderFile& file, const LinterOptions& options, const RuleSettingsById& settings)
        : file_(file), options_(options), settings_(settings), lines_(file) {}

    Result<LintedFile> run() {
        if (file_.language == ShaderLanguage::Hlsl)
            VKPERFTEST_TRY(assign(source_.emplace(), scanHlsl(file_, options_.shader)));
        VKPERFTEST_TRY(checkModules());
        dropRepeated();
        ignore();
        finish();
        return std::move(result_);
    }

private:
    Result<void> checkModules() {
        const Result<std::vector<CompiledShader>> compiled = compileShader(file_, options_.shader);
        if (!compiled.ok()) {
            if (!source_ || !source_->usesLongVectors) return compiled.error();
            result_.remarks.push_back(
                fmt::format("read as source only, because {}", compiled.error().sentence()));
            sourceOnly_ = true;
            check(nullptr, nullptr, "");
            return {};
        }
        for (const CompiledShader& shader : compiled.value()) VKPERFTEST_TRY(checkModule(shader));
        return {};
    }

    Result<void> checkModule(const CompiledShader& shader) {
        result_.compiler = shader.compiler;
        const Result<SpirvModule> module = SpirvModule::read(shader.words);
        if (!module.ok()) return module.error();
        const Result<Reflection> reflection = reflect(module.value().words());
        if (!reflection.ok()) return reflection.error();
        check(&module.value(), &reflection.value(), shader.entryPoint);
        return {};
    }

    void check(const SpirvModule* module, const Reflection* reflection, const std::string& entryPoint) {
        const LintSubject subject{.file = &file_,
                                  .source = source_ ? &*source_ : nullptr,
                                  .module = module,
                                  .reflection = reflection,
                                  .rootDescriptors = options_.rootDescriptors};
        for (const Rule* rule : lintRules()) {
            const RuleSettings& settings = settings_.find(rule->id)->second;
            if (!settings.enabled) continue;
            for (LintFinding& finding : rule->check(subject, settings)) {
                finding.rule = rule->id;
                finding.severity = settings.severity;
                if (finding.entryPoint.empty()) finding.entryPoint = entryPoint;
                if (finding.place.file.empty()) finding.place.file = file_.path;
                result_.findings.push_back(std::move(finding));
            }
        }
    }

    // The same finding of another entry point, or one without a column on a line where an earlier one has it.
    bool repeats(const LintFinding& later, const LintFinding& earlier) const {
        const Place &a = earlier.place, &b = later.place;
        if (earlier.rule != later.rule || a.file != b.file || a.line != b.line) return false;
        if (a.line != 0 && (a.column == 0) != (b.column == 0)) return b.column == 0;
        return a.column == b.column && earlier.message == later.message;
    }

    void dropRepeated() {
        std::vector<LintFinding>& all = result_.findings;
        const auto key = [](const LintFinding& finding) {
            const Place& place = finding.place; // known columns first
            return std::tuple(place.file, place.line, finding.rule, place.column == 0, place.column,
                              finding.message);
        };
        std::ranges::stable_sort(all, {}, key);
        std::vector<LintFinding> kept;
        for (LintFinding& finding : all) {
            const auto same = [&](const LintFinding& earlier) { return repeats(finding, earlier); };
            // Compare only with findings on the same line, which come last.
            auto first = kept.end();
            while (first != kept.begin() && (first - 1)->place.line == finding.place.line &&
                   (first - 1)->place.file == finding.place.file)
                --first;
            if (std::none_of(first, kept.end(), same)) kept.push_back(std::move(finding));
        }
        all = std::move(kept);
    }

    // Comments in included files ignore findings there; unused comments are reported only in the file itself.
    void ignore() {
        std::erase_if(result_.findings, [&](const LintFinding& finding) {
            return lines_.ignored(finding.place.file, finding.place.line, finding.rule);
        });
        const RuleSettings& settings = settings_.find(kUnusedIgnore)->second;
        if (!settings.enabled || sourceOnly_) return; // not every rule could be checked
        for (const IgnoreComment& comment : lines_.unusedIgnores()) {
            const auto ignored = settings_.find(comment.rule);
            const bool known = ignored != settings_.end();
            if (known && !ignored->second.enabled) continue;
            LintFinding finding{.rule = kUnusedIgnore,
                                .severity = settings.severity,
                                .place = {file_.path, comment.line, comment.column, 0},
                                .message =
                                    fmt::format("The comment ignores the rule '{}', which {}.", comment.rule,
                                                known ? "finds nothing here" : "does not exist"),
                                .remedies = {"Remove the comment."},
                                .details = {{"ignored", comment.rule}}};
            result_.findings.push_back(std::move(finding));
        }
    }

    void finish() {
        std::vector<LintFinding>& all = result_.findings;
        std::ranges::stable_sort(all, {}, [&](const LintFinding& finding) {
            const Place& place = finding.place;
            return std::tuple(place.file != file_.path, place.file, place.line, place.column);
        });
        for (LintFinding& finding : all)
            finding.sourceLine = lines_.line(finding.place.file, finding.place.line);
    }

    const ShaderFile& file_;
    const LinterOptions& options_;
    const RuleSettingsById& settings_;
    SourceLines lines_;
    std::optional<HlslSource> source_;
    bool sourceOnly_ = false; // no compiler accepts the file
    LintedFile result_;
};

} // namespace

std::span<const Rule* const> everyRule() {
    static const std::vector<const Rule*> all = [] {
        std::vector<const Rule*> rules(lintRules().begin(), lintRules().end());
        rules.push_back(&kUnused);
        return rules;
    }();
    return all;
}

Result<Linter> Linter::create(const LinterOptions& options) {
    RuleChanges changes;
    for (const std::string& rule : options.rules) VKPERFTEST_TRY(addRuleChange(changes, rule));
    if (options.cacheLineTarget == 0) return Linter(options, std::move(changes));
    const Result<std::uint32_t> target = checkCacheLineTarget(options.cacheLineTarget);
    if (!target.ok()) return target.error();
    for (const Rule* rule : lintRules()) {
        if (rule->hasCacheLineTarget) changes[std::string(rule->id)].cacheLineTarget = target.value();
    }
    return Linter(options, std::move(changes));
}

Result<RuleSettingsById> Linter::settingsOf(const std::string& file) {
    const std::string path = findLintSettings(file);
    const auto [found, added] = ofFiles_.try_emplace(path);
    if (added && !path.empty()) {
        std::string text;
        VKPERFTEST_TRY(assign(text, readFile(path)));
        VKPERFTEST_TRY(assign(found->second, parseLintSettings(text, path)));
    }
    return ruleSettings(found->second, ofLine_);
}

Result<LintedFile> Linter::lint(const std::string& path, const RuleSettingsById& settings) {
    const Result<ShaderFile> file = readShaderFile(path);
    if (!file.ok()) return file.error();
    Result<LintedFile> linted = Linting(file.value(), options_, settings).run();
    if (!linted.ok()) return linted;
    std::erase_if(linted.value().findings, [&](const LintFinding& finding) {
        const Place& place = finding.place;
        const bool first =
            told_.insert({place.file, place.line, place.column, finding.rule, finding.message}).second;
        return !first && place.file != path;
    });
    return linted;
}

} // namespace vkperftest
