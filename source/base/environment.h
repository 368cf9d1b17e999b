// Variables of this process's environment, in UTF-8 on every system.
#pragma once

#include <string>

namespace vkperftest {

// Empty if it is not set.
std::string environmentVariable(const std::string& name);

// An empty value removes the variable, as on Windows.
void setEnvironmentVariable(const std::string& name, const std::string& value);

} // namespace vkperftest
