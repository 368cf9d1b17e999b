// The request of `try`, and its execution. A program without the libraries of shaders gets the latter from
// without_lint.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "analysis/thresholds.h"
#include "cli/run_command.h"
#include "frontend/shader_file.h"
#include "run/trial.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

struct TryRequest {
    std::vector<std::string> files; // one, or two versions
    ShaderOptions shader;
    std::vector<std::string> constants; // --spec
    WorldOptions world;
    VariantOptions variants;
    CompileRequest compile; // its drivers and targets
    RunRequest run;
    double threshold = kOtherRun;
    OutputOptions output;
    bool failOnSlower = false, failOnDifferent = false;
    bool inChild = false;   // of the process that the user started
    std::string probe;      // what such a process tries alone; empty: nothing
    std::uint64_t most = 0; // as in WorldOptions, or 0; if it is above 1, the parent can try again with fewer
    // Of a process that measures a block of one of two drivers (cli/interleaving.h); the plan has its rounds.
    std::uint64_t side = 0; // index of the driver
    std::string blockFile;  // that it writes
    std::string like;       // the file of the first block of all, whose guesses it takes; may be empty
    std::string sizes;      // of a block of its driver, whose dispatch sizes it takes; may be empty
};

// Options that only such processes get.
inline constexpr const char *kInChild = "--in-child", *kProbe = "--probe", *kBlock = "--block",
                            *kSide = "--side", *kMost = "--most", *kBlockFile = "--block-output",
                            *kLike = "--like", *kSizes = "--sizes";

// Exit code of such a process, without a word: smaller guesses may work.
inline constexpr int kExitTooMuch = 5;

// A usage error for variants that do not exist.
Result<void> checkTry(const TryRequest& request);

// Tries the shader and prints what came of it; returns the exit code.
Result<int> tryShaders(TryRequest& request, DeviceOpener openDevices);

// Prints the loads in the code that compilers make of the trial's shaders, for the request's targets; without any, for
// the newest of each vendor that an installed driver knows. Returns the exit code.
Result<int> showVariantCode(const TryRequest& request, const Trial& trial);

} // namespace vkperftest
