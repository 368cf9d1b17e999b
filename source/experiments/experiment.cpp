#include "experiments/experiment.h"

#include <array>

#include "base/named.h"
#include "experiments/binding.h"
#include "experiments/stride.h"
#include "experiments/uniform.h"
#include "experiments/vector.h"

namespace vkperftest {
namespace {

constexpr std::array<Experiment, 4> kExperiments = {{
    {"uniform", "does the driver share one load among the lanes of a subgroup?", uniformFindings},
    {"binding", "what does each binding strategy cost, on the GPU and on the CPU?", bindingFindings},
    {"vector", "must vectors be aligned to their natural alignment?", vectorFindings},
    {"stride", "are strides slower that do not divide the cache line?", strideFindings},
}};

} // namespace

std::span<const Experiment> experiments() {
    return kExperiments;
}

Result<const Experiment*> findExperiment(std::string_view name) {
    return findNamed(kExperiments, name, "there is no experiment");
}

} // namespace vkperftest
