// What is known of the lowest bits of every integer that a module computes.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/spirv_module.h"
#include "lint/spirv/low_bits.h"

namespace vkperftest {

// A value of every invocation, at all times. Vectors and structures: what holds for every number in them.
// Variables of functions and private ones: what holds for everything that is ever stored to them.
// Specialization constants count with the module's own values: a pipeline that sets others is another shader
// to its compiler. Inputs, push constants and what buffers and images hold can be anything. Time is linear in
// the module's size.
class AlignmentAnalysis {
public:
    explicit AlignmentAnalysis(const SpirvModule& module);

    // Nothing known for ids that are no integers, and for code that never runs.
    LowBits of(std::uint32_t id) const;

private:
    const SpirvModule* module_;
    std::vector<LowBits> values_; // by instruction
};

} // namespace vkperftest
