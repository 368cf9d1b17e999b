// A descriptor set, allocated and written once, bound before the dispatch.
#include "vulkan/descriptor_sets.h"

namespace vkperftest {
namespace {

// Sets allocated in advance, written while recording.
class WritingSets : public WrittenSets {
public:
    using WrittenSets::WrittenSets;
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        write(sets_[dispatch], dispatch);
        return WrittenSets::bind(commands, dispatch);
    }
};

// Sets allocated and written while recording.
class FreshSets : public WrittenSets {
public:
    using WrittenSets::WrittenSets;
    Result<void> prepare() override { return createPool(); }
    VkResult bind(VkCommandBuffer commands, std::uint64_t dispatch) override {
        VkDescriptorSet set = VK_NULL_HANDLE;
        const VkResult result = allocate(set);
        if (result != VK_SUCCESS) return result;
        write(set, dispatch);
        bindSet(commands, bindings_.pipelineLayout, set);
        return VK_SUCCESS;
    }
    void reset() override { vkResetDescriptorPool(bindings_.device.get(), pool_.get(), 0); }
};

// All dispatches share one binding: the cost of recording without binding.
class OneSet : public WrittenSets {
public:
    using WrittenSets::WrittenSets;
    void begin(VkCommandBuffer commands) override { WrittenSets::bind(commands, 0); }
    VkResult bind(VkCommandBuffer, std::uint64_t) override { return VK_SUCCESS; }
};

} // namespace

extern const StrategyImplementation kSet = {.names = {kSetName},
                                            .make = makeBinder<WrittenSets>,
                                            .ways = {{"dispatch only", makeBinder<OneSet>, true},
                                                     {"allocate + write + bind", makeBinder<FreshSets>},
                                                     {"write + bind", makeBinder<WritingSets>},
                                                     {"bind only", makeBinder<WrittenSets>}}};

} // namespace vkperftest
