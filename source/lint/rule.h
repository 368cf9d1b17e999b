// The rules of `vkperftest lint`. A rule is one file in lint/rules, which defines a `Rule`; the build gathers
// them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "lint/finding.h"

namespace vkperftest {

struct HlslSource;
class SpirvModule;
struct Reflection;
struct ShaderFile;

// What a rule looks at: one shader, as far as it could be had. Null is what there is not: no source for a
// .spv, no module for HLSL that no compiler here knows. A rule that needs what is missing finds nothing; the
// caller says once what could not be checked.
struct LintSubject {
    const ShaderFile* file = nullptr;       // the file as the user named it, never null
    const HlslSource* source = nullptr;     // of HLSL: tokens behind the preprocessor, calls, constants
    const SpirvModule* module = nullptr;    // of one entry point
    const Reflection* reflection = nullptr; // of the same module
    bool rootDescriptors = false;           // buffers' bases count as aligned to 4 bytes only, else to 16
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
    // Its findings on one subject. Severity, file settings and ignores are the caller's: `severity` is
    // overwritten.
    std::vector<LintFinding> (*check)(const LintSubject& subject, const RuleSettings& settings);
    bool hasCacheLineTarget = false; // reads RuleSettings::cacheLineTarget
};

// In the order of their files' names.
std::span<const Rule* const> lintRules();

// The id of what Linter itself finds: an ignore comment where its rule finds nothing.
constexpr std::string_view kUnusedIgnore = "unused-ignore";

// lintRules(), then the rule kUnusedIgnore, whose `check` finds nothing.
std::span<const Rule* const> everyRule();

} // namespace vkperftest
