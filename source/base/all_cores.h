// Work on as many threads as there are cores.
#pragma once

#include <cstddef>
#include <functional>

namespace vkperftest {

// Calls work(0) … work(count - 1), each once, in no order; returns when all have ended. What one of them
// throws is thrown.
void onAllCores(std::size_t count, const std::function<void(std::size_t)>& work);

} // namespace vkperftest
