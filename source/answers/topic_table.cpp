// Each topic names the two groups of rows that it compares, by what their loads are. Add one by one entry. PerfTest's
// random addresses are 16 neighbouring elements in mixed order: no topic is about them.
#include <algorithm>
#include <bit>

#include "answers/advice.h"

namespace vkperftest {
namespace {

using Load = const LoadFacts&;

template <LoadKind... kKinds> bool isOf(Load load) {
    return ((load.kind == kKinds) || ...);
}

template <LoadKind... kKinds> bool isChosen(Load load) { // of the table of fastest loads
    return isOf<kKinds...>(load) && isChoice(load) && load.values != 3;
}

template <LoadKind... kKinds> bool isUniform(Load load) {
    return isOf<kKinds...>(load) && load.pattern == Pattern::Uniform && load.byteOffset == 0;
}

template <LoadKind kKind> bool isStrided(Load load) {
    return load.kind == kKind && strideOf(load.pattern) > 0;
}

template <Pattern kPattern> bool isUnder(Load load) {
    return load.pattern == kPattern && load.atomic == Atomic::None;
}

template <LoadKind... kKinds> bool isWide(Load load) {
    return isOf<kKinds...>(load) && isChoice(load) && load.values > 1;
}

template <LoadKind... kKinds> bool isOfFormat(Load load) { // other than that of the reference
    return isOf<kKinds...>(load) && load.format != Format::RGBA8;
}

template <DescriptorIndex kIndex> bool isIndexed(Load load) {
    return load.kind == LoadKind::Bindless && load.index == kIndex;
}

bool isTextureLoad(Load load) { // of another texture than a plain 2D one
    return load.kind == LoadKind::OtherTexture && load.sampler == Sampler::None;
}

// Of lanes that no driver sums before: it cannot know that they add to one word.
template <LoadKind... kKinds> bool isAddition(Load load) {
    return isOf<kKinds...>(load) && load.atomic == Atomic::Add &&
           (load.pattern == Pattern::Linear || load.pattern == Pattern::Coinciding);
}

template <bool kOther> bool isSum(Load load) { // than of 32-bit integers in a buffer or shared memory
    return load.technique == Technique::Reduce && load.atomic == Atomic::Add &&
           (load.format != Format::R32UI || load.kind == LoadKind::TextureAtomic) == kOther;
}

// The subject, but for one fact.
template <auto kFact, auto kValue> bool isSameBut(Load subject, Load reference) {
    LoadFacts other = subject;
    other.*kFact = kValue;
    return reference == other;
}
constexpr auto isDirect = isSameBut<&LoadFacts::technique, Technique::Direct>;

// The same load; long strides need more elements.
bool isLinear(Load subject, Load reference) {
    LoadFacts linear = subject;
    linear.pattern = Pattern::Linear;
    linear.resourceBytes = reference.resourceBytes;
    return reference == linear;
}

// As many bytes, or a word.
template <LoadKind kKind> bool hasBytes(Load subject, Load reference) {
    return reference.kind == kKind && reference.pattern == subject.pattern &&
           reference.bytes == std::max(subject.bytes, 4u) && reference.byteOffset == 0;
}

template <LoadKind kKind> bool hasFormat(Load subject, Load reference) {
    return reference.kind == kKind && reference.pattern == subject.pattern &&
           reference.format == subject.format && reference.values == subject.values &&
           reference.place == subject.place;
}

bool isOfAsManyFloats(Load subject, Load reference) {
    return reference.kind == LoadKind::Strided && reference.place == subject.place &&
           reference.pattern == subject.pattern && reference.memory == subject.memory &&
           reference.values == subject.values && traits(reference.format).channels == subject.values;
}

bool isRgba8(Load subject, Load reference) {
    return reference.kind == subject.kind && reference.format == Format::RGBA8 &&
           reference.pattern == subject.pattern;
}

bool isOneWord(Load subject, Load reference) {
    return reference.kind == subject.kind && reference.values == 1 && reference.byteOffset == 0 &&
           reference.pattern == subject.pattern;
}

bool hasSizeOfConstants(Load subject, Load reference) {
    return hasFormat<LoadKind::Constants>(subject, reference) &&
           reference.resourceBytes == subject.resourceBytes;
}

bool isOfOneDescriptor(Load subject, Load reference) {
    return isOf<LoadKind::Structured, LoadKind::Typed, LoadKind::Texture>(reference) &&
           reference.resource == subject.resource && reference.format == subject.format &&
           reference.values == subject.values && reference.pattern == subject.pattern;
}

bool isDeviceLocal(Load subject, Load reference) {
    LoadFacts local = subject;
    local.kind = reference.kind;
    local.memory = MemoryKind::DeviceLocal;
    return reference == local;
}

template <LoadKind kKind, std::uint32_t kOffset = 0> bool isAlike(Load subject, Load reference) {
    return reference.kind == kKind && reference.values == subject.values && reference.byteOffset == kOffset &&
           reference.pattern == subject.pattern && reference.stride == subject.stride;
}

// Of neighbouring lanes to neighbouring elements.
bool isLinearStore(Load subject, Load reference) {
    return reference.kind == subject.kind && reference.values == subject.values &&
           reference.pattern == Pattern::Linear && reference.stride == reference.bytes;
}

bool isRawAddition(Load subject, Load reference) {
    return isAddition<LoadKind::RawAtomic>(reference) && reference.pattern == subject.pattern &&
           reference.usesResult == subject.usesResult && reference.format == Format::R32UI;
}

using K = LoadKind;
constexpr std::string_view kAtCentres = "at texel centres; between texels they may take longer",
                           kKnownUniform = "the compiler knows which addresses are uniform",
                           kNotSummed = "the driver sums neither",
                           kUnpackedByWord = "single values are unpacked from a word each";

constexpr Topic kTopics[] = {
    // Which buffer
    {"raw-structured", "Raw loads against structured ones", "matrix", isChosen<K::Raw>,
     hasBytes<K::Structured>},
    {"typed-structured", "Typed loads against structured ones", "matrix", isChosen<K::Typed>,
     hasBytes<K::Structured>},
    {"rw-raw", "RWByteAddressBuffer loads against ByteAddressBuffer ones", "storage", isOf<K::WritableRaw>,
     hasBytes<K::Raw>, "", true},
    {"rw-structured", "RWStructuredBuffer loads against StructuredBuffer ones", "storage",
     isOf<K::WritableStructured>, hasBytes<K::Structured>, "", true},
    {"rw-typed", "RWBuffer loads against Buffer ones", "storage", isOf<K::WritableTyped>, hasFormat<K::Typed>,
     "", true},
    {"rw-texture", "RWTexture2D loads against Texture2D ones", "storage", isOf<K::WritableTexture>,
     hasFormat<K::Texture>, "", true},
    // Width and format
    {"wide-raw", "Raw loads of 2 to 4 words against one of a word", "matrix", isWide<K::Raw>, isOneWord},
    {"wide-structured", "Structured loads of 2 and 4 words against one of a word", "matrix",
     isWide<K::Structured>, isOneWord},
    {"typed-formats", "Typed loads of other formats against RGBA8", "format", isOfFormat<K::Typed>, isRgba8},
    {"texture-formats", "Texture loads of other formats against RGBA8", "format", isOfFormat<K::Texture>,
     isRgba8},
    {"sample-formats", "Samples of other formats against RGBA8", "matrix",
     isOfFormat<K::Nearest, K::Bilinear>, isRgba8, kAtCentres},
    {"narrow", "Loads of 8- and 16-bit values against words that the shader unpacks", "narrow",
     isOf<K::Narrow>, hasFormat<K::Unpacked>, kUnpackedByWord, true},
    {"narrow-streams", "Loads of 8- and 16-bit values that miss L1 against those of as many floats", "narrow",
     [](Load load) { return load.kind == K::Narrow && load.place == CachePlace::OwnWindow; },
     isOfAsManyFloats, "each workgroup reads a window of its own once", true},
    {"long", "Loads of 64-bit integers against structured ones of as many bytes", "narrow", isOf<K::Long>,
     hasBytes<K::Structured>},
    // Uniform addresses and constants
    {"uniform-buffers", "Uniform addresses of buffers against linear ones", "matrix",
     isUniform<K::Typed, K::Raw, K::Structured>, isLinear, "", true},
    {"uniform-textures", "Uniform addresses of textures against linear ones", "matrix",
     isUniform<K::Texture, K::Nearest, K::Bilinear>, isLinear, "", true},
    {"uniform-shared", "Uniform addresses of shared memory against linear ones", "shared",
     isUniform<K::Shared>, isLinear, "", true},
    {"reduce", "Sums whose loads are divided among the lanes, against each lane loading all", "uniform",
     [](Load load) { return load.technique == Technique::Reduce && load.atomic == Atomic::None; }, isDirect,
     "uniform addresses, where only the sum is needed", true, true},
    {"constants", "Uniform constants against structured loads of 16 bytes", "matrix",
     [](Load load) { return isChosen<K::Constants>(load) && load.pattern == Pattern::Uniform; },
     hasBytes<K::Structured>},
    {"indexed-constants", "Constants that lanes index differently against uniform ones", "constant",
     [](Load load) {
         return load.kind == K::Constants &&
                (load.pattern == Pattern::Linear || load.pattern == Pattern::Hashed);
     },
     isSameBut<&LoadFacts::pattern, Pattern::Uniform>, "each lane has another index", true},
    {"counted-constants", "Constants at the loop's counter alone, against other uniform ones", "constant",
     isUnder<Pattern::LoopCounter>, isSameBut<&LoadFacts::pattern, Pattern::Uniform>, "", true},
    {"small-constants", "Push and specialization constants against a constant buffer of their size",
     "constant", isOf<K::PushConstants, K::Specialized>, hasSizeOfConstants, "", true},
    // Textures and samplers
    {"texture-typed", "Texture loads against typed ones of their format", "matrix", isOf<K::Texture>,
     hasFormat<K::Typed>},
    {"bilinear", "Bilinear samples against nearest ones", "matrix", isOf<K::Bilinear>, hasFormat<K::Nearest>,
     kAtCentres, true},
    {"samples", "Samples between texels, trilinear, anisotropic and gathered ones against bilinear ones",
     "texture", isOf<K::OtherSample>, hasFormat<K::Bilinear>, "the bilinear ones are at texel centres", true},
    {"line-loads", "Loads of 1D textures against 2D ones", "texture",
     [](Load load) { return isTextureLoad(load) && load.image == ImageShape::Line; }, hasFormat<K::Texture>,
     "of 2D ones, a subgroup's lanes load from several rows", true},
    {"image-loads", "Loads of array, 3D and linearly tiled textures against 2D ones", "texture",
     [](Load load) { return isTextureLoad(load) && load.image != ImageShape::Line; }, hasFormat<K::Texture>,
     "", true},
    {"image-samples", "Samples of 1D, array, 3D, cube and linearly tiled textures against 2D ones", "texture",
     [](Load load) { return load.kind == K::OtherTexture && load.sampler != Sampler::None; },
     hasFormat<K::Bilinear>, kAtCentres, true},
    // Patterns, and shared memory
    {"strides-raw", "Raw loads at strides of 2 to 64 elements against linear ones", "pattern",
     isStrided<K::Raw>, isLinear, "", true},
    {"strides-structured", "Structured loads at strides of 2 to 64 elements against linear ones", "pattern",
     isStrided<K::Structured>, isLinear, "", true},
    {"strides-typed", "Typed loads at strides of 2 to 64 elements against linear ones", "pattern",
     isStrided<K::Typed>, isLinear, "", true},
    {"reversed", "Reversed addresses against linear ones", "pattern", isUnder<Pattern::Reversed>, isLinear,
     "", true},
    {"hashed", "Hashed addresses against linear ones", "pattern", isUnder<Pattern::Hashed>, isLinear,
     "anywhere in 512 elements", true},
    {"per-subgroup", "One address a subgroup against one for all", "pattern", isUnder<Pattern::PerSubgroup>,
     isSameBut<&LoadFacts::pattern, Pattern::Uniform>, "", true},
    {"known-offsets", "Raw loads at constant offsets off their alignment against aligned ones", "offset",
     [](Load load) { return load.kind == K::Raw && load.byteOffset % std::bit_ceil(load.bytes) != 0; },
     isAlike<K::Raw, 16>, "", true},
    {"whole-structs", "Structs of 20, 24 and 48 bytes, read whole, against padded ones", "offset",
     [](Load load) { return load.kind == K::Struct && !std::has_single_bit(load.bytes); },
     [](Load one, Load two) { return two.kind == one.kind && two.bytes == std::bit_ceil(one.bytes); }, "",
     true},
    {"four-arrays", "Four floats of an element in four arrays against one float4", "offset", isOf<K::Split>,
     hasBytes<K::Structured>},
    {"shared", "Loads from shared memory against structured ones of as many words", "shared",
     [](Load load) { return load.kind == K::Shared && strideOf(load.pattern) == 0; },
     hasBytes<K::Structured>},
    {"conflicts", "Loads from shared memory at strides of 2 to 33 elements against linear ones", "shared",
     isStrided<K::Shared>, isLinear, "", true},
    {"store-conflicts", "Stores to shared memory at strides of 2 to 33 elements against linear ones",
     "shared", isStrided<K::SharedStore>, isLinear, "", true},
    // Descriptors, memory and checks
    {"bindless-constant", "Descriptors in an array, constant index, against a single one", "bindless",
     isIndexed<DescriptorIndex::Constant>, isOfOneDescriptor, "", true},
    {"bindless-uniform", "Descriptors in an array, uniform index, against a single one", "bindless",
     isIndexed<DescriptorIndex::Uniform>, isOfOneDescriptor, "", true},
    {"bindless-subgroup", "Descriptors in an array, an index a subgroup, against a single one", "bindless",
     isIndexed<DescriptorIndex::PerSubgroup>, isOfOneDescriptor, "", true},
    {"bindless-lane", "Descriptors in an array, an index a lane, against a single one", "bindless",
     isIndexed<DescriptorIndex::PerLane>, isOfOneDescriptor, "8 different ones in neighbouring lanes", true},
    {"bar", "Host-visible device-local memory (BAR) against device-local memory", "memory",
     [](Load load) { return load.memory == MemoryKind::Bar; }, isDeviceLocal, "hits in caches", true},
    {"checks", "Loads with bounds checks (robustness) against none", "robustness",
     [](Load load) { return load.robustness > Robustness::Off; },
     isSameBut<&LoadFacts::robustness, Robustness::Forbidden>, "", true, true},
    // Stores and atomic operations
    {"raw-stores", "Raw stores against structured ones", "store",
     [](Load load) { return load.kind == K::RawStore && load.pattern != Pattern::Uniform; },
     isAlike<K::StructuredStore>},
    {"texel-stores", "Stores to RWBuffer and RWTexture2D against structured ones", "store",
     [](Load load) { return isOf<K::TypedStore, K::TextureStore>(load) && load.pattern != Pattern::Uniform; },
     isAlike<K::StructuredStore>},
    {"narrow-stores", "Stores of 8- and 16-bit values against structured ones of their bytes, or of a word",
     "store", isOf<K::NarrowStore>, hasBytes<K::StructuredStore>, "", true},
    {"scattered-stores", "Stores, a cache line a lane, against neighbouring elements", "store",
     [](Load load) {
         return isOf<K::RawStore, K::StructuredStore>(load) && load.pattern == Pattern::Scattered;
     },
     isLinearStore, "", true},
    {"atomic-sums", "Atomic additions of a subgroup's sum against one of each lane, 32-bit integers",
     "atomic", isSum<false>, isDirect,
     "uniform addresses, known to the compiler; if as fast, it sums the lanes", true, true},
    {"atomic-other-sums", "Atomic additions of sums against one of each lane, floats, 64 bits and texels",
     "atomic", isSum<true>, isDirect, kKnownUniform, true, true},
    {"atomic-results", "Atomic additions whose old value is used against those whose is not", "atomic",
     [](Load load) { return load.atomic == Atomic::Add && load.usesResult; },
     isSameBut<&LoadFacts::usesResult, false>, kKnownUniform, true},
    {"atomic-coinciding",
     "Atomic additions to one word that the compiler does not know to be one, against a known one", "atomic",
     [](Load load) { return load.atomic == Atomic::Add && load.pattern == Pattern::Coinciding; },
     isSameBut<&LoadFacts::pattern, Pattern::Uniform>, "", true},
    {"atomic-structured", "Atomic additions of floats and 64-bit integers against 32-bit ones", "atomic",
     [](Load load) { return isAddition<K::StructuredAtomic>(load) && load.format != Format::R32UI; },
     isRawAddition, kNotSummed, true},
    {"atomic-typed", "Atomic additions to RWBuffer against raw ones", "atomic", isAddition<K::TypedAtomic>,
     isRawAddition, kNotSummed, true},
    {"atomic-texels", "Atomic additions to texels against raw ones", "atomic", isAddition<K::TextureAtomic>,
     isRawAddition, kNotSummed, true},
};

} // namespace

std::span<const Topic> topics() {
    return kTopics;
}

} // namespace vkperftest
