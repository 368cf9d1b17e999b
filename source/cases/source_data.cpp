#include "cases/source_data.h"

#include "base/enum_table.h"

namespace vkperftest {
namespace {

// Every value of every resource draws from one sequence, so that a load at a wrong address or of a wrong
// channel gives another sum. Mixing steps of MurmurHash3's finalizer (Austin Appleby, public domain).
std::uint32_t pseudoRandomBit(std::uint32_t index) {
    std::uint32_t hash = index + 0x165667b1u; // found by search: no row's sums equal those of a shifted walk
    hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
    return (hash ^ (hash >> 16)) & 1;
}

} // namespace

std::string_view resourceKindName(ResourceKind kind) {
    constexpr auto kNames = enumTable<ResourceKind, std::string_view>(
        {"texel buffer", "storage buffer", "uniform buffer", "sampled image", "push constants"});
    return kNames[kind];
}

SourceResource rawWords(Format format) {
    return {ResourceKind::StorageBuffer, format, 16 * 1024 / 4, 4};
}

std::uint32_t sourceValue(const SourceResource& resource, std::uint32_t index) {
    const std::uint32_t values = resource.bytes() / traits(resource.format).bytesPerChannel;
    return pseudoRandomBit(index % (resource.period > 0 ? resource.period : values));
}

std::vector<std::byte> sourceBytes(const SourceResource& resource) {
    const FormatTraits& format = traits(resource.format);
    std::vector<std::byte> bytes(resource.bytes());
    for (std::uint32_t i = 0; i < bytes.size(); ++i) { // little endian, as GPUs are
        const std::uint32_t value = sourceValue(resource, i / format.bytesPerChannel) * format.one;
        bytes[i] = static_cast<std::byte>(value >> (8 * (i % format.bytesPerChannel)));
    }
    return bytes;
}

} // namespace vkperftest
