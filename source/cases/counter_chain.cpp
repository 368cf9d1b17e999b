#include "cases/counter_chain.h"

namespace vkperftest {

std::uint32_t chainEnd(std::size_t kernel) {
    const CounterConstants constants{.slot = static_cast<std::uint32_t>(kernel)};
    std::uint32_t value = constants.slot;
    for (std::uint32_t i = 0; i < constants.rounds * kStepsOfRound[kernel]; ++i)
        value = (value ^ constants.flipped) + constants.added;
    return value;
}

} // namespace vkperftest
