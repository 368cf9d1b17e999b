// Where clocks and heat of a device can be read: NVIDIA's library, and the files of Linux's drivers.
#pragma once

#include <functional>
#include <string>

#include "base/result.h"
#include "model/conditions.h"
#include "model/device_record.h"

namespace vkperftest {

// Reads them once, in some milliseconds; the epoch is left for the caller to fill in. May be called on any
// thread, one at a time, and keeps open what it needs.
using ReadConditions = std::function<Conditions()>;

// Where the sources are looked for; tests put made-up ones there.
struct ConditionPlaces {
    std::string root;        // put before every path of the system
    std::string nvmlLibrary; // empty: the driver's own
};

// The source for this GPU, by its vendor and PCI address. The error's cause is a clause that says why there
// is none.
Result<ReadConditions> openConditions(const DeviceRecord& device, const ConditionPlaces& places = {});

// The sources; `pciAddress` as in DeviceRecord, `device` its folder in /sys.
Result<ReadConditions> openNvml(const std::string& pciAddress, const std::string& library);
Result<ReadConditions> openAmdFiles(const std::string& device);
Result<ReadConditions> openIntelFiles(const std::string& device);

// Reads while the device is busy: `keepBusy` gives it work of some milliseconds and is called again and
// again, on this thread, until the reading is done or it returns false. An idle device would tell the clock
// of an idle device.
Conditions readWhileBusy(const ReadConditions& read, const std::function<bool()>& keepBusy);

} // namespace vkperftest
