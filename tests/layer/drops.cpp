// Calls that are left out: a known mistake for validation layers behind this one.
//
//   HOSTILE_DROP=barriers  no barrier is recorded
#include "chain.h"

namespace hostile {
namespace {

PFN_vkCmdPipelineBarrier nextBarrier = nullptr;

void VKAPI_CALL noBarrier(VkCommandBuffer, VkPipelineStageFlags, VkPipelineStageFlags, VkDependencyFlags,
                          uint32_t, const VkMemoryBarrier*, uint32_t, const VkBufferMemoryBarrier*, uint32_t,
                          const VkImageMemoryBarrier*) {}

} // namespace

const Hooks& dropHooks() {
    static const Hooks hooks = environment("HOSTILE_DROP") == "barriers"
                                   ? Hooks{hook("vkCmdPipelineBarrier", noBarrier, nextBarrier)}
                                   : Hooks();
    return hooks;
}

} // namespace hostile
