// Which of the families a row belongs to: tests may ask.
#pragma once

#include <string>

#include "cases/case.h"

namespace vkperftest {

// The file in shaders/ that its kernel comes from: "raw_buffer". Each family has one of its own, but for the
// two filters of textures.
inline std::string shaderOf(const Case& row) {
    return row.operation.kernel.substr(0, row.operation.kernel.find('.'));
}

inline bool isOwnWindow(const Case& row) {
    return row.operation.place == CachePlace::OwnWindow;
}

} // namespace vkperftest
