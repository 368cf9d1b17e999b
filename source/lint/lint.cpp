#include "lint/lint.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "base/atomic_file.h"
#include "base/utf8_path.h"
#include "frontend/compile.h"
#include "frontend/reflection.h"
#include "frontend/spirv_module.h"
#include "frontend/wide_accesses.h"
#include "lint/hlsl_accesses.h"
#include "lint/source_lines.h"

namespace vkperftest {

extern const Rule kLongVectorLoad, kRawLoadMisaligned, kReferenceStep, kStructuredBufferStride,
    kWideLoadAlignment;

namespace {

constexpr const Rule* kRules[] = {&kReferenceStep, &kLongVectorLoad, &kRawLoadMisaligned,
                                  &kStructuredBufferStride, &kWideLoadAlignment};

class Linting {
public:
    Linting(const ShaderFile& file, const LinterOptions& options, const RuleSettingsById& settings)
        : file_(file), options_(options), settings_(settings), lines_(file) {}

    Result<LintedFile> run() {
        VKPERFTEST_TRY(checkModules());
        dropRepeated();
        finish();
        return std::move(result_);
    }

private:
    Result<void> checkModules() {
        Result<std::vector<CompiledShader>> compiled = compileShader(file_, options_.shader, &text_);
        if (!compiled.ok() && lacksInclude(compiled.error())) {
            const Error missing = compiled.error();
            ShaderOptions without = options_.shader;
            without.skipMissingIncludes = true;
            compiled = compileShader(file_, without, &text_);
            if (!compiled.ok() && !text_) return missing;
            result_.remarks.push_back("read without an included file, because " + firstLine(missing));
        }
        if (text_) // HLSL's own text shows what its SPIR-V does not
            written_ = hlslAccesses(*text_, file_.path, usesSixteenBitTypes(*text_, options_.shader),
                                    options_.shader.entry);
        if (written_)
            for (HlslAccess& access : *written_) lines_.findColumns(access.place, access.method, access.nth);
        if (!compiled.ok()) {
            result_.noEntryPoint = lacksEntryPoint(compiled.error());
            // A missing include may hold what it lacks.
            const bool lacks =
                result_.noEntryPoint && result_.remarks.empty() && options_.shader.choosesEntry();
            if (!written_ || lacks) return compiled.error();
            result_.lacksDxc = lacksDxc(compiled.error());
            checkSource("", compiled.error());
            return {};
        }
        const std::vector<CompiledShader>& shaders = compiled.value();
        std::vector<std::pair<const CompiledShader*, Error>> failed;
        for (const CompiledShader& shader : shaders) {
            const Result<void> checked = checkModule(shader);
            if (!checked.ok()) failed.emplace_back(&shader, checked.error());
        }
        if (failed.empty()) return {};
        if (!written_ && failed.size() == shaders.size()) return failed.front().second;
        for (const auto& [shader, error] : failed)
            checkSource(failed.size() == shaders.size() ? "" : shader->entry.name, error);
        return {};
    }

    Result<void> checkModule(const CompiledShader& shader) {
        if (!shader.trouble.empty()) return usageError(shader.trouble, "");
        const Result<SpirvModule> module = SpirvModule::read(shader.words, shader.validated);
        if (!module.ok() && shader.compiler.empty()) return module.error();
        if (!module.ok())
            return usageError(fmt::format("{} compiles '{}' to SPIR-V that cannot be read: {}",
                                          shader.compiler, shader.entry.name, module.error().cause),
                              "this is a fault of the compiler; lint the SPIR-V of another one");
        result_.compiler = shader.compiler;
        check(&module.value(), shader.entry.name);
        return {};
    }

    static std::string firstLine(const Error& error) {
        return Error{error.kind, error.cause.substr(0, error.cause.find('\n')), error.remedy}.sentence();
    }

