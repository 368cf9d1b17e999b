// What `run` and `experiment` measure according to their options: the device, the rows, the method and the
// files.
#pragma once

#include "cli/output.h"
#include "cli/shared_options.h"
#include "vulkan/open_devices.h"

namespace vkperftest {

struct RunRequest {
    RowOptions rows;
    MethodOptions method;
    DeviceOptions where;
    OutputOptions output{.formats = runWriters()};
    std::string resume;     // a results file that sets the plan; empty: none
    bool continues = false; // --output's file is resumed, if it exists
    RunPlan plan;           // without its provenance, unless a file is resumed

    // Declares all options except those of rows and output.
    void declare(Options& options);

    // Fills in the plan, unless a file sets it, and the output's files. `printed`: how standard output is
    // written.
    Result<void> check(const Options& given, const OutputOptions& printed);

    // Takes the plan from the resumed file, if there is one. A usage error if the file cannot be resumed, or
    // if an option or, under --continue, a default contradicts it. Options may repeat what the file says, as
    // when a job is started again.
    Result<void> takeOverResume();

private:
    Result<void> chooseResume();
    Result<void> takePlan(); // from the resumed file
    Result<void> claimResumed() const;
    Result<RunPlan> planOf(const RowOptions& chosen) const;

    std::vector<std::string> given_; // the given options that a resumed file sets
};

} // namespace vkperftest
