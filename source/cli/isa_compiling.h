// What `isa`, `experiment --target` and `lint` have in common: compiling rows, and what is said about users' shaders.
#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "cli/shared_options.h"
#include "report/documents.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

// Fills in the rows to be compiled, each once, as the request's `compiled` demands. A usage error if that
// demands bounds checks of rows that set their own, or if no row can be bound by the request's strategies.
Result<void> chooseRows(CompileRequest& request, const RowOptions& choice);

// What to compile for, as wantedSubjects says, after checking the drivers' manifests.
Result<std::vector<CompiledSubject>> openSubjects(const CompileRequest& request);

// A target that was added for a vendor or `all`, and that no driver knows.
bool isLeftOut(const CompiledSubject& compiled, const CompileRequest& request);

// Prints how many were left out. An error if nothing else was compiled.
Result<void> noteLeftOut(std::size_t leftOut, std::size_t compiled);

// Compiles all wanted subjects, one child after the other, with a status line; stops early if the user
// interrupts it. An error if the available drivers support none of the targets.
Result<std::vector<CompiledSubject>> compileWanted(const CompileRequest& request);

// The code of all subjects that compiled at least partly.
CompiledCode codeOf(std::span<const CompiledSubject> compiled, const CompileRequest& request);

// Prints the errors on standard error and returns the exit code. A subject's error, or kernels that its
// compiler rejected, affect that subject only, unless no subject could be opened. Rows that a driver does not
// support are no error, unless no driver supports any row.
int isaOutcome(std::span<const CompiledSubject> compiled, const DriverNames& drivers);

// Of --fail-on, for users' shaders.
struct ShaderFailures {
    bool spills = false;
    bool slowerLoads = false;
};

// kExitFindings if one of the wanted findings is there. If not, and if nothing could be judged for one of
// them, an error that says why; if only some codes could be judged, notes about the others.
Result<int> shaderFindings(std::span<const ShaderCode> codes, const DriverNames& drivers,
                           const ShaderFailures& wanted);

// The error about this file. Compilers name the file themselves.
std::string shaderTrouble(const std::string& path, const Error& error);

// Prints it on standard error. Compilers print one message per line.
void printShaderTrouble(const std::string& trouble);

// A note on standard error that --hlsl-version had no effect on these files; none without files.
void noteUnusedHlslVersion(const std::set<std::string>& files);

} // namespace vkperftest
