// From arguments to what is wanted.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/result.h"
#include "cases/suite.h"
#include "report/formats.h"
#include "run/runner.h"

namespace vkperftest {

struct OutputFile {
    std::string path;
    const ReportFormat* format = nullptr;
};

struct RunOptions {
    std::string device;
    std::string driver;
    std::string suite = "matrix";
    RunPlan plan;
    const ReportFormat* format = nullptr;
    std::vector<OutputFile> outputs; // besides stdout
    bool validate = false;
    std::string script; // of the scripted executor; empty: a Vulkan device
};

enum class ListFormat { Table, Csv, Markdown };

struct ListOptions {
    std::vector<Case> rows;
    ListFormat format = ListFormat::Table;
};

struct DevicesOptions {
    std::string driver;
};

struct PrintText { // --help, --version
    std::string text;
};

using Command = std::variant<RunOptions, ListOptions, DevicesOptions, PrintText>;

// Everything that can be wrong with the arguments alone is a usage error here, before a device is touched.
Result<Command> parseCommandLine(const std::vector<std::string>& arguments);

} // namespace vkperftest
