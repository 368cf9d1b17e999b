#include "cases/outside_loads.h"

#include <algorithm>

#include <fmt/format.h>

namespace vkperftest {
namespace {

Error wrong(std::string what) {
    return {ErrorKind::WrongValues, std::move(what), ""};
}

std::string_view promiseOf(Robustness robustness) {
    return robustness == Robustness::Two ? "robustness 2 promises 0"
                                         : "robustBufferAccess promises 0 or a word of the same memory";
}

} // namespace

bool isPromised(ResourceKind kind, Robustness robustness) {
    if (robustness == Robustness::Off || !hasDescriptor(kind)) return false;
    return robustness == Robustness::Two || !isImage(kind);
}

OutsideLoads promisedLoads(Robustness robustness) {
    OutsideLoads loads{.beyond = std::vector<float>(kOutsideLoads), .fromNull = {}};
    std::fill_n(loads.beyond.begin(), kLoadsInside, kInsideWord);
    if (robustness == Robustness::Two) loads.fromNull.resize(kOutsideLoads);
    return loads;
}

Result<void> checkOutside(ResourceKind kind, Robustness robustness, const OutsideLoads& loads) {
    const std::string_view resource = resourceKindName(kind);
    const std::size_t nulls = loads.fromNull.size();
    if (loads.beyond.size() != kOutsideLoads || (nulls != 0 && nulls != kOutsideLoads))
        return wrong(fmt::format("loads outside a {} returned too few values", resource));
    for (std::size_t i = 0; i < kOutsideLoads; ++i) {
        const float value = loads.beyond[i];
        if (i < kLoadsInside) {
            if (value == kInsideWord) continue;
            return wrong(fmt::format("with bounds checks, a load inside a {} returned {:g} instead of {:g}",
                                     resource, value, kInsideWord));
        }
        const bool ofMemory = value == kInsideWord || value == kOutsideWord;
        if (value == 0 || (ofMemory && robustness == Robustness::Buffer)) continue;
        return wrong(
            fmt::format("a load outside a {} returned {:g}, but {}", resource, value, promiseOf(robustness)));
    }
    for (const float value : loads.fromNull) {
        if (value != 0)
            return wrong(fmt::format("a load from a null descriptor of a {} returned {:g}, but {}", resource,
                                     value, promiseOf(robustness)));
    }
    return {};
}

} // namespace vkperftest
