#include "cases/source_data.h"

#include <algorithm>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

// Every resource draws its values from one sequence, so a load at a wrong address or of a wrong channel gives
// a different sum. Mixing steps of MurmurHash3's finalizer (Austin Appleby, public domain).
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
    const std::uint32_t period = resource.period * format.bytesPerChannel;
    const std::size_t drawn = period > 0 && period < bytes.size() ? period : bytes.size();
    for (std::uint32_t i = 0; i < drawn; ++i) { // little endian, as GPUs are
        const std::uint32_t value = sourceValue(resource, i / format.bytesPerChannel) * format.one;
        bytes[i] = static_cast<std::byte>(value >> (8 * (i % format.bytesPerChannel)));
    }
    for (std::size_t i = drawn; i < bytes.size(); i += drawn)
        std::copy_n(bytes.begin(), std::min(drawn, bytes.size() - i), bytes.data() + i);
    return bytes;
}

} // namespace vkperftest
