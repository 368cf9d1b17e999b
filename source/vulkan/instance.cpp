#include "vulkan/instance.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/printable.h"
#include "base/utf8_path.h"
#include "model/driver_environment.h"
#include "run/timing.h"
#include "vulkan/device.h"

namespace vkperftest {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

Result<void> useOnlyDriver(const std::string& manifest) {
    std::error_code failed;
    if (const Result<std::string> library = libraryOf(manifest); !library.ok()) return library.error();
    const std::string path = textOf(std::filesystem::absolute(pathOf(manifest), failed));
    setEnvironmentVariable("VK_DRIVER_FILES", path);
    setEnvironmentVariable("VK_ICD_FILENAMES", path); // loaders before 1.3.207
    return {};
}

// Vulkan's loader was found, and one of its first calls failed.
Error cannotStart(const std::string& manifest, std::string_view call, VkResult result) {
    if (result != VK_ERROR_INCOMPATIBLE_DRIVER) {
        return {ErrorKind::NoDevice,
                fmt::format("Vulkan cannot be used: {} returned {}", call, resultName(result)),
                "set VK_LOADER_DEBUG=all in the environment to see what Vulkan's loader does"};
    }
    if (!manifest.empty()) {
        const Error error = {ErrorKind::NoDevice,
                             fmt::format("the driver of '{}' does not load ({} returned {})", manifest, call,
                                         resultName(result)),
                             "install the driver that the manifest names, or check its library_path"};
        return withVariables(error, driverVariables(true));
    }
    const std::string trouble = manifestTrouble();
    const Error error = {
        ErrorKind::NoDevice,
        trouble.empty() ? fmt::format("no Vulkan driver was found ({} returned {})", call, resultName(result))
                        : fmt::format("no Vulkan driver was found: {}", trouble),
        kInstallDriver};
    return withVariables(error, driverVariables());
}

// A driver was found and loads, so its installation is not the problem.
Error noDevice(const std::string& manifest, VkResult result) {
    std::string cause = manifest.empty()
                            ? "Vulkan drivers are installed, but they find no device"
                            : fmt::format("the driver of '{}' loads, but finds no device", manifest);
    if (result != VK_SUCCESS)
        cause += fmt::format(" (vkEnumeratePhysicalDevices returned {})", resultName(result));
    return withVariables({ErrorKind::NoDevice, cause, whyNoDevice()}, driverVariables(!manifest.empty()));
}

bool validationLayerPresent() {
    std::vector<VkLayerProperties> layers;
    listFrom(layers, {}, vkEnumerateInstanceLayerProperties);
    return std::ranges::any_of(layers, [](const VkLayerProperties& layer) {
        return std::strcmp(layer.layerName, kValidationLayer) == 0;
    });
}

VKAPI_ATTR VkBool32 VKAPI_CALL receiveMessage(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                              VkDebugUtilsMessageTypeFlagsEXT,
                                              const VkDebugUtilsMessengerCallbackDataEXT* data,
                                              void* instance) {
    static_cast<Instance*>(instance)->addValidationMessage(data->pMessage);
    return VK_FALSE;
}

} // namespace

Result<std::unique_ptr<Instance>> Instance::create(const InstanceOptions& options) {
    std::unique_ptr<Instance> instance(new Instance(options));
    VKPERFTEST_TRY(instance->open());
    return instance;
}

Instance::~Instance() {
    close();
}

void Instance::close() {
    if (messenger_ != VK_NULL_HANDLE) vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
    // With their last instance, drivers release what their threads use.
    if (instance_ != VK_NULL_HANDLE && !anythingAbandoned()) vkDestroyInstance(instance_, nullptr);
    messenger_ = VK_NULL_HANDLE;
    instance_ = VK_NULL_HANDLE;
    physicalDevices_.clear();
    records_.clear();
}

Result<void> Instance::renew() {
    close();
    return open();
}

std::vector<std::string> Instance::validationMessages() const {
    const std::lock_guard lock(mutex_);
    return messages_;
}

void Instance::addValidationMessage(std::string message) {
    const std::lock_guard lock(mutex_);
    messages_.push_back(std::move(message));
}

