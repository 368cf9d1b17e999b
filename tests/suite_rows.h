#pragma once

#include "cases/suite.h"

namespace vkperftest {

inline std::vector<Case> suiteRows(std::string_view suite) {
    return findSuite(suite).value()->rows();
}

} // namespace vkperftest
