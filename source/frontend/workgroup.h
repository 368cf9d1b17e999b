// The workgroup of a compute shader, and shaders with another one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "frontend/spirv_module.h"
#include "isa/shader.h"

namespace vkperftest {

using WorkgroupSize = std::array<std::uint32_t, 3>;

inline constexpr std::uint32_t kUsualWorkgroup = 64; // invocations

// With these values of specialization constants.
WorkgroupSize workgroupOf(const SpirvModule& module, const std::string& entryPoint,
                          std::span<const SpecializedConstant> constants);

// 64 in the first dimension that a specialization constant gives, if the workgroup is one invocation without that: a
// default that programs replace. Nothing if it has more invocations, or one that is no constant's, or that was asked for.
std::optional<WorkgroupSize> usualWorkgroup(const SpirvModule& module, const std::string& entryPoint,
                                            std::span<const SpecializedConstant> constants);

// The module with that workgroup, if no value of a specialization constant overrides it.
SpirvModule withWorkgroup(const SpirvModule& module, const std::string& entryPoint,
                          const WorkgroupSize& size);

struct SizedModule {
    SpirvModule module;
    WorkgroupSize size = {1, 1, 1};
    bool usual = false; // as usualWorkgroup says
};

// With the workgroup that is given, else with the usual one where there is one.
SizedModule sizedModule(SpirvModule module, const std::string& entryPoint,
                        std::span<const SpecializedConstant> constants,
                        const std::optional<WorkgroupSize>& given);

} // namespace vkperftest
