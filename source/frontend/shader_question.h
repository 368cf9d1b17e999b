// What a copy of this process that compiles shaders is asked.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/entry_points.h"
#include "frontend/shader_file.h"

namespace vkperftest {

struct ShaderQuestion {
    ShaderFile file;
    ShaderOptions options;
    std::vector<EntryPoint> entries; // to compile; none: to preprocess the file
};

std::string toBytes(const ShaderQuestion& question);

// Of what toBytes wrote; throws for other bytes.
ShaderQuestion shaderQuestion(std::string_view bytes);

} // namespace vkperftest
