#include "answers/claims.h"

#include <algorithm>
#include <array>
#include <bit>

#include "analysis/thresholds.h"
#include "answers/advice.h"
#include "answers/experiment.h"
#include "answers/finding.h"

namespace vkperftest {
namespace {

constexpr std::uint32_t kWide = 16; // bytes: the alignment of the widest load

// Raw loads whose constant offset aligns them to less than they load, as far as the place's. Rows whose offset is known
// only at run time say nothing: they run the same code as aligned ones.
bool isMisaligned(const LoadFacts& load, const ClaimPlace& place) {
    const bool known = load.kind == LoadKind::Raw && load.alignmentProvable && isPlain(load) &&
                       load.byteOffset % std::bit_ceil(load.bytes) != 0;
    return known && (place.elements == 0 ||
                     (place.elements == load.values &&
                      std::countr_zero(place.offset | kWide) == std::countr_zero(load.byteOffset | kWide)));
}

bool isAligned(const LoadFacts& subject, const LoadFacts& reference) {
    LoadFacts aligned = subject;
    aligned.byteOffset = reference.byteOffset;
    aligned.alignment = reference.alignment;
    return reference == aligned && aligned.byteOffset % kWide == 0;
}

// Long vectors load four words at a time, or what is left.
bool isMisalignedVector(const LoadFacts& load, const ClaimPlace& place) {
    ClaimPlace words = place;
    words.elements = std::min((place.elements * place.elementBytes + 3) / 4, 4u);
    return isMisaligned(load, words);
}

// Structs that are read whole, whose stride does not divide the line. Rows that read one member after another would
// miss another cache line, or none.
bool isUnpadded(const LoadFacts& load, const ClaimPlace& place) {
    return load.kind == LoadKind::Struct && isPlain(load) && !std::has_single_bit(load.stride) &&
           (place.stride == 0 || load.stride == place.stride);
}

bool isPadded(const LoadFacts& subject, const LoadFacts& reference) {
    return reference.kind == subject.kind && isPlain(reference) && reference.place == subject.place &&
           reference.stride == std::bit_ceil(subject.stride);
}

constexpr std::array<Claim, 4> kClaims = {{
    {"byteaddressbuffer-load-misaligned",
     "Load2 and Load4 are slower at constant offsets that are multiples of 4 only", "offset",
     "the aligned row", isMisaligned, isAligned, kSameKernel, true},
    {"long-vector-bytebuf-load-misaligned",
     "a vector of 5 or more elements is slower at constant offsets that are multiples of 4 only", "offset",
     "the aligned row", isMisalignedVector, isAligned, kSameKernel, true},
    {"structured-buffer-stride-not-cache-aligned", "strides that do not divide the cache line are slower",
     "offset", "the next power of two", isUnpadded, isPadded, kOtherKernel},
    {"wide-load-alignment-unprovable",
     "a wide load is slower where the compiler knows only 4 bytes of alignment", "binding", ""},
}};

// The rows that the claim is about, each against its reference.
std::vector<FoundRow> claimedRows(const Claim& claim, const RunFigures& figures, const ClaimPlace& place) {
    const std::size_t strategy = judgedStrategy(*figures.run);
    std::vector<FoundRow> rows;
    for (const RowFigures& row : figures.rows) {
        if (!row.row->load || !claim.isSubject(*row.row->load, place)) continue;
        for (const RowFigures& other : figures.rows) {
            if (!other.row->load || !claim.isReference(*row.row->load, *other.row->load)) continue;
            const FoundRow time = timeOver(figures, row.row->name, other.row->name, strategy);
            rows.push_back(claim.oneKernel ? judgedRow(time, claim.bound)
                                           : judgedByLoads(figures, time, strategy, claim.bound));
        }
    }
    return rows;
}

} // namespace

std::span<const Claim> claims() {
    return kClaims;
}

const Claim* findClaim(std::string_view rule) {
    const auto found = std::ranges::find(kClaims, rule, &Claim::rule);
    return found != kClaims.end() ? &*found : nullptr;
}

Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace& place) {
    Finding finding{.subject = std::string(claim.rule), .reference = std::string(claim.reference)};
    finding.rows =
        claim.isSubject == nullptr ? alignmentOfWideLoads(figures) : claimedRows(claim, figures, place);
    if (finding.rows.empty())
        return unknownFinding("", finding.subject, {Inconclusive::Missing, "any row like it"});
    finding = judgedAsClaim(std::move(finding));
    if (finding.way.empty() && finding.factor) finding.way = finding.rows.front().name;
    return finding;
}

} // namespace vkperftest
