// From the options of the commands that read results, as typed, to what they mean.
#pragma once

#include "cli/command_line.h"
#include "cli/raw_options.h"

namespace vkperftest {

// The functions below take the command as it was parsed, too, to tell what stood on the line.

struct RawShow {
    std::string file, format = "table";
    std::vector<std::string> outputs;
    bool explain = false;

    void add(CLI::App& command);
};

Result<Command> showOptions(const RawShow& raw, const CLI::App& given);

struct RawCompare {
    RawComparing comparing;
    std::vector<std::string> files;
    bool nearest = false;

    void add(CLI::App& command);
};

Result<Command> compareOptions(const RawCompare& raw, const CLI::App& given);

struct RawAb {
    RawMeasuring measuring;
    RawComparing comparing;
    std::vector<std::string> drivers, programs, scripts;
    std::size_t blocks = 4;
    std::string keep;

    void add(CLI::App& command);
};

Result<Command> abOptions(const RawAb& raw, const CLI::App& given);

struct RawReference {
    std::string format = "table";

    void add(CLI::App& command);
};

Result<Command> referenceOptions(const RawReference& raw, const CLI::App& given);

struct RawImport {
    std::string file, gpu, output;

    void add(CLI::App& command);
};

Result<Command> importOptions(const RawImport& raw, const CLI::App& given);

} // namespace vkperftest
