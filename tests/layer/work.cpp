// What becomes of work, and what is released at the end.
//
//   HOSTILE_DROP=barriers  no barrier is recorded: a known mistake for validation layers behind this one
//   HOSTILE_REPEAT="KERNEL FACTOR [push]"  a known answer to what the program measures: timed dispatches of the kernel whose
//                          SPIR-V is in this file have so many times their workgroups, rounded; with "push" only those
//                          with pushed descriptors
//   HOSTILE_ENDS=FILE      "vkDestroyInstance" is appended to the file when it is used, and "exit" when the process ends
//                          in such a way that handlers of its end are called
//
// With the layer preloaded (LD_PRELOAD), the process sees its own processor time as the time that passes; so do software
// drivers, for their timestamps. What else the machine does then takes no time, as if it were idle.
#include <cmath>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

#include <sys/syscall.h>
#include <unistd.h>

#include "chain.h"

namespace hostile {
namespace {

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

const std::string ends(environment("HOSTILE_ENDS"));

} // namespace

Hooks workHooks() {
    Hooks all;
    if (environment("HOSTILE_DROP") == "barriers") all.push_back(HOOK(vkCmdPipelineBarrier, [](auto...) {}));
    if (!ends.empty()) {
        std::atexit([] { append(ends, "exit"); });
        all.push_back(HOOK(vkDestroyInstance, [](auto next, auto instance, auto allocator) {
            append(ends, "vkDestroyInstance");
            next(instance, allocator);
        }));
    }
    if (plan.code.empty()) return all;
    all.push_back(
        HOOK(vkCreateShaderModule, [](auto next, auto device, auto* info, auto allocator, auto* module) {
            const VkResult result = next(device, info, allocator, module);
            const bool same = info->codeSize == plan.code.size() &&
                              std::memcmp(info->pCode, plan.code.data(), info->codeSize) == 0;
            if (result == VK_SUCCESS) setMember(modules, *module, same);
            return result;
        }));
    all.push_back(HOOK(vkCreateComputePipelines, [](auto next, auto device, auto cache, uint32_t count,
                                                    auto* infos, auto allocator, auto* made) {
        const VkResult result = next(device, cache, count, infos, allocator, made);
        for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i)
            setMember(pipelines, made[i], modules.contains(infos[i].stage.module));
        return result;
    }));
    all.push_back(HOOK(vkBeginCommandBuffer, [](auto next, auto commands, auto* info) {
        timed = false;
        return next(commands, info);
    }));
    all.push_back(HOOK(vkCmdWriteTimestamp, [](auto next, auto... arguments) {
        timed = true;
        next(arguments...);
    }));
    all.push_back(HOOK(vkCmdBindPipeline, [](auto next, auto commands, auto point, auto pipeline) {
        chosen = pipelines.contains(pipeline);
        pushed = false;
        next(commands, point, pipeline);
    }));
    all.push_back(HOOK(vkCmdPushDescriptorSetKHR, [](auto next, auto... arguments) {
        pushed = true;
        next(arguments...);
    }));
    all.push_back(HOOK(vkCmdDispatch, [](auto next, auto commands, uint32_t x, uint32_t y, uint32_t z) {
        const bool more = timed && chosen && (pushed || !plan.pushedOnly);
        next(commands, more ? static_cast<uint32_t>(std::lround(plan.factor * x)) : x, y, z);
    }));
    return all;
}

} // namespace hostile

extern "C" __attribute__((visibility("default"))) int clock_gettime(clockid_t clock,
                                                                    timespec* time) noexcept {
    const clockid_t seen = clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock;
    return static_cast<int>(syscall(SYS_clock_gettime, seen, time));
}
