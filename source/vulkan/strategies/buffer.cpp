// VK_EXT_descriptor_buffer: the descriptors lie in a buffer, bound by its address.
#include <algorithm>

#include "vulkan/strategy.h"

namespace vkperftest {
namespace {

// `address` serves buffers; it must live as long as the result.
VkDescriptorGetInfoEXT describe(const Descriptor& descriptor, const VkDescriptorAddressInfoEXT& address) {
    VkDescriptorGetInfoEXT info{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_GET_INFO_EXT,
                                .type = descriptorType(descriptor.kind)};
    if (isImage(descriptor.kind)) { // members of one type
        info.data.pSampledImage = &descriptor.image;
    } else if (descriptor.kind == DescriptorKind::Sampler) {
        info.data.pSampler = &descriptor.image.sampler;
    } else {
        // The union's other members for buffers have the same type. Without an address it is a null
        // descriptor.
        info.data.pStorageBuffer = address.address != 0 ? &address : nullptr;
    }
    return info;
}

using Sizes = VkPhysicalDeviceDescriptorBufferPropertiesEXT;

// Of a descriptor, and of one on a device with robust access.
struct SizeOf {
    std::size_t Sizes::*plain;
    std::size_t Sizes::*robust;
};
constexpr SizeOf kSizes[] = {
    // By DescriptorKind.
    {&Sizes::samplerDescriptorSize, &Sizes::samplerDescriptorSize},
    {&Sizes::sampledImageDescriptorSize, &Sizes::sampledImageDescriptorSize},
    {&Sizes::combinedImageSamplerDescriptorSize, &Sizes::combinedImageSamplerDescriptorSize},
    {&Sizes::storageImageDescriptorSize, &Sizes::storageImageDescriptorSize},
    {&Sizes::uniformTexelBufferDescriptorSize, &Sizes::robustUniformTexelBufferDescriptorSize},
    {&Sizes::storageTexelBufferDescriptorSize, &Sizes::robustStorageTexelBufferDescriptorSize},
    {&Sizes::uniformBufferDescriptorSize, &Sizes::robustUniformBufferDescriptorSize},
    {&Sizes::storageBufferDescriptorSize, &Sizes::robustStorageBufferDescriptorSize},
};

// Descriptors for every dispatch, written before any recording.
class DescriptorBuffer : public Binder {
public:
    using Binder::Binder;

    Result<void> prepare() override {
        const Device& device = bindings_.device;
        const auto properties = propertiesOf<Sizes>(
            device.physical(), VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_PROPERTIES_EXT);
        vkGetDescriptorSetLayoutSizeEXT(device.get(), bindings_.setLayout, &setBytes_);
        const VkDeviceSize unit = properties.descriptorBufferOffsetAlignment;
        setBytes_ = (std::max<VkDeviceSize>(setBytes_, 1) + unit - 1) / unit * unit;
        for (const Descriptor& descriptor : bindings_.places.front()) {
            if (descriptor.kind == DescriptorKind::CombinedImage && descriptor.element > 0 &&
                properties.combinedImageSamplerDescriptorSingleArray == VK_FALSE)
                return lacking("combinedImageSamplerDescriptorSingleArray");
            VkDeviceSize offset = 0;
            vkGetDescriptorSetLayoutBindingOffsetEXT(device.get(), bindings_.setLayout, descriptor.binding,
                                                     &offset);
            const SizeOf& size = kSizes[static_cast<std::size_t>(descriptor.kind)];
            const std::size_t bytes =
                properties.*(device.record().robustBufferAccess ? size.robust : size.plain);
            slots_.push_back({offset + descriptor.element * bytes, bytes});
            if (descriptor.kind == DescriptorKind::Sampler ||
                descriptor.kind == DescriptorKind::CombinedImage)
                usage_ |= VK_BUFFER_USAGE_SAMPLER_DESCRIPTOR_BUFFER_BIT_EXT;
            if (descriptor.kind != DescriptorKind::Sampler)
                usage_ |= VK_BUFFER_USAGE_RESOURCE_DESCRIPTOR_BUFFER_BIT_EXT;
        }
        // The device's own memory if the host can write to it, like applications, and like pools of sets;
        // otherwise the host's, which a GPU reads across the bus.
        const VkDeviceSize bytes = bindings_.dispatches * setBytes_;
        constexpr VkMemoryPropertyFlags kBoth = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT |
                                                VK_MEMORY_PROPERTY_HOST_COHERENT_BIT |
                                                VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
        if (!createBuffer(device, buffer_, bytes, usage_, {kBoth}).ok()) {
            VKPERFTEST_TRY(createBuffer(device, buffer_, bytes, usage_, kHostMemory));
        }
        void* mapped = nullptr;
        VKPERFTEST_TRY(check("vkMapMemory", vkMapMemory(device.get(), buffer_.memory.memory.get(), 0,
                                                        VK_WHOLE_SIZE, 0, &mapped)));
        mapped_ = static_cast<std::byte*>(mapped);
        for (std::uint64_t i = 0; i < bindings_.dispatches; ++i) write(i);
        return {};
    }

