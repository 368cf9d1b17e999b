// Whether the tests run under the validation layers.
#pragma once

namespace vkperftest {

// Wine's loader offers no layers, and on other Windows machines few have them.
#ifdef _WIN32
constexpr bool kValidate = false;
#else
constexpr bool kValidate = true;
#endif

} // namespace vkperftest
