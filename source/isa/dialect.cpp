#include "isa/dialect.h"

#include <array>

namespace vkperftest {

std::span<const Dialect* const> dialects() {
    static constexpr std::array kAll = {&kAmdAssembly, &kAcoIr, &kIntelAssembly};
    return kAll;
}

} // namespace vkperftest
