// From the options of `run` and `list`, as typed, to what they mean.
#pragma once

#include "cli/command_line.h"
#include "cli/raw_options.h"

namespace vkperftest {

struct RawRun {
    RawMeasuring measuring;
    std::string driver, format = "table", script, resume, sizes;
    std::vector<std::string> outputs;
    std::size_t blockRounds = 0;
    bool validate = false, explain = false;

    void add(CLI::App& command);
    // What `experiment` has too: all but rows, format and output.
    void addHow(CLI::App& command);
};

// `given`: the command as parsed, to tell what stood on the line.
Result<Command> runOptions(const RawRun& raw, const CLI::App& given);
Result<RunOptions> measuringOptions(const RawRun& raw, const CLI::App& given);

struct RawList {
    RawMeasuring rows;
    std::string format = "table";

    void add(CLI::App& command);
};

Result<Command> listOptions(const RawList& raw, const CLI::App& given);

struct RawDevices {
    std::string driver, format = "table";

    void add(CLI::App& command);
};

Result<Command> devicesOptions(const RawDevices& raw, const CLI::App& given);

// The rows that --suite and --filter select. A usage error names the choices.
Result<std::vector<Case>> selectedRows(const RawMeasuring& raw);

// A usage error if none of the formats has room for --explain.
Result<void> checkExplain(const Writer* format, const std::vector<OutputFile>& outputs);

// Rows, strategies, baseline, effort and seed of a plan. A usage error names the choices.
Result<RunPlan> measuringPlan(const RawMeasuring& raw);

} // namespace vkperftest
