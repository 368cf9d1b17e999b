// Push descriptors against descriptor sets.
#include "advice/wording.h"
#include "cases/strategy.h"

namespace vkperftest {
namespace {

std::vector<Told> tellPush(const Reading& reading) {
    return tellUnder(reading.figures(), rowsUnder(reading.figures(), strategyName(Strategy::Push)),
                     "Push descriptors");
}

} // namespace

extern const AdviceRule kPushRule{"push", Heading::Other, tellPush};

} // namespace vkperftest
