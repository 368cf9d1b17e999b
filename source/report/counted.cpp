#include "report/counted.h"

#include <fmt/format.h>

namespace vkperftest {

std::string counted(std::size_t number, std::string_view what) {
    return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

} // namespace vkperftest
