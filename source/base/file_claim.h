// One process writes a file at a time: two runs that save into one file would each lose what the other saved.
#pragma once

#include <string>

#include "base/result.h"

namespace vkperftest {

// Claims the file for this process until releaseClaims() or the end of the process, however it ends: the
// claim is the system's lock on a small file beside it ("x.json.vkperf-lock"). An Io error if another process
// holds the claim. The first claim removes what killed writers left beside the file; further claims of the
// same file change nothing. Pipes and terminals need no claim. On a file system without locks, nobody is kept
// away, and nothing is removed.
Result<void> claimFile(const std::string& path);

// Releases all claims and removes their files, as the end of the process does.
void releaseClaims();

} // namespace vkperftest
