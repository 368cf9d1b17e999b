#include "vulkan/device.h"

#include <vector>

#include <fmt/format.h>

#include "vulkan/physical_device.h"

namespace vkperftest {
namespace {

// What is enabled beyond Vulkan 1.1's own: extensions, and their features in a chain.
class DeviceFeatures {
public:
    DeviceFeatures(VkPhysicalDevice device, const DeviceRecord& record, const SubgroupTraits& subgroup) {
        if (record.pushDescriptors) names_.push_back(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
        if (subgroup.sizeControl) add(VK_EXT_SUBGROUP_SIZE_CONTROL_EXTENSION_NAME, sizeControl_);
        if (record.bufferAddresses) {
            const char* extension =
                VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME; // Vulkan 1.2 has them without
            add(hasExtension(device, extension) ? extension : nullptr, addresses_);
        }
        if (record.maxInlineUniformBytes > 0) add(VK_EXT_INLINE_UNIFORM_BLOCK_EXTENSION_NAME, blocks_);
        if (record.descriptorBuffers) {
            names_.push_back(VK_KHR_SYNCHRONIZATION_2_EXTENSION_NAME); // it depends on them
            names_.push_back(VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME);
            add(VK_EXT_DESCRIPTOR_BUFFER_EXTENSION_NAME, descriptorBuffers_);
        }
    }
    DeviceFeatures(const DeviceFeatures&) = delete; // the chain points into itself
    DeviceFeatures& operator=(const DeviceFeatures&) = delete;

    // What the driver's compiler makes of the kernels.
    void addCode() { add(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME, tellsCode_); }

    const std::vector<const char*>& extensions() const { return names_; }
    const void* chain() const { return chain_; }

private:
    template <class Features> void add(const char* extension, Features& features) {
        if (extension != nullptr) names_.push_back(extension);
        features.pNext = chain_;
        chain_ = &features;
    }

    VkPhysicalDeviceSubgroupSizeControlFeaturesEXT sizeControl_{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_FEATURES_EXT,
        .subgroupSizeControl = VK_TRUE};
    VkPhysicalDeviceBufferDeviceAddressFeaturesKHR addresses_{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES_KHR,
        .bufferDeviceAddress = VK_TRUE};
    VkPhysicalDeviceInlineUniformBlockFeaturesEXT blocks_{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_FEATURES_EXT,
        .inlineUniformBlock = VK_TRUE};
    VkPhysicalDeviceDescriptorBufferFeaturesEXT descriptorBuffers_{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT,
        .descriptorBuffer = VK_TRUE};
    VkPhysicalDevicePipelineExecutablePropertiesFeaturesKHR tellsCode_{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PIPELINE_EXECUTABLE_PROPERTIES_FEATURES_KHR,
        .pipelineExecutableInfo = VK_TRUE};
    std::vector<const char*> names_;
    void* chain_ = nullptr;
};

} // namespace

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
    DeviceFeatures wanted(physical_, record_, subgroup_);
    if (options_.compileOnly) wanted.addCode();
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
    VKPERFTEST_TRY(
        vkperftest::create(commandPool_, "vkCreateCommandPool", vkCreateCommandPool, device_,
                           VkCommandPoolCreateInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                                   .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                                   .queueFamilyIndex = record_.queueFamily}));
    VKPERFTEST_TRY(vkperftest::create(fence_, "vkCreateFence", vkCreateFence, device_,
                                      VkFenceCreateInfo{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO}));
    const VkCommandBufferAllocateInfo buffer{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                             .commandPool = commandPool_.get(),
                                             .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                             .commandBufferCount = 1};
    const VkResult allocated = vkAllocateCommandBuffers(device_, &buffer, &commands_);
    if (allocated != VK_SUCCESS) return callFailed("vkAllocateCommandBuffers", allocated);
    return {};
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
    const auto failed = [this](std::string_view call, VkResult result) -> Error {
        if (result == VK_TIMEOUT) {
            hung_ = true;
            return {ErrorKind::NoDevice, "the device hangs: a submission has not ended after ten seconds",
                    "look into the driver's log"};
        }
        if (result == VK_ERROR_DEVICE_LOST) {
            return {ErrorKind::RowFailed,
                    fmt::format("the device was lost ({} gave {})", call, resultName(result)), ""};
        }
        return callFailed(call, result);
    };
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    if (const VkResult result = vkBeginCommandBuffer(commands_, &begin); result != VK_SUCCESS) {
        return failed("vkBeginCommandBuffer", result);
    }
    record(commands_);
    if (const VkResult result = vkEndCommandBuffer(commands_); result != VK_SUCCESS) {
        return failed("vkEndCommandBuffer", result);
    }
    const VkSubmitInfo submission{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands_};
    const VkFence fence = fence_.get();
    if (const VkResult result = vkQueueSubmit(queue_, 1, &submission, fence); result != VK_SUCCESS) {
        return failed("vkQueueSubmit", result);
    }
    if (const VkResult result = vkWaitForFences(device_, 1, &fence, VK_TRUE, kHangNanoseconds);
        result != VK_SUCCESS) {
        return failed("vkWaitForFences", result);
    }
    if (const VkResult result = vkResetFences(device_, 1, &fence); result != VK_SUCCESS) {
        return failed("vkResetFences", result);
    }
    return {};
}

} // namespace vkperftest
