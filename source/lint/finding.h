// What a lint rule finds, and where.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "frontend/place.h"

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

} // namespace vkperftest
