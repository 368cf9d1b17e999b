#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {

// Adds the operation's rows under these patterns, or under PerfTest's; invocations do all loads themselves.
static void addPatterns(std::vector<Case>& rows, const Operation& operation,
                        std::initializer_list<Pattern> patterns) {
    for (const Pattern pattern : patterns) rows.push_back({operation, pattern});
}

static void addEveryPattern(std::vector<Case>& rows, const Operation& operation) {
    addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear, Pattern::Random});
}

// The operation under the pattern. Wide strides reach beyond the usual sources, so their rows have longer ones. Only
// PerfTest's patterns have kernels that load by address.
static Case underPattern(Operation operation, Pattern pattern) {
    if (isPerfTests(pattern)) return {std::move(operation), pattern};
    const std::uint32_t reached = kPatternSpan * strideOf(pattern) + kLoadsPerInvocation;
    SourceResource& source = operation.source;
    const std::uint32_t bytes =
        reached * std::max(operation.stride, traits(source.format).bytesOf(operation.width));
    source.elements = std::max(source.elements, bytes / source.bytesPerElement);
    operation.addressKernel.clear();
    return {std::move(operation), pattern};
}

std::vector<Case> matrixRows() {
    std::vector<Case> rows;
    const auto add = [&](const Operation& operation) { addEveryPattern(rows, operation); };
    const auto addFormats = [&](Operation (*family)(Format)) {
        for (const FormatTraits& format : perfTestFormats()) add(family(format.format));
    };
    addFormats(typedLoad);
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) add(rawLoad(width));
    for (const std::uint32_t width : {2u, 4u}) add(rawLoad(width, 4));
    for (const std::uint32_t width : {1u, 2u, 4u}) add(structuredLoad(width));
    add(constantLoad());
    addFormats(textureLoad);
    addFormats(nearestSample);
    addFormats(bilinearSample);
    return rows;
}

// Loads as people write them: raw ones whose alignment a compiler can prove, loads from addresses in no order, and
// samples between texels. Of 12-byte elements nothing more than 4 bytes can be proven: they are PerfTest's Load3.
static std::vector<Case> defaultRows() {
    std::vector<Case> rows = matrixRows();
    for (const Operation& load : {provableRawLoad(2, 8), provableRawLoad(4, 16)})
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear, Pattern::Hashed})
            rows.push_back(underPattern(load, pattern));
    rows.push_back({provableRawLoad(3, 16), Pattern::Linear});
    std::vector<Operation> hashed = {rawLoad(1), structuredLoad(1), structuredLoad(2), structuredLoad(4),
                                     constantLoad()};
    for (Operation (*const family)(Format) : {typedLoad, textureLoad})
        for (const Format format : {Format::R32F, Format::RGBA8, Format::RG32F, Format::RGBA32F})
            hashed.push_back(family(format));
    for (const Operation& load : hashed) rows.push_back(underPattern(load, Pattern::Hashed));
    for (const Format format : {Format::RGBA8, Format::RGBA16F, Format::RGBA32F})
        rows.push_back({sample(format, Sampler::Between), Pattern::Linear});
    return rows;
}

Case defaultBaseline() {
    return {typedLoad(Format::RGBA8), Pattern::Random};
}

// The matrix's uniform rows of nine loads, each under every technique; constants from a buffer of 256 bytes and push
// constants; raw loads without bounds checks, which drivers check otherwise; and one load at subgroups of given sizes.
static std::vector<Case> uniformRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& operation :
         {typedLoad(Format::RGBA8), typedLoad(Format::R32F), rawLoad(1), rawLoad(2), rawLoad(3), rawLoad(4),
          structuredLoad(4), constantLoad(), textureLoad(Format::RGBA8)}) {
        for (const Technique technique : {Technique::Direct, Technique::Shuffle, Technique::Broadcast,
                                          Technique::Reduce, Technique::PerLane, Technique::NoLoads})
            rows.push_back({operation, Pattern::Uniform, technique});
        if (operation != constantLoad()) rows.push_back({operation, Pattern::Linear});
    }
    rows.push_back({pushedLoad()});
    for (const std::uint32_t width : {1u, 2u}) rows.push_back({structuredLoad(width)});
    for (const Technique technique :
         {Technique::Direct, Technique::Shuffle, Technique::PerLane, Technique::NoLoads})
        rows.push_back({packedLoad(), Pattern::Uniform, technique});
    for (const Technique technique : {Technique::Direct, Technique::Shuffle}) {
        for (const std::uint32_t width : {1u, 4u}) // raw loads are those that drivers check
            rows.push_back({rawLoad(width), Pattern::Uniform, technique, 0, Robustness::Forbidden});
        for (const std::uint32_t subgroupSize : {8u, 16u, 32u, 64u})
            rows.push_back({rawLoad(4), Pattern::Uniform, technique, subgroupSize});
    }
    return rows;
}

