// The binding strategies: how the resources that a dispatch uses reach it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cases/case.h"
#include "cases/reason.h"

namespace vkperftest {

// Which resources a strategy can bind, as bits.
enum Takes : std::uint8_t { kAllResources = 0, kStorageBuffers = 1, kUniformBuffers = 2, kTextures = 4 };

struct StrategyTraits {
    std::string_view name;
    std::string_view meaning; // in a few words: "push descriptors"
    std::uint8_t takes = kAllResources;
    // The alignment that loads and stores through an address promise, in bytes (SPIR-V's Aligned); 0: no
    // addresses are used.
    std::uint32_t addressAlignment = 0;
    // Ways of recording, separated by commas, in the order of reports.
    std::string_view recordingWays = "";
};

// Strategies that other code names, too; their names are written only here.
inline constexpr std::string_view kSetName = "set", kDynamicName = "dynamic", kInlineName = "inline",
                                  kNarrowAddresses = "address-4", kEightByteAddresses = "address-8",
                                  kWideAddresses = "address-16";

// An index into kStrategies. Only the strategies that code mentions have names here.
enum class Strategy : std::uint8_t { Set, Push, PushTemplate, Dynamic, Buffer, Inline };

// In the order of reports. A strategy's file in vulkan/strategies/ shows how it binds.
extern const std::span<const StrategyTraits> kStrategies;
extern const std::span<const Strategy> kEveryStrategy;

const StrategyTraits& traits(Strategy strategy);

// StrategyTraits::addressAlignment of the strategy of that name; 0 for a name that is not known.
std::uint32_t promisedAlignment(std::string_view strategy);

// Whether the strategy of that name loads through addresses: such loads have no bounds checks. False for a
// name that is not known.
bool loadsByAddress(std::string_view strategy);

std::string_view strategyName(Strategy strategy);

// "set,push" → both, in the order given, duplicates once. A usage error names the choices.
Result<std::vector<Strategy>> parseStrategies(std::string_view list);

// In the form that parseStrategies takes.
std::string strategyNames(const std::vector<Strategy>& strategies);

// All names of ways of recording (run/optional_readings.h).
std::vector<std::string> recordingWays();

// A row under one strategy: whether the two go together, and which kernel they run.

struct BoundRow {
    Case row;
    Strategy strategy = Strategy::Set;
};

// The most that any of the rows demands; Off if none demands anything.
Robustness mostRobust(std::span<const BoundRow> boundRows);

// Why the strategy cannot bind what the row reads, on any device; empty if it can.
Reason whyUnsupported(const BoundRow& bound);

// Key of the kernel that is run (kernels/catalogue.h). Only addresses need another kernel than the row's own:
// one in GLSL, since glslang's HLSL has no loads through addresses. An address has no type, so raw and
// structured rows of one width share the kernel. The unaligned rows begin at an address that is 4 bytes off.
std::string kernelKey(const BoundRow& bound);

// Why a device cannot give single rows their own bounds checks: the reason's detail (cases/reason.h).

inline constexpr std::string_view kNoPipelineRobustness = "no VK_EXT_pipeline_robustness";

} // namespace vkperftest
