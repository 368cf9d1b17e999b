// What an experiment found, as text. Each format is one function.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "experiments/experiment.h"
#include "report/formats.h"

namespace vkperftest {

struct JudgedRun {
    const Experiment& experiment;
    const RunFigures& figures; // of the run
    std::vector<Finding> findings;
};

struct FindingsFormat {
    std::string_view name;
    bool hasRemarks; // how it was measured and what went wrong is part of the text (report/phrases.h)
    std::string (*write)(const JudgedRun& judged, const ReportStyle& style);
};

std::span<const FindingsFormat> findingsFormats();

// A usage error that names the choices if there is no such format.
Result<const FindingsFormat*> findFindingsFormat(std::string_view name);

// The question, the device, then a line for each finding.
std::string findingsTable(const JudgedRun& judged, const ReportStyle& style);

std::string findingsMarkdown(const JudgedRun& judged, const ReportStyle& style);

// One line for each finding.
std::string findingsCsv(const JudgedRun& judged, const ReportStyle& style);

// One object, with the remarks; the samples are in the results file.
std::string findingsJson(const JudgedRun& judged, const ReportStyle& style);

} // namespace vkperftest
