#include "vulkan/instance.h"

#include <algorithm>
#include <cstring>
#include <filesystem>

#include <fmt/format.h>

#include "base/system_root.h"
#include "base/utf8_path.h"
#include "model/driver_environment.h"
#include "vulkan/driver_threads.h"
#include "vulkan/physical_device.h"

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
        Error error = {ErrorKind::NoDevice,
                       fmt::format("the driver of '{}' does not load ({} returned {})", manifest, call,
                                   resultName(result)),
                       "install the driver that the manifest names, or check its library_path"};
        const std::filesystem::path root = systemRootAround(pathOf(manifest));
        if (!root.empty() && !usesSystemRoot(root))
            error.remedy = fmt::format("only isa uses the system libraries in '{}'", textOf(root));
        return withVariables(error, driverVariables(true));
    }
    const std::string trouble = manifestTrouble();
    const Error error = {
        ErrorKind::NoDevice,
        trouble.empty() ? fmt::format("no Vulkan driver was found ({} returned {})", call, resultName(result))
                        : fmt::format("no Vulkan driver was found: {}", trouble),
        "install your GPU's driver, or a software one (Debian and Ubuntu: apt install mesa-vulkan-drivers)"};
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

    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
                                        .pApplicationName = "vkperftest",
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
        DeviceRecord& record = records_.emplace_back(describe(device, options_.queue));
        if (!listed.ok()) record.unusable = listed.error().cause;
    }
    return {};
}

} // namespace vkperftest
