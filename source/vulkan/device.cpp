#include "vulkan/device.h"

#include <fmt/format.h>

#include "vulkan/capabilities.h"

namespace vkperftest {
Result<std::unique_ptr<Device>> Device::create(VkPhysicalDevice physical, const DeviceRecord& record,
                                               const DeviceOptions& options) {
    std::unique_ptr<Device> device(new Device(physical, record, options));
    VKPERFTEST_TRY(device->open());
    return device;
}

Device::~Device() {
    if (device_ == VK_NULL_HANDLE) return;
    // RADV's null device has nothing to wait for, and crashes.
    if (!options_.compileOnly) vkDeviceWaitIdle(device_);
    fence_ = {};
    commandPool_ = {};
    vkDestroyDevice(device_, nullptr);
}

void Device::useFunctions() const {
    volkLoadDevice(device_);
}

Result<void> Device::open() {
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                        .queueFamilyIndex = record_.queueFamily,
                                        .queueCount = 1,
                                        .pQueuePriorities = &priority};
    EnabledFeatures wanted(physical_);
    wanted.addCapabilities(record_);
    if (subgroup_.sizeControl) wanted.add(kSubgroupSizeControl);
    if (options_.compileOnly) wanted.add(kPipelineExecutables);
    const VkPhysicalDeviceFeatures features{.robustBufferAccess = record_.robustBufferAccess};
    const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                  .pNext = wanted.chain(),
                                  .queueCreateInfoCount = 1,
                                  .pQueueCreateInfos = &queue,
                                  .enabledExtensionCount =
                                      static_cast<std::uint32_t>(wanted.extensions().size()),
                                  .ppEnabledExtensionNames = wanted.extensions().data(),
                                  .pEnabledFeatures = &features};
    const VkResult result = vkCreateDevice(physical_, &info, nullptr, &device_);
    if (result != VK_SUCCESS) {
        return Error{
            ErrorKind::NoDevice,
            fmt::format("'{}' cannot be opened (vkCreateDevice gave {})", record_.name, resultName(result)),
            "check that no other program holds it, or choose another with --device"};
    }
    useFunctions();
    return options_.compileOnly ? Result<void>() : prepareSubmissions();
}

Result<void> Device::prepareSubmissions() {
    vkGetDeviceQueue(device_, record_.queueFamily, 0, &queue_);
    VKPERFTEST_TRY(createCommands(commandPool_, commands_));
    return vkperftest::create(fence_, "vkCreateFence", vkCreateFence, device_,
                              VkFenceCreateInfo{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO});
}

Result<void> Device::createCommands(OwnedCommandPool& pool, VkCommandBuffer& commands) const {
    VKPERFTEST_TRY(
        vkperftest::create(pool, "vkCreateCommandPool", vkCreateCommandPool, device_,
                           VkCommandPoolCreateInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                                   .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                                   .queueFamilyIndex = record_.queueFamily}));
    const VkCommandBufferAllocateInfo buffer{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                             .commandPool = pool.get(),
                                             .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                             .commandBufferCount = 1};
    return check("vkAllocateCommandBuffers", vkAllocateCommandBuffers(device_, &buffer, &commands));
}

Result<OwnedMemory> Device::allocate(const VkMemoryRequirements& requirements,
                                     VkMemoryPropertyFlags wanted) const {
    VkPhysicalDeviceMemoryProperties properties;
    vkGetPhysicalDeviceMemoryProperties(physical_, &properties);
    for (std::uint32_t type = 0; type < properties.memoryTypeCount; ++type) {
        const bool allowed = (requirements.memoryTypeBits & (1u << type)) != 0;
        if (!allowed || (properties.memoryTypes[type].propertyFlags & wanted) != wanted) continue;
        const VkMemoryAllocateFlagsInfo flags{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                              .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
        const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                        .pNext = record_.bufferAddresses ? &flags : nullptr,
                                        .allocationSize = requirements.size,
                                        .memoryTypeIndex = type};
        OwnedMemory memory;
        VKPERFTEST_TRY(vkperftest::create(memory, "vkAllocateMemory", vkAllocateMemory, device_, info));
        return memory;
    }
    return Error{ErrorKind::Unsupported, "no memory type fits the resource", ""};
}

Result<void> Device::submit(const std::function<void(VkCommandBuffer)>& record) {
    constexpr std::uint64_t kHangNanoseconds = 10'000'000'000;
    const auto tried = [this](std::string_view call, VkResult result) -> Result<void> {
        if (result == VK_TIMEOUT) {
            hung_ = true;
            return Error{ErrorKind::NoDevice,
                         "the device hangs: a submission has not ended after ten seconds",
                         "look into the driver's log"};
        }
        if (result == VK_ERROR_DEVICE_LOST) {
            return Error{ErrorKind::RowFailed,
                         fmt::format("the device was lost ({} gave {})", call, resultName(result)), ""};
        }
        return check(call, result);
    };
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VKPERFTEST_TRY(tried("vkBeginCommandBuffer", vkBeginCommandBuffer(commands_, &begin)));
    record(commands_);
    VKPERFTEST_TRY(tried("vkEndCommandBuffer", vkEndCommandBuffer(commands_)));
    const VkSubmitInfo submission{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands_};
    const VkFence fence = fence_.get();
    VKPERFTEST_TRY(tried("vkQueueSubmit", vkQueueSubmit(queue_, 1, &submission, fence)));
    VKPERFTEST_TRY(tried("vkWaitForFences", vkWaitForFences(device_, 1, &fence, VK_TRUE, kHangNanoseconds)));
    return tried("vkResetFences", vkResetFences(device_, 1, &fence));
}

} // namespace vkperftest
