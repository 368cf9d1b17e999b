#include "vulkan/capabilities.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/case.h"
#include "run/plan.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t k11 = VK_API_VERSION_1_1, k12 = VK_API_VERSION_1_2, k13 = VK_API_VERSION_1_3;

const Offer kPushDescriptors = {{"VK_KHR_push_descriptor"}};
const Offer kBufferAddresses = {
    {"VK_KHR_buffer_device_address"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, k12};
const Offer kDescriptorBuffers = {
    {"VK_EXT_descriptor_buffer", "VK_KHR_synchronization2", "VK_EXT_descriptor_indexing"},
    VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_BUFFER_FEATURES_EXT};
const Offer kInlineBlocks = {{"VK_EXT_inline_uniform_block"},
                             VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_FEATURES};
const Offer kShaderClock = {{"VK_KHR_shader_clock"},
                            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_CLOCK_FEATURES_KHR};

// Atomic operations on 64-bit integers, and on floats.
const Offer kAtomicInt64 = {
    {"VK_KHR_shader_atomic_int64"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_INT64_FEATURES, k12};
const Offer kAtomicImageInt64 = {{"VK_EXT_shader_image_atomic_int64"},
                                 VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_IMAGE_ATOMIC_INT64_FEATURES_EXT};
const Offer kAtomicFloat = {{"VK_EXT_shader_atomic_float"},
                            VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT};
const Offer kAtomicFloat2 = {{"VK_EXT_shader_atomic_float2"},
                             VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_2_FEATURES_EXT};

// Storage buffers of 16- and 8-bit values.
const Offer k16BitStorage = {
    {"VK_KHR_16bit_storage"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES, k11};
const Offer k8BitStorage = {
    {"VK_KHR_8bit_storage"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES, k12};

struct Source {
    CapabilityValue value;
    Offer offer;
    VkStructureType limit = {};          // the struct whose first number is the value; 0: the value is 1
    CapabilityValue dependsOn = nullptr; // an earlier entry
};

// One for each of kCapabilities.
const Source kSources[] = {
    {&DeviceRecord::pushDescriptors, kPushDescriptors},
    {&DeviceRecord::maxPushDescriptors, kPushDescriptors,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR},
    {&DeviceRecord::bufferAddresses, kBufferAddresses},
    {&DeviceRecord::descriptorBuffers, kDescriptorBuffers, {}, &DeviceRecord::bufferAddresses},
    {&DeviceRecord::maxInlineUniformBytes, kInlineBlocks,
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_INLINE_UNIFORM_BLOCK_PROPERTIES},
    {&DeviceRecord::hostQueryReset,
     {{"VK_EXT_host_query_reset"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_HOST_QUERY_RESET_FEATURES, k12}},
    {&DeviceRecord::shaderClock, kShaderClock},
};

bool hasName(const std::vector<const char*>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

// Any struct of properties; all begin like this.
struct Limits {
    VkStructureType sType;
    void* pNext;
    std::array<std::uint32_t, 16> numbers;
};

bool isCore(const PhysicalDevice& device, const Offer& offer) {
    return offer.core != 0 && coreProperties(device).apiVersion >= offer.core;
}

bool hasExtensions(const PhysicalDevice& device, const Offer& offer) {
    return std::ranges::all_of(offer.extensions,
                               [&](const char* name) { return hasExtension(device, name); });
}

} // namespace

Result<std::vector<std::string>> extensionsOf(VkPhysicalDevice device) {
    std::vector<VkExtensionProperties> extensions;
    VKPERFTEST_TRY(check("vkEnumerateDeviceExtensionProperties",
                         listFrom(extensions, {}, vkEnumerateDeviceExtensionProperties, device, nullptr)));
    std::vector<std::string> names;
    for (const VkExtensionProperties& extension : extensions) names.emplace_back(extension.extensionName);
    return names;
}

bool hasExtension(const PhysicalDevice& device, std::string_view name) {
    return std::ranges::find(device.extensions, name) != device.extensions.end();
}

bool knows(const PhysicalDevice& device, const Offer& offer) {
    return isCore(device, offer) || hasExtensions(device, offer);
}

bool offers(const PhysicalDevice& device, const Offer& offer) {
    if (!knows(device, offer)) return false;
    return offer.features == VkStructureType{} ||
           featuresOf<Features>(device, offer.features).flags[offer.flag] != VK_FALSE;
}

void findCapabilities(const PhysicalDevice& device, DeviceRecord& record) {
    for (const Source& source : kSources) {
        if (source.dependsOn != nullptr && record.*source.dependsOn == 0) continue;
        if (!offers(device, source.offer)) continue;
        const bool limited = source.limit != VkStructureType{};
        record.*source.value = limited ? propertiesOf<Limits>(device, source.limit).numbers.front() : 1;
    }
    std::vector<Offer> needed = {kSubgroupSizeControl, kRobustness2,  kPipelineRobustness, kAtomicInt64,
                                 kAtomicFloat,         k16BitStorage, k8BitStorage};
    for (const Source& source : kSources) needed.push_back(source.offer);
    for (const Offer& offer : needed) {
        for (const std::string name : offer.extensions) {
            std::vector<std::string>& names = isCore(device, offer) || hasExtension(device, name)
                                                  ? record.extensions
                                                  : record.missingExtensions;
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    }
}

std::vector<CapabilityValue> everyCapability() {
    std::vector<CapabilityValue> all;
    for (const Source& source : kSources) all.push_back(source.value);
    return all;
}

void EnabledFeatures::add(const Offer& offer) {
    std::array<VkBool32, 32> flags{};
    flags[offer.flag] = VK_TRUE;
    add(offer, flags);
}

void EnabledFeatures::addOffered(const Offer& offer) {
    if (!knows(device_, offer)) return;
    const bool featured = offer.features != VkStructureType{};
    add(offer, featured ? featuresOf<Features>(device_, offer.features).flags : std::array<VkBool32, 32>());
}

void EnabledFeatures::add(const Offer& offer, const std::array<VkBool32, 32>& flags) {
    if (offer.core == 0 || hasExtensions(device_, offer)) {
        for (const char* name : offer.extensions) {
            if (!hasName(names_, name)) names_.push_back(name);
        }
    }
    if (offer.features == VkStructureType{}) return;
    const auto known = std::ranges::find(features_, offer.features, &Features::sType);
    if (known == features_.end())
        chain_ = &features_.emplace_back(Features{offer.features, chain_, flags});
    else
        std::ranges::transform(known->flags, flags, known->flags.begin(), std::bit_or<>());
}

void EnabledFeatures::add(const DeviceRecord& record, CapabilityValue capability) {
    for (const Source& source : kSources) {
        if (source.value != capability || record.*capability == 0) continue;
        if (source.dependsOn != nullptr) add(record, source.dependsOn);
        add(source.offer);
    }
}

void EnabledFeatures::clearOthers(DeviceRecord& record) const {
    for (const Source& source : kSources) {
        if (!has(source.offer)) record.*source.value = 0;
    }
}

bool EnabledFeatures::has(const Offer& offer) const {
    if (offer.features != VkStructureType{}) {
        return std::ranges::find(features_, offer.features, &Features::sType) != features_.end();
    }
    return std::ranges::all_of(offer.extensions, [&](const char* name) { return hasName(names_, name); });
}

std::span<const ShaderNeed> shaderNeeds() {
    // By the places of the features in VkPhysicalDeviceDescriptorIndexingFeatures.
    static const Offer atomicFloatAdd = kAtomicFloat.withFlag(1), texels = kDescriptorIndexing.withFlag(1),
                       images = kDescriptorIndexing.withFlag(4), buffers = kDescriptorIndexing.withFlag(5),
                       differingTexels = kDescriptorIndexing.withFlag(8);
    static const ShaderNeed kNeeds[] = {
        {55, "shaderStorageImageReadWithoutFormat",
         &VkPhysicalDeviceFeatures::shaderStorageImageReadWithoutFormat},
        {56, "shaderStorageImageWriteWithoutFormat",
         &VkPhysicalDeviceFeatures::shaderStorageImageWriteWithoutFormat},
        {11, "shaderInt64", &VkPhysicalDeviceFeatures::shaderInt64},
        {12, "shaderBufferInt64Atomics of VK_KHR_shader_atomic_int64", nullptr, &kAtomicInt64},
        {4433, "storageBuffer16BitAccess", nullptr, &k16BitStorage},
        {4448, "storageBuffer8BitAccess", nullptr, &k8BitStorage},
        {6033, "shaderBufferFloat32AtomicAdd of VK_EXT_shader_atomic_float", nullptr, &atomicFloatAdd},
        {5304, "shaderUniformTexelBufferArrayDynamicIndexing", nullptr, &texels},
        {5307, "shaderSampledImageArrayNonUniformIndexing", nullptr, &images},
        {5308, "shaderStorageBufferArrayNonUniformIndexing", nullptr, &buffers},
        {5311, "shaderUniformTexelBufferArrayNonUniformIndexing", nullptr, &differingTexels},
    };
    return kNeeds;
}

bool offers(const PhysicalDevice& device, const ShaderNeed& need) {
    return need.offer == nullptr ? coreFeatures(device).*need.core != VK_FALSE : offers(device, *need.offer);
}

bool declares(std::span<const std::uint32_t> words, std::uint32_t capability) {
    // Capabilities are a module's first instructions.
    constexpr std::size_t kHeaderWords = 5;
    constexpr std::uint32_t kOpCapability = 2 << 16 | 17; // two words long
    for (std::size_t at = kHeaderWords; words[at] == kOpCapability; at += 2)
        if (words[at + 1] == capability) return true;
    return false;
}

namespace {

// Extensions that let compute shaders do more, and those that they depend on.
const Offer kShaderOffers[] = {
    kSubgroupSizeControl,
    kPipelineExecutables,
    kPushDescriptors,
    kDescriptorBuffers,
    k16BitStorage,
    k8BitStorage,
    kAtomicInt64,
    kDescriptorIndexing,
    kBufferAddresses,
    kShaderClock,
    kAtomicFloat,
    kAtomicFloat2,
    kAtomicImageInt64,
    kRayQuery,
    {{"VK_KHR_shader_non_semantic_info"}, {}, k13},
    {{"VK_KHR_storage_buffer_storage_class"}, {}, k11},
    {{"VK_KHR_variable_pointers"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VARIABLE_POINTERS_FEATURES, k11},
    {{"VK_KHR_shader_float16_int8"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES, k12},
    kScalarLayout,
    {{"VK_KHR_uniform_buffer_standard_layout"},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_UNIFORM_BUFFER_STANDARD_LAYOUT_FEATURES,
     k12},
    {{"VK_KHR_shader_subgroup_extended_types"},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_EXTENDED_TYPES_FEATURES,
     k12},
    {{"VK_KHR_vulkan_memory_model"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_MEMORY_MODEL_FEATURES, k12},
    kInlineBlocks,
    {{"VK_KHR_shader_integer_dot_product"},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_INTEGER_DOT_PRODUCT_FEATURES,
     k13},
    {{"VK_KHR_zero_initialize_workgroup_memory"},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ZERO_INITIALIZE_WORKGROUP_MEMORY_FEATURES,
     k13},
    {{"VK_KHR_maintenance4"}, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_4_FEATURES, k13},
    {{"VK_KHR_workgroup_memory_explicit_layout"},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_FEATURES_KHR},
    {{"VK_KHR_shader_subgroup_uniform_control_flow"},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_SUBGROUP_UNIFORM_CONTROL_FLOW_FEATURES_KHR},
    {{"VK_NV_compute_shader_derivatives"},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_COMPUTE_SHADER_DERIVATIVES_FEATURES_NV},
    {{"VK_KHR_acceleration_structure", "VK_KHR_deferred_host_operations"},
     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR},
};

struct AtomicFeature {
    AtomicUse use;
    std::string_view name;
    const Offer* offer;
    std::size_t flag; // the feature's number in the offer's struct
};

constexpr auto kInBuffer = AtomicMemory::Buffer, kInShared = AtomicMemory::Shared,
               kInImage = AtomicMemory::Image;
constexpr auto kInteger = AtomicKind::Integer, kExchange = AtomicKind::FloatExchange,
               kAdd = AtomicKind::FloatAdd, kMinMax = AtomicKind::FloatMinMax;

const AtomicFeature kAtomicFeatures[] = {
    {{kInteger, kInBuffer, 64}, "shaderBufferInt64Atomics", &kAtomicInt64, 0},
    {{kInteger, kInShared, 64}, "shaderSharedInt64Atomics", &kAtomicInt64, 1},
    {{kInteger, kInImage, 64}, "shaderImageInt64Atomics", &kAtomicImageInt64, 0},
    {{kExchange, kInBuffer, 32}, "shaderBufferFloat32Atomics", &kAtomicFloat, 0},
    {{kAdd, kInBuffer, 32}, "shaderBufferFloat32AtomicAdd", &kAtomicFloat, 1},
    {{kExchange, kInBuffer, 64}, "shaderBufferFloat64Atomics", &kAtomicFloat, 2},
    {{kAdd, kInBuffer, 64}, "shaderBufferFloat64AtomicAdd", &kAtomicFloat, 3},
    {{kExchange, kInShared, 32}, "shaderSharedFloat32Atomics", &kAtomicFloat, 4},
    {{kAdd, kInShared, 32}, "shaderSharedFloat32AtomicAdd", &kAtomicFloat, 5},
    {{kExchange, kInShared, 64}, "shaderSharedFloat64Atomics", &kAtomicFloat, 6},
    {{kAdd, kInShared, 64}, "shaderSharedFloat64AtomicAdd", &kAtomicFloat, 7},
    {{kExchange, kInImage, 32}, "shaderImageFloat32Atomics", &kAtomicFloat, 8},
    {{kAdd, kInImage, 32}, "shaderImageFloat32AtomicAdd", &kAtomicFloat, 9},
    {{kExchange, kInBuffer, 16}, "shaderBufferFloat16Atomics", &kAtomicFloat2, 0},
    {{kAdd, kInBuffer, 16}, "shaderBufferFloat16AtomicAdd", &kAtomicFloat2, 1},
    {{kMinMax, kInBuffer, 16}, "shaderBufferFloat16AtomicMinMax", &kAtomicFloat2, 2},
    {{kMinMax, kInBuffer, 32}, "shaderBufferFloat32AtomicMinMax", &kAtomicFloat2, 3},
    {{kMinMax, kInBuffer, 64}, "shaderBufferFloat64AtomicMinMax", &kAtomicFloat2, 4},
    {{kExchange, kInShared, 16}, "shaderSharedFloat16Atomics", &kAtomicFloat2, 5},
    {{kAdd, kInShared, 16}, "shaderSharedFloat16AtomicAdd", &kAtomicFloat2, 6},
    {{kMinMax, kInShared, 16}, "shaderSharedFloat16AtomicMinMax", &kAtomicFloat2, 7},
    {{kMinMax, kInShared, 32}, "shaderSharedFloat32AtomicMinMax", &kAtomicFloat2, 8},
    {{kMinMax, kInShared, 64}, "shaderSharedFloat64AtomicMinMax", &kAtomicFloat2, 9},
    {{kMinMax, kInImage, 32}, "shaderImageFloat32AtomicMinMax", &kAtomicFloat2, 10},
};

} // namespace

void addForShaders(EnabledFeatures& features, Robustness robustness) {
    for (const Offer& offer : kShaderOffers) features.addOffered(offer);
    if (robustness == Robustness::Two) features.addOffered(kRobustness2);
}

Result<void> checkAtomics(const PhysicalDevice& device, const Shader& shader) {
    for (const AtomicUse& use : shader.atomics) {
        const auto feature = std::ranges::find(kAtomicFeatures, use, &AtomicFeature::use);
        if (feature == std::end(kAtomicFeatures)) continue;
        if (offers(device, feature->offer->withFlag(feature->flag))) continue;
        return lacking(fmt::format("{} of {}", feature->name, feature->offer->extensions[0]));
    }
    return {};
}

namespace {

constexpr const char* kOperations[] = {
    "BASIC", "VOTE", "ARITHMETIC", "BALLOT", "SHUFFLE", "SHUFFLE_RELATIVE", "CLUSTERED", "QUAD"};

// "VK_SUBGROUP_FEATURE_SHUFFLE_BIT, …"
std::string operationNames(VkSubgroupFeatureFlags operations) {
    std::vector<std::string> names;
    for (std::size_t bit = 0; bit < std::size(kOperations); ++bit) {
        if ((operations >> bit & 1) != 0)
            names.push_back(fmt::format("VK_SUBGROUP_FEATURE_{}_BIT", kOperations[bit]));
    }
    return join(names, ", ");
}

Result<void> checkOperations(const SubgroupTraits& device, VkSubgroupFeatureFlags needed) {
    const VkSubgroupFeatureFlags missing = needed & ~device.operations;
    if (missing == 0) return {};
    return unsupported(fmt::format("no {} in compute shaders", operationNames(missing)));
}

} // namespace

Result<void> checkFeatures(const PhysicalDevice& device, std::span<const std::uint32_t> words) {
    static const Offer kUniforms = kDescriptorIndexing.withFlag(3), kImages = kDescriptorIndexing.withFlag(6),
                       kUnsized = kDescriptorIndexing.withFlag(19);
    static const ShaderNeed kOfUsers[] = {
        // kernels declare none
        {10, "shaderFloat64", &VkPhysicalDeviceFeatures::shaderFloat64},
        {22, "shaderInt16", &VkPhysicalDeviceFeatures::shaderInt16},
        {5302, "runtimeDescriptorArray", nullptr, &kUnsized},
        {5306, "shaderUniformBufferArrayNonUniformIndexing", nullptr, &kUniforms},
        {5309, "shaderStorageImageArrayNonUniformIndexing", nullptr, &kImages}};
    for (const std::span<const ShaderNeed> needs : {shaderNeeds(), std::span<const ShaderNeed>(kOfUsers)})
        for (const ShaderNeed& need : needs)
            if (declares(words, need.capability) && !offers(device, need)) return lacking(need.feature);
    constexpr std::uint32_t kFirst =
        61; // OpCapability GroupNonUniform; the others follow as Vulkan's bits do
    VkSubgroupFeatureFlags operations = 0;
    for (std::uint32_t i = 0; i < std::size(kOperations); ++i)
        if (declares(words, kFirst + i)) operations |= 1U << i;
    VKPERFTEST_TRY(checkPartitioned(device, words));
    return checkOperations(subgroupTraits(device), operations);
}

Result<void> checkPartitioned(const PhysicalDevice& device, std::span<const std::uint32_t> words) {
    constexpr std::uint32_t kPartitioned = 5297; // OpCapability GroupNonUniformPartitionedNV
    const bool offered = (subgroupTraits(device).operations & VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV) != 0;
    if (!declares(words, kPartitioned) || offered) return {};
    return unsupported("no VK_SUBGROUP_FEATURE_PARTITIONED_BIT_NV in compute shaders");
}

Result<void> checkSubgroup(const SubgroupTraits& device, const Kernel& kernel, std::uint32_t size) {
    VKPERFTEST_TRY(checkOperations(device, kernel.subgroupOperations));
    // The kernels that take the first lane's address for all (shaders/pattern.hlsli).
    const std::uint32_t most = size > 0 ? size : std::max(device.usual, device.largest);
    if ((kernel.subgroupOperations & VK_SUBGROUP_FEATURE_BALLOT_BIT) != 0 && most > kPatternSpan)
        return unsupported(fmt::format("subgroups have {} lanes, not {} or fewer", most, kPatternSpan));
    return checkSubgroupSize(device, size, kInvocationsPerGroup);
}

Result<void> checkSubgroupSize(const SubgroupTraits& device, std::uint32_t size, std::uint32_t invocations) {
    if (size == 0) return {};
    if (!device.sizeControl) return unsupported("no VK_EXT_subgroup_size_control");
    if (device.smallest == 0) return unsupported("compute pipelines cannot require a subgroup size");
    VKPERFTEST_TRY(checkSize(size, device.smallest, device.largest));
    if (const std::uint32_t subgroups = invocations / size; subgroups > device.mostInWorkgroup) {
        return unsupported(fmt::format("maxComputeWorkgroupSubgroups is {}, but the kernel needs {}",
                                       device.mostInWorkgroup, subgroups));
    }
    return {};
}

SubgroupTraits subgroupTraits(const PhysicalDevice& device) {
    SubgroupTraits traits{.sizeControl = offers(device, kSubgroupSizeControl)};
    const auto subgroup = propertiesOf<VkPhysicalDeviceSubgroupProperties>(
        device, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    if ((subgroup.supportedStages & VK_SHADER_STAGE_COMPUTE_BIT) != 0)
        traits.operations = subgroup.supportedOperations;
    traits.usual = subgroup.subgroupSize;
    if (!traits.sizeControl) return traits;
    const auto control = propertiesOf<VkPhysicalDeviceSubgroupSizeControlPropertiesEXT>(
        device, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES_EXT);
    if ((control.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) == 0) return traits;
    traits.smallest = control.minSubgroupSize;
    traits.largest = control.maxSubgroupSize;
    traits.mostInWorkgroup = control.maxComputeWorkgroupSubgroups;
    return traits;
}

Result<void> checkRobustness(const PhysicalDevice& device, Robustness robustness) {
    if (robustness <= Robustness::Off) return {};
    const bool two = robustness == Robustness::Two;
    if (two && !knows(device, kRobustness2)) return unsupported("the driver lacks VK_EXT_robustness2");
    if (coreFeatures(device).robustBufferAccess == VK_FALSE) return lacking("robustBufferAccess");
    if (!two) return {};
    const auto robust = featuresOf<VkPhysicalDeviceRobustness2FeaturesEXT>(device, kRobustness2.features);
    const std::pair<VkBool32, const char*> needed[] = {{robust.robustBufferAccess2, "robustBufferAccess2"},
                                                       {robust.robustImageAccess2, "robustImageAccess2"},
                                                       {robust.nullDescriptor, "nullDescriptor"}};
    for (const auto& [offered, name] : needed)
        if (offered == VK_FALSE) return lacking(fmt::format("{} of VK_EXT_robustness2", name));
    return {};
}

VkPipelineRobustnessCreateInfoEXT pipelineRobustness(Robustness robustness) {
    constexpr VkPipelineRobustnessBufferBehaviorEXT kBuffers[] = {
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DISABLED_EXT,
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT_EXT,
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_EXT,
        VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_ROBUST_BUFFER_ACCESS_2_EXT};
    const VkPipelineRobustnessBufferBehaviorEXT buffers = kBuffers[static_cast<std::size_t>(robustness)];
    return {.sType = VK_STRUCTURE_TYPE_PIPELINE_ROBUSTNESS_CREATE_INFO_EXT,
            .storageBuffers = buffers,
            .uniformBuffers = buffers,
            .vertexInputs = VK_PIPELINE_ROBUSTNESS_BUFFER_BEHAVIOR_DEVICE_DEFAULT_EXT,
            .images = robustness == Robustness::Two
                          ? VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_ROBUST_IMAGE_ACCESS_2_EXT
                      : robustness == Robustness::Off
                          ? VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DEVICE_DEFAULT_EXT
                          : VK_PIPELINE_ROBUSTNESS_IMAGE_BEHAVIOR_DISABLED_EXT};
}

Result<void> checkArray(const PhysicalDevice& device, const Binding& array, DescriptorIndex index) {
    if (index == DescriptorIndex::None || index == DescriptorIndex::Constant) return {};
    const VkPhysicalDeviceFeatures features = coreFeatures(device);
    if (array.kind == DescriptorKind::StorageBuffer &&
        features.shaderStorageBufferArrayDynamicIndexing == VK_FALSE)
        return lacking("shaderStorageBufferArrayDynamicIndexing");
    if (array.kind == DescriptorKind::SampledImage &&
        features.shaderSampledImageArrayDynamicIndexing == VK_FALSE)
        return lacking("shaderSampledImageArrayDynamicIndexing");
    return {};
}

} // namespace vkperftest
