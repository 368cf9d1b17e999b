// Mesa's driver for AMD GPUs, which compiles for any of them without a GPU.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/device_record.h"

namespace vkperftest {

// The ICD manifests of the installed RADV, where loaders look for them (on Windows there are none), those
// first that are likely to load: named after this program's architecture, then after none. NoDevice, naming
// the package, if there is none.
Result<std::vector<std::string>> findRadvs();

// From now on this process's RADV offers one device, of that family, that compiles and executes nothing.
// Before the first instance.
void pretendFamily(std::string_view family);

bool isRadv(const DeviceRecord& device);

} // namespace vkperftest
