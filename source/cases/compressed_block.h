// Blocks of compressed formats that every decoder decodes exactly: texels are one of the block's two colours, and
// none lies between these.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "cases/format.h"

namespace vkperftest {

// Bytes that are filled bit by bit, little endian, as GPUs are.
struct BitWriter {
    std::vector<std::byte> bytes; // as many as there will be
    std::size_t written = 0;      // bits

    bool full() const { return written / 8 >= bytes.size(); }
    // Adds the code's lowest bits; drops those for which there are no bytes.
    void add(std::uint32_t code, std::uint32_t bits) {
        for (std::uint32_t i = 0; i < bits && !full(); ++i, ++written)
            bytes[written / 8] |= static_cast<std::byte>((code >> i & 1) << (written % 8));
    }
};

constexpr std::uint32_t kBlockSize = 4; // texels an axis

// Adds the block. `values`: of each texel the channels, row by row; 0 or 1, and of the first three channels
// together no more than two combinations. BC7's block is one of mode 5, which like BC3 compresses alpha by itself.
void addBlock(BitWriter& into, const FormatTraits& format, std::span<const std::int32_t> values);

} // namespace vkperftest
