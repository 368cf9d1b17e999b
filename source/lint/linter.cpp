#include "lint/linter.h"

#include "base/atomic_file.h"

namespace vkperftest {

Result<Linter> Linter::create(const LinterOptions& options) {
    Linter linter;
    linter.options_ = options;
    for (const std::string& rule : options.rules) VKPERFTEST_TRY(addRuleChange(linter.ofLine_, rule));
    if (options.cacheLineTarget == 0) return linter;
    const Result<std::uint32_t> target = checkCacheLineTarget(options.cacheLineTarget);
    if (!target.ok()) return target.error();
    for (const Rule* rule : lintRules()) {
        if (rule->hasCacheLineTarget) linter.ofLine_[std::string(rule->id)].cacheLineTarget = target.value();
    }
    return linter;
}

Result<RuleSettingsById> Linter::settingsOf(const std::string& file) {
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

Result<LintedFile> Linter::lint(const std::string& path, RuleSettingsById rules) {
    Result<LintedFile> linted = lintFile(path, {options_.shader, options_.rootDescriptors, std::move(rules)});
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
