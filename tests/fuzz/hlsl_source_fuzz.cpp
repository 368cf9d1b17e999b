// The scan of HLSL and of its ignore comments: any bytes give accesses or an error. Lines "//-D NAME" at the
// beginning are definitions.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "fuzzing.h"
#include "lint/hlsl/source.h"
#include "lint/source_lines.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace vkperftest;
    ShaderFile file{.path = "fuzzed.hlsl", .language = ShaderLanguage::Hlsl, .bytes = {}};
    file.bytes = textOf(data, size);
    ShaderOptions options;
    constexpr std::string_view kDefine = "//-D ";
    for (std::string_view rest = file.bytes; rest.starts_with(kDefine);) {
        const std::size_t end = rest.find('\n');
        options.defines.emplace_back(rest.substr(kDefine.size(), end - kDefine.size()));
        rest.remove_prefix(end < rest.size() ? end + 1 : rest.size());
    }

    const auto lines = static_cast<std::size_t>(std::count(file.bytes.begin(), file.bytes.end(), '\n')) + 1;
    const Result<HlslSource> source = scanHlsl(file, options);
    if (accepted(source)) {
        for (const BufferAccess& access : source.value().accesses) {
            require(access.place.line >= 1 && access.place.column >= 1 &&
                    access.place.endColumn > access.place.column);
            require(access.place.file != file.path || access.place.line <= lines);
            require(!access.offset || *access.offset <= UINT32_MAX);
            require(access.elements == 0 || access.elementBytes > 0);
        }
    }
    for (const IgnoreComment& comment : ignoreComments(file))
        require(comment.line >= 1 && comment.line <= lines + 1);
    return 0;
}