// Raw, structured, uniform, typed and texture loads, under every strategy. Through addresses, no-load controls compute
// the address too, so they are measured under every strategy, except for rows that addresses do not bind. The unaligned
// rows share the no-load controls of the aligned ones.
std::vector<Case> bindingRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& operation, Pattern pattern, bool noLoads = true) {
        rows.push_back({operation, pattern});
        if (noLoads) rows.push_back({operation, pattern, Technique::NoLoads});
    };
    // Uniform and linear: scalar loads if the driver uses them, and vector loads. The random pattern only
    // permutes lanes.
    const auto addLoads = [&](const Operation& operation, bool noLoads = true) {
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear}) add(operation, pattern, noLoads);
    };
    for (const std::uint32_t width : {1u, 2u, 4u}) addLoads(rawLoad(width));
    for (const std::uint32_t width : {1u, 2u, 4u}) addLoads(structuredLoad(width));
    for (const std::uint32_t width : {2u, 4u}) addLoads(rawLoad(width, 4), false);
    addLoads(shortConstantLoad(), false);
    // What other descriptors cost: texel buffers and images, with and without a sampler.
    for (const Operation& operation :
         {typedLoad(Format::RGBA8), textureLoad(Format::RGBA8), bilinearSample(Format::RGBA8)})
        add(operation, Pattern::Linear, false);
    rows.push_back({pushedLoad()});
    return rows;
}

// 2 to 16 consecutive floats, or an even number of halves, from a raw buffer at byte offsets; the floats also an odd
// number of words apart; then structured vectors, which promise their alignment.
std::vector<Case> vectorRows() {
    constexpr std::uint32_t kMostValues = 16;
    std::vector<Case> rows = {defaultBaseline()};
    for (const Format element : {Format::R32F, Format::R16F}) {
        // An odd number of halves loads the same words as the next even number.
        const std::uint32_t valuesPerWord = traits(element).valuesIn(4);
        for (std::uint32_t width = 2; width <= kMostValues; width += valuesPerWord) {
            for (const std::uint32_t offset : {0u, 4u, 8u, 12u, 16u, 20u, 28u, 32u})
                rows.push_back({vectorLoad(element, width, offset), Pattern::Linear});
            if (element == Format::R32F) rows.push_back({looseVectorLoad(element, width), Pattern::Linear});
            rows.push_back({vectorLoad(element, width), Pattern::Linear, Technique::NoLoads});
        }
    }
    // The same bytes as float2, float4 and float8, but of a structured buffer, whose elements promise an
    // alignment of 8, 16 and 16 bytes.
    constexpr auto kInside = CachePlace::InsideL1;
    for (const Operation& promised :
         {stridedLoad(8, kInside, Format::RG32F), stridedLoad(16, kInside, Format::RGBA32F),
          stridedLoad(32, kInside, Format::RGBA32F)})
        for (const Technique technique : {Technique::Direct, Technique::NoLoads})
            rows.push_back({promised, Pattern::Linear, technique});
    return rows;
}

