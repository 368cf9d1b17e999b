// The Vulkan instance: loader, drivers, validation.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/device_record.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

struct InstanceOptions {
    std::string driver; // an ICD manifest: only the devices of this driver; empty: all that the loader finds
    bool validate = false;    // validation layers with synchronization validation
    bool mayFindNone = false; // finding no device is not an error
    std::string engine = {};  // of the application, which gets its name, too; empty: this program has none
};

class Instance {
public:
    // NoDevice if there is no loader, no driver, or no validation layer although one is wanted. Sets the
    // loader's environment variables for `driver`, so one process can use one driver only.
    static Result<std::unique_ptr<Instance>> create(const InstanceOptions& options);
    ~Instance();

    // Recreates the instance, after which drivers may work again; handles of physical devices and their order
    // may change. Nothing of the old instance may be in use. After an error there are no devices.
    Result<void> renew();

    Instance(const Instance&) = delete;
    Instance& operator=(const Instance&) = delete;

    // All devices present, usable or not, in the loader's order; physicalDevices() in the same.
    const std::vector<DeviceRecord>& devices() const { return records_; }
    const std::vector<PhysicalDevice>& physicalDevices() const { return physicalDevices_; }

    // What vkEnumeratePhysicalDevices returned: if there is no device, VK_SUCCESS or
    // VK_ERROR_INITIALIZATION_FAILED.
    VkResult listed() const { return listed_; }

    // What the validation layers have reported so far: warnings and errors.
    std::vector<std::string> validationMessages() const;

    // Only the validation layers' messenger calls this.
    void addValidationMessage(std::string message);

private:
    explicit Instance(const InstanceOptions& options) : options_(options) {}
    Result<void> open();
    Result<void> enumerate();
    void close();

    InstanceOptions options_;
    VkInstance instance_ = VK_NULL_HANDLE;
    VkResult listed_ = VK_SUCCESS;
    VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
    std::vector<PhysicalDevice> physicalDevices_;
    std::vector<DeviceRecord> records_;
    mutable std::mutex mutex_; // of the messages: drivers may call from any thread
    std::vector<std::string> messages_;
};

// What a physical device reports about itself.
DeviceRecord describe(const PhysicalDevice& device);

} // namespace vkperftest
