// The targets, a file a vendor.
#pragma once

#include <vector>

#include "isa/target.h"

namespace vkperftest {

std::vector<Target> amdTargets();
std::vector<Target> intelTargets();
std::vector<Target> nvidiaTargets();

// These with their driver.
std::vector<Target> compiledBy(const MesaDriver& driver, std::vector<Target> targets);

} // namespace vkperftest
