#include "model/device_record.h"

#include <array>

#include "base/enum_table.h"
#include "base/text.h"

namespace vkperftest {
namespace {

// One line each; vulkan/capabilities.cpp knows where each is found. The schema (results/) describes them,
// too.
constexpr auto kCapabilityTable = std::to_array<Capability>({
    {&DeviceRecord::pushDescriptors, "push_descriptors", true, "no VK_KHR_push_descriptor", "", ""},
    {&DeviceRecord::maxPushDescriptors, "max_push_descriptors", false, "no VK_KHR_push_descriptor",
     "push descriptors", "yes, up to {}"},
    {&DeviceRecord::bufferAddresses, "buffer_addresses", true,
     "no feature bufferDeviceAddress of VK_KHR_buffer_device_address", "buffer addresses", "yes"},
    {&DeviceRecord::descriptorBuffers, "descriptor_buffers", true,
     "no feature descriptorBuffer of VK_EXT_descriptor_buffer", "descriptor buffer", "yes"},
    {&DeviceRecord::maxInlineUniformBytes, "max_inline_uniform_bytes", false,
     "no feature inlineUniformBlock of VK_EXT_inline_uniform_block", "inline uniforms",
     "yes, up to {} bytes"},
    {&DeviceRecord::hostQueryReset, "host_query_reset", true,
     "no feature hostQueryReset of VK_EXT_host_query_reset", "", ""},
    {&DeviceRecord::shaderClock, "shader_clock", true,
     "no feature shaderSubgroupClock of VK_KHR_shader_clock", "shader clock", "yes"},
});

} // namespace

std::string driverWithVersion(const DeviceRecord& device) {
    return std::string(trim(device.driverName + " " + device.driverInfo));
}

std::string_view deviceKindName(DeviceKind kind) {
    constexpr auto kNames = enumTable<DeviceKind, std::string_view>(
        {"discrete GPU", "integrated GPU", "virtual GPU", "CPU", "other device"});
    return kNames[kind];
}

constinit const std::span<const Capability> kCapabilities = kCapabilityTable;

} // namespace vkperftest
