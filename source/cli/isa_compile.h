// Compiling kernels for `isa`, each driver and target in a process of its own, since a driver may crash or
// hang there.
#pragma once

#include <string>

#include "cases/strategy.h"
#include "cli/command_line.h"
#include "isa/transcript.h"

namespace vkperftest {

// What kernels are compiled by and for.
struct IsaSubject {
    std::string driver;                // ICD manifest; empty: the system's drivers
    const AmdTarget* target = nullptr; // null: a device that is present
};

constexpr const char* kUnknownTarget = "unknown to this Mesa"; // trouble

struct CompiledSubject {
    IsaSubject subject;
    Transcript transcript;
    std::string trouble;          // why it is not whole: a clause; empty if it is
    ErrorKind kind = ErrorKind(); // of the trouble; NoDevice: nothing could be compiled
};

// The row's place in a transcript.
std::string codeKey(const Case& row, Strategy strategy);

// Of the parent: compiles the options' rows in a child process. Its file lies in `folder`, below the name
// given.
CompiledSubject compileInChild(const IsaSubject& subject, const IsaOptions& options, const std::string& file);

// Of the child: writes options.transcript; the exit code.
int compileAsChild(const IsaOptions& options);

} // namespace vkperftest