    void begin(VkCommandBuffer commands) override {
        const VkDescriptorBufferBindingInfoEXT info{.sType =
                                                        VK_STRUCTURE_TYPE_DESCRIPTOR_BUFFER_BINDING_INFO_EXT,
                                                    .address = buffer_.address,
                                                    .usage = usage_};
        vkCmdBindDescriptorBuffersEXT(commands, 1, &info);
    }

    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        constexpr std::uint32_t kFirst = 0;
        const VkDeviceSize offset = dispatch * setBytes_;
        vkCmdSetDescriptorBufferOffsetsEXT(commands, VK_PIPELINE_BIND_POINT_COMPUTE, bindings_.pipelineLayout,
                                           0, 1, &kFirst, &offset);
        return VK_SUCCESS;
    }

protected:
    void write(std::uint64_t dispatch) const {
        const std::vector<Descriptor>& descriptors = descriptorsOf(dispatch);
        for (std::size_t i = 0; i < descriptors.size(); ++i) {
            const VkDescriptorAddressInfoEXT address{.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_ADDRESS_INFO_EXT,
                                                     .address = descriptors[i].address,
                                                     .range = descriptors[i].buffer.range,
                                                     .format = descriptors[i].texelFormat};
            const VkDescriptorGetInfoEXT info = describe(descriptors[i], address);
            vkGetDescriptorEXT(bindings_.device.get(), &info, slots_[i].bytes,
                               mapped_ + dispatch * setBytes_ + slots_[i].offset);
        }
    }

private:
    struct Slot {
        VkDeviceSize offset = 0; // in a set
        std::size_t bytes = 0;
    };

    VkDeviceSize setBytes_ = 0;
    std::vector<Slot> slots_; // by index in the lists of descriptors
    VkBufferUsageFlags usage_ = 0;
    Buffer buffer_;
    std::byte* mapped_ = nullptr; // its memory; unmapped when that is freed
};

// The same, written while recording.
class WritingDescriptorBuffer : public DescriptorBuffer {
public:
    using DescriptorBuffer::DescriptorBuffer;
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        write(dispatch);
        return DescriptorBuffer::bind(commands, dispatch);
    }
};

} // namespace

extern const StrategyImplementation kBuffer = {
    .names = {"buffer"},
    .needs = &DeviceRecord::descriptorBuffers,
    .layoutFlags = VK_DESCRIPTOR_SET_LAYOUT_CREATE_DESCRIPTOR_BUFFER_BIT_EXT,
    .pipelineFlags = VK_PIPELINE_CREATE_DESCRIPTOR_BUFFER_BIT_EXT,
    .make = makeBinder<DescriptorBuffer>,
    .ways = {{"descriptor buffer", makeBinder<WritingDescriptorBuffer>}}};

} // namespace vkperftest
