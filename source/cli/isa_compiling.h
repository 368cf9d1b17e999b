// What `isa` and `experiment --target` have in common.
#pragma once

#include <span>
#include <vector>

#include "cli/shared_options.h"
#include "report/documents.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

// Fills in the rows to be compiled.
Result<void> chooseRows(CompileRequest& request, const RowOptions& choice);

// Compiles all wanted subjects, one child after the other, with a status line; stops early if the user
// interrupts it. An error if the available drivers support none of the targets.
Result<std::vector<CompiledSubject>> compileWanted(const CompileRequest& request,
                                                   const ScratchFolder& scratch);

// The code of all subjects that compiled at least partly.
CompiledCode codeOf(std::span<const CompiledSubject> compiled, const CompileRequest& request);

// Prints the errors on standard error and returns the exit code. A subject's error, or kernels that its
// compiler rejected, affect that subject only, unless no subject could be opened.
int isaOutcome(std::span<const CompiledSubject> compiled, const DriverNames& drivers);

} // namespace vkperftest
