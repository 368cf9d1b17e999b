// Push descriptors against descriptor sets.
#include "advice/binding_preference.h"
#include "advice/wording.h"

namespace vkperftest {
namespace {

std::vector<Told> tellPush(const Reading& reading) {
    return tellUnder(reading.figures(), rowsUnder(reading.figures(), Strategy::Push), "Push descriptors");
}

} // namespace

extern const AdviceRule kPushRule{"push", Heading::Other, tellPush};

} // namespace vkperftest
