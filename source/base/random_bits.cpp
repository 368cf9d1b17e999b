#include "base/random_bits.h"

#ifdef _WIN32
#include <random>
#else
#include <unistd.h>
#endif

namespace vkperftest {

#ifdef _WIN32

std::uint32_t randomBits() {
    return std::random_device{}();
}

#else

// GCC's std::random_device would need glibc 2.36, and nothing else in the program a newer one than 2.35.
std::uint32_t randomBits() {
    std::uint32_t bits = 0;
    return getentropy(&bits, sizeof bits) == 0 ? bits : 1; // it fails on no system that has it
}

#endif

} // namespace vkperftest
