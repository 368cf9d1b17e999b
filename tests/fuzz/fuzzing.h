// What the fuzz targets share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "base/result.h"

namespace vkperftest {

// A property that must hold of every input; what breaks one ends the target as a crash does.
inline void require(bool holds) {
    if (!holds) std::abort();
}

inline std::string_view textOf(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// Whether the input was accepted. One that was not has a reason.
template <class T> bool accepted(const Result<T>& result) {
    require(result.ok() || !result.error().cause.empty());
    return result.ok();
}

} // namespace vkperftest
