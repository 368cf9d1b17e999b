#include "answers/claims.h"

#include <algorithm>
#include <array>
#include <bit>

#include "analysis/thresholds.h"
#include "answers/choice.h"
#include "answers/experiment.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kWide = 16; // bytes: the alignment of the widest load

std::uint64_t alignmentAt(std::uint64_t offset) {
    const std::uint64_t places = offset | kWide;
    return places & (~places + 1);
}

// Whether the compiler knows that the load is not aligned to as many bytes as it loads, and as the place is.
bool isMisaligned(const LoadFacts& load, const ClaimPlace& place) {
    const bool known = load.kind == LoadKind::Raw && load.alignmentProvable && isPlain(load) &&
                       load.byteOffset % std::bit_ceil(load.bytes) != 0;
    return known && (place.elements == 0 || (place.elements == load.values &&
                                             alignmentAt(place.offset) == alignmentAt(load.byteOffset)));
}

// Rows whose offset is known only at run time say nothing: they run the same code as aligned ones.
Finding judgeMisaligned(const RunFigures& figures, const ClaimPlace& place) {
    Finding finding{.subject = "loads at constant offsets", .reference = "the aligned row"};
    const std::vector<Row> rows = measuredRows(figures);
    for (const Row& row : rows) {
        if (!isMisaligned(row.load(), place)) continue;
        for (const Row& other : rows) {
            LoadFacts aligned = row.load();
            aligned.byteOffset = other.load().byteOffset;
            aligned.alignment = other.load().alignment;
            if (other.load() == aligned && aligned.byteOffset % kWide == 0)
                finding.rows.push_back(compared(row, other, kSameKernel, true));
        }
    }
    return judgedAsClaim(std::move(finding));
}

constexpr std::array<Claim, 4> kClaims = {{
    {"byteaddressbuffer-load-misaligned",
     "Load2 and Load4 are slower at constant offsets that are multiples of 4 only", "offset",
     judgeMisaligned},
    {"long-vector-bytebuf-load-misaligned",
     "a vector of 5 or more elements must be aligned to its natural alignment", "vector", judgeVectorClaim},
    {"structured-buffer-stride-not-cache-aligned", "strides that do not divide the cache line are slower",
     "stride", judgeStrideClaim},
    {"wide-load-alignment-unprovable",
     "a wide load is slower where the compiler knows only 4 bytes of alignment", "binding",
     judgeWideLoadClaim},
}};

} // namespace

std::span<const Claim> claims() {
    return kClaims;
}

const Claim* findClaim(std::string_view rule) {
    const auto found = std::ranges::find(kClaims, rule, &Claim::rule);
    return found != kClaims.end() ? &*found : nullptr;
}

Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace& place) {
    Finding finding = claim.judge(widened(figures), place);
    finding.topic.clear();
    finding.subject = claim.rule;
    if (finding.way.empty() && finding.factor) finding.way = finding.rows.front().name;
    return finding;
}

Finding judgedClaim(const RunFigures& figures, const std::vector<Planned>& planned) {
    const std::size_t strategy = plannedStrategy(figures, planned);
    std::vector<Finding> claim(1, {.subject = planned[0].row});
    if (std::ranges::all_of(planned,
                            [&](const Planned& each) { return each.reference == planned[0].reference; }))
        claim[0].reference = planned[0].reference;
    for (const Finding& one : judgePlanned(figures, planned, strategy))
        claim[0].rows.insert(claim[0].rows.end(), one.rows.begin(), one.rows.end());
    // Without a verdict a figure is reported all the same: it may be all there is.
    for (FoundRow& row : claim[0].rows)
        if (!row.value) row.value = measuredTimeOver(figures, row.name, row.reference, strategy).value;
    nameStrategy(*figures.run, strategy, claim);
    return judgedAsClaim(std::move(claim[0]));
}

} // namespace vkperftest
