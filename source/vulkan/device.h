// A logical device with one queue: memory, one-time commands, submissions.
#pragma once

#include <functional>
#include <memory>

#include "model/device_record.h"
#include "vulkan/api.h"
#include "vulkan/subgroup.h"

namespace vkperftest {

struct DeviceOptions {
    // Pipelines keep what the driver's compiler tells about them (pipeline_code.h), and nothing can be
    // submitted: so a driver that only compiles will do. Drivers may bypass their caches then.
    bool compileOnly = false;
};

class Device {
public:
    // The record's queue family and robustness are used. What a strategy needs, and control over the subgroup's
    // size, is enabled wherever it is present, whatever the run measures: a device is the same in all runs.
    static Result<std::unique_ptr<Device>> create(VkPhysicalDevice physical, const DeviceRecord& record,
                                                  const DeviceOptions& options = {});
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    // The functions that volk loaded last are called, which are those of the device opened last: makes them
    // this one's.
    void useFunctions() const;

    VkDevice get() const { return device_; }
    VkPhysicalDevice physical() const { return physical_; }
    const DeviceRecord& record() const { return record_; }
    const SubgroupTraits& subgroup() const { return subgroup_; }
    const DeviceOptions& options() const { return options_; }

    // A submission did not end. Nothing that it uses may be released: leak it.
    bool hung() const { return hung_; }

    // Memory for a buffer or image, of a type that has all the flags wanted; buffers there may have addresses.
    Result<OwnedMemory> allocate(const VkMemoryRequirements& requirements,
                                 VkMemoryPropertyFlags wanted) const;

    // A command buffer that can be recorded again, in a pool of its own.
    Result<void> createCommands(OwnedCommandPool& pool, VkCommandBuffer& commands) const;

    // Records commands with `record`, submits them and waits until they have ended. Waiting sleeps; it takes
    // no core from a software driver. A device that takes longer than ten seconds hangs: NoDevice.
    Result<void> submit(const std::function<void(VkCommandBuffer)>& record);

private:
    Device(VkPhysicalDevice physical, const DeviceRecord& record, const DeviceOptions& options)
        : physical_(physical), record_(record), options_(options), subgroup_(subgroupTraits(physical)) {}
    Result<void> open();
    Result<void> prepareSubmissions();

    VkPhysicalDevice physical_;
    DeviceRecord record_;
    DeviceOptions options_;
    SubgroupTraits subgroup_;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    bool hung_ = false;
    VkCommandBuffer commands_ = VK_NULL_HANDLE; // freed with its pool
    OwnedCommandPool commandPool_;
    OwnedFence fence_;
};

} // namespace vkperftest
