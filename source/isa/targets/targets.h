// The targets, one file per vendor.
#pragma once

#include <vector>

#include "isa/target.h"

namespace vkperftest {

std::vector<Target> amdTargets();
std::vector<Target> intelTargets();
std::vector<Target> nvidiaTargets();

// Returns the targets with their driver set.
std::vector<Target> compiledBy(const MesaDriver& driver, std::vector<Target> targets);

} // namespace vkperftest
