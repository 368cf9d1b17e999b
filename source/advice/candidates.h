// Loads to choose from where so many bytes are wanted.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "advice/reading.h"

namespace vkperftest {

struct Candidate {
    std::string_view kind; // "raw"
    Operation operation;
};

// Of 4, 8 or 16 bytes: values of 32 bits, which nothing converts.
std::vector<Candidate> candidatesOf(std::uint32_t bytes);

// Their rows under a pattern, each with its candidate, without those that are not comparable; empty unless all were
// measured.
struct CandidateRow {
    Candidate candidate;
    Row row;
};
std::vector<CandidateRow> candidateRows(const Reading& reading, std::uint32_t bytes, Pattern pattern);

// The one with the highest ratio; `rows` are not empty.
const CandidateRow& fastestOf(const std::vector<CandidateRow>& rows);

} // namespace vkperftest
