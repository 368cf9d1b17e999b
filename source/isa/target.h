// GPUs that Mesa's drivers compile for without them.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "isa/mesa_driver.h"

namespace vkperftest {

struct Target {
    std::string_view name; // of the family, as Mesa knows it
    std::string_view what; // architecture and well-known GPUs
    std::string_view
        mesa; // the oldest version of Mesa that was seen to compile for it; empty: none was tried
    std::string_view
        model; // what the driver knows it by: a PCI device or a chipset, in hexadecimal; empty: its name
    std::array<std::string_view, 4> aliases = {};
    const MesaDriver* driver = nullptr;
};

// All that some version of Mesa knows, vendor by vendor, each vendor's oldest first; an installed one may lack some.
std::span<const Target> allTargets();

// The target of that name or alias (case does not count), or a usage error that names them all.
Result<const Target*> findTarget(std::string_view name);

inline constexpr const char* kUnknownTarget = "unknown to this Mesa"; // trouble of a driver's

// What the driver knows it by.
std::string modelOf(const Target& target);

} // namespace vkperftest
