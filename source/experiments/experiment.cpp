#include "experiments/experiment.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/binding.h"
#include "experiments/uniform.h"

namespace vkperftest {
namespace {

constexpr std::array<Experiment, 2> kExperiments = {{
    {"uniform", "does the driver share one load among the lanes of a subgroup?", uniformFindings},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", bindingFindings},
}};

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    std::vector<std::string> names;
    for (const Experiment& experiment : kExperiments) {
        if (experiment.name == name) return &experiment;
        names.emplace_back(experiment.name);
    }
    return Error{ErrorKind::Usage, fmt::format("there is no experiment '{}'", name),
                 fmt::format("choose from: {}", join(names, ", "))};
}

} // namespace vkperftest
