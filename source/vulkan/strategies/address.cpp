// VK_KHR_buffer_device_address: kernels find their buffers' addresses in push constants. An empty set is
// bound because validation layers (1.3.239) mistake a descriptor buffer left by the previous dispatch for one
// that this pipeline uses.
#include "vulkan/descriptor_sets.h"

namespace vkperftest {
namespace {

// Pushes 16 bytes, the size of two addresses.
class PushedConstants : public WrittenSets {
public:
    using WrittenSets::WrittenSets;
    void begin(VkCommandBuffer commands) override { WrittenSets::bind(commands, 0); }
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        const std::uint32_t words[4] = {static_cast<std::uint32_t>(dispatch)};
        vkCmdPushConstants(commands, bindings_.pipelineLayout, VK_SHADER_STAGE_COMPUTE_BIT, kPushedValuesAt,
                           sizeof(words), words);
        return VK_SUCCESS;
    }
};

} // namespace

extern const StrategyImplementation kAddress = {
    .names = {"address-4", "address-8", "address-16"},
    .needs = &DeviceRecord::bufferAddresses,
    .make = makeBinder<WrittenSets>,
    .ways = {{"push constants", makeBinder<PushedConstants>, true, true}}};

} // namespace vkperftest
