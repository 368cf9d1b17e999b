#include "lint/spirv_instruction.h"

namespace vkperftest {

// The lowest byte of a word comes first.
std::string literalString(std::span<const std::uint32_t> words) {
    std::string text;
    for (const std::uint32_t word : words)
        for (int shift = 0; shift < 32; shift += 8) {
            const char character = static_cast<char>(word >> shift);
            if (character == 0) return text;
            text += character;
        }
    return text;
}

} // namespace vkperftest
