// Which build of the program this is.
#pragma once

#include <string_view>

namespace vkperftest {

std::string_view toolVersion(); // "0.1.0"

// The commit it was built from: "3f2a9c1", and "3f2a9c1-dirty" if tracked files differed. Empty if there was
// no checkout, or if git could not read it.
std::string_view toolCommit();

} // namespace vkperftest
