// What is known about the lowest bits of every integer that a module computes.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "frontend/low_bits.h"
#include "frontend/spirv_module.h"

namespace vkperftest {

// Results hold for every invocation, at all times; for vectors and structures, for every number in them; for
// functions' and private variables, for everything ever stored to them. Specialization constants have the
// module's own values: a pipeline that sets others is another shader to the compiler. Inputs, push constants
// and the contents of buffers and images can be anything. Nothing is known in modules whose values flow
// backwards through hundreds of functions.
class AlignmentAnalysis {
public:
    explicit AlignmentAnalysis(const SpirvModule& module);

    // Nothing is known about ids that are not integers, and about code that never runs.
    LowBits of(std::uint32_t id) const { return known(id).value_or(LowBits{}); }

private:
    std::optional<LowBits> known(std::uint32_t id) const;

    const SpirvModule* module_;
    std::vector<std::optional<LowBits>> values_; // by instruction; nothing until it is reached
};

} // namespace vkperftest
