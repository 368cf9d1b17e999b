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

// GCC's std::random_device needs glibc 2.36; nothing else in the program needs a newer one than 2.35.
std::uint32_t randomBits() {
    std::uint32_t bits = 0;
    return getentropy(&bits, sizeof bits) == 0 ? bits : 1; // it never fails where it exists
}

#endif

} // namespace vkperftest
