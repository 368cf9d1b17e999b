// `lint`: files in, findings out.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "base/result.h"
#include "frontend/shader_file.h"
#include "lint/rule.h"
#include "lint/settings.h"

namespace vkperftest {

struct LinterOptions {
    ShaderOptions shader;
    bool rootDescriptors = false;
    std::vector<std::string> rules; // "ID=off", as setRule takes them
};

struct LintedFile {
    std::vector<LintFinding> findings; // by place; repeats in other entry points removed
    std::string compiler;              // that made its SPIR-V: "glslang 12.0.0"; empty: none
    bool sourceOnly = false;           // HLSL that was read only as source, or an entry point of it was
    bool lacksDxc = false;             // which may be why it was read only as source
    bool noEntryPoint = false;         // it may be for others to include
    std::vector<std::string> remarks;  // "read as source only, because …"
};

// Lints file after file, each under its own settings.
class Linter {
public:
    // Returns a usage error for an unknown rule or setting.
    static Result<Linter> create(const LinterOptions& options);

    // The file's settings: the defaults, overridden by the nearest settings file, then by the options. Each
    // settings file is read once. Fails if it cannot be read.
    Result<RuleSettingsById> settingsOf(const std::string& file);

    // Lints one file; `settings` must hold every rule. Fails if the file cannot be read, or neither scanned as
    // HLSL nor compiled to valid SPIR-V. Several threads may call it.
    Result<LintedFile> lint(const std::string& path, const RuleSettingsById& settings) const;

    // Drops the findings that a file passed earlier had, too: both include the place, or one is it.
    void dropTold(LintedFile& linted);

private:
    using Told = std::tuple<std::string, std::uint32_t, std::uint32_t, std::string_view, std::string>;

    explicit Linter(const LinterOptions& options) : options_(options) {}

    LinterOptions options_;
    std::map<std::string, RuleSettingsById> ofFiles_; // by the settings file
    std::set<Told> told_;
};

} // namespace vkperftest
