#include "experiments/vector.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr unsigned kClaimedFrom = 5; // values of the vectors that the claim is about

using Placed = std::vector<PlacedVector>;

// Every vector of the suite at every offset, not judged.
Placed placedVectors() {
    Placed all;
    for (const Case& row : vectorRows()) {
        const Operation& load = row.operation;
        if (row.pattern != Pattern::Linear || row.technique != Technique::Direct || load.byteOffset == 0)
            continue;
        const Case aligned{vectorLoad(load.source.format, load.width), Pattern::Linear};
        all.push_back(
            {{caseName(row), caseName(aligned)}, vectorName(load), load.width, load.stride, load.byteOffset});
    }
    return all;
}

Placed thoseThat(const Placed& all, std::optional<bool> cost) {
    return those(all, &PlacedVector::slower, cost);
}

// Of those that could be judged: one at least.
PlacedVector worst(const Placed& all) {
    const Placed judged = those(all, [](const PlacedVector& placed) { return placed.slower.has_value(); });
    return *std::ranges::max_element(judged, {}, &PlacedVector::time);
}

std::string offsetsOf(const Placed& all) {
    return listOf(all, &PlacedVector::offset);
}

// The trouble of the first of `unclear`, which holds one at least, with what of the others it is not true.
Trouble whyUnclear(const Placed& unclear) {
    Trouble trouble = *unclear[0].trouble;
    const auto alike = [&](const PlacedVector& placed) { return placed.trouble == trouble; };
    const Placed same = those(unclear, alike), others = those(unclear, alike, false);
    trouble.remark =
        fmt::format("at {}{}", offsetsOf(same),
                    others.empty() ? "" : fmt::format("; at {} for other reasons", offsetsOf(others)));
    return trouble;
}

// `offsets`: one at least; all of the suite's, or some.
Finding judgeWidth(const Placed& offsets, bool all) {
    const std::string& subject = offsets[0].vector;
    const Placed costly = thoseThat(offsets, true);
    const Placed harmless = thoseThat(offsets, false);
    const Placed unclear = thoseThat(offsets, std::nullopt);
    if (costly.empty() && !unclear.empty()) return undecided(subject, whyUnclear(unclear));
    if (costly.empty()) {
        const std::string where = all ? "any offset" : "offset " + offsetsOf(offsets);
        return findingWith(subject, Found::CostsNothing, fmt::format("not slower at {}: ", where),
                           worst(harmless).time, "x the time at worst");
    }
    std::string behind = "x the time";
    if (!harmless.empty()) behind += fmt::format("; not at {}", offsetsOf(harmless));
    if (!unclear.empty()) behind += "; " + undecided("", whyUnclear(unclear)).sentence;
    return findingWith(subject, Found::Costs, fmt::format("slower at offset {}: up to ", offsetsOf(costly)),
                       worst(costly).time, behind);
}

// The smallest number of bytes at whose multiples none of the loads costs anything; 0 if a load there costs. Nothing if
// that could not be judged.
std::optional<unsigned> enoughAlignment(const Placed& misaligned) {
    bool unclear = false;
    for (const unsigned alignment : {8u, 16u, 32u}) {
        const Placed multiples =
            those(misaligned, [&](const PlacedVector& placed) { return placed.offset % alignment == 0; });
        if (multiples.empty() || !thoseThat(multiples, true).empty()) continue;
        if (thoseThat(multiples, std::nullopt).empty()) return alignment;
        unclear = true;
    }
    return unclear ? std::nullopt : std::optional(0u);
}

// `misaligned`: the loads that the claim is about.
Finding judgeVectorClaim(const Placed& misaligned) {
    const std::string subject = "vectors of 5 or more", loads = "misaligned loads";
    const ClaimRows rows = claimRows(misaligned);
    if (rows.all() == 0) return undecided(subject, {&kNoClaimedRows, "misaligned"});
    if (rows.judged() == 0) {
        return undecided(
            subject,
            {&kNoneClear, loads, whyUnclear({misaligned[0]}).sentence(), {static_cast<double>(rows.all())}});
    }
    const PlacedVector most = worst(misaligned);
    const std::string worstText = fmt::format("{:.2f}x, {} at {}", most.time, most.vector, most.offset);
    const Found verdict = rows.verdict();
    if (verdict == Found::CannotSay)
        return undecided(subject, rows.whyUnclear(loads, fmt::format(" (at most {})", worstText)));
    const std::string claim(claimWords(verdict));
    if (verdict != Found::HoldsInPart) {
        const bool holds = verdict == Found::Holds;
        return {subject, verdict,
                fmt::format("{}: {} {} {} {} slower ({} {})", claim, holds ? "all" : "none of", rows.all(),
                            loads, holds ? "are" : "is", holds ? "up to" : "at most", worstText)};
    }
    const std::optional<unsigned> enough = enoughAlignment(misaligned);
    return {subject, verdict,
            fmt::format("{}: {} of {} {} are slower (up to {}), {}{}", claim, rows.bearOut, rows.judged(),
                        loads, worstText,
                        !enough        ? "and whether a smaller alignment is enough is not known"
                        : *enough == 0 ? "and no smaller alignment is enough for all"
                                       : fmt::format("but none at multiples of {} bytes", *enough),
                        notJudged(rows.unclear))};
}

} // namespace

std::string vectorName(const Operation& load) {
    return fmt::format("{}{}", load.source.format == Format::R16F ? "half" : "float", load.width);
}

std::string concludeVectors(const Placed& vectors) {
    const Placed misaligned = those(vectors, &PlacedVector::misaligned, true);
    const ClaimRows rows = claimRows(misaligned);
    if (rows.judged() == 0) return noConclusion(misaligned, "misaligned loads");
    const PlacedVector most = worst(misaligned);
    if (rows.bearOut == 0) {
        return fmt::format(
            "Align vectors to 4 bytes, no more: none of {} misaligned loads is slower (at most "
            "{:.2f}x the time){}",
            rows.judged(), most.time, notJudged(rows.unclear));
    }
    const unsigned enough = enoughAlignment(misaligned).value_or(0);
    return fmt::format(
        "Align vectors to {}: {} of {} misaligned loads are slower (up to {:.1f}x the time, {} at "
        "offset {}){}{}",
        enough == 0 ? "their natural alignment" : fmt::format("{} bytes", enough), rows.bearOut,
        rows.judged(), most.time, most.vector, most.offset, enough == 0 ? "" : ", none at such multiples",
        notJudged(rows.unclear));
}

Result<Answer> answerVector(const RunFigures& figures) {
    const Placed ofSuite = placedVectors(), all = compared(figures, ofSuite, kOffsetCosts);
    if (all.empty())
        return noRows("vector", caseName({vectorLoad(Format::R32F, kClaimedFrom, 4), Pattern::Linear}));
    Answer answer{concludeVectors(all), {}};
    for (const PlacedVector& first : all) {
        if (!answer.findings.empty() && answer.findings.back().subject == first.vector) continue;
        const Placed its = those(all, &PlacedVector::vector, first.vector);
        answer.findings.push_back(
            judgeWidth(its, its.size() == those(ofSuite, &PlacedVector::vector, first.vector).size()));
    }
    answer.findings.push_back(judgeVectorClaim(those(all, [](const PlacedVector& placed) {
        return placed.misaligned() && placed.values >= kClaimedFrom;
    })));
    nameStrategy(*figures.run, strategyOfPairs(*figures.run, all), answer.findings);
    return answer;
}

} // namespace vkperftest
