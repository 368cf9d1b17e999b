// What a process that compiles kernels writes down for the one that started it, entry by entry: a compiler
// that crashes or hangs costs only what it had not finished.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "isa/driver_code.h"

namespace vkperftest {

struct TranscriptEntry {
    std::string key;         // of what was compiled, one line
    Result<DriverCode> code; // or why there is none: Unsupported or RowFailed
};

struct Transcript {
    std::string device;                   // one line: device and driver; empty: none was opened
    std::string driver;                   // its version, as it says itself: "Mesa 22.3.6"; may be empty
    std::vector<TranscriptEntry> entries; // finished ones, as they ended
    std::vector<std::string> unfinished;  // keys that were begun only
};

// The pieces of a transcript, each to be appended in one write.
std::string transcriptDevice(std::string_view device, std::string_view driver);
std::string transcriptBegin(std::string_view key);
std::string transcriptEntry(const TranscriptEntry& entry);

// Reads as far as the text is whole.
Transcript parseTranscript(std::string_view text);

} // namespace vkperftest
