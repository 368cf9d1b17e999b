// `run`, and what `experiment` measures like it: the device, the rows, the method and the files according to the options,
// on one device, or on all devices one after the other.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/figures.h"
#include "cli/output.h"
#include "cli/shared_options.h"
#include "vulkan/open_devices.h"

namespace vkperftest {

struct RunRequest : MethodOptions {
    DeviceOptions where;
    std::string file;                   // the results file of --output; may be empty
    bool continues = false;             // with that file's run, if it exists
    std::optional<RunResult> earlier;   // the file's
    std::vector<std::string> arguments; // of the command line

    // Declares all options except those of rows and format.
    void declareAll(Options& options);
    void declareFile(Options& options); // --output and --continue

    // Fills in the plan.
    Result<void> check(const Options& given);
    // A usage error if the file's name is none of a results file, or is one of the inputs.
    Result<void> checkFile(const std::vector<std::string>& inputs) const;

    // Locks and reads the file that --continue goes on with, if there is one; the plan takes its seed, unless
    // --seed is given. What else may differ is checked when the device is known (run/plan.h).
    Result<void> openEarlier();

private:
    bool seedGiven_ = false;
};

// Saves a run that ended or was interrupted in this file, if there is one, then prints it.
using ShowRun = std::function<Result<void>(const RunFigures&, const std::string& file)>;

// Returns the exit code.
Result<int> measureDevices(RunRequest& request, DeviceOpener openDevices, const ShowRun& show);

class RunCommand : public Command {
public:
    void declare(Options& options) override;
    Result<void> check(const Options& given) override;
    Result<int> execute() override;

    const RunRequest& request() const { return request_; }

private:
    // Saves a run that ended or was interrupted, then prints it.
    Result<void> show(const RunFigures& figures, const std::string& file) const;

    RunRequest request_;
    OutputOptions output_{.formats = runWriters()};
    std::uint64_t blockRounds_ = 0; // in a process of `ab`
    std::string sizes_;             // a results file whose dispatch sizes are reused; empty: none
};

} // namespace vkperftest
