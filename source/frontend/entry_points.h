// The entry points of HLSL.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vkperftest {

// The names of the functions with the attribute [numthreads], in their order, each once. `text` must be
// preprocessed: without comments, macros and inactive branches of #if.
std::vector<std::string> computeEntryPoints(std::string_view text);

} // namespace vkperftest
