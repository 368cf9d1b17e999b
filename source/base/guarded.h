// The last resort.
#pragma once

#include <functional>

#include "base/result.h"

namespace vkperftest {

// What `work` gives. What it throws becomes an error: memory that is used up, or a mistake of this program.
Result<int> guarded(const std::function<Result<int>()>& work);

} // namespace vkperftest
