#include "experiments/claim.h"

#include "experiments/judging.h"

namespace vkperftest {

std::string_view claimVerdict(const ClaimRows& rows) {
    if (rows.bearOut > 0 && rows.refute > 0) return kHoldsInPart;
    if (rows.unclear > 0 || rows.judged() == 0) return kCannotSay;
    return rows.bearOut > 0 ? kHolds : kDoesNotHold;
}

} // namespace vkperftest
