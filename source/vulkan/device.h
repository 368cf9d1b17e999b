// A logical device with one queue: memory, one-time commands, submissions.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <vector>

#include "base/compile_settings.h"
#include "model/device_record.h"
#include "vulkan/api.h"
#include "vulkan/capabilities.h"

namespace vkperftest {

struct LogicalDeviceOptions {
    // Pipelines keep what the driver's compiler reports about them (code_transcript.h), and nothing can be
    // submitted, so a driver that only compiles is enough. Drivers may then bypass their caches.
    bool compileOnly = false;
    // Enabled if the device has them, in addition to subgroup size control and what the harness itself uses.
    std::vector<CapabilityValue> capabilities = everyCapability();
    CompileSettings compiled;                // of every pipeline
    Robustness mostRobust = Robustness::Off; // that any pipeline demands, whatever `compiled` says
    // Set: all that the device offers to compute shaders is enabled instead, with this robustness; pipelines may demand
    // their own if they are to be executed, and the device can do that.
    std::optional<Robustness> forShaders;
    // An earlier device's pipelineCacheData(); may be empty.
    std::vector<std::byte> pipelineCache;
};

// Flags of memory types, the best first.
using MemoryChoices = std::initializer_list<VkMemoryPropertyFlags>;

// The type to allocate, among those whose bits are set; nothing if no choice is available.
std::optional<std::uint32_t> chooseMemoryType(const VkPhysicalDeviceMemoryProperties& properties,
                                              std::uint32_t typeBits, MemoryChoices choices);

class Device {
public:
    // The record's queue family is used.
    static Result<std::unique_ptr<Device>> create(const PhysicalDevice& physical, const DeviceRecord& record,
                                                  const LogicalDeviceOptions& options = {});
    ~Device();
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    // volk calls the functions of the device that was opened last; this makes it call this device's.
    void useFunctions() const;

    VkDevice get() const { return device_; }
    const PhysicalDevice& physical() const { return physical_; }
    // Only its enabled capabilities are set.
    const DeviceRecord& record() const { return record_; }
    const SubgroupTraits& subgroup() const { return subgroup_; }
    const LogicalDeviceOptions& options() const { return options_; }
    // Whether each pipeline demands its own robustness.
    bool robustPerPipeline() const { return robustPerPipeline_; }
    bool nullDescriptors() const { return nullDescriptors_; }
    // The most samples of an anisotropic sampler; 0: there is none.
    std::uint32_t mostAnisotropy() const { return mostAnisotropy_; }

    // Null if pipelines are compiled to be read: a cached pipeline may lack what the driver reports about it.
    VkPipelineCache pipelineCache() const { return pipelineCache_.get(); }
    std::vector<std::byte> pipelineCacheData() const; // empty if there is none

    // True if a submission did not end. The device is abandoned then (api.h).
    bool hung() const { return broken_ && broken_->kind == ErrorKind::NoDevice; }

    struct Memory {
        Owned<VkDeviceMemory, vkFreeMemory> memory;
        VkMemoryPropertyFlags flags = 0;
    };
    // Memory for a buffer or image, of a type that has all flags of the first choice for which there is one.
    // Buffers in it may have addresses.
    Result<Memory> allocate(const VkMemoryRequirements& requirements, MemoryChoices choices) const;

    // A command buffer in a pool of its own, which is reset before the buffer is recorded again.
    Result<void> createCommands(OwnedCommandPool& pool, VkCommandBuffer& commands) const;

    // Records commands with `record`, submits them and waits until they have ended. Waiting sleeps, so it
    // takes no core from a software driver. A device that takes longer than so many seconds, not counting pauses
    // of the process, hangs: NoDevice, and it is abandoned. Any other failure is
    // DeviceLost. After either, every submission fails in the same way.
    Result<void> submit(const std::function<void(VkCommandBuffer)>& record, int seconds = 10);

private:
    Device(const PhysicalDevice& physical, const DeviceRecord& record, const LogicalDeviceOptions& options)
        : physical_(physical), record_(record), options_(options), subgroup_(subgroupTraits(physical)) {}
    VkResult make(); // calls vkCreateDevice
    VkResult make(const EnabledFeatures& wanted, const VkPhysicalDeviceFeatures& features);
    Result<void> open();
    Result<void> submitAndWait(const std::function<void(VkCommandBuffer)>& record, int seconds);

    PhysicalDevice physical_;
    DeviceRecord record_;
    LogicalDeviceOptions options_;
    SubgroupTraits subgroup_;
    bool robustPerPipeline_ = false;
    bool nullDescriptors_ = false;
    std::uint32_t mostAnisotropy_ = 0;
    VkDevice device_ = VK_NULL_HANDLE;
    VkQueue queue_ = VK_NULL_HANDLE;
    std::optional<Error> broken_;               // the device is lost, or hangs
    VkCommandBuffer commands_ = VK_NULL_HANDLE; // freed with its pool
    OwnedCommandPool commandPool_;
    Owned<VkFence, vkDestroyFence> fence_;
    Owned<VkPipelineCache, vkDestroyPipelineCache> pipelineCache_;
};

// Memory of random sizes that is held while a device is open, so that what a software driver allocates
// meanwhile, code and buffers, lies elsewhere than in the restart before. Without it, renewed code lies where
// the code before it lay, and what that costs lasts as long as the process: in one run of lavapipe, all ratios were
// 5 % too high.

struct Unmap {
    std::size_t bytes = 0;
    void operator()(void* pages) const;
};

class Displacement {
public:
    Displacement();

private:
    std::vector<std::unique_ptr<std::byte[]>> blocks_; // of the heap
    std::vector<std::unique_ptr<void, Unmap>> pages_;  // beside those of generated code; Linux only
};

// How many threads execute shaders in a software driver. Mesa's lavapipe uses one for each core of the
// machine unless LP_NUM_THREADS says otherwise; then any other activity of the machine stops some thread, and
// the others wait for it. So here it runs on one fewer (docs/method.md). Other software
// drivers have no such setting.

// Sets LP_NUM_THREADS, unless it is set already, to one fewer than the machine has cores, but at least 1.
// Call it before a driver is loaded.
void limitDriverThreads();

// 0: unknown, or the device is not a software driver that can be limited.
unsigned driverThreads(const DeviceRecord& device);

} // namespace vkperftest
