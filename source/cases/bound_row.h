// A row under one strategy: whether the two go together, and which kernel they run.
#pragma once

#include <string>

#include "cases/case.h"
#include "cases/reason.h"
#include "cases/strategy.h"

namespace vkperftest {

struct BoundRow {
    Case row;
    Strategy strategy = Strategy::Set;
};

// Why the strategy has no way to bind what the row reads, on any device; empty if it has.
Reason whyUnsupported(const BoundRow& bound);

// Key of the kernel that is run (kernels/catalogue.h). Only addresses take another than the row's own: one of
// GLSL, since glslang's HLSL has no loads through addresses. An address has no type, so that raw and
// structured rows of one width share it; the unaligned rows begin at an address that is 4 bytes off.
std::string kernelKey(const BoundRow& bound);

} // namespace vkperftest
