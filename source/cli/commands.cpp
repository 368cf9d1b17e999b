#include "cli/command.h"

namespace vkperftest {

constexpr CommandEntry kCommands[] = {
    {"run", "Measure rows on a device", newCommand<class RunCommand>,
     "--suite --filter --device --driver --strategy --quick --format --output",
     " (the default; run --help lists its options)"},
    {"list", "List the rows of a suite, and with --wide what each needs", newCommand<class ListCommand>,
     "--suite --filter --format --wide"},
    {"devices", "List GPUs and drivers, and what each supports", newCommand<class DevicesCommand>,
     "--driver --format --wide"},
    {"show", "Print a results file in any format", newCommand<class ShowCommand>, "--format --wide --output"},
    {"advise", "List the loads to use on a device, and those to avoid", newCommand<class AdviseCommand>,
     "--all --why --format --wide --output"},
    {"compare", "Compare results files: what became faster or slower", newCommand<class CompareCommand>,
     "--threshold --filter --all --sort --fail-on --format --output --nearest"},
    {"ab", "Compare two drivers, or two programs, measured in turns", newCommand<class AbCommand>,
     "--driver --program --device --filter --quick --fail-on --format --output"},
    {"experiment", "Answer a question about the device and driver", newCommand<class ExperimentCommand>,
     "--device --driver --filter --target --quick --format --output",
     " (experiment --help lists the questions)"},
    {"isa",
     "Show the load instructions that the driver's compiler generated for each row, or for your shader",
     newCommand<class IsaCommand>, "--target --driver --suite --filter --full --fail-on -D --format"},
    {"lint", "Find alignment and stride problems in HLSL, GLSL or SPIR-V", newCommand<class LintCommand>,
     "-D -I --rule --rules --fail-on --root-descriptors --format --output"},
    {"report", "Write results files as one HTML page, or as a site of many devices",
     newCommand<class ReportCommand>, "--output"},
    {"import", "Turn text printed by PerfTest into a results file", newCommand<class ImportCommand>, nullptr},
};

std::span<const CommandEntry> commands() {
    return kCommands;
}

} // namespace vkperftest
