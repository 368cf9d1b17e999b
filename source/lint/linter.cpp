#include "lint/linter.h"

namespace vkperftest {

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
