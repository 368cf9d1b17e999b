#include "report/formats.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

constexpr std::array<ReportFormat, 5> kFormats = {{
    {"table", "", "aligned columns with intervals", false, true, tableReport},
    {"perftest", "", "PerfTest's own text", false, false, perftestReport},
    {"csv", ".csv", "one line for each row and strategy", false, false, csvReport},
    {"markdown", ".md", "a table for READMEs and issues", false, true, markdownReport},
    {"json", ".json", "the results file: everything, raw samples too", true, true, jsonReport},
}};

} // namespace

std::span<const ReportFormat> reportFormats() {
    return kFormats;
}

Result<const ReportFormat*> findReportFormat(std::string_view name) {
    std::vector<std::string> names;
    for (const ReportFormat& format : kFormats) {
        if (format.name == name) return &format;
        names.emplace_back(format.name);
    }
    return Error{ErrorKind::Usage, fmt::format("there is no format '{}'", name),
                 fmt::format("choose from: {}", join(names, ", "))};
}

const ReportFormat* reportFormatOfPath(std::string_view path) {
    for (const ReportFormat& format : kFormats) {
        if (!format.ending.empty() && lowercase(path).ends_with(format.ending)) return &format;
    }
    return nullptr;
}

} // namespace vkperftest
