// Where a device's clocks and temperature can be read: NVIDIA's library, and the files of Linux's drivers.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "model/conditions.h"
#include "model/device_record.h"

namespace vkperftest {

// Reads the conditions once, in a few milliseconds; the caller fills in the epoch. May be called on any
// thread, one call at a time, and keeps its sources open.
using ReadConditions = std::function<Conditions()>;

// Where the sources are looked for; tests put simulated ones there.
struct ConditionPlaces {
    std::string root;        // prefix of every system path
    std::string nvmlLibrary; // empty: the driver's own
};

// The source for this GPU, by its vendor and PCI address. The error's cause is a clause that says why there
// is no source.
Result<ReadConditions> openConditions(const DeviceRecord& device, const ConditionPlaces& places = {});

// The sources; `pciAddress` as in DeviceRecord, `device` its folder in /sys.
Result<ReadConditions> openNvml(const std::string& pciAddress, const std::string& library);
Result<ReadConditions> openAmdFiles(const std::string& device);
Result<ReadConditions> openIntelFiles(const std::string& device);

// Reads while the device is busy: `keepBusy` gives it work for a few milliseconds and is called repeatedly,
// on this thread, until the reading is done or it returns false. An idle device would report its idle clock.
Conditions readWhileBusy(const ReadConditions& read, const std::function<bool()>& keepBusy);

} // namespace vkperftest