// Elements of 4 to 128 bytes and two split arrays, inside L1 and in own windows; inside L1 also 64 and 128 bytes and a word.
static std::vector<Case> strideRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& inside, const Operation& ownWindow) {
        rows.push_back({inside, Pattern::Linear});
        rows.push_back({ownWindow, Pattern::Linear});
        rows.push_back({inside, Pattern::Linear, Technique::NoLoads});
    };
    for (const std::uint32_t stride :
         {4u, 8u, 12u, 16u, 20u, 24u, 28u, 32u, 36u, 40u, 44u, 48u, 52u, 56u, 60u, 64u, 80u, 96u, 128u})
        add(stridedLoad(stride), stridedLoad(stride, CachePlace::OwnWindow));
    for (const Format member : {Format::RG32F, Format::RGBA32F}) {
        const std::uint32_t bytes = 4 * traits(member).channels;
        for (std::uint32_t stride = bytes; stride <= 128; stride += stride < 64 ? bytes : 16) {
            if (stride == 112) continue;
            add(stridedLoad(stride, CachePlace::InsideL1, member),
                stridedLoad(stride, CachePlace::OwnWindow, member));
        }
    }
    for (const std::uint32_t oddWords : {68u, 132u}) rows.push_back({stridedLoad(oddWords), Pattern::Linear});
    add(splitLoad(), splitLoad(CachePlace::OwnWindow));
    return rows;
}

// What does a constant offset cost that a compiler knows to misalign a load, a struct that is read as a whole, and
// an element in four arrays? Raw loads of two to four words whose offset aligns them to 16, 4 and 8 bytes. The
// default baseline comes first.
static std::vector<Case> offsetRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const std::uint32_t width : {2u, 3u, 4u})
        for (const std::uint32_t offset : {16u, 20u, 24u})
            rows.push_back({offsetLoad(width, offset), Pattern::Linear});
    for (const std::uint32_t bytes : {20u, 24u, 32u, 48u, 64u})
        rows.push_back({structLoad(bytes), Pattern::Linear});
    for (const Operation& fourWords : {structuredLoad(4), fourArraysLoad()})
        rows.push_back({fourWords, Pattern::Linear});
    return rows;
}

// What loads of integers cost: typed 32-bit ones, unsigned and signed. The default baseline comes first.
static std::vector<Case> integerRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Format format : {Format::R32UI, Format::R32I}) addEveryPattern(rows, typedLoad(format));
    return rows;
}

// Two to four kinds in one loop, of which all rows are in the matrix. What a row reads fits into 16 KB, the smallest L1.
// No-load controls have the same additions and one operation for each address, as those of buffers.
static std::vector<Case> mixedRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& one, const Operation& two, const Operation& three,
                         const Operation& four) {
        addEveryPattern(rows, mixedLoads({one, two, three, four}));
    };
    const Operation load = rawLoad(1), load2 = rawLoad(2), load4 = rawLoad(4), unaligned = rawLoad(4, 4);
    const Operation float1 = structuredLoad(1), float2 = structuredLoad(2), float4 = structuredLoad(4);
    const Operation r32f = typedLoad(Format::R32F), rgba8 = typedLoad(Format::RGBA8);
    const Operation rgba32f = typedLoad(Format::RGBA32F), texture = textureLoad(Format::RGBA8);
    const Operation constant = constantLoad();
    add(load4, load4, rgba8, rgba8);
    add(load, load, load, rgba32f);
    add(load4, load4, float4, float4);
    add(float1, float1, float1, unaligned);
    add(r32f, r32f, texture, texture);
    add(constant, constant, load2, load2);
    add(float2, float2, r32f, texture);
    add(constant, constant, load, rgba8);
    add(load4, float1, rgba8, texture);
    add(constant, load, r32f, texture);
    return rows;
}

static std::vector<Case> formatRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& operation) {
        addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear});
    };
    for (const FormatTraits& format : allFormats()) // sRGB and compressed formats are of images only
        if (format.numeric != Numeric::Srgb && !format.compressed()) add(typedLoad(format.format));
    for (const FormatTraits& format : allFormats()) // hardly any GPU has images of 12 bytes a texel
        if (format.bytes() != 12) add(textureLoad(format.format));
    return rows;
}

// What does it cost that a shader may write to what it loads from? The matrix's raw, structured, typed and
// texture loads beside their writable counterparts, uniform and linear. The default baseline comes first.
static std::vector<Case> storageRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& load) {
        for (const Operation& operation : {load, writable(load)})
            addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear});
    };
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) add(rawLoad(width));
    for (const std::uint32_t width : {1u, 2u, 4u}) add(structuredLoad(width));
    for (const FormatTraits& format : perfTestFormats()) add(typedLoad(format.format));
    for (const FormatTraits& format : perfTestFormats()) add(textureLoad(format.format));
    return rows;
}

