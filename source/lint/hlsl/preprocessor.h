// HLSL after preprocessing.
#pragma once

#include <deque>
#include <vector>

#include "base/result.h"
#include "frontend/hlsl_tokens.h"
#include "frontend/shader_file.h"
#include "lint/hlsl/macros.h"

namespace vkperftest {

// glslang's own preprocessor is no substitute: it changes columns, and rejects variadic macros and empty
// sides of ##, which DXC accepts.

// The tokens' views point into the other members.
struct PreprocessedHlsl {
    std::deque<HlslText> files;
    HlslMacros macros;
    std::vector<HlslToken> tokens; // without Kind::End

    Place place(const HlslToken& token) const { return files[token.file].place(token.offset, token.width); }
    // "shader.hlsl:3: " and what is wrong there.
    Error error(const HlslToken& token, std::string_view cause, std::string_view remedy = {}) const;
};

// Fills `result` with the file and its includes as DXC would see them for shader model 6.9 and SPIR-V, in the
// version of HLSL that the options name: macros expanded, directives executed. The user's macros replace
// DXC's own. Fails, naming the line, on #error, a missing include, an unclosed directive or comment, a
// condition that is not constant, or beyond 1,000 nested conditions, 2 million tokens or 128 MiB with all
// includes.
Result<void> preprocessHlsl(const ShaderFile& file, const ShaderOptions& options, PreprocessedHlsl& result);

} // namespace vkperftest
