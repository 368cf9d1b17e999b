// An operation: what one load of a row is. A family (families/families.h) makes it: its names, its kernels,
// what it reads, and how the CPU computes its value. All other code reads these fields and never asks which
// family made an operation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cases/source_data.h"

namespace vkperftest {

// What is read or written, and by what of HLSL: rows of one kind are reported together.
enum class LoadKind {
    Typed,
    Raw,
    RawVector, // Load<T> of any width
    Structured,
    Strided, // the same, of elements that have more than one vector or hold more than is loaded
    Split,   // such elements in two arrays
    Constants,
    PushConstants,
    Texture,
    Nearest,
    Bilinear,
    Mixed, // several of the others in one loop (Operation::parts)
    RawStore,
    StructuredStore,
    TypedStore,
    TextureStore,
    NarrowStore, // of 8 or 16 bits to a storage buffer of such values
    SharedStore,
    RawAtomic,
    StructuredAtomic,
    TypedAtomic,
    TextureAtomic,
    SharedAtomic,
    WritableTyped, // from resources that shaders may write to (RWBuffer, …)
    WritableRaw,
    WritableStructured,
    WritableTexture,
    Shared,       // of the workgroup's memory, which was filled from the source before
    Bindless,     // through one of an array of descriptors (Operation::index)
    OtherMemory,  // of other memory than the device's own (SourceResource::memory)
    OtherTexture, // loads and bilinear samples of images of another shape (ImageShape)
    OtherSample,  // of 2D images: with other samplers, between texels, and gathered
    Narrow,       // of 8 or 16 bits from a storage buffer of such values
    Unpacked,     // the same values from one of 32-bit words, which the shader takes apart
    Long,         // 64-bit integers
    Specialized,  // of an array of specialization constants
    Struct,       // elements as Strided has, each read as a whole and not member by member
};

// What is known of the index of a descriptor in an array of them.
enum class DescriptorIndex {
    None,        // there is no array
    Constant,    // when the kernel is compiled
    Uniform,     // only at run time: one for all invocations
    PerSubgroup, // one for all lanes of a subgroup, which the compiler can know
    PerLane,     // neighbouring lanes differ
};

// What such a row does with its resource. The last two only write (cases/written_words.h).
enum class RowAccess { Load, Store, Atomic };

constexpr RowAccess accessOf(LoadKind kind) {
    const auto among = [&](LoadKind first, LoadKind last) { return first <= kind && kind <= last; };
    return among(LoadKind::RawStore, LoadKind::SharedStore)     ? RowAccess::Store
           : among(LoadKind::RawAtomic, LoadKind::SharedAtomic) ? RowAccess::Atomic
                                                                : RowAccess::Load;
}

constexpr bool onlyWrites(LoadKind kind) {
    return accessOf(kind) != RowAccess::Load;
}

// CompareExchange compares with what verification begins with.
enum class Atomic { None, Add, Min, Exchange, CompareExchange };

// How a texture is sampled: by which sampler, and where.
enum class Sampler {
    None,
    Nearest,
    Linear,
    Between,      // linear, in the middle of four texels
    Trilinear,    // linear, halfway between two levels
    Anisotropic2, // over so many texels of a row
    Anisotropic4,
    Anisotropic16,
    Gather, // nearest: one channel of four texels
};

// The most samples that the sampler's anisotropy takes; 0: it has none.
constexpr std::uint32_t anisotropyOf(Sampler sampler) {
    return sampler == Sampler::Anisotropic2    ? 2
           : sampler == Sampler::Anisotropic4  ? 4
           : sampler == Sampler::Anisotropic16 ? 16
                                               : 0;
}

// Where the source lies while it is read.
enum class CachePlace {
    InsideL1,
    OwnWindow, // every workgroup reads a window of its own once; its time shows whether L1 misses it
};

// How a kernel of wide elements cycles through a window of its source (shaders/traversal_loop.hlsli), so that
// even vectors of 64 bytes stay in L1, and arrays can also be larger than L1. These are its push constants.
// Addresses are bytes in raw buffers and numbers of elements in structured ones. Invocation i of a workgroup
// begins at its pattern's element; elements lie `unit` apart. Every load lies `step` further; at the window's
// end, loads go on at its beginning.
struct Traversal {
    std::uint32_t unit = 1;
    std::uint32_t step = 1;
    std::uint32_t window = 1; // a multiple of the unit
    // The workgroup begins up to this many steps ahead. The sums stay the same if 256 steps lead back, or if
    // the elements repeat after 256 steps or a fraction of them (SourceResource::period).
    std::uint32_t spread = 0;

    bool operator==(const Traversal&) const = default;
};

struct Operation;

// The CPU model of one load: where value number `value` of element number `element` lies, counted in values
// from the beginning of the source.
using ValueIndex = std::uint32_t (*)(const Operation& operation, std::uint32_t element, std::uint32_t value);

struct Operation {
    std::string name;          // PerfTest's label without the pattern: "ByteAddressBuffer.Load2 unaligned"
    std::string id;            // for scripts: "raw-load2-unaligned"
    std::string kernel;        // its kernel's key without pattern and technique: "raw_buffer.2"
    std::string addressKernel; // the same for addresses: "address_load.2"; empty: it has no such kernel
    LoadKind kind = LoadKind::Typed;
    SourceResource source;
    CachePlace place = CachePlace::InsideL1;
    std::uint32_t width = 4;       // values of one load
    std::uint32_t byteOffset = 0;  // of the first element
    std::uint32_t stride = 0;      // bytes from one element to the next; 0: as many as its values take
    bool provable = false;         // of raw loads: a compiler can prove how its addresses are aligned
    std::uint32_t secondArray = 0; // the byte of the source where a second array begins; 0: there is only one
    std::optional<Traversal> traversal;
    Sampler sampler = Sampler::None;
    DescriptorIndex index = DescriptorIndex::None;
    Atomic atomic = Atomic::None;
    bool usesResult = false;         // of an atomic operation: the value that was there before
    ValueIndex valueIndex = nullptr; // null: values are consecutive, and elements `stride` apart
    Operation (*ofNoLoads)(const Operation&) =
        nullptr; // the operation of its rows' no-load controls, if it differs
    // Of loads of several kinds in one loop: the operations, one for each load of an iteration, in order.
    // Each has a source of its own, without a sampler or a traversal. Besides them, only the names, the
    // kernel, the kind and byteOffset (that of all parts that have one) count. Empty: this operation is the
    // only one.
    std::vector<Operation> parts;
    // A user's shader (run/trial.h): only the names and the kernel's key count, which have no pattern, and nothing is
    // known of its loads.
    bool foreign = false;

    bool operator==(const Operation&) const = default;
};

} // namespace vkperftest
