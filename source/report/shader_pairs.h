// Which of users' shaders are compared.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "report/documents.h"

namespace vkperftest {

struct ShaderPair {
    std::string name; // "a.comp, main on fiji: Mesa 22.3.6 → Mesa 25.0.7"
    const ShaderCode *before = nullptr, *after = nullptr;
};

// Of one shader by two drivers, or of two shaders if there are no others. Only shaders that compiled.
std::vector<ShaderPair> shaderPairs(std::span<const ShaderCode> codes, const DriverNames& drivers);

} // namespace vkperftest
