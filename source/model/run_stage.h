// What a run does besides sampling rows.
#pragma once

namespace vkperftest {

enum class RunStage { ReadingCode, BuildingPipelines, WarmingUp, VerifyingRows, WalkingWindows };

} // namespace vkperftest
