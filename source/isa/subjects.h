// Which drivers compiled kernels for which GPUs, with what result, and how to name them.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "isa/target.h"
#include "isa/transcript.h"

namespace vkperftest {

struct IsaSubject {
    std::string driver;             // ICD manifest; empty: the system's drivers
    const Target* target = nullptr; // null: a device that is present
    std::string model = {};         // of modelsOf(), that the driver is asked for; empty: the first
};

struct CompiledSubject {
    IsaSubject subject;
    Transcript transcript;
    std::string trouble;          // why it is incomplete: a clause; empty if it is complete
    ErrorKind kind = ErrorKind(); // of the trouble; NoDevice: nothing could be compiled
};

using DriverNames = std::map<std::string, std::string>; // by manifest

// The drivers' versions ("Mesa 22.3.6"), if all are known and no two manifests share one; else the shortest
// distinct ends of the manifests' paths, without ".json" ("old/radeon_icd"). `versions` is by manifest, too;
// unknown versions are empty or missing.
DriverNames driverNames(std::span<const std::string> manifests, const DriverNames& versions);

// The names of compiled subjects' drivers; the transcripts hold their versions.
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
