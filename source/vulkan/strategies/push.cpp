// VK_KHR_push_descriptor: the descriptors are recorded into the command buffer.
#include "vulkan/descriptor_sets.h"

namespace vkperftest {
namespace {

class PushedDescriptors : public Binder {
public:
    using Binder::Binder;
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        const Writes writes(descriptorsOf(dispatch), VK_NULL_HANDLE, bindings_.type);
        vkCmdPushDescriptorSetKHR(commands, VK_PIPELINE_BIND_POINT_COMPUTE, bindings_.pipelineLayout, 0,
                                  writes.count, writes.all.data());
        return VK_SUCCESS;
    }
};

} // namespace

extern const StrategyImplementation kPush = {.names = {"push"},
                                             .needs = &DeviceRecord::pushDescriptors,
                                             .exceeded = tooManyPushed,
                                             .layoutFlags =
                                                 VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR,
                                             .make = makeBinder<PushedDescriptors>,
                                             .ways = {{"push descriptors", makeBinder<PushedDescriptors>}}};

} // namespace vkperftest
