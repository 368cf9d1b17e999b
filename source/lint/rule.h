// The rules of `vkperftest lint`, what they examine, and what they find. The table of all rules stands in lint.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/shader_file.h"
#include "lint/hlsl_accesses.h"

namespace vkperftest {

enum class Severity { Suggestion, Warning, Error };

struct NamedSeverity {
    std::string_view name;
    Severity value;
};
constexpr std::array<NamedSeverity, 3> kSeverities = {
    {{"suggestion", Severity::Suggestion}, {"warning", Severity::Warning}, {"error", Severity::Error}}};

constexpr std::string_view severityName(Severity severity) {
    return kSeverities[static_cast<std::size_t>(severity)].name;
}

using LintDetail = std::variant<std::uint64_t, std::string>;

struct LintFinding {
    std::string_view rule; // its id
    Severity severity = Severity::Suggestion;
    Place place;
    std::string entryPoint;            // whose code contains it; empty if only source was read
    std::string message;               // what is there and what it should be, in one or two sentences
    std::vector<std::string> remedies; // possible fixes, one sentence each
    std::vector<std::pair<std::string, LintDetail>> details; // for programs: "offset" and 12
    bool undefined = false;   // the behaviour is undefined, so no measured time refutes the finding
    std::string sourceLine{}; // the whole line, filled in by Linter; empty: unknown
};

// Declared, not included: the program without lint includes this header, and lacks those of SPIR-V.
class SpirvModule;
struct ModuleAccesses;
struct StructuredBuffer;
struct WideAccess;

// What a rule examines: one shader, as far as it is available. Missing parts are null or empty: HLSL that no
// compiler here accepts has no module. A rule that needs a missing part finds nothing; the
// caller reports once what could not be checked.
struct LintSubject {
    const ShaderFile* file = nullptr;               // the file as the user named it, never null
    std::span<const HlslAccess> written = {};       // of HLSL: accesses of byte-address buffers in its text
    const SpirvModule* module = nullptr;            // of one entry point
    std::span<const StructuredBuffer> buffers = {}; // of the same module
    bool rootDescriptors = false;                   // buffers' bases count as aligned to 4 bytes, not 16

    // The module's, of which there must be one. They are looked for once, on the first call, and kept.
    const ModuleAccesses& accesses() const;
    mutable std::shared_ptr<const ModuleAccesses> found = {};
};

// The place of the access's debug line, if the text of HLSL has an access on that line, or is not known. dxc
// gives Load<T> and Store<T> the line on which their buffer is declared; their place is then that of their
// address, which has the right line, or of the access in the text with the same constant offset.
Place placeOf(const LintSubject& subject, const WideAccess& access);

// What a user may set for a rule, by `[rules.<id>]` in vkperftest-lint.toml or on the command line.
struct RuleSettings {
    bool enabled = true;
    Severity severity = Severity::Suggestion;
    std::uint32_t cacheLineTarget = 32; // bytes: 16, 32, 64 or 128

    bool operator==(const RuleSettings&) const = default;
};

struct Rule {
    std::string_view id;       // "long-vector-bytebuf-load-misaligned"; its page is docs/lint/ID.md
    std::string_view sentence; // what it finds, for `lint --rules` and the docs
    Severity severity;         // unless set otherwise
    // Returns its findings on one subject. The caller overwrites their `severity`, and applies settings and
    // ignore comments.
    std::vector<LintFinding> (*check)(const LintSubject& subject, const RuleSettings& settings);
    bool hasCacheLineTarget = false; // reads RuleSettings::cacheLineTarget
};

std::span<const Rule* const> lintRules();

} // namespace vkperftest
