// From the options of `isa`, as typed, to what they mean.
#pragma once

#include "cli/command_line.h"
#include "cli/raw_options.h"

namespace vkperftest {

struct RawIsa {
    RawMeasuring rows;
    std::vector<std::string> drivers, targets;
    std::string strategy = "set", format = "table", transcript;
    bool full = false;
    double patience = 30;

    void add(CLI::App& command);
};

Result<Command> isaOptions(const RawIsa& raw, const CLI::App& given);

} // namespace vkperftest