std::vector<Case> robustnessRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& operation : {rawLoad(1), rawLoad(4), structuredLoad(4), typedLoad(Format::RGBA32F),
                                       constantLoad(), textureLoad(Format::RGBA32F)}) {
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear}) {
            for (const Robustness robustness : {Robustness::Forbidden, Robustness::Buffer, Robustness::Two}) {
                // robustBufferAccess says nothing about images.
                if (operation.source.kind == ResourceKind::Texture && robustness == Robustness::Buffer)
                    continue;
                rows.push_back({operation, pattern, Technique::Direct, 0, robustness});
            }
        }
    }
    return rows;
}

// Of all invocations to one place, linear, scattered over cache lines, and one word of every 64 or 128 bytes.
static std::vector<Case> storeRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& operation) {
        addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear, Pattern::Scattered});
    };
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) add(rawStore(width));
    for (const LoadKind kind : {LoadKind::StructuredStore, LoadKind::TypedStore, LoadKind::TextureStore})
        for (const std::uint32_t width : {1u, 2u, 4u}) add(elementStore(kind, width));
    for (const std::uint32_t apart : {64u, 128u}) rows.push_back({rawStore(1, apart), Pattern::Linear});
    for (const Format element : {Format::R8UI, Format::R16UI})
        for (const std::uint32_t width : {1u, 2u, 4u})
            addPatterns(rows, narrowStore(element, width), {Pattern::Linear, Pattern::Scattered});
    return rows;
}

// On one word of all invocations, of a subgroup and of each invocation, with and without their results; and additions that
// a subgroup sums up by hand.
static std::vector<Case> atomicRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](LoadKind kind, std::initializer_list<Atomic> atomics, Format word) {
        for (const bool result : {false, true}) {
            const Operation sum = atomicOperation(kind, Atomic::Add, result, word);
            rows.push_back({sum, Pattern::Uniform, Technique::Reduce});
            if (word == Format::R32UI) rows.push_back({sum, Pattern::Coinciding});
            for (const Atomic atomic : atomics)
                addPatterns(rows, atomicOperation(kind, atomic, result, word),
                            {Pattern::Uniform, Pattern::PerSubgroup, Pattern::Linear});
        }
    };
    const std::initializer_list<Atomic> every = {Atomic::Add, Atomic::Min, Atomic::Exchange,
                                                 Atomic::CompareExchange};
    for (const LoadKind kind : {LoadKind::RawAtomic, LoadKind::StructuredAtomic, LoadKind::TypedAtomic,
                                LoadKind::TextureAtomic, LoadKind::SharedAtomic})
        add(kind, every, Format::R32UI);
    add(LoadKind::StructuredAtomic, every, Format::RG32UI);
    add(LoadKind::StructuredAtomic, {Atomic::Add}, Format::R32F);
    return rows;
}

static std::vector<Case> patternRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& operation :
         {rawLoad(1), rawLoad(4), structuredLoad(4), typedLoad(Format::RGBA8), typedLoad(Format::RGBA32F)}) {
        for (std::size_t i = 0; i <= static_cast<std::size_t>(Pattern::PerSubgroup);
             ++i) { // not those of stores
            const Case row = underPattern(operation, static_cast<Pattern>(i));
            if (row != defaultBaseline()) rows.push_back(row);
        }
    }
    return rows;
}

// From one address, from neighbouring ones, and from addresses that meet on a bank.
static std::vector<Case> sharedRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const std::uint32_t width : {1u, 2u, 3u, 4u}) {
        for (const Operation& operation : {sharedLoad(width), rawLoad(width)})
            addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear});
    }
    for (const std::uint32_t width : {1u, 2u, 4u})
        addPatterns(rows, structuredLoad(width), {Pattern::Uniform, Pattern::Linear});
    for (const std::uint32_t width : {1u, 2u, 4u})
        addPatterns(rows, sharedStore(width), {Pattern::Uniform, Pattern::Linear});
    // By which as many of 32 lanes meet on one of 32 banks.
    for (const Pattern conflict :
         {Pattern::Stride2, Pattern::Stride4, Pattern::Stride8, Pattern::Stride16, Pattern::Stride32}) {
        rows.push_back({sharedLoad(1), conflict});
        rows.push_back(underPattern(rawLoad(1), conflict));
        rows.push_back({sharedStore(1, strideOf(conflict)), conflict});
    }
    const auto addPadded = [&](std::uint32_t width, std::initializer_list<Pattern> patterns) {
        for (const Pattern pattern : patterns)
            rows.push_back({sharedLoad(width, strideOf(pattern)), pattern});
    };
    addPadded(1, {Pattern::Stride17, Pattern::Stride18, Pattern::Stride20, Pattern::Stride22,
                  Pattern::Stride24, Pattern::Stride33});
    addPadded(2, {Pattern::Stride9, Pattern::Stride10, Pattern::Stride11, Pattern::Stride12});
    addPadded(4, {Pattern::Stride5, Pattern::Stride6});
    return rows;
}

