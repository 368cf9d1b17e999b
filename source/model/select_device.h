// Finds the device that is meant.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "base/result.h"
#include "model/device_record.h"

namespace vkperftest {

// Index into `devices`. `wanted` is an index (at most two digits), a UUID, or part of a name (case does not
// matter; a whole name goes before a part); empty: the first kind present, discrete before integrated
// before virtual before CPU. A usage error that lists the devices if none matches, or those that match if
// several do; NoDevice if there are none, or if the one meant cannot be measured on.
Result<std::size_t> selectDevice(std::span<const DeviceRecord> devices, std::string_view wanted);

} // namespace vkperftest
