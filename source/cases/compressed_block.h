// Blocks of compressed formats that every decoder decodes exactly: texels are one of the block's two colours, and
// none lies between these.
#pragma once

#include <cstdint>
#include <span>

#include "cases/bit_writer.h"
#include "cases/format.h"

namespace vkperftest {

constexpr std::uint32_t kBlockSize = 4; // texels an axis

// Adds the block. `values`: of each texel the channels, row by row; 0 or 1, and of the first three channels
// together no more than two combinations. BC7's block is one of mode 5, which like BC3 compresses alpha by itself.
void addBlock(BitWriter& into, const FormatTraits& format, std::span<const std::int32_t> values);

} // namespace vkperftest
