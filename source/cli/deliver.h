// Printing and saving a run's results.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "report/formats.h"

namespace CLI {
class App;
}

namespace vkperftest {

struct OutputFile {
    std::string path;
    const ReportFormat* format = nullptr;
};

// --format, --output and --explain: where results go, and how.
struct ReportOptions {
    const ReportFormat* format = &reportFormats()[0];
    std::vector<std::string> paths;
    std::vector<OutputFile> files; // the paths, each in the format of its ending, or else in `format`
    bool explain = false;

    // `formatOf` and `output` say in --help what --format and --output are for.
    void declare(CLI::App& app, const std::string& formatOf, const std::string& output);
    void declareExplain(CLI::App& app);
    // Fills in the files; a usage error if none of the formats has room for --explain.
    Result<void> check();
};

// Files first: a reader of standard output that goes away must not cost them; one that fails costs only
// itself. What a format has no room for goes to stderr. The first trouble, if there was any.
Result<void> deliver(const RunFigures& figures, const ReportOptions& options,
                     const std::vector<OutputFile>& files);

// The same without printing.
Result<void> deliverFiles(const RunFigures& figures, const std::vector<OutputFile>& files,
                          bool explain = false);

} // namespace vkperftest
