// The workgroup and the specialization constants of a compute shader, and shaders with others.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "base/result.h"
#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

using WorkgroupSize = std::array<std::uint32_t, 3>;

inline constexpr std::uint32_t kUsualWorkgroup = 64; // invocations

// The OpEntryPoint of the compute shader of that name; null if there is none.
const SpirvInstruction* computeEntry(const SpirvModule& module, const std::string& name);

// With the defaults of its specialization constants.
WorkgroupSize workgroupOf(const SpirvModule& module, const std::string& entryPoint);

// The module with these values as its specialization constants' defaults, so that a pipeline needs to set none.
SpirvModule withConstants(const SpirvModule& module, std::span<const SpecializedConstant> values);

// With the defaults of other constants of the same numbers, since a pipeline gives them one value. If the workgroup still
// is one invocation, 64 in the first dimension that a constant gives: a default that programs replace. Nothing if that
// changes nothing. What was `given` stays.
std::optional<WorkgroupSize> usualWorkgroup(const SpirvModule& module, const std::string& entryPoint,
                                            std::span<const SpecializedConstant> given);

struct SizedModule {
    SpirvModule module;
    WorkgroupSize size = {1, 1, 1};
    bool usual = false; // as usualWorkgroup says
};

// With the workgroup that is given, else with the usual one where there is one, and with these values of constants. A
// usage error if the constants give another one than the given, or one of no invocation or of more than any driver takes.
Result<SizedModule> sizedModule(SpirvModule module, const std::string& entryPoint,
                                std::span<const SpecializedConstant> constants,
                                const std::optional<WorkgroupSize>& given);

} // namespace vkperftest
