// What a lint rule finds, and where.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

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

// Where in a file, counted from 1; 0 where it is not known, as in SPIR-V without debug lines.
struct Place {
    std::string file; // as the user named it, or as an include found it
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::uint32_t endColumn = 0; // the column behind the last character
};

struct LintFinding {
    std::string_view rule; // its id
    Severity severity = Severity::Suggestion;
    Place place;
    std::string entryPoint;            // whose code it is in; empty where only source was read
    std::string message;               // what is there and what it should be, in one or two sentences
    std::vector<std::string> remedies; // ways out, a sentence each
    std::vector<std::pair<std::string, std::string>> details; // the same for programs: "offset" and "12"
    std::string sourceLine{}; // the whole line of its place, filled in by lintFile; empty: not known
};

} // namespace vkperftest
