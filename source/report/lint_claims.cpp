#include "report/lint_claims.h"

#include <optional>

#include "base/text.h"
#include "report/phrases.h"

namespace vkperftest {

ClaimPlace claimPlaceOf(const LintFinding& finding) {
    const auto number = [&](std::string_view name) -> std::uint32_t {
        for (const auto& [key, value] : finding.details) {
            const std::optional<long long> parsed = key == name ? parseInteger(value) : std::nullopt;
            if (parsed && *parsed > 0 && *parsed <= UINT32_MAX) return static_cast<std::uint32_t>(*parsed);
        }
        return 0;
    };
    return {.stride = number("stride"),
            .elements = number("elements"),
            .elementBytes = number("elementBytes"),
            .offset = number("offset")};
}

void addMeasuredClaims(LintReport& report, const ClaimRuns& runs) {
    for (ReportedFile& file : report.files) {
        for (ReportedFinding& finding : file.findings) {
            const Claim* const claim = findClaim(finding.rule);
            if (claim == nullptr) continue;
            const ClaimPlace place = claimPlaceOf(finding);
            for (const RunFigures* figures : runs.of(*claim)) {
                const Finding judged = judgeClaim(*claim, *figures, &place);
                finding.measured.push_back({std::string(claim->text), deviceLine(*figures->run),
                                            judged.sentence, verdictText(judged)});
            }
        }
    }
}

} // namespace vkperftest
