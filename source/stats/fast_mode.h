// Telling disturbed samples from undisturbed ones on a CPU. A software driver shares its cores with everything else on
// the machine and beside it; that slows its samples, often twofold and for seconds, and never speeds one up. So the
// undisturbed samples are those near the fastest ones.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace vkperftest {

// Indices, ascending, of the samples that take at most 8 % more than the series' 10th percentile: of one program at
// different times, > 0. On a quiet machine samples scatter by 3 %, so that hardly any are lost; measured disturbances
// lie above. At least one of a series that is not empty.
std::vector<std::size_t> undisturbed(std::span<const double> samples);

} // namespace vkperftest
