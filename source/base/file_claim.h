// One process writes a file at a time: two runs that save into one file would each lose what the other saved.
#pragma once

#include <string>

#include "base/result.h"

namespace vkperftest {

// Claims the file for this process, which keeps it until releaseClaims() or its end, however that comes: the
// system's lock on a small file beside it ("x.json.vkperf-lock") ends with the process, so no claim outlives it. An
// Io error if another process holds the claim. The first claim removes what killed writers left beside the
// file; further claims of the same file change nothing. Pipes and terminals need no claim. Where the file
// system has no locks, nobody is kept away, and nothing is removed.
Result<void> claimFile(const std::string& path);

// Gives all claims back and removes their files, as the end of the process does.
void releaseClaims();

} // namespace vkperftest
