#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/case.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

// CachePlace, source and traversal of arrays of elements of `bytes` bytes, made of `member`s.
//
// Inside L1: consecutive invocations and loads read consecutive elements, as many as 12,000 bytes hold (that
// number divides 256 for no stride). Own window: each load skips the 256 elements that the workgroup has just
// read, so a workgroup reads a window of 65,536 elements, each once. The windows begin at different places of
// an array of 12 to 16 MB. What the few workgroups of a unit have left in its L1 is about a fiftieth of
// that at most, even if L1 has 256 KB, so hardly any of them finds there what another has loaded. The
// values repeat after 256 KB, so all windows have the same sums.
Operation elementLoads(std::uint32_t bytes, CachePlace place, Format member = Format::R32F) {
    constexpr std::uint32_t kInsideBytes = 12000;
    if (place == CachePlace::InsideL1)
        return {.source = rawWords(member), .traversal = Traversal{.window = kInsideBytes / bytes}};
    constexpr std::uint32_t kStep = kInvocationsPerGroup;
    constexpr std::uint32_t kWindow = kLoadsPerGroup; // elements, each read once
    constexpr std::uint32_t kSourceBytes = 16 * 1024 * 1024;
    const std::uint32_t unit = std::min(bytes, 4u);
    // A power of two, so that elements of any stride repeat after a fraction of a window.
    constexpr std::uint32_t kPeriod = 65536;
    const std::uint32_t elements = kSourceBytes / bytes / kWindow * kWindow;
    return {.source = {ResourceKind::StorageBuffer, member, kSourceBytes / unit, unit, kPeriod},
            .place = CachePlace::OwnWindow,
            .traversal = Traversal{.step = kStep, .window = elements, .spread = elements / kStep - 1}};
}

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

// Of no-load controls: their loops differ by what is added up alone.
Operation vectorOfWidth(const Operation& operation) {
    return vectorLoad(Format::R32F, operation.width);
}

constexpr std::uint32_t kFirstWords = 3;
constexpr std::uint32_t kSecondWords = 2;

std::uint32_t valueOfEither(const Operation& operation, std::uint32_t element, std::uint32_t value) {
    return value < kFirstWords ? element * kFirstWords + value
                               : operation.secondArray / 4 + element * kSecondWords + value - kFirstWords;
}

} // namespace

std::string numbered(std::string_view name, std::uint32_t width) {
    return width == 1 ? std::string(name) : fmt::format("{}{}", name, width);
}

Operation typedLoad(Format format) {
    const FormatTraits& texel = traits(format);
    const std::string_view ofIntegers = texel.integerType();
    return {.name = fmt::format("Buffer<{}>.Load", texel.bufferName),
            .id = "typed-" + lowercase(texel.bufferName),
            .kernel = ofIntegers.empty() ? fmt::format("typed_buffer.{}", texel.channels)
                                         : fmt::format("integer_buffer.{}.{}", ofIntegers, texel.channels),
            .kind = LoadKind::Typed,
            .source = {ResourceKind::TexelBuffer, format, kBufferElements, texel.bytes()},
            .width = texel.channels};
}

Operation rawLoad(std::uint32_t width, std::uint32_t byteOffset) {
    const std::string load = numbered("Load", width);
    return {.name = fmt::format("ByteAddressBuffer.{}{}", load, byteOffset > 0 ? " unaligned" : ""),
            .id = fmt::format("raw-{}{}", lowercase(load), byteOffset > 0 ? "-unaligned" : ""),
            .kernel = fmt::format("raw_buffer.{}", width),
            .addressKernel = fmt::format("address_load.{}", width),
            .kind = LoadKind::Raw,
            .source = rawWords(),
            .width = width,
            .byteOffset = byteOffset,
            .ofNoLoads = [](const Operation& offset) { return rawLoad(offset.width); }};
}

Operation provableRawLoad(std::uint32_t width, std::uint32_t stride) {
    Operation operation = rawLoad(width);
    operation.name += fmt::format("({} * i)", stride);
    operation.id += fmt::format("-every{}", stride);
    operation.kernel += fmt::format(".{}", stride);
    operation.addressKernel.clear();
    operation.stride = stride;
    operation.provable = true;
    return operation;
}

Operation structuredLoad(std::uint32_t width) {
    const std::string element = numbered("float", width);
    return {.name = fmt::format("StructuredBuffer<{}>.Load", element),
            .id = "structured-" + element,
            .kernel = fmt::format("structured_buffer.{}", width),
            .addressKernel = fmt::format("address_load.{}", width),
            .kind = LoadKind::Structured,
            .source = {ResourceKind::StorageBuffer, Format::R32F, kBufferElements, width * 4},
            .width = width};
}