    // Reads what needs no module, because the entry point (empty: the only one, or all) has none.
    void checkSource(const std::string& entryPoint, const Error& error) {
        const std::string reason = firstLine(lacksDxc(error) ? Error{error.kind, error.cause, ""} : error);
        result_.remarks.push_back(
            entryPoint.empty()
                ? fmt::format("read as source only, because {}", reason)
                : fmt::format("entry point '{}' was read as source only, because {}", entryPoint, reason));
        if (!std::exchange(result_.sourceOnly, true) && written_) check(nullptr, "");
    }

    void check(const SpirvModule* module, const std::string& entryPoint) {
        const std::vector<StructuredBuffer> buffers =
            module != nullptr ? structuredBuffersOf(*module) : std::vector<StructuredBuffer>();
        const LintSubject subject{.file = &file_,
                                  .written = written_ ? std::span(std::as_const(*written_))
                                                      : std::span<const HlslAccess>(),
                                  .module = module,
                                  .buffers = buffers,
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
            // Findings on the same line come last.
            const auto same = std::find_if(kept.rbegin(), kept.rend(), [&](const LintFinding& earlier) {
                return earlier.place.line != finding.place.line || repeats(finding, earlier);
            });
            if (same == kept.rend() || !repeats(finding, *same)) kept.push_back(std::move(finding));
        }
        all = std::move(kept);
    }

    void finish() {
        std::vector<LintFinding>& all = result_.findings;
        std::erase_if(all, [&](const LintFinding& finding) { // also by comments in included files
            return lines_.ignored(finding.place.file, finding.place.line, finding.rule);
        });
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
    std::optional<std::string> text_;                // HLSL, preprocessed
    std::optional<std::vector<HlslAccess>> written_; // in HLSL's text, if that can be read
    LintedFile result_;
};

} // namespace

const ModuleAccesses& LintSubject::accesses() const {
    if (!found) found = std::make_shared<const ModuleAccesses>(accessesOf(*module));
    return *found;
}

Place placeOf(const LintSubject& subject, const WideAccess& access) {
    Place place = subject.module->placeOf(*access.instruction);
    if (subject.written.empty() || !access.address) return place;
    const auto hasAccess = [&](const Place& where) {
        return std::ranges::any_of(subject.written, [&](const HlslAccess& each) {
            return each.place.line == where.line && each.place.file == where.file;
        });
    };
    if (hasAccess(place)) return place;
    Place ofAddress = subject.module->placeOf(*access.address);
    if (hasAccess(ofAddress)) return ofAddress;
    const auto same = std::ranges::find_if(subject.written, [&](const HlslAccess& each) {
        return each.offset && each.offset == access.offset && each.isStore() == access.store;
    });
    return same == subject.written.end() ? place : same->place;
}

std::span<const Rule* const> lintRules() {
    return kRules;
}

Result<Linter> Linter::create(const LinterOptions& options) {
    RuleSettingsById settings = defaultRuleSettings();
    for (const std::string& rule : options.rules) VKPERFTEST_TRY(setRule(settings, rule));
    return Linter(options);
}

Result<RuleSettingsById> Linter::settingsOf(const std::string& file) {
    const std::string path = findLintSettings(file);
    const auto [found, added] = ofFiles_.try_emplace(path, defaultRuleSettings());
    RuleSettingsById& settings = found->second;
    if (added && !path.empty()) {
        std::string text;
        VKPERFTEST_TRY(assign(text, readFile(path)));
        VKPERFTEST_TRY(setRules(settings, text, path));
    }
    for (const std::string& rule : options_.rules) VKPERFTEST_TRY(setRule(settings, rule));
    return settings;
}

Result<LintedFile> Linter::lint(const std::string& path, const RuleSettingsById& settings) const {
    const Result<ShaderFile> file = readShaderFile(path);
    if (!file.ok()) return file.error();
    return Linting(file.value(), options_, settings).run();
}

void Linter::dropTold(LintedFile& linted) {
    std::erase_if(linted.findings, [&](const LintFinding& finding) {
        const Place& place = finding.place;
        const std::string file = textOf(pathOf(place.file).lexically_normal()); // "./a" included is "a"
        return !told_.insert({file, place.line, place.column, finding.rule, finding.message}).second;
    });
}

} // namespace vkperftest
