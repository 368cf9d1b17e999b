// Shaders as users name them: files, folders and patterns.
#pragma once

#include <string>
#include <vector>

namespace vkperftest {

struct ShaderPath {
    std::string path;
    std::string trouble; // why there is nothing to lint: a sentence; empty if there is
    bool named = true;   // by the user, not found in a folder or by a pattern
};

// A folder becomes the shaders in it and below, recognized by their extensions; files for others to include
// (.hlsli) are skipped. A text with '*' or '?' that names no file becomes the shaders that it matches; '*'
// matches folders, too (base/text.h). Every other text is a file. Sorted within each text; each file once.
std::vector<ShaderPath> expandShaderPaths(const std::vector<std::string>& given);

} // namespace vkperftest
