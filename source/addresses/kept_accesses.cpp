#include "addresses/kept_accesses.h"

#include "addresses/forwarded_loads.h"

namespace vkperftest {

KeptAccesses::KeptAccesses(const SpirvModule& withoutDeadCode)
    : stores_(keysOf(sourceStores(withoutDeadCode))), atomics_(keysOf(sourceAtomics(withoutDeadCode))) {
    const std::set<std::size_t> forwarded = forwardedLoads(withoutDeadCode);
    std::vector<SourceAccess> loads = sourceLoads(withoutDeadCode);
    std::erase_if(loads, [&](const SourceAccess& one) { return forwarded.contains(one.instruction); });
    loads_ = keysOf(loads);
}

KeptAccesses::Key KeptAccesses::keyOf(const SourceAccess& access) {
    return {access.variable, access.place.file, access.place.line};
}

KeptAccesses::Keys KeptAccesses::keysOf(const std::vector<SourceAccess>& accesses) {
    Keys keys;
    for (const SourceAccess& one : accesses) keys.insert(keyOf(one));
    return keys;
}

void KeptAccesses::keep(std::vector<SourceAccess>& accesses, const Keys& kept) {
    std::erase_if(accesses,
                  [&](const SourceAccess& one) { return one.variable != 0 && !kept.contains(keyOf(one)); });
}

} // namespace vkperftest
