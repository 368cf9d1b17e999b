// From arguments to what is wanted.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.h"
#include "cases/suite.h"
#include "cli/bench.h"
#include "experiments/experiment.h"
#include "isa/target.h"
#include "report/comparison_formats.h"
#include "report/findings_formats.h"
#include "report/formats.h"
#include "run/runner.h"

namespace vkperftest {

constexpr std::string_view kAllDevices = "all"; // as --device

struct OutputFile {
    std::string path;
    const ReportFormat* format = nullptr;
};

struct RunOptions {
    BenchOptions bench;
    RunPlan plan; // without its provenance, unless it is resumed
    const ReportFormat* format = nullptr;
    std::vector<OutputFile> outputs; // besides stdout
    std::string resume;              // a results file that replaces the plan; empty: none
    std::string sizes;               // a results file whose dispatch sizes the block takes over; empty: none
    bool explain = false;            // what the driver's compiler made of the rows is part of the report
};

enum class ListFormat { Table, Csv, Markdown };

struct ListOptions {
    std::vector<Case> rows;
    ListFormat format = ListFormat::Table;
};

struct DevicesOptions {
    std::string driver;
};

struct ShowOptions {
    std::string file;
    const ReportFormat* format = nullptr;
    std::vector<OutputFile> outputs;
    bool explain = false; // as in RunOptions
};

struct ComparisonFile {
    std::string path;
    const ComparisonFormat* format = nullptr;
};

struct Comparing {
    CompareSettings settings;
    std::vector<std::string> filters; // over row names; none: all
    bool sortByChange = false;
    std::vector<Verdict> failOn;
    const ComparisonFormat* format = nullptr;
    std::vector<ComparisonFile> outputs;
};

struct CompareOptions {
    std::vector<std::string> files; // BASE, NEW…
    bool nearest = false;
    Comparing how;
};

// What `ab` compares.
struct AbSide {
    std::string program; // that measures; empty: this one
    std::string driver;  // its ICD manifest; empty: the system's drivers

    std::string name() const {
        if (program.empty() || driver.empty()) return program + driver;
        return program + " with " + driver;
    }
};

struct AbOptions {
    std::array<AbSide, 2> sides; // A and B
    bool scripted = false;       // the drivers are scripts of the scripted executor
    std::string device;
    RunPlan plan;
    std::size_t blocks = 0; // processes of each
    std::string keep;       // prefix of the files that keep both sides' results; empty: none
    Comparing how;
};

struct ExperimentOptions {
    const Experiment* experiment = nullptr;
    const FindingsFormat* format = nullptr;
    std::string file; // of results to judge; empty: measure
    RunOptions run;   // how; its format is not used
};

struct IsaOptions {
    std::vector<std::string> drivers;      // ICD manifests; none: the system's drivers, for targets its RADV
    std::vector<const AmdTarget*> targets; // none: a device that is present
    bool listTargets = false;
    std::string device;
    std::string suite;
    std::vector<std::string> filters;
    std::vector<Case> rows; // that these select
    std::vector<Strategy> strategies;
    bool full = false; // the code itself
    ListFormat format = ListFormat::Table;
    double patience = 0;    // seconds that a compiler may take for one kernel
    std::string transcript; // the file that a child writes; empty: this is no child
};

struct ReferenceOptions {};

struct ImportOptions {
    std::string file; // "-": standard input
    std::string gpu;  // empty: as the text says
    std::string output;
};

struct PrintText { // --help, --version
    std::string text;
};

using Command = std::variant<RunOptions, ListOptions, DevicesOptions, ShowOptions, CompareOptions, AbOptions,
                             ExperimentOptions, IsaOptions, ReferenceOptions, ImportOptions, PrintText>;

// Everything that can be wrong with the arguments alone is a usage error here, before a device is touched.
Result<Command> parseCommandLine(const std::vector<std::string>& arguments);

} // namespace vkperftest
