// Typed buffers: which formats are as fast as the fastest.
#include "advice/formats.h"

namespace vkperftest {
namespace {

std::vector<Told> tellTyped(const Reading& reading) {
    return tellFormats(reading, "Typed loads", typedLoad);
}

} // namespace

extern const AdviceRule kTypedRule{"typed", Heading::Widths, tellTyped};

} // namespace vkperftest
