// Compiles kernels for GPUs, present or not: each driver and target in a process of its own, because a driver
// may crash or hang.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/child_process.h"
#include "base/result.h"
#include "cases/binding.h"
#include "isa/compile_log.h"
#include "isa/shader.h"

namespace vkperftest {

struct CompileRequest {
    std::vector<std::string> drivers;   // ICD manifests; none: the system's drivers
    std::vector<const Target*> targets; // none: a device that is present
    // Targets added for a vendor or `all`: skipped if no driver knows them.
    std::set<const Target*> ofGroups;
    std::string device;               // as selectDevice takes it
    std::string engine;               // as InstanceOptions has it
    std::string suite;                // whose rows are compiled
    std::vector<std::string> filters; // which rows of it, as selectRows takes them
    std::vector<Case> rows;           // rowsOf() this request
    std::vector<Strategy> strategies = {Strategy::Set};
    CompileSettings compiled; // of rows that have none of their own, which `rows` already demand
    Message shaders;          // instead of rows, as ReadShaders takes them; empty: rows
    // Milliseconds of processor time until a compiler finishes a kernel. If it sleeps, ten times as many.
    std::uint64_t patience = 30'000;
    // Of processor time, for all kernels together: what is not finished then is left out, which is no trouble.
    std::optional<std::chrono::nanoseconds> budget;
};

// Adds what --target names: a target's name or alias, an architecture (rdna2), a vendor (amd, intel, nvidia), or
// `all`. For several, those that no available driver knows are skipped.
Result<void> addTargets(std::string_view name, CompileRequest& request);

// What to compile. Without targets: each requested driver. With targets: each target by each requested driver
// that may compile for it or, without requested drivers, by the first installed one that loads. A target
// without a driver has that as its trouble; it is an error if no target has a driver.
Result<std::vector<CompiledSubject>> wantedSubjects(const CompileRequest& request);

// The rows of the request's suite that its filters match, each once, as `compiled` demands.
Result<std::vector<Case>> rowsOf(const CompileRequest& request);

constexpr const char* kChildCommand = "child"; // of this program, which then calls compileForParent()

// Compiles the rows or shaders in a child: that program, or if it is empty this one. A subject that already has a
// trouble is returned unchanged.
CompiledSubject compileInChild(CompiledSubject compiled, const CompileRequest& request,
                               const std::string& program = "");

// The same request for one kernel, to find out whether there is a compiler.
CompileRequest oneKernel(CompileRequest request);

// Users' shaders, each with a key of its own; they are compiled as the request demands.
using ReadShaders = std::function<Result<std::vector<Shader>>(const Message&)>;

// The child's part: hears what to compile, and tells its log. An error if there is no parent.
Result<void> compileForParent(const ReadShaders& read);

} // namespace vkperftest
