// Calls that fail.
//
//   HOSTILE_FAIL="CALL N RESULT [visit], …"  the Nth use of the call by the process gives this VkResult, a
//                                            number, or ends the process ("crash"); "N+": and every one after
//                                            it. "visit": only uses in or behind a submission with three
//                                            pipelines or more count, which is a row under two strategies.
//   HOSTILE_COUNT=FILE                       each use of a call is appended to the file before it is made: "CALL 1"
//
// A device that a call said was lost stays so until another is created.
#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "chain.h"

namespace hostile {
namespace {

struct Order {
    std::string call;
    unsigned long from = 0;
    bool onwards = false;
    bool visit = false;
    bool crashes = false;
    VkResult result = VK_SUCCESS;
};

std::vector<Order> readOrders() {
    std::vector<Order> orders;
    for (std::vector<std::string> words : listed("HOSTILE_FAIL")) {
        words.resize(4);
        orders.push_back({.call = words[0],
                          .from = std::strtoul(words[1].c_str(), nullptr, 10),
                          .onwards = words[1].ends_with('+'),
                          .visit = words[3] == "visit",
                          .crashes = words[2] == "crash",
                          .result = static_cast<VkResult>(std::atoi(words[2].c_str()))});
    }
    return orders;
}

// At once: a process may end without a word.
void count(std::string_view call) {
    static const std::string file(environment("HOSTILE_COUNT"));
    if (!file.empty()) append(file, std::string(call) + " 1");
}

const std::vector<Order> orders = readOrders();
std::atomic<bool> lost = false;
bool inVisit = false; // of the last submission; one thread submits

// One of the calls that can fail, and its uses.
struct Call {
    std::string_view name;
    std::atomic<unsigned long> uses = 0, visitUses = 0;

    // What to give instead of using it.
    std::optional<VkResult> fault() {
        const unsigned long use = ++uses;
        count(name);
        const unsigned long visitUse = inVisit ? ++visitUses : 0;
        for (const Order& order : orders) {
            const unsigned long number = order.visit ? visitUse : use;
            if (order.call != name || !(order.onwards ? number >= order.from : number == order.from))
                continue;
            if (order.crashes) std::abort();
            if (order.result == VK_ERROR_DEVICE_LOST) lost = true;
            return order.result;
        }
        if (name == "vkCreateDevice") lost = false;
        constexpr std::string_view kTellLoss[] = {"vkDeviceWaitIdle", "vkGetQueryPoolResults",
                                                  "vkQueueSubmit", "vkWaitForFences"};
        const bool tellsLoss =
            std::find(std::begin(kTellLoss), std::end(kTellLoss), name) != std::end(kTellLoss);
        return lost && tellsLoss ? std::optional(VK_ERROR_DEVICE_LOST) : std::nullopt;
    }
};

template <std::size_t length> struct Name {
    char text[length];
    constexpr Name(const char (&literal)[length]) { std::copy_n(literal, length, text); }
};

// Calls that fill an array take it as their last argument.
template <class... Arguments> bool asksHowMany(Arguments... arguments) {
    const auto last = std::get<sizeof...(arguments) - 1>(std::tuple(arguments...));
    if constexpr (std::is_pointer_v<decltype(last)>) return last == nullptr;
    return false;
}

template <Name name> struct Failing {
    static inline Call call{name.text};

    template <class Next, class... Arguments> VkResult operator()(Next next, Arguments... arguments) const {
        const std::optional<VkResult> fault = call.fault();
        // A question how many there are is never answered incompletely; else what was told is incomplete.
        if (fault == VK_INCOMPLETE && asksHowMany(arguments...)) return next(arguments...);
        // And nothing runs any more on a device that was waited for, lost or not.
        if (fault && (fault == VK_INCOMPLETE || call.name == "vkDeviceWaitIdle")) next(arguments...);
        return fault ? *fault : next(arguments...);
    }
};

#define CALL(name) HOOK(name, Failing<#name>())

// What a submission is of. One thread records and submits.
std::set<VkPipeline> pipelines; // bound since the last submission

} // namespace

Hooks faultHooks() {
    if (orders.empty() && environment("HOSTILE_COUNT").empty()) return {};
    return {
        CALL(vkCreateInstance),
        CALL(vkEnumeratePhysicalDevices),
        CALL(vkEnumerateDeviceExtensionProperties),
        CALL(vkCreateDebugUtilsMessengerEXT),
        CALL(vkCreateDevice),
        CALL(vkAllocateCommandBuffers),
        CALL(vkAllocateDescriptorSets),
        CALL(vkAllocateMemory),
        CALL(vkBeginCommandBuffer),
        CALL(vkBindBufferMemory),
        CALL(vkBindImageMemory),
        CALL(vkCreateBuffer),
        CALL(vkCreateBufferView),
        CALL(vkCreateCommandPool),
        CALL(vkCreateComputePipelines),
        CALL(vkCreateDescriptorPool),
        CALL(vkCreateDescriptorSetLayout),
        CALL(vkCreateDescriptorUpdateTemplate),
        CALL(vkCreateFence),
        CALL(vkCreateImage),
        CALL(vkCreateImageView),
        CALL(vkCreatePipelineCache),
        CALL(vkCreatePipelineLayout),
        CALL(vkCreateQueryPool),
        CALL(vkCreateSampler),
        CALL(vkCreateShaderModule),
        CALL(vkDeviceWaitIdle),
        CALL(vkEndCommandBuffer),
        CALL(vkGetPipelineCacheData),
        CALL(vkGetPipelineExecutableInternalRepresentationsKHR),
        CALL(vkGetPipelineExecutablePropertiesKHR),
        CALL(vkGetPipelineExecutableStatisticsKHR),
        CALL(vkGetQueryPoolResults),
        CALL(vkInvalidateMappedMemoryRanges),
        CALL(vkMapMemory),
        CALL(vkQueueSubmit),
        CALL(vkResetCommandPool),
        CALL(vkResetDescriptorPool),
        CALL(vkResetFences),
        CALL(vkWaitForFences),
        HOOK(vkCmdBindPipeline,
             [](auto next, auto commands, auto point, auto pipeline) {
                 pipelines.insert(pipeline);
                 next(commands, point, pipeline);
             }),
        // Before the one that fails.
        HOOK(vkQueueSubmit,
             [](auto next, auto queue, auto count, auto* infos, auto fence) {
                 inVisit = pipelines.size() >= 3;
                 pipelines.clear();
                 return next(queue, count, infos, fence);
             }),
    };
}

} // namespace hostile
