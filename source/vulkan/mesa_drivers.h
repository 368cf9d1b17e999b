// Finding Mesa's drivers that compile without a GPU, and making them do so.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "isa/target.h"

namespace vkperftest {

// The ICD manifests of the installed driver, of any architecture, where loaders look for them (on Windows there are
// none): first those that the loader's variables name, then those in the system's folders. NoDevice, naming the
// package, if there is none.
Result<std::vector<std::string>> findManifests(const MesaDriver& driver);

// True if this manifest's driver may compile for the driver's targets; false if its library belongs to
// another of kMesaDrivers.
bool mayBe(const MesaDriver& driver, const std::string& manifest);

// From now on, the target's driver offers this process one device of that family, which compiles but executes
// nothing. Call it before the first instance. If that needs a fake device, the program restarts once, with
// the same arguments. `model`: one of modelsOf(); empty: the first.
Result<void> pretend(const Target& target, std::string model = "");

// The library that imitates kernel drivers (source/fake_device); empty if the program was built without it.
std::span<const unsigned char> fakeDeviceLibrary();

} // namespace vkperftest
