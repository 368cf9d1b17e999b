// Compiling rows, as `isa` does, and users' shaders, as `isa FILE…` does.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/shared_options.h"
#include "report/documents.h"
#include "vulkan/target_compiler.h"

namespace vkperftest {

// A usage error if a driver was given twice: both codes would be the same.
Result<void> differentDrivers(const std::vector<std::string>& drivers);

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
    bool scratch = false;
    bool slowerLoads = false;
};

// kExitFindings if one of the wanted findings is there. If not, and if nothing could be judged for one of
// them, an error that says why; if only some codes could be judged, notes about the others.
Result<int> shaderFindings(std::span<const ShaderCode> codes, const DriverNames& drivers,
                           const ShaderFailures& wanted);

// Users' shaders. A program without the libraries that read shaders gets these functions from without_lint.cpp.
struct ShaderRequest {
    std::vector<std::string> paths;
    ShaderOptions compile;              // of addShaderOptions()
    std::vector<std::string> constants; // ID=VALUE
    bool pushDescriptors = false;       // of set 0
    bool allLines = false;              // find every line, however long that takes
};

struct CompiledShaders {
    std::vector<ShaderCode> codes;
    DriverNames drivers;
    std::size_t unread = 0; // files that cannot be read or compiled to SPIR-V, or have no compute shader
};

// Compiles every compute shader of the files for each wanted driver and target, one child after the other,
// with a status line. Prints what is wrong with files and with shaders. Folders also hold included files, and shaders
// of other stages: these are skipped. A usage error if there is no compute shader and nothing wrong with any file, or
// if none of the shaders has a given constant.
Result<CompiledShaders> compileShaders(const ShaderRequest& given, CompileRequest request);

// The child's part: reads the shaders of its request. Their second text holds the strategy that binds set 0, if not
// descriptor sets, and bindings, "SET,BINDING,KIND,COUNT".
Result<std::vector<Shader>> askedShaders(const Message& message);

// The error about this file. Compilers name the file themselves.
std::string shaderTrouble(const std::string& path, const Error& error);

// What is said once of so many files of lacksDxc().
std::string dxcWouldHelp(std::size_t files);

// Prints it on standard error. Compilers print one message per line.
void printShaderTrouble(const std::string& trouble);

} // namespace vkperftest
