// Compiling kernels for `isa`, each driver and target in a process of its own, since a driver may crash or
// hang there.
#pragma once

#include "base/scratch_folder.h"
#include "cli/isa_options.h"
#include "isa/subjects.h"

namespace vkperftest {

// Compiles the options' rows in a child process: `isa --into FILE`. What the child's streams get goes to a
// file beside that one.
CompiledSubject compileInChild(const IsaSubject& subject, const IsaOptions& options, const std::string& file);

// The same options for one kernel, which tells whether there is a compiler.
IsaOptions oneKernel(IsaOptions options);

// The first manifest of the target's driver that loads; if there is only one, that.
Result<std::string> chooseDriver(const Target& target, const IsaOptions& options,
                                 const ScratchFolder& scratch);

// What a child does: it writes the transcript of the options' only driver and target; the exit code.
Result<int> compileAsChild(const IsaOptions& options, const std::string& file);

} // namespace vkperftest
