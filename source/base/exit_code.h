// The program's exit codes.
#pragma once

#include "base/result.h"

namespace vkperftest {

constexpr int kExitDone = 0;
constexpr int kExitFindings = 1;      // compare, ab, lint: what --fail-on names was found
constexpr int kExitUsage = 2;         // bad usage or bad input file
constexpr int kExitNoDevice = 3;      // no usable device
constexpr int kExitRowsFailed = 4;    // wrong values, device lost; --fail-on could judge nothing
constexpr int kExitInterrupted = 130; // results so far were printed and saved

inline int exitCode(const Error& error) {
    if (error.kind == ErrorKind::NoDevice) return kExitNoDevice;
    const bool rows = error.kind == ErrorKind::RowFailed || error.kind == ErrorKind::WrongValues ||
                      error.kind == ErrorKind::DeviceLost || error.kind == ErrorKind::Unsupported;
    return rows ? kExitRowsFailed : kExitUsage;
}

} // namespace vkperftest
