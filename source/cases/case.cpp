#include "cases/case.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"

namespace vkperftest {
namespace {

// "Load" or "Load3".
std::string rawLoadName(std::uint32_t width) {
    return width == 1 ? "Load" : fmt::format("Load{}", width);
}

// "float" or "float2".
std::string floatName(std::uint32_t width) {
    return width == 1 ? "float" : fmt::format("float{}", width);
}

} // namespace

bool samples(Access access) {
    return access == Access::SampleNearest || access == Access::SampleBilinear;
}

bool readsTexture(Access access) {
    return access == Access::TextureLoad || samples(access);
}

std::string_view patternName(Pattern pattern) {
    constexpr std::array<std::string_view, 3> kNames = {"uniform", "linear", "random"};
    return kNames[static_cast<std::size_t>(pattern)];
}

std::string operationName(const Case& row) {
    switch (row.access) {
    case Access::TypedLoad:
        return fmt::format("Buffer<{}>.Load", traits(row.format).bufferName);
    case Access::RawLoad:
        return fmt::format("ByteAddressBuffer.{}{}", rawLoadName(row.width),
                           row.byteOffset != 0 ? " unaligned" : "");
    case Access::StructuredLoad:
        return fmt::format("StructuredBuffer<{}>.Load", floatName(row.width));
    case Access::ConstantLoad:
        return "cbuffer{float4} load";
    case Access::TextureLoad:
        return fmt::format("Texture2D<{}>.Load", traits(row.format).textureName);
    case Access::SampleNearest:
        return fmt::format("Texture2D<{}>.Sample(nearest)", traits(row.format).textureName);
    case Access::SampleBilinear:
        return fmt::format("Texture2D<{}>.Sample(bilinear)", traits(row.format).textureName);
    }
    return {};
}

std::string caseName(const Case& row) {
    return fmt::format("{} {}", operationName(row), patternName(row.pattern));
}

std::string caseId(const Case& row) {
    const auto content = [&]() -> std::string {
        const std::string format = lowercase(traits(row.format).textureName);
        switch (row.access) {
        case Access::TypedLoad:
            return "typed-" + format;
        case Access::RawLoad:
            return fmt::format("raw-{}{}", lowercase(rawLoadName(row.width)),
                               row.byteOffset != 0 ? "-unaligned" : "");
        case Access::StructuredLoad:
            return "structured-" + floatName(row.width);
        case Access::ConstantLoad:
            return "constant-float4";
        case Access::TextureLoad:
            return "texture-load-" + format;
        case Access::SampleNearest:
            return "texture-nearest-" + format;
        case Access::SampleBilinear:
            return "texture-bilinear-" + format;
        }
        return {};
    };
    return fmt::format("{}-{}", content(), patternName(row.pattern));
}

std::string kernelKey(const Case& row) {
    const std::string_view pattern = patternName(row.pattern);
    switch (row.access) {
    case Access::TypedLoad:
        return fmt::format("typed_buffer.{}.{}", row.width, pattern);
    case Access::RawLoad:
        return fmt::format("raw_buffer.{}.{}", row.width, pattern);
    case Access::StructuredLoad:
        return fmt::format("structured_buffer.{}.{}", row.width, pattern);
    case Access::ConstantLoad:
        return fmt::format("constant_buffer.{}", pattern);
    case Access::TextureLoad:
        return fmt::format("texture_load.{}.{}", row.width, pattern);
    case Access::SampleNearest:
    case Access::SampleBilinear:
        return fmt::format("texture_sample.{}.{}", row.width, pattern);
    }
    return {};
}

} // namespace vkperftest
