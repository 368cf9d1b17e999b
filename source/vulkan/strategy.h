// How binding strategies work. Each is a StrategyImplementation in strategies/: what it needs of a device, and what
// binds descriptors, both for rows and for timed recordings (recorder.h).
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "cases/binding.h"
#include "kernels/catalogue.h"
#include "vulkan/resources.h"

namespace vkperftest {

// One resource at one binding, or at one element of its array. Which member counts depends on the kind and the strategy.
struct Descriptor {
    std::uint32_t binding = 0;
    std::uint32_t element = 0; // of the binding's array; elements of an array follow one another
    // Also tells which member counts: texelBuffer, image, or else its sampler or the buffer's.
    DescriptorKind kind = DescriptorKind::StorageBuffer;
    VkDescriptorBufferInfo buffer{}; // with its range in bytes
    VkDescriptorImageInfo image{};
    VkBufferView texelBuffer = VK_NULL_HANDLE;
    VkFormat texelFormat = VK_FORMAT_UNDEFINED;
    VkDeviceAddress address = 0;    // of the buffer's range; 0 where the device has no addresses
    std::vector<std::byte> content; // of a uniform buffer: what an inline block holds instead
};

// Of a whole buffer; the caller sets binding and kind.
Descriptor wholeOf(const Buffer& buffer);

// Where kernel-specific push constants begin (shaders/constants.hlsli).
constexpr std::uint32_t kPushedValuesAt = 16;

constexpr std::size_t kMostDescriptors = 9; // of a kernel

VkDescriptorType descriptorType(DescriptorKind kind);

// How many descriptors Vulkan counts: one, or an inline block's bytes.
std::uint32_t countOf(const Descriptor& descriptor);

// What a binder binds. The device and the layouts outlive it.
struct Bindings {
    const Device& device;
    VkDescriptorSetLayout setLayout = VK_NULL_HANDLE;
    VkPipelineLayout pipelineLayout = VK_NULL_HANDLE;
    // Dispatch i of a command buffer uses place i modulo the number of places.
    std::vector<std::vector<Descriptor>> places;
    std::uint64_t dispatches = 1; // of a command buffer, at most
    std::uint32_t set = 0;        // its number
};

// Binds the descriptors of dispatches.
class Binder {
public:
    explicit Binder(Bindings bindings) : bindings_(std::move(bindings)) {}
    virtual ~Binder() = default;

    // Creates what is created only once, before any recording.
    virtual Result<void> prepare() { return {}; }

    // Records what a command buffer needs once, after its pipeline is bound and before its dispatches.
    virtual void begin(VkCommandBuffer) {}

    // Records what the dispatch of that number needs; numbers begin at 0 in every command buffer. The caller
    // pushes addresses in push constants.
    virtual VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) = 0;

    // Releases what a recording took in addition to its command buffer.
    virtual void reset() {}

protected:
    const std::vector<Descriptor>& descriptorsOf(std::uint64_t dispatch) const {
        return bindings_.places[dispatch % bindings_.places.size()];
    }

    Bindings bindings_;
};

using MakeBinder = Result<std::unique_ptr<Binder>> (*)(Bindings);

template <class T> Result<std::unique_ptr<Binder>> makeBinder(Bindings bindings) {
    std::unique_ptr<Binder> binder = std::make_unique<T>(std::move(bindings));
    VKPERFTEST_TRY(binder->prepare());
    return binder;
}

// A way of recording that is timed.
struct RecordingWay {
    std::string_view name; // as in kStrategies
    MakeBinder make;
    bool onlyOnce = false; // one descriptor set is bound for all dispatches, on any device
    bool pushes = false;   // every dispatch pushes its number (shaders/binding_probe.hlsl)
};

struct StrategyImplementation {
    std::vector<std::string_view> names; // as in kStrategies
    // The capability that the strategy requires; null: none.
    CapabilityValue needs = nullptr;
    VkDescriptorSetLayoutCreateFlags layoutFlags = 0;
    VkPipelineCreateFlags pipelineFlags = 0;
    VkImageLayout imageLayout = kReadOnlyLayout; // of the images that it binds
    DescriptorKind (*kindOf)(DescriptorKind) = [](DescriptorKind kind) {
        return kind;
    };                         // of a kernel's binding
    MakeBinder make = nullptr; // for the dispatches of rows
    std::vector<RecordingWay> ways = {};
};

// All of those in strategies/.
std::span<const StrategyImplementation* const> strategyImplementations();

const StrategyImplementation& implementationOf(Strategy strategy);

// The capabilities that the strategies require.
std::vector<CapabilityValue> needsOf(std::span<const Strategy> strategies);

// A kernel's bindings under the strategy.
std::vector<ShaderBinding> bindingsUnder(Strategy strategy, std::span<const Binding> bindings);

// Unsupported, naming the extension or limit, if the device lacks what the strategy needs for such bindings.
Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy, std::span<const Binding> bindings);

// The same of a shader's bindings, as they are bound.
Result<void> checkStrategy(const DeviceRecord& device, Strategy strategy,
                           std::span<const ShaderBinding> bindings);

// Unsupported, naming the limit, if the bindings, whose set 0 has such a layout, exceed one that the record has,
Result<void> checkBindings(const DeviceRecord& device, std::span<const ShaderBinding> bindings,
                           VkDescriptorSetLayoutCreateFlags flags);
// or one of the device's own.
Result<void> checkBindings(const PhysicalDevice& device, std::span<const ShaderBinding> bindings);

// Of all sets up to the last one that is bound, but at least of set 0; `flags` are its own.
Result<std::vector<OwnedSetLayout>> createSetLayouts(const Device& device,
                                                     std::span<const ShaderBinding> bindings,
                                                     VkDescriptorSetLayoutCreateFlags flags);

} // namespace vkperftest
