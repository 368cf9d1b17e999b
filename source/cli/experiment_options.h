// From the options of `experiment`, as typed, to what they mean.
#pragma once

#include "cli/command_line.h"
#include "cli/run_options.h"

namespace vkperftest {

struct RawExperiment {
    RawRun run;
    std::string name, file, format = "table";

    void add(CLI::App& command);
};

// `given`: the command as parsed, to tell what stood on the line.
Result<Command> experimentOptions(const RawExperiment& raw, const CLI::App& given);

} // namespace vkperftest
