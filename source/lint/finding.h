// What a lint rule finds, and where.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
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

struct LintFinding {
    std::string_view rule; // its id
    Severity severity = Severity::Suggestion;
    Place place;
    std::string entryPoint;            // whose code it is in; empty where only source was read
    std::string message;               // what is there and what it should be, in one or two sentences
    std::vector<std::string> remedies; // ways out, a sentence each
    std::vector<std::pair<std::string, std::string>> details; // the same for programs: "offset" and "12"
    std::string sourceLine{}; // the whole line of its place, filled in by Linter; empty: not known
};

} // namespace vkperftest
