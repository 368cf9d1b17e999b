// Bytes that are filled bit by bit, little endian, as GPUs are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace vkperftest {

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

} // namespace vkperftest
