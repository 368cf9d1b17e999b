// What `run` and `experiment` measure according to their options: the device, the rows, the method and the
// files.
#pragma once

#include <optional>
#include <string>

#include "cli/output.h"
#include "cli/shared_options.h"
#include "vulkan/open_devices.h"

namespace vkperftest {

// The file that --continue goes on with.
struct EarlierFile {
    std::string path;
    RunResult run;
};

struct RunRequest {
    RowOptions rows;
    MethodOptions method;
    DeviceOptions where;
    OutputOptions output{.formats = runWriters()};
    bool continues = false; // with the run of --output's results file, if that exists
    RunPlan plan;           // without its provenance
    std::optional<EarlierFile> earlier;

    // Declares all options except those of rows and output.
    void declare(Options& options);

    // Fills in the plan and the output's files. `printed`: how standard output is written.
    Result<void> check(const Options& given, const OutputOptions& printed);

    // Locks and reads the file that --continue goes on with, if there is one; the plan takes its seed, unless
    // --seed is given. What else may differ is checked when the device is known (run/plan.h).
    Result<void> openEarlier();

private:
    bool seedGiven_ = false;
};

} // namespace vkperftest
