#include "cases/case.h"

#include <array>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/source_data.h"

namespace vkperftest {
namespace {

// "Load" or "Load3".
std::string rawLoadName(std::uint32_t width) {
    return width == 1 ? "Load" : fmt::format("Load{}", width);
}

// "float", "float2" or "float4x4".
std::string floatName(std::uint32_t width) {
    if (width == kWordsPerMatrix) return "float4x4";
    return width == 1 ? "float" : fmt::format("float{}", width);
}

// "float5" or "half5".
std::string vectorName(const Case& row) {
    return fmt::format("{}{}", row.format == Format::R16F ? "half" : "float", row.width);
}

} // namespace

bool samples(Access access) {
    return access == Access::SampleNearest || access == Access::SampleBilinear;
}

bool readsTexture(Access access) {
    return access == Access::TextureLoad || samples(access);
}

bool traverses(Access access) {
    return access == Access::RawVector || access == Access::StridedLoad || access == Access::SplitLoad;
}

bool copies(Access access) {
    return access == Access::RawCopy || access == Access::StructuredCopy;
}

std::string_view patternName(Pattern pattern) {
    constexpr std::array<std::string_view, 3> kNames = {"uniform", "linear", "random"};
    return kNames[static_cast<std::size_t>(pattern)];
}

std::string_view techniqueName(Technique technique) {
    constexpr std::array<std::string_view, 6> kNames = {"direct", "shuffle", "broadcast",
                                                        "reduce", "perlane", "floor"};
    return kNames[static_cast<std::size_t>(technique)];
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
    case Access::RawVector:
        return fmt::format("ByteAddressBuffer.Load<{}>", vectorName(row));
    case Access::StridedLoad:
        return fmt::format("StructuredBuffer<{} bytes>.Load", row.stride);
    case Access::SplitLoad:
        return "StructuredBuffer<float3>+<float2>.Load";
    case Access::ConstantLoad:
        return "cbuffer{float4} load";
    case Access::PushedLoad:
        return "push constants{float4} load";
    case Access::ShortConstantLoad:
        return fmt::format("cbuffer{{float4[{}]}} load", kShortElements);
    case Access::RawCopy:
        return fmt::format("ByteAddressBuffer.{}x{} matrix copy", kWordsPerMatrix / row.width,
                           rawLoadName(row.width));
    case Access::StructuredCopy:
        return fmt::format("StructuredBuffer<{}> matrix copy", floatName(row.width));
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
    std::string name = fmt::format("{} {}", operationName(row), patternName(row.pattern));
    if (row.technique != Technique::Direct) name += fmt::format(", {}", techniqueName(row.technique));
    if (row.subgroupSize != 0) name += fmt::format(", subgroup {}", row.subgroupSize);
    if (row.access == Access::RawVector && row.byteOffset != 0)
        name += fmt::format(", offset {}", row.byteOffset);
    if (row.outsideL1) name += ", outside L1";
    return name;
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
        case Access::RawVector:
            return "raw-" + vectorName(row);
        case Access::StridedLoad:
            return fmt::format("strided-{}", row.stride);
        case Access::SplitLoad:
            return "split-float3-float2";
        case Access::ConstantLoad:
            return "constant-float4";
        case Access::PushedLoad:
            return "pushed-float4";
        case Access::ShortConstantLoad:
            return fmt::format("constant{}-float4", kShortElements);
        case Access::RawCopy:
            return "copy-raw-" + lowercase(rawLoadName(row.width));
        case Access::StructuredCopy:
            return "copy-structured-" + floatName(row.width);
        case Access::TextureLoad:
            return "texture-load-" + format;
        case Access::SampleNearest:
            return "texture-nearest-" + format;
        case Access::SampleBilinear:
            return "texture-bilinear-" + format;
        }
        return {};
    };
    std::string id = fmt::format("{}-{}", content(), patternName(row.pattern));
    if (row.technique != Technique::Direct) id += fmt::format("-{}", techniqueName(row.technique));
    if (row.subgroupSize != 0) id += fmt::format("-subgroup{}", row.subgroupSize);
    if (row.access == Access::RawVector && row.byteOffset != 0)
        id += fmt::format("-offset{}", row.byteOffset);
    if (row.outsideL1) id += "-outside-l1";
    return id;
}

std::string kernelKey(const Case& row) {
    std::string variant(patternName(row.pattern));
    if (row.technique != Technique::Direct) variant += fmt::format(".{}", techniqueName(row.technique));
    switch (row.access) {
    case Access::TypedLoad:
        return fmt::format("typed_buffer.{}.{}", row.width, variant);
    case Access::RawLoad:
        return fmt::format("raw_buffer.{}.{}", row.width, variant);
    case Access::StructuredLoad:
        return fmt::format("structured_buffer.{}.{}", row.width, variant);
    case Access::RawVector:
        return fmt::format("raw_vector.{}.{}.{}", row.format == Format::R16F ? "half" : "float", row.width,
                           variant);
    case Access::StridedLoad:
        return fmt::format("strided_buffer.{}.{}", row.stride, variant);
    case Access::SplitLoad:
        return fmt::format("split_buffer.{}", variant);
    case Access::ConstantLoad:
        return fmt::format("constant_buffer.{}", variant);
    case Access::PushedLoad:
        return fmt::format("push_constants.{}", variant);
    case Access::ShortConstantLoad:
        return fmt::format("short_constant_buffer.{}", variant);
    case Access::RawCopy:
        return fmt::format("raw_copy.{}.{}", row.width, techniqueName(row.technique));
    case Access::StructuredCopy:
        return fmt::format("structured_copy.{}.{}", row.width, techniqueName(row.technique));
    case Access::TextureLoad:
        return fmt::format("texture_load.{}.{}", row.width, variant);
    case Access::SampleNearest:
    case Access::SampleBilinear:
        return fmt::format("texture_sample.{}.{}", row.width, variant);
    }
    return {};
}

} // namespace vkperftest
