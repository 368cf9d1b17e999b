// The one verdict on a comparison of times.
#pragma once

namespace vkperftest {

// Of a comparison: `Better` and `Worse` if the whole interval lies beyond a threshold, `Same` if all of it
// lies within, `Unknown` if the interval contains a threshold, or if there is none.
enum class Verdict { Better, Same, Worse, Unknown };

} // namespace vkperftest
