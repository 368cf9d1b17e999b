// The ways of binding whose cost on the CPU is measured.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace vkperftest {

// Each dispatch gets two buffers, source and destination.
enum class RecordingWay {
    DispatchOnly,      // all share what was bound once: what recording costs without binding
    AllocateWriteBind, // a descriptor set from a pool, written, bound
    WriteBind,         // the same of sets allocated before
    BindOnly,          // the same of sets written before
    DynamicOffset,     // one set bound again, with other offsets
    PushDescriptors,   // VK_KHR_push_descriptor
    DescriptorBuffer,  // VK_EXT_descriptor_buffer: descriptors written to memory, their offset bound
    PushConstants,     // 16 bytes, as much as two addresses take
};

constexpr std::array<std::string_view, 8> kRecordingWayNames = {
    "dispatch only",  "allocate + write + bind", "write + bind",      "bind only",
    "dynamic offset", "push descriptors",        "descriptor buffer", "push constants"};

constexpr std::string_view recordingWayName(RecordingWay way) {
    return kRecordingWayNames[static_cast<std::size_t>(way)];
}

constexpr std::array<std::uint64_t, 5> kRecordedLengths = {1, 10, 100, 1000, 10000}; // dispatches
constexpr std::uint64_t kMostRecorded = kRecordedLengths.back();

} // namespace vkperftest
