// Work that is done more often than it was asked for: a known answer to what the program measures.
//
//   HOSTILE_REPEAT="KERNEL FACTOR [push]"  timed dispatches of the kernel whose SPIR-V is in this file have so many times
//                                          their workgroups, rounded; with "push" only those with pushed descriptors
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

#include "chain.h"

namespace hostile {
namespace {

PFN_vkCreateShaderModule nextCreateModule = nullptr;
PFN_vkCreateComputePipelines nextCreatePipelines = nullptr;
PFN_vkBeginCommandBuffer nextBegin = nullptr;
PFN_vkCmdWriteTimestamp nextWriteTimestamp = nullptr;
PFN_vkCmdBindPipeline nextBindPipeline = nullptr;
PFN_vkCmdPushDescriptorSetKHR nextPushSet = nullptr;
PFN_vkCmdDispatch nextDispatch = nullptr;

struct Plan {
    std::string code; // of the kernel
    double factor = 1;
    bool pushedOnly = false;
};

Plan readPlan() {
    std::istringstream words{std::string(environment("HOSTILE_REPEAT"))};
    std::string path, push;
    Plan plan;
    words >> path >> plan.factor >> push;
    plan.pushedOnly = push == "push";
    std::ifstream file(path, std::ios::binary);
    plan.code.assign(std::istreambuf_iterator<char>(file), {});
    return plan;
}

const Plan plan = readPlan();

std::mutex mutex; // of both; pipelines are built on several threads
std::set<VkShaderModule> modules;
std::set<VkPipeline> pipelines;

// Of the command buffer that is being recorded; one thread records.
bool timed = false, chosen = false, pushed = false;

template <class Handle> void setMember(std::set<Handle>& members, Handle handle, bool member) {
    const std::lock_guard lock(mutex);
    members.erase(handle); // that of one destroyed may come again
    if (member) members.insert(handle);
}

VkResult VKAPI_CALL createModule(VkDevice device, const VkShaderModuleCreateInfo* info,
                                 const VkAllocationCallbacks* allocator, VkShaderModule* module) {
    const VkResult result = nextCreateModule(device, info, allocator, module);
    const bool same =
        info->codeSize == plan.code.size() && std::memcmp(info->pCode, plan.code.data(), info->codeSize) == 0;
    if (result == VK_SUCCESS) setMember(modules, *module, same);
    return result;
}

VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                    const VkComputePipelineCreateInfo* infos,
                                    const VkAllocationCallbacks* allocator, VkPipeline* made) {
    const VkResult result = nextCreatePipelines(device, cache, count, infos, allocator, made);
    for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i)
        setMember(pipelines, made[i], modules.contains(infos[i].stage.module));
    return result;
}

VkResult VKAPI_CALL begin(VkCommandBuffer commands, const VkCommandBufferBeginInfo* info) {
    timed = false;
    return nextBegin(commands, info);
}

void VKAPI_CALL writeTimestamp(VkCommandBuffer commands, VkPipelineStageFlagBits stage, VkQueryPool pool,
                               uint32_t query) {
    timed = true;
    nextWriteTimestamp(commands, stage, pool, query);
}

void VKAPI_CALL bindPipeline(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline) {
    chosen = pipelines.contains(pipeline);
    pushed = false;
    nextBindPipeline(commands, point, pipeline);
}

void VKAPI_CALL pushSet(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout,
                        uint32_t set, uint32_t count, const VkWriteDescriptorSet* writes) {
    pushed = true;
    nextPushSet(commands, point, layout, set, count, writes);
}

void VKAPI_CALL dispatch(VkCommandBuffer commands, uint32_t x, uint32_t y, uint32_t z) {
    const bool more = timed && chosen && (pushed || !plan.pushedOnly);
    nextDispatch(commands, more ? static_cast<uint32_t>(std::lround(plan.factor * x)) : x, y, z);
}

} // namespace

const Hooks& repeatHooks() {
    static const Hooks hooks = [] {
        if (plan.code.empty()) return Hooks();
        return Hooks{hook("vkCreateShaderModule", createModule, nextCreateModule),
                     hook("vkCreateComputePipelines", createPipelines, nextCreatePipelines),
                     hook("vkBeginCommandBuffer", begin, nextBegin),
                     hook("vkCmdWriteTimestamp", writeTimestamp, nextWriteTimestamp),
                     hook("vkCmdBindPipeline", bindPipeline, nextBindPipeline),
                     hook("vkCmdPushDescriptorSetKHR", pushSet, nextPushSet),
                     hook("vkCmdDispatch", dispatch, nextDispatch)};
    }();
    return hooks;
}

} // namespace hostile
