// Functions in place of Vulkan's.
#pragma once

#include <type_traits>

#include "vulkan/api.h"

namespace vkperftest {

// Stands in place of one of volk's function pointers, of a device from after it was opened until before it is closed.
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

template <auto& function, class Body, class Pointer = typename Spy<function>::Pointer> struct Watched;
template <auto& function, class Body, class Returned, class... Arguments>
struct Watched<function, Body, Returned(VKAPI_PTR*)(Arguments...)> {
    static Returned VKAPI_CALL call(Arguments... arguments) {
        Body{}(arguments...);
        return Spy<function>::next(arguments...);
    }
};

// A spy that sees the arguments and then calls the function; `body`: a lambda without captures.
template <auto& function, class Body> Spy<function> watch(Body) {
    return Spy<function>(Watched<function, Body>::call);
}

} // namespace vkperftest