Operation fourArraysLoad() {
    constexpr std::uint32_t kArrays = 4;
    return {.name = "StructuredBuffer<float>+<float>+<float>+<float>.Load",
            .id = "split-floats",
            .kernel = fmt::format("structured_buffer.4.{}", kArrays),
            .kind = LoadKind::Split,
            .source = {ResourceKind::StorageBuffer, Format::R32F, kArrays * kBufferElements, 4},
            .width = kArrays,
            .stride = 4,
            .valueIndex = [](const Operation&, std::uint32_t element,
                             std::uint32_t value) { return value * kBufferElements + element; },
            .ofNoLoads = [](const Operation&) { return structuredLoad(kArrays); }};
}

Operation constantLoad() {
    return {.name = "cbuffer{float4} load",
            .id = "constant-float4",
            .kernel = "constant_buffer",
            .kind = LoadKind::Constants,
            .source = {ResourceKind::UniformBuffer, Format::R32F, kBufferElements, 16}};
}

Operation shortConstantLoad(std::uint32_t elements) {
    constexpr std::uint32_t kUsual = 16; // 256 bytes, what every inline uniform block holds
    return {.name = fmt::format("cbuffer{{float4[{}]}} load", elements),
            .id = fmt::format("constant{}-float4", elements),
            .kernel = elements == kUsual ? "short_constant_buffer"
                                         : fmt::format("short_constant_buffer.{}", elements),
            .kind = LoadKind::Constants,
            .source = {ResourceKind::UniformBuffer, Format::R32F, elements, 16}};
}

Operation pushedLoad() {
    constexpr std::uint32_t kElements = 4; // as many as fit beside the other constants, in a power of two
    return {.name = "push constants{float4} load",
            .id = "pushed-float4",
            .kernel = "push_constants",
            .kind = LoadKind::PushConstants,
            .source = {ResourceKind::PushConstants, Format::R32F, kElements, 16}};
}

Operation specializedLoad() {
    constexpr std::uint32_t kElements = 4; // as many as the push constants
    return {.name = "specialization constants{float4} load",
            .id = "specialized-float4",
            .kernel = "specialization_constants",
            .kind = LoadKind::Specialized,
            .source = {ResourceKind::SpecializationConstants, Format::R32F, kElements, 16}};
}

Operation sharedLoad(std::uint32_t width, std::uint32_t apart) {
    const std::string element = numbered("float", width);
    // What one-word elements in strides of 32 reach, or wider ones next to each other; with the sums' 1 KB,
    // less than the 16 KB that every device has.
    const std::uint32_t usual = width == 1 ? 9 : 2;
    const std::uint32_t reached = kPatternSpan * apart + kLoadsPerInvocation;
    const std::uint32_t needed = (reached + kInvocationsPerGroup - 1) / kInvocationsPerGroup;
    const std::uint32_t rounds = apart > 1 ? std::max(usual, needed) : usual;
    Operation operation{
        .name = fmt::format("groupshared{{{}}} load", element),
        .id = "shared-" + element,
        .kernel = fmt::format("shared_load.{}", width),
        .kind = LoadKind::Shared,
        .source = {ResourceKind::StorageBuffer, Format::R32F, rounds * kInvocationsPerGroup, width * 4},
        .width = width};
    if (rounds > usual) {
        operation.kernel += fmt::format(".{}", rounds);
        operation.ofNoLoads = [](const Operation& own) { return sharedLoad(own.width); };
    }
    return operation;
}

std::string narrowBuffer(Format element, std::uint32_t width) {
    return fmt::format("buffer{{{}}}", typeOf(element, width));
}

Operation narrowLoad(Format element, std::uint32_t width) {
    return loadOf(element, width, LoadKind::Narrow);
}

Operation narrowStream(Format element, std::uint32_t width) {
    Operation operation = narrowLoad(element, width);
    operation.stride = operation.source.bytesPerElement;
    const Operation window = elementLoads(operation.stride, CachePlace::OwnWindow, element);
    operation.kernel = fmt::format("narrow_stream.{}.{}", elementOf(element).ofKernel, width);
    operation.source = window.source;
    operation.place = window.place;
    operation.traversal = window.traversal;
    operation.ofNoLoads = [](const Operation& own) {
        const Format member = own.width == 1   ? Format::R32F
                              : own.width == 2 ? Format::RG32F
                                               : Format::RGBA32F;
        return stridedLoad(4 * own.width, CachePlace::InsideL1, member);
    };
    return operation;
}

