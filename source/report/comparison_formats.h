// The output formats of comparisons. Each format is one function.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/comparison.h"
#include "base/result.h"
#include "report/formats.h"

namespace vkperftest {

// Two runs under the names that the user gave them, and what came of comparing them.
struct ComparedRuns {
    std::string base, now;             // file names, or perftest:NAME
    std::string baseDevice, nowDevice; // phrases' deviceLine
    Comparison comparison;             // its changes in the order they are to be printed in
};

struct ComparisonFormat {
    std::string_view name;
    std::string_view ending; // of files that are always in this format; may be empty
    bool hasRemarks;         // what must be known to read the figures is part of the text
    std::string (*write)(std::span<const ComparedRuns> compared, const ReportStyle& style);
};

std::span<const ComparisonFormat> comparisonFormats();

// A usage error that names the choices if there is no such format.
Result<const ComparisonFormat*> findComparisonFormat(std::string_view name);

// What must be known to read the verdicts, one sentence each.
std::vector<std::string> comparisonRemarks(const Comparison& comparison);

// The slowest change first; changes that have no interval last.
void sortBySlowness(Comparison& comparison);

std::string comparisonTable(std::span<const ComparedRuns> compared, const ReportStyle& style);
std::string comparisonMarkdown(std::span<const ComparedRuns> compared, const ReportStyle& style);

// One line for each row, strategy and pair of runs.
std::string comparisonCsv(std::span<const ComparedRuns> compared, const ReportStyle& style);

// A list of one object for each pair of runs (report/comparison_json.h).
std::string comparisonJson(std::span<const ComparedRuns> compared, const ReportStyle& style);

} // namespace vkperftest
