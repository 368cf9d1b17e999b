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
#include <sstream>
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
    std::istringstream text{std::string(environment("HOSTILE_FAIL"))};
    for (std::string one; std::getline(text, one, ',');) {
        std::istringstream words(one);
        std::string number, result, visit;
        Order order;
        words >> order.call >> number >> result >> visit;
        order.from = std::strtoul(number.c_str(), nullptr, 10);
        order.onwards = number.ends_with('+');
        order.visit = visit == "visit";
        order.crashes = result == "crash";
        order.result = static_cast<VkResult>(std::atoi(result.c_str()));
        orders.push_back(order);
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

template <class Function, Name name> struct Failing;
template <class... Arguments, Name name> struct Failing<VkResult(VKAPI_PTR*)(Arguments...), name> {
    static inline Call call{name.text};
    static inline VkResult(VKAPI_PTR* next)(Arguments...) = nullptr;

    static VkResult VKAPI_CALL use(Arguments... arguments) {
        const std::optional<VkResult> fault = call.fault();
        // A question how many there are is never answered incompletely; else what was told is incomplete.
        if (fault == VK_INCOMPLETE && asksHowMany(arguments...)) return next(arguments...);
        // And nothing runs any more on a device that was waited for, lost or not.
        if (fault && (fault == VK_INCOMPLETE || call.name == "vkDeviceWaitIdle")) next(arguments...);
        return fault ? *fault : next(arguments...);
    }
};

struct Row {
    Call& call;
    Hook hook;
};

template <class Function, Name name> Row row() {
    using Fails = Failing<Function, name>;
    return {Fails::call, hook(name.text, Fails::use, Fails::next)};
}

// The name is both the function's type and what the loader asks for.
#define CALL(name) row<PFN_##name, #name>()

const std::vector<Row>& rows() {
    static const std::vector<Row> all = {
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
    };
    return all;
}

// What a submission is of. One thread records and submits.
PFN_vkCmdBindPipeline nextBindPipeline = nullptr;
PFN_vkQueueSubmit nextSubmit = nullptr;
std::set<VkPipeline> pipelines; // bound since the last submission

void VKAPI_CALL bindPipeline(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipeline pipeline) {
    pipelines.insert(pipeline);
    nextBindPipeline(commands, point, pipeline);
}

VkResult VKAPI_CALL submit(VkQueue queue, uint32_t count, const VkSubmitInfo* infos, VkFence fence) {
    inVisit = pipelines.size() >= 3;
    pipelines.clear();
    return nextSubmit(queue, count, infos, fence);
}

} // namespace

const Hooks& faultHooks() {
    static const Hooks hooks = [] {
        Hooks all;
        if (orders.empty() && environment("HOSTILE_COUNT").empty()) return all;
        for (const Row& row : rows()) all.push_back(row.hook);
        all.push_back(hook("vkCmdBindPipeline", bindPipeline, nextBindPipeline));
        all.push_back(hook("vkQueueSubmit", submit, nextSubmit)); // before the one that fails
        return all;
    }();
    return hooks;
}

} // namespace hostile
