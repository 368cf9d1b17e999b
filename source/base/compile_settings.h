// How a driver compiles a shader, apart from its code: the same choices for rows and for users' shaders.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vkperftest {

// Which accesses outside a resource are harmless. A larger value promises more.
enum class Robustness : std::uint8_t {
    Forbidden, // no access is checked; only rows of their own demand it
    Off,       // nothing is demanded: what the driver does by itself
    Buffer,    // robustBufferAccess
    Two,       // VK_EXT_robustness2, for buffers and images, and null descriptors
};

// As --robustness takes it, but for the first.
constexpr std::string_view robustnessName(Robustness robustness) {
    constexpr std::string_view kNames[] = {"forbidden", "off", "buffer", "2"};
    return kNames[static_cast<std::size_t>(robustness)];
}

struct CompileSettings {
    Robustness robustness = Robustness::Off;
    std::uint32_t subgroupSize = 0; // demanded; 0: the driver's choice

    bool operator==(const CompileSettings&) const = default;
};

} // namespace vkperftest
