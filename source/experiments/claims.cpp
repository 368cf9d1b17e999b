#include "experiments/claims.h"

#include <array>
#include <bit>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "experiments/binding.h"
#include "experiments/experiment.h"
#include "experiments/judging.h"
#include "experiments/stride.h"
#include "experiments/vector.h"

namespace vkperftest {
namespace {

// Joins the findings on parts of a claim. Every part is reported, so that a part that bears the claim out
// shows even if others could not be judged.
Finding together(const std::vector<Finding>& parts) {
    ClaimRows rows;
    std::vector<std::string> sentences;
    for (const Finding& part : parts) {
        rows.add(part.verdict);
        sentences.push_back(part.sentence);
    }
    const bool inPart = rows.bearOut > 0 && rows.unclear > 0;
    Finding finding{"", inPart ? Found::HoldsInPart : rows.verdict(), join(sentences, "; ")};
    for (const Finding& part : parts)
        finding.figures.insert(finding.figures.end(), part.figures.begin(), part.figures.end());
    return finding;
}

// What an experiment finds about these subjects; the claim is that each of them is slower.
Finding partsOf(const std::vector<Finding>& findings, const std::vector<std::string>& subjects) {
    std::vector<Finding> parts;
    std::vector<std::string> missing;
    for (const std::string& subject : subjects) {
        const auto found = std::ranges::find(findings, subject, &Finding::subject);
        if (found == findings.end()) {
            missing.push_back(subject);
            continue;
        }
        Found verdict = found->verdict;
        if (verdict == Found::Slower) verdict = Found::Holds;
        if (verdict == Found::NotSlower || verdict == Found::Faster || verdict == Found::Same)
            verdict = Found::DoesNotHold;
        Finding& part =
            parts.emplace_back(Finding{subject, verdict, fmt::format("{}: {}", subject, found->sentence)});
        part.figures = found->figures;
    }
    if (!missing.empty()) parts.push_back(undecided("", {&kNotMeasuredParts, join(missing, "; ")}));
    return together(parts);
}

std::string linear(const Operation& operation) {
    return caseName({operation, Pattern::Linear});
}

// Whether the row takes at least `bound` times as long as the reference. Without a verdict the figure is
// reported all the same: it may be all there is.
Finding costOver(const RunFigures& figures, const std::string& row, const std::string& reference,
                 double bound) {
    const std::vector<std::string> names = {row, reference};
    for (const std::string& name : names)
        if (figures.find(name) == nullptr) return undecided("", {&kMissing, name});
    const std::size_t strategy = judgedStrategy(*figures.run, names);
    const std::optional<PairedRatio> measured = measuredTimeOver(figures, row, reference, strategy).ratio;
    const std::vector<std::string>& all = figures.run->settings.strategies;
    const std::string under = all.size() > 1 ? " under " + all[strategy] : "";
    const std::string text = measured ? fmt::format("'{}' takes {:.2f} times as long as '{}'{}", row,
                                                    measured->median, reference, under)
                                      : "";
    const TimeOf time = timeOver(figures, row, reference, strategy, bound);
    const std::optional<bool> costs = time.atLeast(bound);
    Trouble trouble;
    if (!costs) trouble = time.whyUnclear(bound);
    if (!time.ratio) trouble.remark = text;
    Finding finding =
        costs ? Finding{"", *costs ? Found::Holds : Found::DoesNotHold, text} : undecided("", trouble);
    if (measured) finding.figures = {{row, all[strategy], reference, all[strategy], *measured}};
    return finding;
}

std::optional<BoundRow> ofSuite(std::string_view suite, const Case& row, Strategy strategy = Strategy::Set) {
    const std::vector<Case> rows = findSuite(suite).value()->rows();
    return std::ranges::count(rows, row) > 0 ? std::optional(BoundRow{row, strategy}) : std::nullopt;
}

// Vectors -------------------------------------------------------------------------------------------------

// Nothing unless the place is known to be off the natural alignment. An element of 8 bytes loads as two of 4;
// an odd number of halves loads the same words as the next even number.
std::optional<Operation> vectorAt(const ClaimPlace* place) {
    if (place == nullptr || place->elements == 0) return std::nullopt;
    const bool half = place->elementBytes == 2;
    std::uint32_t values = place->elements * std::max(place->elementBytes / 4, 1u);
    if (half) values += values % 2;
    const Format element = half ? Format::R16F : Format::R32F;
    auto offset = static_cast<std::uint32_t>(place->offset % vectorLoad(element, values).stride);
    if (offset == 0) return std::nullopt;
    // An offset that was not measured costs what its alignment costs, which its lowest bit gives.
    const auto there = [&](const Case& row) { return row.operation.byteOffset == offset; };
    if (std::ranges::none_of(vectorRows(), there)) offset &= ~offset + 1;
    return vectorLoad(element, values, offset);
}

Finding judgeVectors(const RunFigures& figures, const ClaimPlace* place) {
    if (const std::optional<Operation> load = vectorAt(place)) {
        const Operation aligned = vectorLoad(load->source.format, load->width);
        return together({costOver(figures, linear(*load), linear(aligned), kOffsetCosts)});
    }
    const Result<Answer> answer = answerVector(figures);
    return answer.ok() ? answer.value().findings.back() : undecided("", {&kReported, answer.error().cause});
}

std::optional<BoundRow> vectorRow(const ClaimPlace& place) {
    const std::optional<Operation> load = vectorAt(&place);
    return load ? ofSuite("vector", {*load, Pattern::Linear}) : std::nullopt;
}

// Strides -------------------------------------------------------------------------------------------------

// Strides of 20 bytes and more load the same 20 bytes; each is compared with the next that divides a cache
// line.
Finding judgeStrides(const RunFigures& figures, const ClaimPlace* place) {
    constexpr std::uint32_t kUsed = 20;
    const std::uint32_t stride = place != nullptr ? place->stride : 0;
    if (stride < kUsed || figures.find(linear(stridedLoad(stride))) == nullptr) {
        const Result<Answer> answer = answerStride(figures);
        if (!answer.ok()) return undecided("", {&kReported, answer.error().cause});
        std::vector<std::string> subjects;
        for (const CachePlace where : {CachePlace::InsideL1, CachePlace::OwnWindow}) {
            for (const std::string_view members : {"float", "float2", "float4"})
                subjects.push_back(strideClaimSubject(where, members));
        }
        return partsOf(answer.value().findings, subjects);
    }
    std::vector<Finding> parts;
    for (const CachePlace where : {CachePlace::InsideL1, CachePlace::OwnWindow}) {
        parts.push_back(costOver(figures, linear(stridedLoad(stride, where)),
                                 linear(stridedLoad(std::bit_ceil(stride), where)), kStrideCosts));
    }
    return together(parts);
}

std::optional<BoundRow> strideRow(const ClaimPlace& place) {
    if (place.stride == 0) return std::nullopt;
    return ofSuite("stride", {stridedLoad(place.stride), Pattern::Linear});
}

// Wide loads at addresses that may be multiples of 4 only -------------------------------------------------

// Addresses that cannot be proven aligned are usually computed from an invocation's number.
Finding judgeWideLoads(const RunFigures& figures, const ClaimPlace* place) {
    std::vector<std::string> subjects = {alignmentSubject(linear(rawLoad(4)))};
    if (place == nullptr) subjects.push_back(alignmentSubject(caseName({rawLoad(4), Pattern::Uniform})));
    return partsOf(judgeAlignment(figures), subjects);
}

std::optional<BoundRow> wideLoadRow(const ClaimPlace&) {
    const Strategy narrow = parseStrategies(kNarrowAddresses).value().front();
    return ofSuite("binding", {rawLoad(4), Pattern::Linear}, narrow);
}

// Load2, Load3 and Load4 at a wrong constant --------------------------------------------------------------

constexpr std::uint32_t kWrong = 4; // bytes

Finding judgeUnaligned(const RunFigures& figures, const ClaimPlace* place) {
    std::vector<Finding> parts;
    for (const std::uint32_t width : {2u, 4u}) {
        // Load3 is nearer to Load4.
        if (place != nullptr && place->elements > 0 && (place->elements <= 2) != (width == 2)) continue;
        for (const Pattern pattern : {Pattern::Uniform, Pattern::Linear}) {
            parts.push_back(costOver(figures, caseName({rawLoad(width, kWrong), pattern}),
                                     caseName({rawLoad(width), pattern}), kOffsetCosts));
        }
    }
    return together(parts);
}

std::optional<BoundRow> unalignedRow(const ClaimPlace& place) {
    return ofSuite("binding", {rawLoad(place.elements == 2 ? 2 : 4, kWrong), Pattern::Linear});
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
     "a wide load is slower where the compiler knows only 4 bytes of alignment", "binding", judgeWideLoads,
     wideLoadRow},
}};

} // namespace

