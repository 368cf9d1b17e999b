// What is kept of a kernel's code: small enough to store it for hundreds of kernels in a results file.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "isa/driver_code.h"
#include "isa/summary.h"

namespace vkperftest {

struct KeptText {
    std::string name;
    std::string text;
    bool cut = false; // the text was longer
};

// All texts are printable; except in KeptText, each is one line.
struct CodeDigest : CodeFacts {
    std::vector<Statistic> statistics;
    std::vector<KeptText> texts; // all that the driver prints; only if the loads could not be read from it
};

constexpr std::size_t kMostKept = std::size_t{64} * 1024; // bytes of a text

CodeDigest digest(const DriverCode& code);

// The digest of a kernel whose code is unavailable.
CodeDigest missingCode(const std::string& trouble);

// True if one message of Intel's data port or load/store unit reads for the whole subgroup.
bool isBlockRead(const Load& load);

// What each load of the row became, in a phrase: "one 128-bit load", "4 narrow loads" (of 32 bits or fewer),
// "scalar load", "block read", "no load in the loop"; "unknown" if the loads are unknown. Loads of
// descriptors are not counted.
std::string loadPhrase(const CodeFacts& code);

} // namespace vkperftest
