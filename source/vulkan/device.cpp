#include "vulkan/device.h"

#include <algorithm>
#include <random>
#include <string>
#include <thread>

#include <fmt/format.h>

#include "base/process.h"
#include "base/text.h"
#include "base/utf8_path.h"

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace vkperftest {

std::optional<std::uint32_t> chooseMemoryType(const VkPhysicalDeviceMemoryProperties& properties,
                                              std::uint32_t typeBits, MemoryChoices choices) {
    for (const VkMemoryPropertyFlags wanted : choices) {
        for (std::uint32_t type = 0; type < properties.memoryTypeCount; ++type) {
            const bool allowed = (typeBits & (1u << type)) != 0;
            if (allowed && (properties.memoryTypes[type].propertyFlags & wanted) == wanted) return type;
        }
    }
    return std::nullopt;
}

Result<std::unique_ptr<Device>> Device::create(const PhysicalDevice& physical, const DeviceRecord& record,
                                               const LogicalDeviceOptions& options) {
    std::unique_ptr<Device> device(new Device(physical, record, options));
    VKPERFTEST_TRY(device->open());
    return device;
}

Device::~Device() {
    if (device_ == VK_NULL_HANDLE || hung()) return;
    // RADV's null device has nothing to wait for, and would crash.
    if (!options_.compileOnly) vkDeviceWaitIdle(device_);
    fence_ = {};
    commandPool_ = {};
    pipelineCache_ = {};
    vkDestroyDevice(device_, nullptr);
}

void Device::useFunctions() const {
    volkLoadDevice(device_);
}

VkResult Device::make() {
    EnabledFeatures wanted(physical_);
    VkPhysicalDeviceFeatures offered = coreFeatures(physical_);
    if (options_.forShaders) {
        addForShaders(wanted, *options_.forShaders);
        if (!options_.compileOnly) {
            wanted.add(record_, &DeviceRecord::hostQueryReset);
            robustPerPipeline_ = offers(physical_, kPipelineRobustness);
            if (robustPerPipeline_) wanted.add(kPipelineRobustness);
            wanted.clearOthers(record_);
        }
        record_.robustBufferAccess = *options_.forShaders > Robustness::Off;
        offered.robustBufferAccess = record_.robustBufferAccess;
        return make(wanted, offered);
    }
    const Robustness ofAll = options_.compiled.robustness;
    const bool demanded = ofAll != Robustness::Off || options_.mostRobust != Robustness::Off;
    robustPerPipeline_ = demanded && offers(physical_, kPipelineRobustness);
    const bool bufferAccess = !robustPerPipeline_ && ofAll != Robustness::Off;
    for (const CapabilityValue capability : options_.capabilities) wanted.add(record_, capability);
    wanted.add(record_, &DeviceRecord::hostQueryReset);
    wanted.add(record_, &DeviceRecord::shaderClock);
    if (subgroup_.sizeControl) wanted.add(kSubgroupSizeControl);
    if (robustPerPipeline_) wanted.add(kPipelineRobustness);
    if (options_.compileOnly) wanted.add(kPipelineExecutables);
    // Only if every pipeline is to have robustness 2: they belong to the whole device, and NVK 26.1.6 checks the
    // loads of all its pipelines then.
    nullDescriptors_ = ofAll == Robustness::Two && checkRobustness(physical_, Robustness::Two).ok();
    // In the order of VkPhysicalDeviceRobustness2FeaturesEXT; pipelines that demand their own need only the last.
    if (nullDescriptors_) wanted.add(kRobustness2, {bufferAccess, bufferAccess, VK_TRUE});
    wanted.clearOthers(record_);
    record_.robustBufferAccess = bufferAccess;
    VkPhysicalDeviceFeatures features{
        .robustBufferAccess = bufferAccess,
        .samplerAnisotropy = offered.samplerAnisotropy,
        .textureCompressionBC = offered.textureCompressionBC,
        .shaderSampledImageArrayDynamicIndexing = offered.shaderSampledImageArrayDynamicIndexing,
        .shaderStorageBufferArrayDynamicIndexing = offered.shaderStorageBufferArrayDynamicIndexing};
    if (offered.samplerAnisotropy != VK_FALSE)
        mostAnisotropy_ = static_cast<std::uint32_t>(coreProperties(physical_).limits.maxSamplerAnisotropy);
    for (const ShaderNeed& need : shaderNeeds()) {
        if (!offers(physical_, need)) continue;
        if (need.offer == nullptr)
            features.*need.core = VK_TRUE;
        else
            wanted.add(*need.offer);
    }
    return make(wanted, features);
}

VkResult Device::make(const EnabledFeatures& wanted, const VkPhysicalDeviceFeatures& features) {
    const float priority = 1;
    const VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                        .queueFamilyIndex = record_.queueFamily,
                                        .queueCount = 1,
                                        .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                                  .pNext = wanted.chain(),
                                  .queueCreateInfoCount = 1,
                                  .pQueueCreateInfos = &queue,
                                  .enabledExtensionCount =
                                      static_cast<std::uint32_t>(wanted.extensions().size()),
                                  .ppEnabledExtensionNames = wanted.extensions().data(),
                                  .pEnabledFeatures = &features};
    return vkCreateDevice(physical_, &info, nullptr, &device_);
}

