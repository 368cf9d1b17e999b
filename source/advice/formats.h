// Which formats of one kind of load are as fast as the fastest: typed loads, samples.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "advice/wording.h"

namespace vkperftest {

// "Typed loads, linear: 16 bytes take 2.0 times as long as 8 bytes or fewer; random: …". Formats of about the
// same speed (within kOtherKernelDiffers) form a group. Nothing if there are more than three groups, if a row
// was not measured, or if the rows are inconclusive.
std::vector<Told> tellFormats(const Reading& reading, std::string_view subject, Operation (*family)(Format));

// Loads of one family and those of another that they are compared with, format by format.
struct ComparedFamilies {
    std::string_view subject; // "Texture loads"
    Operation (*family)(Format);
    std::string_view reference; // "typed ones of the same format"
    Operation (*other)(Format);
    std::span<const FormatTraits> formats = perfTestFormats();
    std::array<Pattern, 2> patterns = {Pattern::Linear, Pattern::Random};
};

std::vector<Told> tellFamilies(const Reading& reading, const ComparedFamilies& families);

} // namespace vkperftest
