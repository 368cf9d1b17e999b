#include "lint/access_place.h"

#include <algorithm>

#include "frontend/spirv_module.h"
#include "lint/hlsl/source.h"

namespace vkperftest {

Place placeOf(const LintSubject& subject, const WideAccess& access) {
    Place place = subject.module->placeOf(*access.instruction);
    if (!subject.source || !access.address) return place;
    const auto& written = subject.source->accesses;
    const auto hasAccess = [&](const Place& where) {
        return std::ranges::any_of(written, [&](const BufferAccess& each) {
            return each.place.line == where.line && each.place.file == where.file;
        });
    };
    if (hasAccess(place)) return place;
    Place ofAddress = subject.module->placeOf(*access.address);
    if (hasAccess(ofAddress)) return ofAddress;
    const auto same = std::ranges::find_if(written, [&](const BufferAccess& each) {
        return each.offset && each.offset == access.offset && each.store == access.store;
    });
    return same == written.end() ? place : same->place;
}

} // namespace vkperftest
