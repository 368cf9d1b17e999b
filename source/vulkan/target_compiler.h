// Compiling kernels for GPUs that are there or not, each driver and target in a process of its own, since a
// driver may crash or hang there.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/scratch_folder.h"
#include "cases/bound_row.h"
#include "isa/subjects.h"

namespace vkperftest {

struct CompileRequest {
    std::vector<std::string> drivers;   // ICD manifests; none: the system's drivers
    std::vector<const Target*> targets; // none: a device that is present
    // Those of them that stand for a vendor or all: left out if no driver knows them.
    std::set<const Target*> ofGroups;
    std::string device;               // as selectDevice takes it
    std::string suite;                // whose rows are compiled
    std::vector<std::string> filters; // of them those that match, as selectRows takes them
    std::vector<Case> rows;           // which are these
    std::vector<Strategy> strategies = {Strategy::Set};
    std::uint64_t patience = 30; // seconds that a compiler may take for one kernel
};

// What --target takes: a target's name or alias, a vendor (amd, intel, nvidia), or `all`. Of a vendor or of
// all, those that no driver at hand knows are left out.
Result<void> addTargets(std::string_view name, CompileRequest& request);

// What is to be compiled: without targets each driver that was asked for, else each target by each of them
// that may compile for it, or else by the first of the installed ones that loads. A target without a driver
// has that as its trouble; it is an error if no target has one.
Result<std::vector<CompiledSubject>> wantedSubjects(const CompileRequest& request,
                                                    const ScratchFolder& scratch);

// Compiles the rows in a child process: this program as `isa --into FILE`. What the child's streams get goes
// to a file beside that one. A subject that is in trouble already stays as it is.
CompiledSubject compileInChild(CompiledSubject compiled, const CompileRequest& request,
                               const std::string& file);

// The same request for one kernel, which tells whether there is a compiler.
CompileRequest oneKernel(CompileRequest request);

// What a child does: it writes the transcript of the request's only driver and target; the exit code.
Result<int> compileAsChild(const CompileRequest& request, const std::string& file);

} // namespace vkperftest
