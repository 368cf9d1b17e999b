// Functions in place of Vulkan's.
#pragma once

#include <type_traits>

namespace vkperftest {

// Stands in place of one of volk's function pointers, of a device from after it was opened until before it is
// closed.
template <auto& function> class Spy {
public:
    using Pointer = std::remove_reference_t<decltype(function)>;
    static inline Pointer next = nullptr;
    explicit Spy(Pointer ours) {
        next = function;
        function = ours;
    }
    ~Spy() { function = next; }
    Spy(const Spy&) = delete;
    Spy& operator=(const Spy&) = delete;
};

} // namespace vkperftest
