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

// Compiles all wanted subjects, one child after the other, with a status line; fewer once the user has
// interrupted it. An error if the drivers at hand know none of the targets.
Result<std::vector<CompiledSubject>> compileWanted(const CompileRequest& request,
                                                   const ScratchFolder& scratch);

// Of those of which anything is known.
CompiledCode codeOf(std::span<const CompiledSubject> compiled, const CompileRequest& request);

// Says on standard error what went wrong, and gives the exit code: a subject's trouble, or kernels that its
// compiler refused, cost that subject only, unless no subject could be opened.
int isaOutcome(std::span<const CompiledSubject> compiled, const DriverNames& drivers);

} // namespace vkperftest
