#include "cases/families/families.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kFirstWords = 3;
constexpr std::uint32_t kSecondWords = 2;

std::uint32_t valueOfEither(const Operation& operation, std::uint32_t element, std::uint32_t value) {
    return value < kFirstWords ? element * kFirstWords + value
                               : operation.secondArray / 4 + element * kSecondWords + value - kFirstWords;
}

} // namespace

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
