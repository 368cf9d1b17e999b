// Typed buffers: which formats are as fast as the fastest, linear and random.
#include <fmt/format.h>

#include "advice/wording.h"

namespace vkperftest {
namespace {

std::vector<Told> tellTyped(const Reading& reading) {
    const std::string speeds = speedsByPattern(reading, typedLoad);
    if (speeds.empty()) return {};
    return {{fmt::format("Typed loads: {}", speeds),
             rowsOf(reading, {typedLoad}, {Pattern::Linear, Pattern::Random}), 93}};
}

} // namespace

extern const AdviceRule kTypedRule{"typed", false, tellTyped};

} // namespace vkperftest