Operation packedLoad() {
    return {.name = "ByteAddressBuffer.Load of RGBA8",
            .id = "raw-load-rgba8",
            .kernel = "packed_buffer",
            .kind = LoadKind::Unpacked,
            .source = {ResourceKind::StorageBuffer, Format::RGBA8, kBufferElements, 4}};
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

// Vectors lie at multiples of their natural alignment plus the row's byte offset, so all loads of a row are
// misaligned by the same amount. The window of 12 KB is three quarters of the smallest L1 of desktop GPUs (16
// KB, GCN and RDNA). It is not a power of two, or 256 loads would lead every invocation over the same
// vectors, to the same sum.
Operation vectorLoad(Format element, std::uint32_t width, std::uint32_t byteOffset) {
    constexpr std::uint32_t kWindow = 12 * 1024;
    const std::string_view type = element == Format::R16F ? "half" : "float";
    const std::uint32_t alignment = std::bit_ceil(traits(element).bytesOf(width));
    return {
        .name = fmt::format("ByteAddressBuffer.Load<{}{}>", type, width),
        .id = fmt::format("raw-{}{}", type, width),
        .kernel = fmt::format("raw_vector.{}.{}", type, width),
        .kind = LoadKind::RawVector,
        .source = rawWords(element),
        .width = width,
        .byteOffset = byteOffset,
        .stride = alignment,
        .traversal = Traversal{.unit = alignment, .step = alignment, .window = kWindow},
        .ofNoLoads = [](const Operation& offset) { return vectorLoad(offset.source.format, offset.width); }};
}

Operation looseVectorLoad(Format element, std::uint32_t width) {
    constexpr std::uint32_t kMostWindow = 12000, kWord = 4;
    Operation operation = vectorLoad(element, width);
    const std::uint32_t words = (traits(element).bytesOf(width) + kWord - 1) / kWord;
    const std::uint32_t bytes = kWord * (words | 1);
    operation.name += fmt::format(" {} bytes apart", bytes);
    operation.id += fmt::format("-apart{}", bytes);
    operation.stride = bytes;
    operation.traversal = Traversal{.unit = bytes, .step = bytes, .window = kMostWindow / bytes * bytes};
    return operation;
}

Operation offsetLoad(std::uint32_t width, std::uint32_t offset) {
    constexpr std::uint32_t kStride = 64;
    Operation operation = elementLoads(kStride, CachePlace::InsideL1);
    const std::string load = numbered("Load", width);
    operation.name = fmt::format("ByteAddressBuffer.{}({} + {} * i)", load, offset, kStride);
    operation.id = fmt::format("raw-{}-every{}-from{}", lowercase(load), kStride, offset);
    operation.kernel = fmt::format("raw_vector.float.{}.{}.{}", width, kStride, offset);
    operation.kind = LoadKind::Raw;
    operation.width = width;
    operation.byteOffset = offset;
    operation.stride = kStride;
    operation.provable = true;
    operation.ofNoLoads = vectorOfWidth;
    return operation;
}

Operation structLoad(std::uint32_t bytes) {
    const Format member = bytes % 16 == 0 ? Format::RGBA32F : bytes % 8 == 0 ? Format::RG32F : Format::R32F;
    Operation operation = stridedLoad(bytes, CachePlace::InsideL1, member);
    operation.name = fmt::format("StructuredBuffer<struct of {} bytes>.Load", bytes);
    operation.id = fmt::format("struct-{}", bytes);
    operation.kernel += ".whole";
    operation.kind = LoadKind::Struct;
    operation.width = bytes / 4;
    operation.ofNoLoads = vectorOfWidth;
    return operation;
}

Operation stridedLoad(std::uint32_t stride, CachePlace place, Format member) {
    const std::uint32_t words = traits(member).channels;
    const std::string type = numbered("float", words);
    Operation operation = elementLoads(stride, place, member);
    operation.name =
        fmt::format("StructuredBuffer<{} bytes{}>.Load", stride, words == 1 ? "" : " of " + type);
    operation.id = fmt::format("strided-{}{}", stride, words == 1 ? "" : "-" + type);
    operation.kernel = fmt::format("strided_buffer.{}", stride);
    if (words > 1) operation.kernel += fmt::format(".{}", words);
    operation.kind = LoadKind::Strided;
    const std::uint32_t mostWords = words == 1 ? 5 : words == 2 ? 6 : 8; // 5: a float3 and a float2
    operation.width = std::min(stride / 4, mostWords);
    operation.stride = stride;
    // The value that a no-load control holds must be the same in all workgroups, wherever their windows begin.
    if (place == CachePlace::OwnWindow) {
        operation.ofNoLoads = [](const Operation& own) {
            return stridedLoad(own.stride, CachePlace::InsideL1, own.source.format);
        };
    }
    return operation;
}

// All float3, then all float2. The second array begins at an offset that every device allows for storage
// buffers.
Operation splitLoad(CachePlace place) {
    constexpr std::uint32_t kMostAlignment = 256; // of minStorageBufferOffsetAlignment
    Operation operation = elementLoads(4 * (kFirstWords + kSecondWords), place);
    operation.name = "StructuredBuffer<float3>+<float2>.Load";
    operation.id = "split-float3-float2";
    operation.kernel = "split_buffer";
    operation.kind = LoadKind::Split;
    operation.width = kFirstWords + kSecondWords;
    const std::uint32_t firstBytes = operation.traversal->window * kFirstWords * 4;
    operation.secondArray = (firstBytes + kMostAlignment - 1) / kMostAlignment * kMostAlignment;
    operation.valueIndex = valueOfEither;
    return operation;
}

} // namespace vkperftest
