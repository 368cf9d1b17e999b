// On how many threads a software driver executes shaders. Mesa's lavapipe takes one for each core of the
// machine unless LP_NUM_THREADS says otherwise; then whatever else the machine does stops some thread, and
// the others wait for it. So it runs on one fewer here (docs/measuring.md has the figures). Other software
// drivers have no such setting.
#pragma once

#include "model/device_record.h"

namespace vkperftest {

// Sets LP_NUM_THREADS to one fewer than the machine has cores, and to 1 at least, unless it is set. To be
// called before a driver is loaded.
void limitDriverThreads();

// 0: not known, or the device is no software driver that can be limited.
unsigned driverThreads(const DeviceRecord& device);

} // namespace vkperftest
