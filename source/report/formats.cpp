#include "report/formats.h"

#include <array>

#include "base/named.h"

namespace vkperftest {
namespace {

constexpr std::array<ReportFormat, 5> kFormats = {{
    {"table", "", "aligned columns with intervals", false, true, true, tableReport},
    {"perftest", "", "PerfTest's own text", false, false, false, perftestReport},
    {"csv", ".csv", "one line for each row and strategy", false, false, false, csvReport},
    {"markdown", ".md", "a table for READMEs and issues", false, true, true, markdownReport},
    {"json", ".json", "the results file: everything, raw samples too", true, true, false, jsonReport},
}};

} // namespace

std::span<const ReportFormat> reportFormats() {
    return kFormats;
}

Result<const ReportFormat*> findReportFormat(std::string_view name) {
    return findNamed(kFormats, name, "there is no format");
}

} // namespace vkperftest
