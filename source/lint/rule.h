// The rules of `vkperftest lint`. Each rule is one file in lint/rules that defines a `Rule`; the build
// collects them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "addresses/word_groups.h"
#include "lint/finding.h"

namespace vkperftest {

struct HlslSource;
class SpirvModule;
struct Reflection;
struct ShaderFile;

// What a rule examines: one shader, as far as it is available. Missing parts are null: a .spv has no source,
// and HLSL that no compiler here accepts has no module. A rule that needs a missing part finds nothing; the
// caller reports once what could not be checked.
struct LintSubject {
    const ShaderFile* file = nullptr;       // the file as the user named it, never null
    const HlslSource* source = nullptr;     // of HLSL: accesses of byte-address buffers
    const SpirvModule* module = nullptr;    // of one entry point
    const Reflection* reflection = nullptr; // of the same module
    bool rootDescriptors = false;           // buffers' bases count as aligned to 4 bytes, not 16

    // The module's, of which there must be one. They are looked for once, on the first call, and kept.
    const ModuleAccesses& accesses() const {
        if (!found) found = accessesOf(*module);
        return *found;
    }
    mutable std::optional<ModuleAccesses> found = {};
};

// What a user may set for a rule, by `[rules.<id>]` in vkperftest-lint.toml or on the command line.
struct RuleSettings {
    bool enabled = true;
    Severity severity = Severity::Suggestion;
    std::uint32_t cacheLineTarget = 32; // bytes: 16, 32, 64 or 128
};

struct Rule {
    std::string_view id;       // "long-vector-bytebuf-load-misaligned"; its page is docs/lint/ID.md
    std::string_view sentence; // what it finds, for --help, SARIF and the docs
    Severity severity;         // unless set otherwise
    // Returns its findings on one subject. The caller overwrites their `severity`, and applies settings and
    // ignore comments.
    std::vector<LintFinding> (*check)(const LintSubject& subject, const RuleSettings& settings);
    bool hasCacheLineTarget = false; // reads RuleSettings::cacheLineTarget
};

// Sorted by file name.
std::span<const Rule* const> lintRules();

// The id of Linter's own finding: an ignore comment whose rule finds nothing.
constexpr std::string_view kUnusedIgnore = "unused-ignore";

// lintRules(), then the rule kUnusedIgnore, whose `check` finds nothing.
std::span<const Rule* const> everyRule();

} // namespace vkperftest
