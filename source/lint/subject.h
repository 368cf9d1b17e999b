// What a lint rule looks at: one shader, as far as it could be had.
#pragma once

#include <string>

namespace vkperftest {

struct HlslSource;
class SpirvModule;
struct Reflection;
struct ShaderFile;

// Null is what there is not: no source for a .spv, no module for HLSL that no compiler here knows. A rule that needs
// what is missing finds nothing; the caller says once what could not be checked.
struct LintSubject {
    const ShaderFile* file = nullptr;       // the file as the user named it, never null
    const HlslSource* source = nullptr;     // of HLSL: tokens behind the preprocessor, calls, constants
    const SpirvModule* module = nullptr;    // of one entry point
    const Reflection* reflection = nullptr; // of the same module
    bool rootDescriptors = false;           // buffers' bases count as aligned to 4 bytes only, else to 16
};

} // namespace vkperftest
