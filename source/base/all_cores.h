// Work on as many threads as there are cores.
#pragma once

#include <cstddef>
#include <functional>

namespace vkperftest {

// Calls work(0) … work(count - 1) once each, in any order. Returns when all have ended, and rethrows what one
// of them threw.
void onAllCores(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace vkperftest