static std::vector<Case> bindlessRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Operation& load : {structuredLoad(4), typedLoad(Format::RGBA8), textureLoad(Format::R8)}) {
        for (const DescriptorIndex index :
             {DescriptorIndex::None, DescriptorIndex::Constant, DescriptorIndex::Uniform,
              DescriptorIndex::PerSubgroup, DescriptorIndex::PerLane}) {
            const bool array = index != DescriptorIndex::None;
            addPatterns(rows, array ? indexedLoad(load, index) : load, {Pattern::Uniform, Pattern::Linear});
        }
    }
    return rows;
}

// What do loads from one address, and loads that miss L1, cost in memory that the host can write to or that
// its caches hold, beside the same loads from device-local memory? The default baseline comes first.
static std::vector<Case> memoryRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Case& load : {Case{rawLoad(4), Pattern::Uniform},
                             {typedLoad(Format::RGBA8), Pattern::Uniform},
                             {stridedLoad(4, CachePlace::OwnWindow), Pattern::Linear},
                             {stridedLoad(16, CachePlace::OwnWindow, Format::RGBA32F), Pattern::Linear}})
        for (const MemoryKind memory : {MemoryKind::DeviceLocal, MemoryKind::Bar, MemoryKind::HostCached})
            rows.push_back({inMemory(load.operation, memory), load.pattern});
    return rows;
}

// Loads and bilinear samples of other images than 2D ones; 2D samples between texels, between levels, anisotropic and
// gathered.
static std::vector<Case> textureRows() {
    std::vector<Case> rows = {defaultBaseline()};
    const auto add = [&](const Operation& operation) {
        addPatterns(rows, operation, {Pattern::Uniform, Pattern::Linear});
    };
    constexpr std::array kShapes = {ImageShape::Line, ImageShape::Layers, ImageShape::Volume,
                                    ImageShape::Cube, ImageShape::LinearTiled};
    for (const Format format : {Format::RGBA8, Format::RGBA16F, Format::RGBA32F}) {
        add(textureLoad(format));
        for (const ImageShape shape : kShapes) // HLSL has no loads from cubes
            if (shape != ImageShape::Cube) add(ofShape(textureLoad(format), shape));
        for (const Sampler sampler : {Sampler::Linear, Sampler::Between, Sampler::Trilinear})
            add(sample(format, sampler));
        for (const ImageShape shape : kShapes) add(ofShape(bilinearSample(format), shape));
    }
    // Of wider formats, 16 samples take software drivers longer than a dispatch may.
    for (const Sampler sampler : {Sampler::Anisotropic2, Sampler::Anisotropic4, Sampler::Anisotropic16})
        add(sample(Format::RGBA8, sampler));
    for (const Format format : {Format::R8, Format::R16F, Format::R32F}) // of one channel, as Gather's values
        for (const Sampler sampler : {Sampler::Linear, Sampler::Gather}) add(sample(format, sampler));
    return rows;
}

