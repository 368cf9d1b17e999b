// Each topic names the two groups of rows that it compares, by what their loads are. Add one by one entry.
#include <algorithm>
#include <tuple>

#include "answers/topics.h"

namespace vkperftest {
namespace {

using Load = const LoadFacts&;

template <LoadKind... kKinds> bool isOf(Load load) {
    return ((load.kind == kKinds) || ...);
}

bool isChosen(Load load, LoadKind kind) { // of the table of fastest loads
    return load.kind == kind && isChoice(load) && isPerfTests(load.pattern) &&
           (load.bytes == 4 || load.bytes == 8 || load.bytes == 16);
}

bool isOfPerfTest(Format format) {
    return format <= Format::RGBA32F;
}

template <LoadKind kKind> bool isSpread(Load load) { // over addresses, in PerfTest's formats
    return load.kind == kKind && isOfPerfTest(load.format) &&
           (load.pattern == Pattern::Linear || load.pattern == Pattern::Random);
}

bool isUniformOrLinear(Load load) {
    return load.pattern == Pattern::Uniform || load.pattern == Pattern::Linear;
}

// The same load, whatever the pattern.
bool isSame(Load one, Load two) {
    return one.kind == two.kind && one.format == two.format && one.values == two.values &&
           one.byteOffset == two.byteOffset && one.stride == two.stride && one.resource == two.resource;
}

template <LoadKind kKind> bool hasBytes(Load subject, Load reference) {
    return reference.kind == kKind && reference.pattern == subject.pattern &&
           reference.bytes == subject.bytes && reference.byteOffset == 0;
}

template <LoadKind kKind> bool hasFormat(Load subject, Load reference) {
    return reference.kind == kKind && reference.pattern == subject.pattern &&
           reference.format == subject.format;
}

template <LoadKind kKind> bool isChosenAlike(Load subject, Load reference) {
    return isChosen(reference, kKind) && hasBytes<kKind>(subject, reference);
}

// Of the same kind and pattern, in any of PerfTest's formats.
template <LoadKind kKind> bool isOther(Load subject, Load reference) {
    return isSpread<kKind>(reference) && reference.pattern == subject.pattern;
}

bool isUniform(Load load) {
    return load.pattern == Pattern::Uniform && load.byteOffset == 0 && isOfPerfTest(load.format);
}

bool isSpreadOut(Load subject, Load reference) {
    return isSame(subject, reference) &&
           (reference.pattern == Pattern::Linear || reference.pattern == Pattern::Random);
}

bool isLinear(Load subject, Load reference) {
    return isSame(subject, reference) && reference.pattern == Pattern::Linear;
}

bool hasSizeOfConstants(Load subject, Load reference) {
    return hasFormat<LoadKind::Constants>(subject, reference) &&
           reference.resourceBytes == subject.resourceBytes;
}

// The smallest of PerfTest's formats with as many bytes and channels.
Format perfTestFormatFor(Format format) {
    const FormatTraits& own = traits(format);
    const FormatTraits* best = &traits(Format::RGBA32F);
    for (const FormatTraits& each : perfTestFormats()) {
        const bool holds = each.bytes() >= own.bytes() && each.channels >= own.channels;
        if (holds && std::tuple(each.bytes(), each.channels) < std::tuple(best->bytes(), best->channels))
            best = &each;
    }
    return best->format;
}

template <LoadKind kKind> bool isOfFurtherFormat(Load load) {
    return load.kind == kKind && isUniformOrLinear(load) && !isOfPerfTest(load.format) &&
           !traits(load.format).compressed();
}

template <LoadKind kKind> bool isFormatFor(Load subject, Load reference) {
    return reference.kind == kKind && reference.pattern == subject.pattern &&
           reference.format == perfTestFormatFor(subject.format);
}

template <DescriptorIndex kIndex> bool isIndexed(Load load) {
    return load.kind == LoadKind::Bindless && load.index == kIndex;
}

bool isOfOneDescriptor(Load subject, Load reference) {
    return isOf<LoadKind::Structured, LoadKind::Typed, LoadKind::Texture>(reference) &&
           reference.resource == subject.resource && reference.format == subject.format &&
           reference.values == subject.values && reference.pattern == subject.pattern;
}

template <MemoryKind kMemory> bool isInMemory(Load load) {
    return load.kind == LoadKind::OtherMemory && load.memory == kMemory;
}

bool isDeviceLocal(Load subject, Load reference) {
    LoadFacts local = subject;
    local.kind = reference.kind;
    local.memory = MemoryKind::DeviceLocal;
    return reference == local;
}

// Of neighbouring lanes to neighbouring elements.
bool isLinearStore(Load subject, Load reference) {
    return isLinear(subject, reference) && reference.stride == reference.bytes;
}

bool isRawStore(Load subject, Load reference) {
    return reference.kind == LoadKind::RawStore && reference.values == subject.values &&
           reference.pattern == subject.pattern && reference.stride == reference.bytes;
}

template <bool kUsesResult> bool isSubgroupSum(Load load) {
    return load.technique == Technique::Reduce && load.atomic == Atomic::Add &&
           load.usesResult == kUsesResult && load.pattern == Pattern::Uniform;
}

bool isSameAddition(Load subject, Load reference) {
    return isSame(subject, reference) && reference.pattern == subject.pattern &&
           reference.atomic == Atomic::Add && reference.usesResult == subject.usesResult;
}

bool isOfDriversSize(Load subject, Load reference) {
    LoadFacts plain = subject;
    plain.subgroupSize = 0;
    for (LoadFacts& part : plain.parts) part.subgroupSize = 0;
    return reference == plain;
}

template <LoadKind kKind> constexpr Topic wide(std::string_view name, std::string_view title) {
    return {.name = name,
            .title = title,
            .suite = "matrix",
            .isSubject =
                [](Load load) {
                    return load.kind == kKind && load.values > 1 && load.byteOffset == 0 &&
                           isPerfTests(load.pattern);
                },
            .isReference =
                [](Load subject, Load reference) {
                    return reference.values == 1 && reference.kind == kKind && reference.byteOffset == 0 &&
                           reference.pattern == subject.pattern;
                },
            .perValue = true};
}

template <LoadKind kKind> constexpr Topic byFormat(std::string_view name, std::string_view title) {
    return {.name = name,
            .title = title,
            .suite = "matrix",
            .isSubject = isSpread<kKind>,
            .isReference = isOther<kKind>,
            .against = Against::Fastest,
            .subjects = 18,
            .references = 9};
}

constexpr Topic kTopics[] = {
    // Which buffer
    {"raw-typed", "Raw loads against typed ones", "matrix",
     [](Load load) { return isChosen(load, LoadKind::Raw); }, isChosenAlike<LoadKind::Typed>},
    {"structured-typed", "Structured loads against typed ones", "matrix",
     [](Load load) { return isChosen(load, LoadKind::Structured); }, isChosenAlike<LoadKind::Typed>},
    {"structured-raw", "Structured loads against raw ones", "matrix",
     [](Load load) { return isChosen(load, LoadKind::Structured); }, isChosenAlike<LoadKind::Raw>},
    {"rw-raw", "RWByteAddressBuffer loads against ByteAddressBuffer ones", "storage",
     [](Load load) { return isOf<LoadKind::WritableRaw>(load) && isUniformOrLinear(load); },
     hasBytes<LoadKind::Raw>},
    {"rw-structured", "RWStructuredBuffer loads against StructuredBuffer ones", "storage",
     [](Load load) { return isOf<LoadKind::WritableStructured>(load) && isUniformOrLinear(load); },
     hasBytes<LoadKind::Structured>},
    {"rw-typed", "RWBuffer loads against Buffer ones", "storage",
     [](Load load) { return isOf<LoadKind::WritableTyped>(load) && isUniformOrLinear(load); },
     hasFormat<LoadKind::Typed>},
    {"rw-texture", "RWTexture2D loads against Texture2D ones", "storage",
     [](Load load) { return isOf<LoadKind::WritableTexture>(load) && isUniformOrLinear(load); },
     hasFormat<LoadKind::Texture>},
    // One wide load or several narrow ones, and formats
    wide<LoadKind::Raw>("wide-raw", "One wide raw load against a Load a word, from separate arrays"),
    wide<LoadKind::Structured>("wide-structured",
                               "One wide structured load against a float a word, from separate arrays"),
    byFormat<LoadKind::Typed>("typed-formats", "Typed loads by format, against the fastest"),
    {"further-typed", "Typed loads of further formats against PerfTest's of that size", "format",
     isOfFurtherFormat<LoadKind::Typed>, isFormatFor<LoadKind::Typed>},
    {"further-texture", "Texture loads of further formats against PerfTest's of that size", "format",
     isOfFurtherFormat<LoadKind::Texture>, isFormatFor<LoadKind::Texture>},
    {"compressed", "Loads of compressed textures against RGBA8 ones", "format",
     [](Load load) { return load.kind == LoadKind::Texture && traits(load.format).compressed(); },
     [](Load subject, Load reference) {
         return reference.kind == LoadKind::Texture && reference.format == Format::RGBA8 &&
                reference.pattern == subject.pattern;
     }},
    {"narrow", "Loads of 8- and 16-bit values against words that the shader unpacks", "narrow",
     isOf<LoadKind::Narrow>,
     [](Load subject, Load reference) {
         return hasFormat<LoadKind::Unpacked>(subject, reference) && reference.values == subject.values;
     }},
    {"long", "Loads of 64-bit integers against Load2 and Load4", "narrow", isOf<LoadKind::Long>,
     [](Load subject, Load reference) {
         return reference.kind == LoadKind::Raw && reference.values == subject.values &&
                reference.byteOffset == 0 && reference.pattern == subject.pattern;
     }},
    {"raw-linear", "Linear raw loads against random ones", "matrix",
     [](Load load) {
         return load.kind == LoadKind::Raw && load.pattern == Pattern::Linear && load.byteOffset == 0;
     },
     [](Load subject, Load reference) {
         return isSame(subject, reference) && reference.pattern == Pattern::Random;
     }},
    {"unaligned", "Raw loads 4 bytes off against aligned ones (the compiler knows neither)", "matrix",
     [](Load load) { return load.kind == LoadKind::Raw && load.byteOffset == 4; }, hasBytes<LoadKind::Raw>,
     kSameKernel, TopicJudging::NeverFaster},
    // Uniform addresses and constants
    {"uniform-typed", "Uniform typed loads against linear and random ones", "matrix",
     [](Load load) { return load.kind == LoadKind::Typed && isUniform(load); }, isSpreadOut, kOtherKernel,
     TopicJudging::Gain, Against::Fastest, 9, 2},
    {"uniform-raw", "Uniform raw loads against linear and random ones", "matrix",
     [](Load load) { return load.kind == LoadKind::Raw && isUniform(load); }, isSpreadOut, kOtherKernel,
     TopicJudging::Gain, Against::Fastest, 4, 2},
    {"uniform-structured", "Uniform structured loads against linear and random ones", "matrix",
     [](Load load) { return load.kind == LoadKind::Structured && isUniform(load); }, isSpreadOut,
     kOtherKernel, TopicJudging::Gain, Against::Fastest, 3, 2},
    {"uniform-texture", "Uniform texture loads against linear and random ones", "matrix",
     [](Load load) { return load.kind == LoadKind::Texture && isUniform(load); }, isSpreadOut, kOtherKernel,
     TopicJudging::Gain, Against::Fastest, 9, 2},
    {"uniform-samples", "Uniform samples against linear and random ones", "matrix",
     [](Load load) { return isOf<LoadKind::Nearest, LoadKind::Bilinear>(load) && isUniform(load); },
     isSpreadOut, kOtherKernel, TopicJudging::Gain, Against::Fastest, 18, 2},
    {"constants", "Uniform constants against other loads of 16 bytes", "matrix",
     [](Load load) { return isChosen(load, LoadKind::Constants) && load.pattern == Pattern::Uniform; },
     [](Load subject, Load reference) {
         return isChoice(reference) && reference.kind != LoadKind::Constants &&
                reference.bytes == subject.bytes && reference.pattern == subject.pattern;
     }},
    {"divergent-constants", "Constants that lanes index differently against uniform ones", "matrix",
     [](Load load) { return isChosen(load, LoadKind::Constants) && load.pattern != Pattern::Uniform; },
     [](Load subject, Load reference) {
         return isSame(subject, reference) && isChoice(reference) && reference.pattern == Pattern::Uniform;
     },
     kSameKernel},
    {"push-constants", "Push constants against a constant buffer of their size", "constant",
     isOf<LoadKind::PushConstants>, hasSizeOfConstants},
    {"specialized", "Specialization constants against a constant buffer of their size", "constant",
     isOf<LoadKind::Specialized>, hasSizeOfConstants},
    // Textures and samplers
    {"texture-typed", "Texture loads against typed ones of their format", "matrix",
     isSpread<LoadKind::Texture>, hasFormat<LoadKind::Typed>},
    {"bilinear", "Bilinear samples against nearest ones", "matrix", isSpread<LoadKind::Bilinear>,
     hasFormat<LoadKind::Nearest>},
    byFormat<LoadKind::Nearest>("nearest-formats", "Nearest samples by format, against the fastest"),
    byFormat<LoadKind::Bilinear>("bilinear-formats", "Bilinear samples by format, against the fastest"),
    {"image-loads", "Loads of 1D, array, 3D and linearly tiled textures against 2D ones", "texture",
     [](Load load) { return load.kind == LoadKind::OtherTexture && load.sampler == Sampler::None; },
     hasFormat<LoadKind::Texture>},
    {"image-samples", "Samples of 1D, array, 3D, cube and linearly tiled textures against 2D ones", "texture",
     [](Load load) { return load.kind == LoadKind::OtherTexture && load.sampler != Sampler::None; },
     hasFormat<LoadKind::Bilinear>},
    {"samples", "Trilinear, anisotropic, gathered and in-between samples against bilinear ones", "texture",
     isOf<LoadKind::OtherSample>, hasFormat<LoadKind::Bilinear>},
    // Patterns, and shared memory
    {.name = "strides",
     .title = "Strides of 2 to 64 elements against linear addresses",
     .suite = "pattern",
     .isSubject =
         [](Load load) {
             return strideOf(load.pattern) > 0 &&
                    isOf<LoadKind::Raw, LoadKind::Structured, LoadKind::Typed>(load);
         },
     .isReference = isLinear,
     .threshold = kSameKernel,
     .perLoad = true},
    {"reversed", "Reversed addresses against linear ones", "pattern",
     [](Load load) { return load.pattern == Pattern::Reversed; }, isLinear, kSameKernel},
    {"hashed", "Hashed addresses against linear ones", "pattern",
     [](Load load) { return load.pattern == Pattern::Hashed; }, isLinear, kSameKernel},
    {"per-subgroup", "One address a subgroup against one for all", "pattern",
     [](Load load) { return load.pattern == Pattern::PerSubgroup && load.atomic == Atomic::None; },
     [](Load subject, Load reference) {
         return isSame(subject, reference) && reference.pattern == Pattern::Uniform;
     },
     kSameKernel},
    {"shared", "Loads from shared memory against raw ones of as many words", "shared",
     [](Load load) { return load.kind == LoadKind::Shared && isUniformOrLinear(load); },
     hasBytes<LoadKind::Raw>},
    {"conflicts", "Loads from shared memory with bank conflicts against none", "shared",
     [](Load load) { return load.kind == LoadKind::Shared && strideOf(load.pattern) > 0; }, isLinear,
     kSameKernel},
    {"store-conflicts", "Stores to shared memory with bank conflicts against none", "shared",
     [](Load load) { return load.kind == LoadKind::SharedStore && strideOf(load.pattern) > 0; }, isLinear,
     kSameKernel},
    // Descriptors and memory
    {"bindless-constant", "Descriptors in an array, constant index, against a single one", "bindless",
     isIndexed<DescriptorIndex::Constant>, isOfOneDescriptor},
    {"bindless-uniform", "Descriptors in an array, uniform index, against a single one", "bindless",
     isIndexed<DescriptorIndex::Uniform>, isOfOneDescriptor},
    {"bindless-subgroup", "Descriptors in an array, an index a subgroup, against a single one", "bindless",
     isIndexed<DescriptorIndex::PerSubgroup>, isOfOneDescriptor},
    {"bindless-lane", "Descriptors in an array, an index a lane, against a single one", "bindless",
     isIndexed<DescriptorIndex::PerLane>, isOfOneDescriptor},
    {"bar", "Host-visible device-local memory (BAR) against device-local memory", "memory",
     isInMemory<MemoryKind::Bar>, isDeviceLocal, kSameKernel},
    {"host-cached", "Host-cached memory against device-local memory", "memory",
     isInMemory<MemoryKind::HostCached>, isDeviceLocal, kSameKernel},
    // Stores and atomic operations
    {"scattered-stores", "Raw stores, a cache line a lane, against neighbouring elements", "store",
     [](Load load) { return load.kind == LoadKind::RawStore && load.pattern == Pattern::Scattered; },
     isLinearStore, kSameKernel},
    {"uniform-stores", "Raw stores to one address against neighbouring elements", "store",
     [](Load load) { return load.kind == LoadKind::RawStore && load.pattern == Pattern::Uniform; },
     isLinearStore, kSameKernel},
    {"typed-stores", "Stores to RWBuffer against raw ones", "store", isOf<LoadKind::TypedStore>, isRawStore},
    {"texture-stores", "Stores to RWTexture2D against raw ones", "store", isOf<LoadKind::TextureStore>,
     isRawStore},
    {.name = "atomic-sums",
     .title = "Atomic additions of a subgroup's sum against one of each lane",
     .suite = "atomic",
     .isSubject = isSubgroupSum<false>,
     .isReference = isSameAddition,
     .anyRows = true},
    {.name = "atomic-sums-used",
     .title = "The same additions where the old value is used",
     .suite = "atomic",
     .isSubject = isSubgroupSum<true>,
     .isReference = isSameAddition,
     .anyRows = true},
    {"atomic-exchanges", "Atomic exchanges on one word against additions", "atomic",
     [](Load load) {
         return load.atomic == Atomic::Exchange && !load.usesResult && load.pattern == Pattern::Uniform;
     },
     [](Load subject, Load reference) {
         return isSame(subject, reference) && reference.pattern == subject.pattern &&
                reference.atomic == Atomic::Add && !reference.usesResult;
     }},
    {.name = "subgroups",
     .title = "Other subgroup sizes against the driver's choice",
     .suite = "",
     .isSubject = [](Load load) { return load.technique == Technique::Direct && load.subgroupSize != 0; },
     .isReference = isOfDriversSize,
     .threshold = kSameKernel,
     .judging = TopicJudging::Code,
     .anyRows = true},
};

} // namespace

std::span<const Topic> topics() {
    return kTopics;
}

} // namespace vkperftest
