// What `isa` was asked.
#pragma once

#include <set>

#include "cli/output.h"
#include "cli/shared_options.h"
#include "isa/target.h"

namespace vkperftest {

struct IsaOptions {
    std::vector<std::string> drivers;   // ICD manifests; none: the system's drivers
    std::vector<const Target*> targets; // none: a device that is present
    std::set<const Target*>
        ofGroups; // those of them that stand for a vendor or all: left out if no driver knows them
    std::string device;
    RowOptions choice;
    std::vector<Case> rows; // that it selects
    std::vector<Strategy> strategies = {Strategy::Set};
    bool full = false; // the code itself
    OutputOptions output;
    std::uint64_t patience = 30; // seconds that a compiler may take for one kernel
};

} // namespace vkperftest
