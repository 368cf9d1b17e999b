// AMD's GPU families that Mesa's RADV compiles for without a GPU (RADV_FORCE_FAMILY).
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"

namespace vkperftest {

struct AmdTarget {
    std::string_view name; // as Mesa knows it
    std::string_view what; // architecture and well-known GPUs
};

// All names that some version of Mesa knows; the installed one may lack some.
std::span<const AmdTarget> amdTargets();

// A usage error that names them all unless the name is among them (case does not count).
Result<const AmdTarget*> findAmdTarget(std::string_view name);

} // namespace vkperftest
