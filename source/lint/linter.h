// Lints file after file, each under its own settings.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "lint/lint.h"
#include "lint/settings.h"

namespace vkperftest {

struct LinterOptions {
    ShaderOptions shader;
    bool rootDescriptors = false;
    std::vector<std::string> rules;    // "ID=off", as addRuleChange takes them
    std::uint64_t cacheLineTarget = 0; // of every rule that has one; 0: not given
};

class Linter {
public:
    // A usage error for a rule or a setting that is not known.
    static Result<Linter> create(const LinterOptions& options);

    // Those of the file: of the nearest settings file, which is read once, and of the options. Fails where that cannot be
    // read.
    Result<RuleSettingsById> settingsOf(const std::string& file) { return settings_.of(file); }

    // As lintFile does it; of a place that several files include, a finding is told once, beside that place's own file.
    Result<LintedFile> lint(const std::string& path, RuleSettingsById rules);

private:
    using Told = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string_view, std::string>;

    Linter(const LinterOptions& options, RuleChanges ofLine)
        : options_(options), settings_(std::move(ofLine)) {}

    LinterOptions options_;
    SettingsOfFiles settings_;
    std::set<Told> told_;
};

} // namespace vkperftest
