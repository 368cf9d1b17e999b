// Where the accesses of a module stand in the source.
#pragma once

#include "addresses/word_groups.h"
#include "frontend/place.h"
#include "lint/rule.h"

namespace vkperftest {

// The place of the access's debug line, if the source has an access on that line, or is not known. dxc gives
// Load<T> and Store<T> the line on which their buffer is declared; their place is then that of their address,
// which has the right line, or of the access in the source with the same constant offset.
Place placeOf(const LintSubject& subject, const WideAccess& access);

} // namespace vkperftest
