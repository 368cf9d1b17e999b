// How a row's resources are bound.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace vkperftest {

enum class Strategy {
    Set,       // a descriptor set, allocated and written once, bound before the dispatch
    Push,      // VK_KHR_push_descriptor: the descriptors are recorded into the command buffer
    Dynamic,   // as Set, with buffers at an offset that is given when the set is bound
    Buffer,    // VK_EXT_descriptor_buffer: the descriptors lie in a buffer, bound by its address
    Inline,    // VK_EXT_inline_uniform_block: the uniform data lie in the descriptor set itself
    Address4,  // VK_KHR_buffer_device_address in push constants; loads promise 4 bytes of alignment
    Address16, // the same with 16 bytes
};

struct StrategyTraits {
    Strategy strategy;
    std::string_view name;
    std::string_view summary;
};

std::span<const StrategyTraits> strategies();

std::string_view strategyName(Strategy strategy);

// What loads and stores through an address promise, in bytes (SPIR-V's Aligned); 0: no addresses are used.
std::uint32_t addressAlignment(Strategy strategy);

// "set,push" → both, in the order given, doubled names once. A usage error names the choices.
Result<std::vector<Strategy>> parseStrategies(std::string_view list);

} // namespace vkperftest
