// What a process that compiles kernels writes for its parent, entry by entry, so that a compiler that crashes
// or hangs loses only unfinished entries; and what the kernels in it load.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "isa/summary.h"

namespace vkperftest {

struct TranscriptEntry {
    std::string key;         // of what was compiled, one line
    Result<DriverCode> code; // or why there is none: Unsupported or RowFailed
};

struct Transcript {
    std::string device;                   // one line: device and driver; empty: none was opened
    std::string driver;                   // its version, as it reports it: "Mesa 22.3.6"; may be empty
    std::vector<TranscriptEntry> entries; // finished ones, in the order they finished
    std::vector<std::string> unfinished;  // keys begun but not finished
};

// The pieces of a transcript, each to be appended in one write.
std::string transcriptDevice(std::string_view device, std::string_view driver);
std::string transcriptBegin(std::string_view key);
std::string transcriptEntry(const TranscriptEntry& entry);

// Reads all complete entries.
Transcript parseTranscript(std::string_view text);

struct CodeCell {
    // Why there is no code; empty if there is. The default is for kernels that the compiler did not reach.
    std::string missing = "not compiled: the compiler crashed or hung";
    std::string unsupported = {}; // why the driver or the row rules it out; empty if they do not
    std::uint32_t subgroupSize = 0;
    std::vector<Statistic> statistics;
    CodeReading reading;

    std::string loads() const { return missing.empty() ? reading.loads() : missing; }
};

CodeCell unsupportedCell(const std::string& why);

using CodeCells = std::map<std::string, CodeCell>; // by the transcript's key

// Every kernel once, however many rows share it.
CodeCells cellsOf(const Transcript& transcript);

} // namespace vkperftest
