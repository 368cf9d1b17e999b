// Vulkan as the rest of this folder uses it: functions loaded at run time by volk, results as errors, handles
// that release themselves.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <volk.h>

#include "base/result.h"

namespace vkperftest {

// The result's name, "VK_ERROR_DEVICE_LOST", or a number if the program does not expect it.
std::string resultName(VkResult result);

// Errors without a remedy; causes are clauses.
inline Error unsupported(std::string cause) {
    return {ErrorKind::Unsupported, std::move(cause), ""};
}
inline Error rowFailed(std::string cause) {
    return {ErrorKind::RowFailed, std::move(cause), ""};
}
inline Error wrongValues(const std::string& what) {
    return {ErrorKind::WrongValues, "wrong values: " + what, ""};
}
// Unsupported: a feature.
inline Error lacking(std::string_view feature) {
    return unsupported("the driver lacks the feature " + std::string(feature));
}

// Unless the result is VK_SUCCESS, an error that names it and the call: DeviceLost, otherwise RowFailed.
Result<void> check(std::string_view call, VkResult result);

// From now on nothing that belongs to the device is released: a submission that does not end uses it, and releasing it
// would crash the driver.
void abandon(VkDevice device);
bool isAbandoned(VkDevice device);
// If any device is: no instance is destroyed then, and the process must end by endAtOnce() (base/process.h).
bool anythingAbandoned();

// A handle that belongs to a device and is destroyed by `destroy`, a volk function pointer.
template <class T, auto& destroy> class Owned {
public:
    Owned() = default;
    Owned(VkDevice device, T handle) : device_(device), handle_(handle) {}
    Owned(Owned&& other) noexcept
        : device_(other.device_), handle_(std::exchange(other.handle_, T(VK_NULL_HANDLE))) {}
    Owned& operator=(Owned&& other) noexcept {
        std::swap(device_, other.device_);
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Owned() {
        if (handle_ != T(VK_NULL_HANDLE) && !isAbandoned(device_)) destroy(device_, handle_, nullptr);
    }

    T get() const { return handle_; }

private:
    VkDevice device_ = VK_NULL_HANDLE;
    T handle_ = T(VK_NULL_HANDLE);
};

using OwnedSampler = Owned<VkSampler, vkDestroySampler>;
using OwnedSetLayout = Owned<VkDescriptorSetLayout, vkDestroyDescriptorSetLayout>;
using OwnedPipeline = Owned<VkPipeline, vkDestroyPipeline>;
using OwnedCommandPool = Owned<VkCommandPool, vkDestroyCommandPool>;

// Lists what a Vulkan function gives for these arguments, after asking it for the count: nothing unless it
// returns VK_SUCCESS. VK_INCOMPLETE if the list grew meanwhile. `blank`: the initial element.
template <class T, class List, class... Arguments>
VkResult listFrom(std::vector<T>& all, const T& blank, List vkList, const Arguments&... arguments) {
    std::uint32_t count = 0;
    VkResult result = vkList(arguments..., &count, nullptr);
    all.assign(result == VK_SUCCESS ? count : 0, blank);
    if (!all.empty()) result = vkList(arguments..., &count, all.data());
    all.resize(result == VK_SUCCESS ? count : 0, blank);
    return result;
}

// What a device says in a struct of properties or features, all of which begin like each other.
template <class T, class Head>
T askedFor(VkPhysicalDevice device, VkStructureType type, VkStructureType headType,
           void(VKAPI_PTR* ask)(VkPhysicalDevice, Head*)) {
    T told{};
    told.sType = type;
    Head head{};
    head.sType = headType;
    head.pNext = &told;
    ask(device, &head);
    return told;
}
template <class T> T propertiesOf(VkPhysicalDevice device, VkStructureType type) {
    return askedFor<T>(device, type, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                       vkGetPhysicalDeviceProperties2);
}
template <class T> T featuresOf(VkPhysicalDevice device, VkStructureType type) {
    return askedFor<T>(device, type, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                       vkGetPhysicalDeviceFeatures2);
}

// Those of Vulkan 1.0.
VkPhysicalDeviceProperties coreProperties(VkPhysicalDevice device);
VkPhysicalDeviceFeatures coreFeatures(VkPhysicalDevice device);

// Calls a vkCreate… function, whose name is `call`, and owns the result.
template <class OwnedHandle, class Create, class Info>
Result<void> create(OwnedHandle& into, std::string_view call, Create vkCreate, VkDevice device,
                    const Info& info) {
    auto handle = into.get();
    VKPERFTEST_TRY(check(call, vkCreate(device, &info, nullptr, &handle)));
    into = OwnedHandle(device, handle);
    return {};
}

} // namespace vkperftest
