// The kernel driver that a target's driver needs, played by a library (source/fake_device) which this program carries.
#pragma once

#include <span>
#include <string>

#include "base/result.h"

namespace vkperftest {

// Makes this process one with that device, "i915:1912": returns at once in such a process; in others the program is
// started anew in its place, with the same arguments and the library preloaded from memory. NoDevice if that cannot be
// done.
Result<void> plugInFakeDevice(const std::string& device);

// The library; empty where the program was built without it.
std::span<const unsigned char> fakeDeviceLibrary();

} // namespace vkperftest
