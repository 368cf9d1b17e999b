#include "experiments/claims.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/suite.h"
#include "experiments/binding.h"
#include "experiments/experiment.h"
#include "experiments/judging.h"
#include "experiments/stride.h"
#include "experiments/vector.h"

namespace vkperftest {
namespace {

// A verdict on one pair of rows, or on several.
struct Part {
    std::string verdict; // kHolds, kDoesNotHold, kHoldsInPart, kCannotSay
    std::string sentence;
};

Finding together(const std::vector<Part>& parts) {
    const auto all = [&](std::string_view verdict) {
        return std::count_if(parts.begin(), parts.end(),
                             [&](const Part& one) { return one.verdict == verdict; });
    };
    const auto inPart = static_cast<std::size_t>(all(kHoldsInPart));
    const ClaimRows rows{.bearOut = static_cast<std::size_t>(all(kHolds)) + inPart,
                         .refute = static_cast<std::size_t>(all(kDoesNotHold)) + inPart,
                         .unclear = static_cast<std::size_t>(all(kCannotSay))};
    std::vector<std::string> sentences;
    for (const Part& part : parts) sentences.push_back(part.sentence);
    return {"", std::string(claimVerdict(rows)), join(sentences, "; ")};
}

// What an experiment finds of this subject, with its verdict as one on the claim.
Part partOf(const std::vector<Finding>& findings, std::string_view subject) {
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&](const Finding& finding) { return finding.subject == subject; });
    if (found == findings.end()) {
        return {std::string(kCannotSay), cannotSay(fmt::format("{}: '{}'", kMissing, subject))};
    }
    std::string verdict = found->verdict;
    if (verdict == kSlower) verdict = kHolds;
    if (verdict == kNotSlower || verdict == kFaster || verdict == kSame) verdict = kDoesNotHold;
    return {verdict, fmt::format("{}: {}", subject, found->sentence)};
}

Finding partsOf(const std::vector<Finding>& findings, const std::vector<std::string>& subjects) {
    std::vector<Part> parts;
    for (const std::string& subject : subjects) parts.push_back(partOf(findings, subject));
    return together(parts);
}

// Whether the row takes so many times as long as the reference. Where that cannot be said, the figure is told all the
// same: it may be all that there is.
Part costOver(const RunFigures& figures, const std::string& row, const std::string& reference, double bound) {
    const std::vector<std::string> names = {row, reference};
    for (const std::string& name : names) {
        if (figures.find(name) == nullptr)
            return {std::string(kCannotSay), cannotSay(fmt::format("{}: '{}'", kMissing, name))};
    }
    const std::size_t strategy = judgedStrategy(*figures.run, names);
    const std::optional<PairedRatio> measured = measuredTimeOver(figures, row, reference, strategy).ratio;
    const std::string text =
        measured ? fmt::format("'{}' takes {:.2f} times as long as '{}'", row, measured->median, reference)
                 : "";
    const TimeOf time = timeOver(figures, row, reference, strategy);
    const std::optional<bool> costs = time.atLeast(bound);
    if (costs) return {std::string(*costs ? kHolds : kDoesNotHold), text};
    return {std::string(kCannotSay), cannotSay(time.whyUnclear(bound)) +
                                         (time.ratio || text.empty() ? "" : fmt::format(" ({})", text))};
}

std::optional<BoundRow> rowCalled(std::string_view suite, const std::string& name, Strategy strategy) {
    const std::vector<Case> rows = findSuite(suite).value()->rows();
    const Result<Case> row = findRow(rows, name);
    if (!row.ok()) return std::nullopt;
    return BoundRow{row.value(), strategy};
}

// Vectors ------------------------------------------------------------------------------------------------------------

struct VectorRows {
    std::string placed, aligned;
};

// An element of 8 bytes loads as two of 4; an odd number of halves loads the words of the even one above it.
VectorRows vectorRowsOf(const ClaimPlace& place) {
    constexpr std::array<std::uint64_t, 7> kOffsets = {4, 8, 12, 16, 20, 28, 32}; // of the suite
    const bool half = place.elementBytes == 2;
    std::uint32_t values = place.elements * std::max(place.elementBytes / 4, 1u);
    if (half) values += values % 2;
    const std::string aligned =
        fmt::format("ByteAddressBuffer.Load<{}{}> linear", half ? "half" : "float", values);
    std::uint64_t offset = place.offset % std::bit_ceil(std::max(values, 1u) * (half ? 2 : 4));
    // An offset that was not measured costs what its alignment costs: that of its lowest bit.
    if (std::count(kOffsets.begin(), kOffsets.end(), offset) == 0) offset &= ~offset + 1;
    return {fmt::format("{}, offset {}", aligned, offset), aligned};
}

Finding judgeVectors(const RunFigures& figures, const ClaimPlace* place) {
    if (place != nullptr && place->elements > 0) {
        const VectorRows rows = vectorRowsOf(*place);
        return together({costOver(figures, rows.placed, rows.aligned, kOffsetCosts)});
    }
    const Result<Answer> answer = answerVector(figures);
    return answer.ok() ? answer.value().findings.back() : undecided("", answer.error().cause);
}

std::optional<BoundRow> vectorRow(const ClaimPlace& place) {
    return rowCalled("vector", vectorRowsOf(place).placed, Strategy::Set);
}

// Strides ------------------------------------------------------------------------------------------------------------

std::string strideRowName(std::uint32_t stride) {
    return fmt::format("StructuredBuffer<{} bytes>.Load linear", stride);
}