Result<void> Device::open() {
    if (const VkResult made = make(); made != VK_SUCCESS) {
        return Error{
            ErrorKind::NoDevice,
            fmt::format("'{}' cannot be opened (vkCreateDevice returned {})", record_.name, resultName(made)),
            "check that no other program holds it, update its driver, or choose another device with "
            "--device"};
    }
    useFunctions();
    if (options_.compileOnly) return {};
    vkGetDeviceQueue(device_, record_.queueFamily, 0, &queue_);
    VKPERFTEST_TRY(createCommands(commandPool_, commands_));
    const VkPipelineCacheCreateInfo cache{.sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
                                          .initialDataSize = options_.pipelineCache.size(),
                                          .pInitialData = options_.pipelineCache.data()};
    VKPERFTEST_TRY(
        vkperftest::create(pipelineCache_, "vkCreatePipelineCache", vkCreatePipelineCache, device_, cache));
    return vkperftest::create(fence_, "vkCreateFence", vkCreateFence, device_,
                              VkFenceCreateInfo{.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO});
}

std::vector<std::byte> Device::pipelineCacheData() const {
    std::size_t size = 0;
    if (pipelineCache() == VK_NULL_HANDLE) return {};
    vkGetPipelineCacheData(device_, pipelineCache(), &size, nullptr);
    std::vector<std::byte> data(size);
    const VkResult result = vkGetPipelineCacheData(device_, pipelineCache(), &size, data.data());
    data.resize(result == VK_SUCCESS ? size : 0);
    return data;
}

Result<void> Device::createCommands(OwnedCommandPool& pool, VkCommandBuffer& commands) const {
    VKPERFTEST_TRY(
        vkperftest::create(pool, "vkCreateCommandPool", vkCreateCommandPool, device_,
                           VkCommandPoolCreateInfo{.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                                   .queueFamilyIndex = record_.queueFamily}));
    const VkCommandBufferAllocateInfo buffer{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                             .commandPool = pool.get(),
                                             .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                             .commandBufferCount = 1};
    return check("vkAllocateCommandBuffers", vkAllocateCommandBuffers(device_, &buffer, &commands));
}

Result<Device::Memory> Device::allocate(const VkMemoryRequirements& requirements,
                                        MemoryChoices choices) const {
    VkPhysicalDeviceMemoryProperties properties;
    vkGetPhysicalDeviceMemoryProperties(physical_, &properties);
    const auto type = chooseMemoryType(properties, requirements.memoryTypeBits, choices);
    if (!type) return unsupported("no memory type fits the resource");
    const VkMemoryType& chosen = properties.memoryTypes[*type];
    const VkDeviceSize heap = properties.memoryHeaps[chosen.heapIndex].size;
    if (requirements.size > heap) { // Vulkan forbids such a request
        return rowFailed(
            fmt::format("it needs {} bytes of memory, but the heap has {}", requirements.size, heap));
    }
    const VkMemoryAllocateFlagsInfo flags{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
                                          .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT};
    const VkMemoryAllocateInfo info{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
                                    .pNext = record_.bufferAddresses ? &flags : nullptr,
                                    .allocationSize = requirements.size,
                                    .memoryTypeIndex = *type};
    Memory memory{.flags = chosen.propertyFlags};
    VKPERFTEST_TRY(vkperftest::create(memory.memory, "vkAllocateMemory", vkAllocateMemory, device_, info));
    return memory;
}

