// How many threads execute shaders in a software driver. Mesa's lavapipe uses one for each core of the
// machine unless LP_NUM_THREADS says otherwise; then any other activity of the machine stops some thread, and
// the others wait for it. So here it runs on one fewer (docs/measuring.md has the figures). Other software
// drivers have no such setting.
#pragma once

#include "model/device_record.h"

namespace vkperftest {

// Sets LP_NUM_THREADS, unless it is set already, to one fewer than the machine has cores, but at least 1.
// Call it before a driver is loaded.
void limitDriverThreads();

// 0: unknown, or the device is not a software driver that can be limited.
unsigned driverThreads(const DeviceRecord& device);

} // namespace vkperftest
