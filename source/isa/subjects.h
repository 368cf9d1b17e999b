// What kernels were compiled by and for, what came of it, and what to call them.
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
};

struct CompiledSubject {
    IsaSubject subject;
    Transcript transcript;
    std::string trouble;          // why it is not whole: a clause; empty if it is
    ErrorKind kind = ErrorKind(); // of the trouble; NoDevice: nothing could be compiled
};

using DriverNames = std::map<std::string, std::string>; // by manifest

// The drivers' versions, where all are known and no two manifests share one ("Mesa 22.3.6"); else the
// shortest ends of the manifests' paths that tell them apart, without ".json" ("old/radeon_icd"). `versions`
// are by manifest, too; unknown ones are empty or missing.
DriverNames driverNames(std::span<const std::string> manifests, const DriverNames& versions);

// The names of compiled subjects' drivers, whose versions the transcripts tell.
DriverNames driverNames(std::span<const std::string> manifests, std::span<const CompiledSubject> compiled);

// "polaris10"; of several drivers "polaris10 Mesa 22.3.6"; of a device that is present its driver's name.
std::string subjectName(const IsaSubject& subject, const DriverNames& drivers);

// A line for each subject that says which device and driver it is: "polaris10: Null hardware (RADV
// POLARIS10), radv Mesa 22.3.6". Those of which nothing is known have none.
std::vector<std::string> subjectLines(std::span<const CompiledSubject> compiled, const DriverNames& drivers);

// What went wrong with each of them: its trouble, and kernels that its compiler refused.
std::vector<Error> troublesOf(std::span<const CompiledSubject> compiled, const DriverNames& drivers);

// NoDevice if no target could be opened, all for one reason that is not the target's.
Result<void> driverWorks(std::span<const CompiledSubject> targets);

} // namespace vkperftest
