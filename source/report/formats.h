// The output formats: a run's results as text. Each format is one function in a file of its own.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "analysis/figures.h"
#include "base/result.h"

namespace vkperftest {

struct ReportStyle {
    bool color = false;   // ANSI escapes, where the format has a use for them
    bool explain = false; // what the driver's compiler made of the rows, where the format explains
};

struct ReportFormat {
    std::string_view name;
    std::string_view ending; // of files that are always in this format; may be empty
    std::string_view summary;
    bool checkpoints; // files of this format are saved while the run goes on
    bool hasRemarks;  // what must be known to read the figures is part of the text (report/phrases.h)
    bool explains;    // has a column for ReportStyle::explain
    std::string (*write)(const RunFigures& figures, const ReportStyle& style);
};

std::span<const ReportFormat> reportFormats();

// A usage error that names the choices if there is no such format.
Result<const ReportFormat*> findReportFormat(std::string_view name);

// For people at a terminal.
std::string tableReport(const RunFigures& figures, const ReportStyle& style);

// PerfTest's own text, for tools that read it: one block for each strategy. A printed row without
// milliseconds has its ratio alone.
std::string perftestReport(const RunFigures& figures, const ReportStyle& style);

// One line for each row and strategy, and one for the null row unless the figures are printed ones; RFC 4180,
// but lines end with '\n'.
std::string csvReport(const RunFigures& figures, const ReportStyle& style);

// The results file (report/results_json.h).
std::string jsonReport(const RunFigures& figures, const ReportStyle& style);

// For READMEs and issues.
std::string markdownReport(const RunFigures& figures, const ReportStyle& style);

} // namespace vkperftest
