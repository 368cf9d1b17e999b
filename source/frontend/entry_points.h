// The entry points of HLSL.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vkperftest {

struct EntryPoint {
    std::string name;
    std::string stage; // of kShaderStages
};

// The functions that can only be entry points, in their order, each once. `text` must be preprocessed:
// without comments, macros and inactive branches of #if. Attributes decide the stage: [numthreads],
// [outputtopology], [maxvertexcount], [domain], [outputcontrolpoints] and [shader("…")]. Without them, a
// function is a vertex shader if it returns SV_Position, and a pixel shader if it returns SV_Target or
// SV_Depth, or discards, as long as every parameter has a semantic.
std::vector<EntryPoint> hlslEntryPoints(std::string_view text);

} // namespace vkperftest
