// Finding Mesa's drivers that compile without a GPU, and making them do so.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "isa/target.h"
#include "model/device_record.h"

namespace vkperftest {

// The ICD manifests of the installed driver, where loaders look for them (on Windows there are none): what
// loaders' variables name, then what stands in the system's folders; of these first what is likely to load:
// named after this program's architecture, then after none. NoDevice, naming the package, if there is none.
Result<std::vector<std::string>> findManifests(const MesaDriver& driver);

// Whether the driver of this manifest may compile for the driver's targets: not if its library is another of
// kMesaDrivers.
bool mayBe(const MesaDriver& driver, const std::string& manifest);

// From now on the target's driver offers this process one device, of that family, that compiles and executes
// nothing. Before the first instance. If that takes a fake device, the program starts again, once, with the
// same arguments.
Result<void> pretend(const Target& target);

bool isOf(const MesaDriver& driver, const DeviceRecord& device);

// The library that plays kernel drivers (source/fake_device); empty where the program was built without it.
std::span<const unsigned char> fakeDeviceLibrary();

} // namespace vkperftest
