// What `isa` and `experiment --target` have in common.
#pragma once

#include <span>
#include <vector>

#include "cli/shared_options.h"
#include "report/documents.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

// Fills in the rows to be compiled, each once, as the request's `compiled` demands. A usage error if that
// demands bounds checks of rows that set their own, or if no row can be bound by the request's strategies.
Result<void> chooseRows(CompileRequest& request, const RowOptions& choice);

// What to compile for, as wantedSubjects says, after checking the drivers' manifests.
Result<std::vector<CompiledSubject>> openSubjects(const CompileRequest& request,
                                                  const ScratchFolder& scratch);

// A target that was added for a vendor or `all`, and that no driver knows.
bool isLeftOut(const CompiledSubject& compiled, const CompileRequest& request);

// Prints how many were left out. An error if nothing else was compiled.
Result<void> noteLeftOut(std::size_t leftOut, std::size_t compiled);

// Compiles all wanted subjects, one child after the other, with a status line; stops early if the user
// interrupts it. An error if the available drivers support none of the targets.
Result<std::vector<CompiledSubject>> compileWanted(const CompileRequest& request,
                                                   const ScratchFolder& scratch);

// The code of all subjects that compiled at least partly.
CompiledCode codeOf(std::span<const CompiledSubject> compiled, const CompileRequest& request);

// Prints the errors on standard error and returns the exit code. A subject's error, or kernels that its
// compiler rejected, affect that subject only, unless no subject could be opened. Rows that a driver does not
// support are no error, unless no driver supports any row.
int isaOutcome(std::span<const CompiledSubject> compiled, const DriverNames& drivers);

} // namespace vkperftest
