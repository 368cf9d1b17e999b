// What is kept of a kernel's code: small enough to stand in a results file for hundreds of kernels.
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
    bool cut = false; // it went on
};

// Its texts are printable, and but for those of KeptText one line each.
struct CodeDigest : CodeFacts {
    std::vector<Statistic> statistics;
    std::vector<KeptText> texts; // all that the driver prints; only where the loads could not be read in them
};

constexpr std::size_t kMostKept = std::size_t{64} * 1024; // bytes of a text

CodeDigest digest(const DriverCode& code);

// The digest of a kernel whose code could not be had.
CodeDigest missingCode(const std::string& trouble);

// Whether one message of Intel's data port or load/store unit reads for the whole subgroup.
bool isBlockRead(const Load& load);

// What each load of the row takes, in a phrase: "one 128-bit load", "4 narrow loads" (of 32 bits or fewer),
// "scalar load", "block read", "no load in the loop"; "unknown" if the loads are. Loads of descriptors are
// not counted.
std::string loadPhrase(const CodeFacts& code);

} // namespace vkperftest
