// Numbers of things in sentences.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace vkperftest {

std::string counted(std::size_t number, std::string_view what); // "1 figure", "2 figures"

} // namespace vkperftest
