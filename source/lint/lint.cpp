#include "lint/lint.h"

#include <algorithm>
#include <optional>
#include <tuple>

#include <fmt/format.h>

#include "base/text.h"
#include "frontend/compile.h"
#include "frontend/reflection.h"
#include "frontend/spirv_module.h"
#include "lint/hlsl/source.h"
#include "lint/source_lines.h"

namespace vkperftest {
namespace {

class Linting {
public:
    Linting(const ShaderFile& file, const LintOptions& options)
        : file_(file), options_(options), lines_(file) {
        result_.path = file.path;
    }

    Result<LintedFile> run() {
        if (file_.language == ShaderLanguage::Hlsl) {
            Result<HlslSource> scanned = scanHlsl(file_, options_.shader);
            if (!scanned.ok()) return std::move(scanned).error();
            source_ = std::move(scanned).value();
        }
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
                fmt::format("read as source only, since {}", compiled.error().sentence()));
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
            const RuleSettings settings = settingsOf(*rule);
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

    RuleSettings settingsOf(const Rule& rule) const {
        const auto found = options_.rules.find(rule.id);
        return found != options_.rules.end() ? found->second : RuleSettings{.severity = rule.severity};
    }

    // The same of another entry point, or of a line that the source tells more exactly.
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
        std::stable_sort(all.begin(), all.end(),
                         [&](const LintFinding& a, const LintFinding& b) { return key(a) < key(b); });
        std::vector<LintFinding> kept;
        for (LintFinding& finding : all) {
            const auto same = [&](const LintFinding& earlier) { return repeats(finding, earlier); };
            // Only its own line's, which stand last.
            auto first = kept.end();
            while (first != kept.begin() && (first - 1)->place.line == finding.place.line &&
                   (first - 1)->place.file == finding.place.file)
                --first;
            if (std::none_of(first, kept.end(), same)) kept.push_back(std::move(finding));
        }
        all = std::move(kept);
    }

    // Findings in included files are ignored there; unused comments are told of the file itself.
    void ignore() {
        std::erase_if(result_.findings, [&](const LintFinding& finding) {
            return lines_.ignored(finding.place.file, finding.place.line, finding.rule);
        });
        const Rule& rule = *everyRule().back();
        const RuleSettings settings = settingsOf(rule);
        if (!settings.enabled || sourceOnly_) return; // not every rule could be checked
        for (const IgnoreComment& comment : lines_.unusedIgnores()) {
            const auto ignored = options_.rules.find(comment.rule);
            if (ignored != options_.rules.end() && !ignored->second.enabled) continue;
            LintFinding finding{.rule = rule.id,
                                .severity = settings.severity,
                                .place = {file_.path, comment.line, comment.column, 0},
                                .entryPoint = {},
                                .message = whyUnused(comment.rule),
                                .remedies = {"Remove the comment."},
                                .details = {{"ignored", comment.rule}}};
            result_.findings.push_back(std::move(finding));
        }
    }

    std::string whyUnused(const std::string& id) const {
        const auto known = [&](const Rule* rule) { return rule->id == id; };
        if (std::any_of(everyRule().begin(), everyRule().end(), known)) {
            return fmt::format("The comment ignores the rule '{}', which finds nothing here.", id);
        }
        return fmt::format("The comment ignores the rule '{}', which does not exist.", id);
    }

    void finish() {
        std::vector<LintFinding>& all = result_.findings;
        std::stable_sort(all.begin(), all.end(), [&](const LintFinding& a, const LintFinding& b) {
            const auto key = [&](const Place& place) {
                return std::tuple(place.file != file_.path, place.file, place.line, place.column);
            };
            return key(a.place) < key(b.place);
        });
        for (LintFinding& finding : all)
            finding.sourceLine = lines_.line(finding.place.file, finding.place.line);
    }

    const ShaderFile& file_;
    const LintOptions& options_;
    SourceLines lines_;
    std::optional<HlslSource> source_;
    bool sourceOnly_ = false; // for want of a compiler
    LintedFile result_;
};

} // namespace

Result<LintedFile> lintFile(const std::string& path, const LintOptions& options) {
    const Result<ShaderFile> file = readShaderFile(path);
    if (!file.ok()) return file.error();
    return Linting(file.value(), options).run();
}

} // namespace vkperftest
