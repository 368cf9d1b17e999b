// Which build of the program this is.
#pragma once

#include <string_view>

namespace vkperftest {

std::string_view toolVersion(); // "0.1.0"

// The commit it was built from: "3f2a9c1d4b7e", and "3f2a9c1d4b7e-dirty" if tracked files differed. Empty if there was
// no checkout, or if git could not read it.
std::string_view toolCommit();

std::string_view toolCompiler(); // "GCC 12.2.0 for Linux x86_64"

} // namespace vkperftest
