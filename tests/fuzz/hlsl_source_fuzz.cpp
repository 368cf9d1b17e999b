// The reader of preprocessed HLSL and of ignore comments: any bytes give accesses or nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "fuzzing.h"
#include "lint/hlsl_accesses.h"
#include "lint/source_lines.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    ShaderFile file{.path = "fuzzed.hlsl", .language = ShaderLanguage::Hlsl, .bytes = {}};
    file.bytes = textOf(data, size);
    const auto lines = static_cast<std::size_t>(std::count(file.bytes.begin(), file.bytes.end(), '\n')) + 1;
    if (const auto accesses = hlslAccesses(file.bytes, file.path, size % 2 == 0)) {
        for (const HlslAccess& access : *accesses)
            require(access.elements == 0 || access.element.empty() || access.elementBytes > 0);
    }
    for (const IgnoreComment& comment : ignoreComments(file))
        require(comment.line >= 1 && comment.line <= lines + 1);
    return 0;
}