// One, two and four values of each narrow type beside the same values unpacked from 32-bit words by hand, and 64-bit
// integers beside Load2 and Load4; and narrow values beside floats where L1 misses them.
static std::vector<Case> narrowRows() {
    std::vector<Case> rows = {defaultBaseline()};
    for (const Format element : {Format::R8UI, Format::R16UI, Format::R16F}) {
        for (const std::uint32_t width : {1u, 2u, 4u}) {
            addEveryPattern(rows, narrowLoad(element, width));
            addEveryPattern(rows, unpacked(narrowLoad(element, width)));
        }
    }
    for (const std::uint32_t width : {2u, 4u}) {
        addEveryPattern(rows, longLoad(width));
        addEveryPattern(rows, rawLoad(width));
        addEveryPattern(rows, structuredLoad(width));
    }
    constexpr auto kOwn = CachePlace::OwnWindow;
    for (const Format element : {Format::R8UI, Format::R16F})
        for (const std::uint32_t width : {1u, 2u, 4u})
            rows.push_back({narrowStream(element, width), Pattern::Linear});
    for (const Operation& floats :
         {stridedLoad(4, kOwn), stridedLoad(8, kOwn, Format::RG32F), stridedLoad(16, kOwn, Format::RGBA32F)})
        rows.push_back({floats, Pattern::Linear});
    return rows;
}

// Push constants and specialization constants beside a constant buffer of as many, and constant buffers of 64 and 256
// bytes, which fit into every inline uniform block.
static std::vector<Case> constantRows() {
    std::vector<Case> rows = {defaultBaseline()};
    rows.push_back({pushedLoad()}); // an index of push constants must be uniform
    for (const Operation& operation : {specializedLoad(), shortConstantLoad(4), shortConstantLoad()})
        addEveryPattern(rows, operation);
    for (const std::uint32_t elements : {4u, 16u})
        rows.push_back({shortConstantLoad(elements), Pattern::LoopCounter});
    return rows;
}

// The default baseline alone: it warms the device up and shows whether the machine is disturbed. What the suite is about
// are walks (cases/walk.h).
static std::vector<Case> cacheRows() {
    return {defaultBaseline()};
}

// The rows of all suites, each once.
static std::vector<Case> everySuitesRows() {
    std::vector<Case> rows;
    for (const Suite& suite : suites()) {
        for (const Case& row : suite.rows())
            if (std::ranges::count(rows, row) == 0) rows.push_back(row);
    }
    return rows;
}

std::span<const Suite> suiteChoices() {
    static constexpr Strategy kSetAndPush[] = {Strategy::Set, Strategy::Push};
    static constexpr Strategy kSet[] = {Strategy::Set};
    static constexpr Strategy kOfConstants[] = {Strategy::Set, Strategy::Dynamic, Strategy::Inline};
    // If loads are the question, not how they are bound, one strategy is enough.
    static const auto kSuites = std::to_array<Suite>({
        {kDefaultSuite, "which kind of load is fastest?", defaultRows, kSetAndPush},
        {"uniform", "", uniformRows, kSet},
        {"binding", "", bindingRows, kEveryStrategy, true},
        {"vector", "", vectorRows, kSet},
        {"stride", "", strideRows, kSet},
        {"offset", "what do known misalignment and structs of odd sizes cost?", offsetRows, kSet},
        {"integer", "are integer texel buffers faster, which need no conversion?", integerRows, kSet},
        {"mixed", "what do two to four kinds of load cost together?", mixedRows, kSet},
        {"format", "which formats are slow?", formatRows, kSet},
        {"storage", "are loads from writable resources slower?", storageRows, kSet},
        {"robustness", "", robustnessRows, kSet},
        {"store", "how fast are stores?", storeRows, kSet},
        {"atomic", "how fast are atomic operations, and who adds up?", atomicRows, kSet},
        {"pattern", "what do strides, reversed and scattered addresses cost?", patternRows, kSet},
        {"shared", "what do bank conflicts in shared memory cost?", sharedRows, kSet},
        {"bindless", "what does an index into an array of descriptors cost?", bindlessRows, kSet},
        {"memory", "is memory that the host can see slower?", memoryRows, kSet},
        {"texture", "what do other textures and filters cost?", textureRows, kSet},
        {"narrow", "are 8- and 16-bit types faster than unpacking words?", narrowRows, kSet},
        {"constant", "which constants are fastest?", constantRows, kOfConstants},
        {"cache", "", cacheRows, kSet, false, true},
        {kAllSuites, "every row, each once", everySuitesRows, kSet},
    });
    return kSuites;
}

std::span<const Suite> suites() {
    return suiteChoices().first(suiteChoices().size() - 1);
}

} // namespace vkperftest