// Strides of 20 bytes and more load the same 20 bytes; each is compared with the next that divides a cache line.
Finding judgeStrides(const RunFigures& figures, const ClaimPlace* place) {
    constexpr std::uint32_t kUsed = 20;
    const std::uint32_t stride = place != nullptr ? place->stride : 0;
    std::vector<Part> parts;
    if (stride >= kUsed && figures.find(strideRowName(stride)) != nullptr) {
        for (const char* where : {"", ", outside L1"}) {
            parts.push_back(costOver(figures, strideRowName(stride) + where,
                                     strideRowName(std::bit_ceil(stride)) + where, kStrideCosts));
        }
        return together(parts);
    }
    const Result<Answer> answer = answerStride(figures);
    if (!answer.ok()) return undecided("", answer.error().cause);
    return partsOf(answer.value().findings, {"inside L1", "outside L1"});
}

std::optional<BoundRow> strideRow(const ClaimPlace& place) {
    return rowCalled("stride", strideRowName(place.stride), Strategy::Set);
}

// Wide loads at addresses that may be multiples of 4 only ------------------------------------------------------------

// Addresses that cannot be proven aligned are computed from an invocation's number, as a rule.
Finding judgeWideLoads(const RunFigures& figures, const ClaimPlace* place) {
    std::vector<std::string> subjects = {"alignment: ByteAddressBuffer.Load4 linear"};
    if (place == nullptr) subjects.push_back("alignment: ByteAddressBuffer.Load4 uniform");
    return partsOf(judgeAlignment(figures), subjects);
}

std::optional<BoundRow> wideLoadRow(const ClaimPlace&) {
    const Strategy narrow = parseStrategies("address-4").value().front();
    return rowCalled("binding", "ByteAddressBuffer.Load4 linear", narrow);
}

// Load2, Load3 and Load4 at a wrong constant -------------------------------------------------------------------------

std::string unalignedName(std::uint32_t width, std::string_view pattern) {
    return fmt::format("ByteAddressBuffer.Load{} unaligned {}", width, pattern);
}

Finding judgeUnaligned(const RunFigures& figures, const ClaimPlace* place) {
    std::vector<Part> parts;
    for (const std::uint32_t width : {2u, 4u}) {
        // Load3 is nearer to Load4.
        if (place != nullptr && place->elements > 0 && (place->elements <= 2) != (width == 2)) continue;
        for (const char* pattern : {"uniform", "linear"}) {
            parts.push_back(costOver(figures, unalignedName(width, pattern),
                                     fmt::format("ByteAddressBuffer.Load{} {}", width, pattern),
                                     kOffsetCosts));
        }
    }
    return together(parts);
}

std::optional<BoundRow> unalignedRow(const ClaimPlace& place) {
    return rowCalled("binding", unalignedName(place.elements == 2 ? 2 : 4, "linear"), Strategy::Set);
}

constexpr std::array<Claim, 4> kClaims = {{
    {"byteaddressbuffer-load-misaligned",
     "Load2 and Load4 are slower at offsets that are multiples of 4 only", "binding", judgeUnaligned,
     unalignedRow},
    {"long-vector-bytebuf-load-misaligned",
     "a vector of 5 or more elements must be aligned to its natural alignment", "vector", judgeVectors,
     vectorRow},
    {"structured-buffer-stride-not-cache-aligned", "strides that do not divide the cache line are slower",
     "stride", judgeStrides, strideRow},
    {"wide-load-alignment-unprovable",
     "a wide load is slower where the compiler knows of 4 bytes of alignment only", "binding", judgeWideLoads,
     wideLoadRow},
}};

} // namespace

std::span<const Claim> claims() {
    return kClaims;
}

const Claim* findClaim(std::string_view rule) {
    const auto found =
        std::find_if(kClaims.begin(), kClaims.end(), [&](const Claim& claim) { return claim.rule == rule; });
    return found != kClaims.end() ? &*found : nullptr;
}

Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace* place) {
    Finding finding = claim.judge(figures, place);
    finding.subject = claim.rule;
    withholdIfDisturbed(figures, {&finding, 1});
    return finding;
}

std::string concludeClaims(std::span<const Finding> judged) {
    std::vector<std::string> heed, ignore, inPart, unknown;
    for (const Claim& claim : kClaims) {
        ClaimRows runs;
        bool any = false;
        for (const Finding& finding : judged) {
            if (finding.subject != claim.rule) continue;
            any = true;
            const bool part = finding.verdict == kHoldsInPart;
            if (finding.verdict == kHolds || part) ++runs.bearOut;
            if (finding.verdict == kDoesNotHold || part) ++runs.refute;
        }
        if (!any) continue;
        const std::string_view verdict = claimVerdict(runs); // of those runs that say anything
        (verdict == kHolds         ? heed
         : verdict == kDoesNotHold ? ignore
         : verdict == kHoldsInPart ? inPart
                                   : unknown)
            .emplace_back(claim.rule);
    }
    if (heed.empty() && ignore.empty() && inPart.empty())
        return "No conclusion: none of the claims could be judged, see below why";
    std::vector<std::string> parts;
    if (!heed.empty()) parts.push_back("heed " + join(heed, ", "));
    if (!inPart.empty())
        parts.push_back(fmt::format("heed {} as far as confirmed below", join(inPart, ", ")));
    if (!ignore.empty()) parts.push_back(fmt::format("ignore {}: not confirmed here", join(ignore, ", ")));
    if (!unknown.empty()) parts.push_back("not judged: " + join(unknown, ", "));
    std::string text = join(parts, "; ");
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

Finding unmeasuredClaim(const Claim& claim) {
    return undecided(
        std::string(claim.rule),
        fmt::format("no file has a run of the suite '{0}': `vkperftest experiment {0} --output FILE.json` "
                    "measures one",
                    claim.suite));
}

} // namespace vkperftest
