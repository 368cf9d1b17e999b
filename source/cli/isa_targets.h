// The targets that `isa` and `lint` are asked for, and the drivers that compile for them.
#pragma once

#include "base/scratch_folder.h"
#include "cli/isa_options.h"
#include "isa/subjects.h"

namespace vkperftest {

// What --target takes: a target's name or alias, a vendor (amd, intel, nvidia), or `all`. Of a vendor or of all, those
// that no driver at hand knows are left out.
Result<void> addTargets(std::string_view name, IsaOptions& options);

// What is to be compiled: without targets each driver that was asked for, else each target by each of them that may
// compile for it, or else by the first of the installed ones that loads. A target without a driver has that as its
// trouble; it is an error if no target has one.
Result<std::vector<CompiledSubject>> wantedSubjects(const IsaOptions& options, const ScratchFolder& scratch);

} // namespace vkperftest
