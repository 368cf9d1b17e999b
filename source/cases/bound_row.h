// A row under one strategy: whether the two go together, and which kernel they run.
#pragma once

#include <span>
#include <string>

#include "cases/case.h"
#include "cases/reason.h"
#include "cases/strategy.h"

namespace vkperftest {

struct BoundRow {
    Case row;
    Strategy strategy = Strategy::Set;
};

// The most that any of the rows demands.
Robustness mostRobust(std::span<const BoundRow> boundRows);

// Why the strategy cannot bind what the row reads, on any device; empty if it can.
Reason whyUnsupported(const BoundRow& bound);

// Key of the kernel that is run (kernels/catalogue.h). Only addresses need another kernel than the row's own:
// one in GLSL, since glslang's HLSL has no loads through addresses. An address has no type, so raw and
// structured rows of one width share the kernel. The unaligned rows begin at an address that is 4 bytes off.
std::string kernelKey(const BoundRow& bound);

} // namespace vkperftest
