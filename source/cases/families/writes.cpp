#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "base/enum_table.h"
#include "base/text.h"
#include "cases/case.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

// What a row that only writes writes to. In keys and ids "structured"; in names "RWStructuredBuffer<uint2>",
// of that element, or of the format where there are texels.
struct WrittenTarget {
    std::string_view word;
    std::string type;
    ResourceKind resource = ResourceKind::StorageBuffer;
};
WrittenTarget targetOf(LoadKind kind, std::string_view element, Format format) {
    switch (kind) {
    case LoadKind::TypedStore:
    case LoadKind::TypedAtomic:
        return {"typed", fmt::format("RWBuffer<{}>", traits(format).bufferName),
                ResourceKind::StorageTexelBuffer};
    case LoadKind::TextureStore:
    case LoadKind::TextureAtomic:
        return {"texture", fmt::format("RWTexture2D<{}>", traits(format).textureName),
                ResourceKind::StorageImage};
    case LoadKind::SharedStore:
    case LoadKind::SharedAtomic:
        return {"shared", fmt::format("groupshared{{{}}}", element)};
    case LoadKind::StructuredStore:
    case LoadKind::StructuredAtomic:
        return {"structured", fmt::format("RWStructuredBuffer<{}>", element)};
    default:
        return {"raw", "RWByteAddressBuffer"};
    }
}

// The kind, width, stride, resource and traversal of stores to elements that many bytes apart: a workgroup
// stores to a power of two of consecutive elements in up to 256 KB, 1,024 or more.
Operation stores(LoadKind kind, std::uint32_t width, std::uint32_t stride) {
    constexpr std::uint32_t kWindowBytes = 4 * kLoadsPerGroup;
    const std::uint32_t unit = kind == LoadKind::RawStore ? stride : 1;
    const std::uint32_t elements = std::bit_floor(kWindowBytes / stride);
    return {.kind = kind,
            .source = {ResourceKind::StorageBuffer, Format::R32UI, kWriteSlots * kWindowBytes / 4, 4},
            .width = width,
            .stride = stride,
            .traversal =
                Traversal{.unit = unit, .step = kInvocationsPerGroup * unit, .window = elements * unit}};
}

} // namespace

Operation rawStore(std::uint32_t width, std::uint32_t apart) {
    const std::string store = numbered("Store", width);
    Operation operation = stores(LoadKind::RawStore, width, apart > 0 ? apart : 4 * width);
    operation.name = "RWByteAddressBuffer." + store;
    operation.id = "raw-" + lowercase(store);
    operation.kernel = fmt::format("raw_store.{}", width);
    if (apart > 0) {
        operation.name += fmt::format(" {} bytes apart", apart);
        operation.id += fmt::format("-apart{}", apart);
    }
    return operation;
}

Operation elementStore(LoadKind kind, std::uint32_t width) {
    const std::string element = numbered("uint", width);
    const Format format = width == 1 ? Format::R32UI : width == 2 ? Format::RG32UI : Format::RGBA32UI;
    const WrittenTarget target = targetOf(kind, element, format);
    Operation operation = stores(kind, width, 4 * width);
    operation.name = target.type + ".Store";
    operation.id = fmt::format("{}-store-{}", target.word, element);
    operation.kernel = fmt::format("element_store.{}.{}", target.word, width);
    if (target.resource != ResourceKind::StorageBuffer)
        operation.source = {target.resource, format, operation.source.elements / width, 4 * width};
    return operation;
}

Operation narrowStore(Format element, std::uint32_t width) {
    const Operation load = narrowLoad(element, width);
    Operation operation = stores(LoadKind::NarrowStore, width, traits(element).bytesOf(width));
    operation.name = narrowBuffer(element, width) + " store";
    operation.id = load.id + "-store";
    operation.kernel = fmt::format("narrow_store.{}.{}", element == Format::R8UI ? "uint8" : "uint16", width);
    operation.source.format = element;
    return operation;
}

Operation sharedStore(std::uint32_t width, std::uint32_t apart) {
    // An invocation stores to four elements in turn: side by side where there is room for them.
    const std::uint32_t step = apart >= 4 ? 1 : kInvocationsPerGroup;
    constexpr std::uint32_t kWordsOfStrides = kPatternSpan * 32;
    const std::string element = numbered("uint", width);
    const WrittenTarget target = targetOf(LoadKind::SharedStore, element, Format::R32UI);
    Operation operation = stores(LoadKind::SharedStore, width, 4 * width);
    operation.name = target.type + " store";
    operation.id = fmt::format("{}-store-{}", target.word, element);
    operation.kernel = fmt::format("shared_store.{}", width);
    operation.traversal = Traversal{.step = step, .window = 4 * step};
    operation.source.elements = std::max(kWordsOfStrides, 4 * kInvocationsPerGroup * width);
    return operation;
}

Operation atomicOperation(LoadKind kind, Atomic atomic, bool usesResult, Format word) {
    constexpr auto kNames =
        enumTable<Atomic, std::string_view>({"", "Add", "Min", "Exchange", "CompareExchange"});
    constexpr auto kOfKernels =
        enumTable<Atomic, std::string_view>({"", "add", "min", "exchange", "compare"});
    constexpr std::uint32_t kWords = 512 * kInvocationsPerGroup; // of all workgroups that share no word
    const bool usual = word == Format::R32UI;
    const std::string other = usual ? "" : word == Format::R32F ? "float" : "uint64";
    const std::string_view type = usual ? "uint" : word == Format::R32F ? "float" : "uint64_t";
    const WrittenTarget target = targetOf(kind, type, word);
    const bool texels = target.resource != ResourceKind::StorageBuffer; // with the results behind the words
    const std::uint32_t words = kind == LoadKind::SharedAtomic ? kInvocationsPerGroup
                                : texels                       ? 2 * kWords
                                                               : kWords;
    const FormatTraits& format = traits(word);
    return {.name = fmt::format("{}.Interlocked{}{}", target.type, kNames[atomic],
                                usesResult ? " with result" : ""),
            .id = fmt::format("{}-{}interlocked-{}{}", target.word, usual ? "" : other + "-",
                              lowercase(kNames[atomic]), usesResult ? "-result" : ""),
            .kernel = fmt::format("{}.{}.{}",
                                  usual ? fmt::format("atomic.{}", target.word) : "atomic_word." + other,
                                  kOfKernels[atomic], usesResult ? "used" : "dropped"),
            .kind = kind,
            .source = {target.resource, word, words / format.channels, format.bytes()},
            .width = format.channels,
            .atomic = atomic,
            .usesResult = usesResult};
}

} // namespace vkperftest