Result<void> Device::submit(const std::function<void(VkCommandBuffer)>& record, int seconds) {
    if (broken_) return *broken_;
    Result<void> ended = submitAndWait(record, seconds);
    if (ended.ok()) return ended;
    broken_ = ended.error();
    if (hung()) {
        abandon(device_);
        return ended;
    }
    // Whatever failed, the commands and the fence may still be in use, and cannot be reused.
    broken_->kind = ErrorKind::DeviceLost;
    vkDeviceWaitIdle(device_); // then what the submission uses may be released
    return *broken_;
}

Result<void> Device::submitAndWait(const std::function<void(VkCommandBuffer)>& record, int seconds) {
    // In slices: a pause of the process counts as one slice at most, however long it lasts.
    constexpr std::uint64_t kSliceNanoseconds = 1'000'000'000;
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                         .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
    VKPERFTEST_TRY(check("vkResetCommandPool", vkResetCommandPool(device_, commandPool_.get(), 0)));
    VKPERFTEST_TRY(check("vkBeginCommandBuffer", vkBeginCommandBuffer(commands_, &begin)));
    record(commands_);
    VKPERFTEST_TRY(check("vkEndCommandBuffer", vkEndCommandBuffer(commands_)));
    const VkSubmitInfo submission{
        .sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands_};
    const VkFence fence = fence_.get();
    VKPERFTEST_TRY(check("vkQueueSubmit", vkQueueSubmit(queue_, 1, &submission, fence)));
    VkResult waited = VK_TIMEOUT;
    for (int slice = 0; slice < seconds && waited == VK_TIMEOUT; ++slice)
        waited = vkWaitForFences(device_, 1, &fence, VK_TRUE, kSliceNanoseconds);
    if (waited == VK_TIMEOUT) {
        return Error{ErrorKind::NoDevice,
                     fmt::format("the device hangs: a submission did not end within {} seconds", seconds),
                     "see the driver's log"};
    }
    VKPERFTEST_TRY(check("vkWaitForFences", waited));
    return check("vkResetFences", vkResetFences(device_, 1, &fence));
}

void Unmap::operator()([[maybe_unused]] void* pages) const {
#ifdef __linux__
    munmap(pages, bytes);
#endif
}

Displacement::Displacement() {
    // An allocator hands out again what was released, by its size: so some blocks of each.
    constexpr std::size_t kSizeStep = 64, kMostSize = 4096, kMostOfASize = 32;
    std::mt19937 random(randomBits());
    for (std::size_t size = kSizeStep; size <= kMostSize; size += kSizeStep)
        for (std::size_t blocks = random() % kMostOfASize; blocks > 0; --blocks)
            blocks_.push_back(std::make_unique_for_overwrite<std::byte[]>(size));
#ifdef __linux__
    // The kernel maps pages into the highest hole that holds them: so some of each size, for holes of each.
    constexpr std::size_t kPage = 4096, kMostPages = 256, kMostMappings = 4;
    for (std::size_t bytes = kMostPages * kPage; bytes >= kPage; bytes /= 2) {
        for (std::size_t mappings = random() % kMostMappings; mappings > 0; --mappings) {
            void* pages = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (pages != MAP_FAILED) pages_.emplace_back(pages, Unmap{bytes});
        }
    }
#endif
}

namespace {

constexpr const char* kVariable = "LP_NUM_THREADS";

} // namespace

void limitDriverThreads() {
    if (!environmentVariable(kVariable).empty()) return;
    const unsigned cores = std::thread::hardware_concurrency(); // 0: not known
    setEnvironmentVariable(kVariable, std::to_string(std::max(cores, 2u) - 1));
}

unsigned driverThreads(const DeviceRecord& device) {
    if (device.driverId != VK_DRIVER_ID_MESA_LLVMPIPE) return 0;
    return static_cast<unsigned>(std::max(0LL, parseInteger(environmentVariable(kVariable)).value_or(0)));
}

} // namespace vkperftest
