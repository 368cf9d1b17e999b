// Which drivers compiled kernels for which GPUs. The process that compiles tells its parent entry by entry, so that a
// compiler that crashes or hangs loses only unfinished entries.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/child_process.h"
#include "base/result.h"
#include "isa/summary.h"
#include "isa/target.h"

namespace vkperftest {

struct CompileLogEntry {
    std::string key;         // of what was compiled, one line
    Result<DriverCode> code; // or why there is none: Unsupported or RowFailed
};

struct CompileLog {
    std::string device;                   // one line: device and driver; empty: none was opened
    std::string driver;                   // its version, as it reports it: "Mesa 22.3.6"; may be empty
    std::vector<CompileLogEntry> entries; // finished ones, in the order they finished
    std::vector<std::string> unfinished;  // keys begun but not finished

    void add(const Message& message); // one of those below; others change nothing
};

// What the process that compiles tells.
Message compileLogDevice(std::string_view device, std::string_view driver);
Message compileLogBegin(std::string_view key);
Message compileLogEntry(const CompileLogEntry& entry);

struct CodeCell {
    // Why there is no code; empty if there is. The default is for kernels that the compiler did not reach.
    std::string missing = "not compiled: the compiler crashed or hung";
    std::string unsupported = {}; // why the driver or the row rules it out; empty if they do not
    CodeReading reading = {};

    std::string loads() const { return missing.empty() ? reading.loads() : missing; }
};

CodeCell unsupportedCell(const std::string& why);

using CodeCells = std::map<std::string, CodeCell>; // by the log's key

// Every kernel once, however many rows share it.
CodeCells cellsOf(const CompileLog& log);

struct IsaSubject {
    std::string driver;             // ICD manifest; empty: the system's drivers
    const Target* target = nullptr; // null: a device that is present
    std::string model = {};         // of modelsOf(), that the driver is asked for; empty: the first
    std::string engine = {};        // that InstanceOptions has
};

struct CompiledSubject {
    IsaSubject subject;
    CompileLog log;
    std::string trouble;               // why it is incomplete: a clause; empty if it is complete
    ErrorKind kind = ErrorKind();      // of the trouble; NoDevice: nothing could be compiled
    std::chrono::nanoseconds spent{0}; // the processor time of its process
};

using DriverNames = std::map<std::string, std::string>; // by manifest

// The drivers' versions ("Mesa 22.3.6"), if all are known and no two manifests share one; else the manifests.
// `versions` is by manifest, too; unknown versions are empty or missing.
DriverNames driverNames(std::span<const std::string> manifests, const DriverNames& versions);

// The names of compiled subjects' drivers; the logs hold their versions.
DriverNames driverNames(std::span<const std::string> manifests, std::span<const CompiledSubject> compiled);

// "polaris10"; with several drivers "polaris10 Mesa 22.3.6"; for a device that is present, its driver's name.
std::string subjectName(const IsaSubject& subject, const DriverNames& drivers);

// A line for each subject that names its device and driver: "polaris10: Null hardware (RADV POLARIS10), radv
// Mesa 22.3.6". Subjects without a known device have none.
std::vector<std::string> subjectLines(std::span<const CompiledSubject> compiled, const DriverNames& drivers);

// What went wrong with each subject: its trouble, and the kernels that its compiler rejected.
std::vector<Error> troublesOf(std::span<const CompiledSubject> compiled, const DriverNames& drivers);

// NoDevice if no target could be opened, all for the same reason, which is not the target itself.
Result<void> driverWorks(std::span<const CompiledSubject> targets);

} // namespace vkperftest
