// The last resort.
#pragma once

#include <functional>

#include "base/result.h"

namespace vkperftest {

// Returns the result of `work`. An exception becomes an error: out of memory, or a mistake in this program.
Result<int> guarded(const std::function<Result<int>()>& work);

} // namespace vkperftest
