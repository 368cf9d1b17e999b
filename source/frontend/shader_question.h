// What a copy of this process that compiles shaders is asked.
#pragma once

#include <string>
#include <string_view>

#include "frontend/shader_file.h"

namespace vkperftest {

struct ShaderQuestion {
    bool namesOnly = false; // the entry points' names without their modules
    ShaderFile file;
    ShaderOptions options;
};

std::string toBytes(const ShaderQuestion& question);

// Of what toBytes wrote; throws for other bytes.
ShaderQuestion shaderQuestion(std::string_view bytes);

} // namespace vkperftest