Result<void> Instance::open() {
    if (!options_.driver.empty()) VKPERFTEST_TRY(useOnlyDriver(options_.driver));
    limitDriverThreads();
    if (volkInitialize() != VK_SUCCESS) {
        return Error{ErrorKind::NoDevice, "no Vulkan loader was found",
                     "install your GPU's driver, or on Debian and Ubuntu: apt install libvulkan1 "
                     "mesa-vulkan-drivers"};
    }
    if (options_.validate && !validationLayerPresent()) {
        return withVariables(
            {ErrorKind::NoDevice, "the Khronos validation layer was not found",
             "install it (Debian and Ubuntu: apt install vulkan-validationlayers) or omit --validate"},
            layerVariables());
    }

    const char* const engine = options_.engine.empty() ? nullptr : options_.engine.c_str();
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                        .pApplicationName = engine != nullptr ? engine : "vkperftest",
                                        .pEngineName = engine,
                                        .apiVersion = VK_API_VERSION_1_2}; // some need it for addresses
    constexpr VkValidationFeatureEnableEXT kEnabled[] = {
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT};
    const VkValidationFeaturesEXT features{.sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
                                           .enabledValidationFeatureCount = 1,
                                           .pEnabledValidationFeatures = kEnabled};
    const VkDebugUtilsMessengerCreateInfoEXT messenger{
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
        .pNext = &features, // both also report while the instance is created
        .messageSeverity =
            VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
        .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
        .pfnUserCallback = receiveMessage,
        .pUserData = this};
    constexpr const char* kExtensions[] = {VK_EXT_DEBUG_UTILS_EXTENSION_NAME};
    VkInstanceCreateInfo info{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
                              .pApplicationInfo = &application};
    if (options_.validate) {
        info.pNext = &messenger;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &kValidationLayer;
        info.enabledExtensionCount = 1;
        info.ppEnabledExtensionNames = kExtensions;
    }
    const VkResult result = vkCreateInstance(&info, nullptr, &instance_);
    if (result != VK_SUCCESS) return cannotStart(options_.driver, "vkCreateInstance", result);
    volkLoadInstance(instance_);
    if (options_.validate) {
        VkDebugUtilsMessengerCreateInfoEXT own = messenger;
        own.pNext = nullptr;
        const VkResult told = vkCreateDebugUtilsMessengerEXT(instance_, &own, nullptr, &messenger_);
        if (told != VK_SUCCESS) return cannotStart(options_.driver, "vkCreateDebugUtilsMessengerEXT", told);
    }
    return enumerate();
}

Result<void> Instance::enumerate() {
    constexpr int kTries = 5;
    std::vector<VkPhysicalDevice> handles;
    listed_ = VK_INCOMPLETE;
    for (int i = 0; i < kTries && listed_ == VK_INCOMPLETE; ++i)
        listed_ = listFrom(handles, {}, vkEnumeratePhysicalDevices, instance_);
    // Some loaders return an error if there are no devices.
    if (listed_ != VK_SUCCESS && listed_ != VK_ERROR_INITIALIZATION_FAILED)
        return cannotStart(options_.driver, "vkEnumeratePhysicalDevices", listed_);
    if (handles.empty() && !options_.mayFindNone) return noDevice(options_.driver, listed_);
    for (const VkPhysicalDevice handle : handles) {
        PhysicalDevice& device = physicalDevices_.emplace_back(PhysicalDevice{handle, {}});
        const Result<void> listed = assign(device.extensions, extensionsOf(device));
        DeviceRecord& record = records_.emplace_back(describe(device));
        if (!listed.ok()) record.unusable = listed.error().cause;
    }
    return {};
}

