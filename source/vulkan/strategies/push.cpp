// VK_KHR_push_descriptor: the descriptors are recorded into the command buffer, as writes (push), or by a template made
// once that says where their data lie in the program's own memory (push-template).
#include "vulkan/descriptor_sets.h"

namespace vkperftest {
namespace {

constexpr VkDescriptorSetLayoutCreateFlags kPushedSet =
    VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR;

class PushedDescriptors : public Binder {
public:
    using Binder::Binder;
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        const Writes writes(descriptorsOf(dispatch), VK_NULL_HANDLE);
        vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, bindings_.pipelineLayout,
                                  bindings_.set, writes.count, writes.all.data());
        return VK_SUCCESS;
    }
};

// What a template reads of one descriptor.
union TemplateData {
    VkDescriptorBufferInfo buffer;
    VkDescriptorImageInfo image;
    VkBufferView texelBuffer;
};

class PushedByTemplate : public Binder {
public:
    using Binder::Binder;

    Result<void> prepare() override {
        std::vector<VkDescriptorUpdateTemplateEntry> entries;
        std::size_t offset = 0;
        for (const Descriptor& descriptor : bindings_.places.front()) {
            offset += sizeof(TemplateData);
            if (descriptor.element > 0) {
                ++entries.back().descriptorCount;
                continue;
            }
            entries.push_back({.dstBinding = descriptor.binding,
                               .descriptorCount = 1,
                               .descriptorType = descriptorType(descriptor.kind),
                               .offset = offset - sizeof(TemplateData),
                               .stride = sizeof(TemplateData)});
        }
        const VkDescriptorUpdateTemplateCreateInfo info{
            .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO,
            .descriptorUpdateEntryCount = static_cast<std::uint32_t>(entries.size()),
            .pDescriptorUpdateEntries = entries.data(),
            .templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_PUSH_DESCRIPTORS_KHR,
            .descriptorSetLayout = bindings_.setLayout,
            .pipelineBindPoint = VK_PIPELINE_BIND_POINT_COMPUTE,
            .pipelineLayout = bindings_.pipelineLayout,
            .set = 0};
        return create(template_, "vkCreateDescriptorUpdateTemplate", vkCreateDescriptorUpdateTemplate,
                      bindings_.device.get(), info);
    }

    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        Values<TemplateData> data(descriptorsOf(dispatch).size());
        std::size_t count = 0;
        for (const Descriptor& descriptor : descriptorsOf(dispatch)) {
            TemplateData& one = data[count++];
            if (isTexelBuffer(descriptor.kind)) {
                one.texelBuffer = descriptor.texelBuffer;
            } else if (isImage(descriptor.kind) || descriptor.kind == DescriptorKind::Sampler) {
                one.image = descriptor.image;
            } else {
                one.buffer = descriptor.buffer;
            }
        }
        vkCmdPushDescriptorSetWithTemplateKHR(commands, template_.get(), bindings_.pipelineLayout, 0,
                                              data.data());
        return VK_SUCCESS;
    }

private:
    Owned<VkDescriptorUpdateTemplate, vkDestroyDescriptorUpdateTemplate> template_;
};

} // namespace

extern const StrategyImplementation kPush = {.names = {"push"},
                                             .needs = &DeviceRecord::pushDescriptors,
                                             .layoutFlags = kPushedSet,
                                             .make = makeBinder<PushedDescriptors>,
                                             .ways = {{"push descriptors", makeBinder<PushedDescriptors>}}};

extern const StrategyImplementation kPushTemplate = {
    .names = {"push-template"},
    .needs = &DeviceRecord::pushDescriptors,
    .layoutFlags = kPushedSet,
    .make = makeBinder<PushedByTemplate>,
    .ways = {{"push template", makeBinder<PushedByTemplate>}}};

} // namespace vkperftest
