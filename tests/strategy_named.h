// Strategies that only tests mention.
#pragma once

#include "cases/binding.h"

namespace vkperftest {

// Ends the test if there is none of that name.
inline Strategy strategyNamed(std::string_view name) {
    return parseStrategies(name).value().front();
}

} // namespace vkperftest