std::span<const Claim> claims() {
    return kClaims;
}

const Claim* findClaim(std::string_view rule) {
    const auto found = std::ranges::find(kClaims, rule, &Claim::rule);
    return found != kClaims.end() ? &*found : nullptr;
}

Finding judgeClaim(const Claim& claim, const RunFigures& figures, const ClaimPlace* place) {
    Finding finding = claim.judge(widened(figures), place);
    finding.subject = claim.rule;
    return finding;
}

std::string concludeClaims(const std::vector<Finding>& judged) {
    std::map<Found, std::vector<std::string>> rules;
    for (const Claim& claim : kClaims) {
        ClaimRows runs;
        for (const Finding& finding : those(judged, &Finding::subject, claim.rule)) runs.add(finding.verdict);
        if (runs.all() == 0) continue;
        runs.unclear = 0; // the judged runs decide
        rules[runs.verdict()].emplace_back(claim.rule);
    }
    if (rules.empty() || rules.rbegin()->first == Found::CannotSay)
        return "No conclusion: none of the claims could be judged; the reasons are below";
    std::vector<std::string> parts;
    const auto add = [&](std::string_view verb, Found verdict, std::string_view why) {
        if (!rules[verdict].empty())
            parts.push_back(fmt::format("{} {}{}", verb, join(rules[verdict], ", "), why));
    };
    add("follow", Found::Holds, "");
    add("follow", Found::HoldsInPart, " as far as confirmed below");
    add("ignore", Found::DoesNotHold, " (not confirmed here)");
    add("no verdict on", Found::CannotSay, "");
    return sentenceOf(parts);
}

Finding unmeasuredClaim(const Claim& claim) {
    return undecided(std::string(claim.rule), {&kNoSuchRun, std::string(claim.suite)});
}

} // namespace vkperftest
