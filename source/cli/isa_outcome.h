// How `isa` ends, by what became of its children.
#pragma once

#include <span>

#include "base/result.h"
#include "isa/subjects.h"

namespace vkperftest {

// Says on standard error what went wrong, and gives the exit code: a subject's trouble, or kernels that its
// compiler refused, cost that subject only, unless no subject could be opened.
int isaOutcome(std::span<const CompiledSubject> compiled, const DriverNames& names);

} // namespace vkperftest
