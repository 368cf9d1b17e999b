// The output of `lint`: text for people, JSON for programs.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "answers/claims.h"
#include "answers/finding.h"
#include "lint/rule.h"
#include "report/writers.h"

namespace vkperftest {

// What a results file says about the claim behind a finding.
struct MeasuredClaim {
    std::string claim;                  // "strides that do not divide the line are slower"
    std::string device;                 // the measured device
    std::string measured;               // the result with its figures, in a sentence
    Verdict verdict = Verdict::Unknown; // on this place, as far as it was measured; Worse: the claim holds
};

struct ReportedFinding : LintFinding {
    std::vector<MeasuredClaim> measured;
};

struct ReportedFile {
    std::string path;
    std::vector<ReportedFinding> findings;
    std::vector<ReportedFinding> refuted; // not suggested: not slower on any measured device
    std::string compiler;                 // that made its SPIR-V; empty: not compiled
    bool sourceOnly = false;              // not all of it was compiled
    std::vector<std::string> remarks;     // a clause each
    std::string trouble;                  // why the file was not linted, in a sentence; empty if it was
    bool passedOver = false;              // skipped: not named by the user, and holds no compute shader
};

struct LintReport {
    std::string version; // the program's
    std::vector<ReportedFile> files;
};

// Adds to each finding of a rule with a claim what each run of the claim's suite says. A finding whose claim
// does not hold in any of these runs moves to ReportedFile::refuted.
void addMeasuredClaims(LintReport& report, std::span<const RunFigures* const> measured);

struct LintCounts {
    std::size_t findings = 0;
    std::size_t filesWithFindings = 0;
    std::size_t unread = 0; // files
    std::size_t passedOver = 0;
    std::size_t refuted = 0; // findings in ReportedFile::refuted
};
LintCounts countsOf(const LintReport& report);

// Only the text uses the display: colour and proseWidth. It does not wrap lines of source.
using WriteLint = std::string(const LintReport& report, const Display& display);
WriteLint writeLintText, writeLintJson;

} // namespace vkperftest
