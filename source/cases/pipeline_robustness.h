// Why a device cannot give single rows their own bounds checks: the reason's detail (cases/reason.h).
#pragma once

#include <string_view>

namespace vkperftest {

inline constexpr std::string_view kNoPipelineRobustness = "no VK_EXT_pipeline_robustness";

} // namespace vkperftest
