// Which formats of one kind of load are as fast as the fastest: typed loads, samples.
#pragma once

#include <string>
#include <vector>

#include "advice/wording.h"

namespace vkperftest {

// "Typed loads, linear: 16 bytes take 2.0 times as long as 8 bytes or fewer; random: …". Formats of about the
// same speed (within kOtherKernelDiffers) form a group. Nothing if there are more than three groups, if a row
// was not measured, or if the rows are inconclusive.
std::vector<Told> tellFormats(const Reading& reading, std::string_view subject, Operation (*family)(Format));

// Loads of one family against the same formats of the other, linear and random.
std::vector<Told> tellFamilies(const Reading& reading, std::string_view subject, Operation (*family)(Format),
                               std::string_view reference, Operation (*other)(Format));

} // namespace vkperftest
