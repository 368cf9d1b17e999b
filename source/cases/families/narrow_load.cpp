#include <algorithm>

#include <fmt/format.h>

#include "cases/families/families.h"

namespace vkperftest {
namespace {

struct NarrowElement {
    Format format;
    std::string_view one, several; // GLSL's names: "uint8_t", "u8vec"
    std::string_view ofKernel;
};

constexpr NarrowElement kNarrowElements[] = {{Format::R8UI, "uint8_t", "u8vec", "uint8"},
                                             {Format::R16UI, "uint16_t", "u16vec", "uint16"},
                                             {Format::R16F, "float16_t", "f16vec", "half"}};

const NarrowElement& elementOf(Format format) {
    return *std::ranges::find(kNarrowElements, format, &NarrowElement::format);
}

std::string typeOf(Format format, std::uint32_t width) {
    const NarrowElement& element = elementOf(format);
    return width == 1 ? std::string(element.one) : numbered(element.several, width);
}

Operation loadOf(Format format, std::uint32_t width, LoadKind kind) {
    const bool unpacks = kind == LoadKind::Unpacked;
    const std::string_view ofKernel = elementOf(format).ofKernel;
    return {.name = narrowBuffer(format, width) + (unpacks ? " unpacked load" : " load"),
            .id = fmt::format("buffer-{}{}", width == 1 ? std::string(ofKernel) : typeOf(format, width),
                              unpacks ? "-unpacked" : ""),
            .kernel = fmt::format("narrow_buffer.{}.{}.{}", ofKernel, width, unpacks ? "unpacked" : "native"),
            .kind = kind,
            .source = {ResourceKind::StorageBuffer, format, kBufferElements, traits(format).bytesOf(width)},
            .width = width};
}

} // namespace

std::string narrowBuffer(Format element, std::uint32_t width) {
    return fmt::format("buffer{{{}}}", typeOf(element, width));
}

Operation narrowLoad(Format element, std::uint32_t width) {
    return loadOf(element, width, LoadKind::Narrow);
}

Operation unpacked(const Operation& narrow) {
    return loadOf(narrow.source.format, narrow.width, LoadKind::Unpacked);
}

Operation longLoad(std::uint32_t width) {
    const bool one = width == 2;
    return {.name = fmt::format("buffer{{{}}} load", one ? "uint64_t" : "u64vec2"),
            .id = one ? "buffer-uint64" : "buffer-u64vec2",
            .kernel = fmt::format("narrow_buffer.uint64.{}.native", width),
            .kind = LoadKind::Long,
            .source = rawWords(),
            .width = width};
}

} // namespace vkperftest