namespace {

DeviceKind kindOf(VkPhysicalDeviceType type) {
    constexpr DeviceKind kKinds[] = {DeviceKind::Other, DeviceKind::Integrated, DeviceKind::Discrete,
                                     DeviceKind::Virtual,
                                     DeviceKind::Cpu}; // by the value of VkPhysicalDeviceType
    return static_cast<std::size_t>(type) < std::size(kKinds) ? kKinds[type] : DeviceKind::Other;
}

struct QueueChoice {
    std::uint32_t family = 0;
    std::uint32_t validBits = 0;
};

// With graphics if there is one, as games use it; the first of equally good families.
std::optional<QueueChoice> chooseQueue(VkPhysicalDevice device) {
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(device, &count, families.data());
    std::optional<QueueChoice> best;
    int bestScore = -1;
    for (std::uint32_t i = 0; i < count; ++i) {
        if ((families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) continue;
        const bool graphics = (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0;
        const int score = (families[i].timestampValidBits > 0 ? 2 : 0) + (graphics ? 1 : 0);
        if (score <= bestScore) continue;
        bestScore = score;
        best = QueueChoice{i, families[i].timestampValidBits};
    }
    return best;
}

void describeDriver(const PhysicalDevice& device, DeviceRecord& record) {
    const auto ids =
        propertiesOf<VkPhysicalDeviceIDProperties>(device, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ID_PROPERTIES);
    const auto subgroup = propertiesOf<VkPhysicalDeviceSubgroupProperties>(
        device, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    VkPhysicalDeviceShaderSMBuiltinsPropertiesNV nvidia{};
    VkPhysicalDeviceShaderCoreProperties2AMD amd{};
    const auto ask = [&](const char* extension, auto& told, VkStructureType type) {
        if (hasExtension(device, extension)) told = propertiesOf<std::decay_t<decltype(told)>>(device, type);
    };
    ask(VK_NV_SHADER_SM_BUILTINS_EXTENSION_NAME, nvidia,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SM_BUILTINS_PROPERTIES_NV);
    ask(VK_AMD_SHADER_CORE_PROPERTIES_2_EXTENSION_NAME, amd,
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CORE_PROPERTIES_2_AMD);
    record.deviceUuid = fmt::format("{:02x}", fmt::join(ids.deviceUUID, ""));
    record.driverUuid = fmt::format("{:02x}", fmt::join(ids.driverUUID, ""));
    record.subgroupSize = subgroup.subgroupSize;
    record.computeUnits =
        std::max(nvidia.shaderSMCount, amd.activeComputeUnitCount); // one at most is reported
    if (hasExtension(device, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME)) {
        const auto driver = propertiesOf<VkPhysicalDeviceDriverProperties>(
            device, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
        record.driverId = static_cast<std::uint32_t>(driver.driverID);
        record.driverName = printable(driver.driverName);
        record.driverInfo = printable(driver.driverInfo);
    }
    if (hasExtension(device, VK_EXT_PCI_BUS_INFO_EXTENSION_NAME)) {
        const auto pci = propertiesOf<VkPhysicalDevicePCIBusInfoPropertiesEXT>(
            device, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PCI_BUS_INFO_PROPERTIES_EXT);
        record.pciAddress = fmt::format("{:04x}:{:02x}:{:02x}.{:x}", pci.pciDomain, pci.pciBus, pci.pciDevice,
                                        pci.pciFunction);
    }
}

void describeMemory(const PhysicalDevice& device, DeviceRecord& record) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(device, &memory);
    for (std::uint32_t i = 0; i < std::min<std::uint32_t>(memory.memoryHeapCount, VK_MAX_MEMORY_HEAPS); ++i) {
        if (memory.memoryHeaps[i].flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)
            record.localMemory += memory.memoryHeaps[i].size;
    }
}

} // namespace

DeviceRecord describe(const PhysicalDevice& device) {
    const VkPhysicalDeviceProperties properties = coreProperties(device);
    DeviceRecord record{.name = printable(properties.deviceName),
                        .kind = kindOf(properties.deviceType),
                        .vendorId = properties.vendorID,
                        .deviceId = properties.deviceID,
                        .driverVersion = properties.driverVersion,
                        .apiVersion = fmt::format("{}.{}.{}", VK_API_VERSION_MAJOR(properties.apiVersion),
                                                  VK_API_VERSION_MINOR(properties.apiVersion),
                                                  VK_API_VERSION_PATCH(properties.apiVersion)),
                        .timestampPeriod = static_cast<double>(properties.limits.timestampPeriod)};
    if (properties.apiVersion < VK_API_VERSION_1_1) {
        record.unusable = fmt::format("it offers Vulkan {}, but the kernels need 1.1", record.apiVersion);
        return record;
    }
    describeDriver(device, record);
    findCapabilities(device, record);
    describeMemory(device, record);
    const SubgroupTraits subgroup = subgroupTraits(device);
    record.subgroupSizeControl = subgroup.sizeControl;
    record.smallestSubgroup = subgroup.smallest;
    record.largestSubgroup = subgroup.largest;
    const std::optional<QueueChoice> queue = chooseQueue(device);
    if (!queue) {
        record.unusable = "it has no compute queue";
        return record;
    }
    record.queueFamily = queue->family;
    record.timestampValidBits = queue->validBits;
    record.unusable = timestampTrouble(queue->validBits, record.timestampPeriod);
    constexpr std::uint32_t kInvocations = 256; // of the kernels' workgroups; Vulkan guarantees 128
    if (properties.limits.maxComputeWorkGroupInvocations < kInvocations) {
        record.unusable = fmt::format("its workgroups hold {} invocations, but the kernels need {}",
                                      properties.limits.maxComputeWorkGroupInvocations, kInvocations);
    }
    return record;
}

} // namespace vkperftest
