#include "cli/command.h"

namespace vkperftest {

constexpr CommandEntry kCommands[] = {
    {"run", "Measure rows on a device", newCommand<class RunCommand>,
     " (the default; run --help lists its options)"},
    {"list", "List the rows of a suite, and with --wide what each needs", newCommand<class ListCommand>},
    {"devices", "List GPUs and drivers, and what each supports", newCommand<class DevicesCommand>},
    {"show", "Print a results file in any format", newCommand<class ShowCommand>},
    {"advise", "List the loads to use on a device, and those to avoid", newCommand<class AdviseCommand>},
    {"compare", "Compare results files: what became faster or slower", newCommand<class CompareCommand>},
    {"ab", "Compare two drivers, or two programs, measured in turns", newCommand<class AbCommand>},
    {"experiment", "Answer a question about the device and driver", newCommand<class ExperimentCommand>,
     " (experiment --help lists the questions)"},
    {"isa",
     "Show the load instructions that the driver's compiler generated for each row, or for your shader",
     newCommand<class IsaCommand>},
    {"lint", "Find alignment and stride problems in HLSL, GLSL or SPIR-V", newCommand<class LintCommand>},
    {"report", "Write results files as one HTML page, or as a site of many devices",
     newCommand<class ReportCommand>},
    {"reference", "List PerfTest's published tables", newCommand<class ReferenceCommand>},
    {"import", "Turn text printed by PerfTest into a results file", newCommand<class ImportCommand>},
    {"generate", "Print the manual page, or the completions for a shell", newCommand<class GenerateCommand>},
};

std::span<const CommandEntry> commands() {
    return kCommands;
}

} // namespace vkperftest
