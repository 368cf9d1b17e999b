// What a shell's Tab key offers: `vkperftest complete WORD…`, which the stubs in cli/completions call.
#pragma once

#include <string>
#include <vector>

namespace vkperftest {

// What may stand in the place of the last word, which may be empty or begun; the others stand before it. A lone
// "=" is a word, too, as bash splits `--suite=m`. Empty where a file or free text is to follow.
std::vector<std::string> completions(const std::vector<std::string>& words);

} // namespace vkperftest
