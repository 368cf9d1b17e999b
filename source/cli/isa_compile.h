// Compiling kernels for `isa`, each driver and target in a process of its own, since a driver may crash or
// hang there.
#pragma once

#include "cli/isa_options.h"
#include "isa/subjects.h"

namespace vkperftest {

// Compiles the options' rows in a child process: `isa --into FILE`. What the child's streams get goes to a
// file beside that one. A subject that is in trouble already stays as it is.
CompiledSubject compileInChild(CompiledSubject compiled, const IsaOptions& options, const std::string& file);

// The same options for one kernel, which tells whether there is a compiler.
IsaOptions oneKernel(IsaOptions options);

// What a child does: it writes the transcript of the options' only driver and target; the exit code.
Result<int> compileAsChild(const IsaOptions& options, const std::string& file);

} // namespace vkperftest
