// Strategies that only tests mention.
#pragma once

#include <algorithm>

#include "cases/strategy.h"

namespace vkperftest {

// A name that is not in the table does not compile.
consteval Strategy strategyNamed(std::string_view name) {
    const auto named = [name](Strategy strategy) { return strategyName(strategy) == name; };
    return *std::find_if(kEveryStrategy.begin(), kEveryStrategy.end(), named);
}

} // namespace vkperftest
