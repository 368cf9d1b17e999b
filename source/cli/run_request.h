// What `run` and `experiment` are to measure: on what, which rows, how, and into which files, as their
// options say it.
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
    bool continues = false; // then --output's is that file, if it is there
    RunPlan plan;           // without its provenance, unless a file is resumed

    // All options but those of rows and output.
    void declare(Options& options);

    // Fills in the plan, unless a file sets it, and the output's files. `printed`: how standard output is
    // written.
    Result<void> check(const Options& given, const OutputOptions& printed);

    // Lets the file that is resumed set the plan, if there is one. A usage error if it cannot be resumed, if
    // an option says otherwise, or, under --continue, if a default does; options that say the same may stand
    // there, as when a job is started again.
    Result<void> takeOverResume();

private:
    Result<void> chooseResume();
    Result<void> takePlan(); // of the file that is resumed
    Result<void> claimResumed() const;
    Result<RunPlan> planOf(const RowOptions& chosen) const;

    std::vector<std::string> given_; // of the options that such a file sets
};

} // namespace vkperftest
