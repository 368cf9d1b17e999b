#include "conditions/sources.h"

#include <chrono>
#include <future>

namespace vkperftest {

Result<ReadConditions> openConditions(const DeviceRecord& device, const ConditionPlaces& places) {
    if (device.pciAddress.empty())
        return Error{ErrorKind::Unsupported, "the driver does not report the device's PCI address", ""};
    const std::string files = places.root + "/sys/bus/pci/devices/" + device.pciAddress;
    if (device.vendorId == kVendorNvidia) return openNvml(device.pciAddress, places.nvmlLibrary);
    if (device.vendorId == kVendorAmd) return openAmdFiles(files);
    if (device.vendorId == kVendorIntel) return openIntelFiles(files);
    return Error{ErrorKind::Unsupported, "GPUs of this vendor are not supported", ""};
}

Conditions readWhileBusy(const ReadConditions& read, const std::function<bool()>& keepBusy) {
    std::future<Conditions> reading = std::async(std::launch::async, read);
    while (keepBusy() && reading.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    }
    return reading.get();
}

} // namespace vkperftest
