// Preprocessed HLSL: its tokens, and its entry points.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/shader_file.h"

namespace vkperftest {

struct HlslToken {
    std::string_view text;
    std::string_view file; // of its place, as #line names it
    std::uint32_t line = 0;
    // Nearly all tokens differ in their size or first character, which costs no call.
    bool is(std::string_view other) const {
        return text.size() == other.size() && (other.empty() || text[0] == other[0]) && text == other;
    }
    bool isName() const; // or a keyword
};

// The tokens of what compileShader gives as preprocessed, or of any other text without comments that begins in `file`;
// `#line` says where the lines after it stand, and other directives are skipped. Both texts must outlive the
// tokens. `>` is always a token of its own, so that `>>` can close two templates.
std::vector<HlslToken> hlslTokens(std::string_view text, std::string_view file);

// The functions outside structures, in their order, each once, with the stage of those that can only be entry points;
// others have none. `text` must be preprocessed:
// without comments, macros and inactive branches of #if. Attributes decide the stage: [numthreads],
// [outputtopology], [maxvertexcount], [domain], [outputcontrolpoints] and [shader("…")]. Without them, a
// function is a vertex shader if it returns SV_Position, and a pixel shader if it returns SV_Target or
// SV_Depth, or discards, as long as every parameter has a semantic.
std::vector<EntryPoint> hlslFunctions(std::string_view text);

} // namespace vkperftest
