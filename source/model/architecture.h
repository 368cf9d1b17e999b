// The architectures of GPUs whose units' rates are known (analysis/unit_rates.h).
#pragma once

#include <cstdint>
#include <string_view>

#include "model/device_record.h"

namespace vkperftest {

struct Architecture {
    std::uint32_t vendorId = 0;
    std::string_view name;    // with NVIDIA's compute capability: "Turing (7.5)"
    std::string_view devices; // names: globs, with '|' between them
};

// Null if it is not known. Drivers do not report it, so it follows from the device's name: the first entry that
// matches counts.
const Architecture* architectureOf(const DeviceRecord& device);

// One of the globs, with '|' between them.
bool matchesAny(std::string_view name, std::string_view globs);

} // namespace vkperftest
