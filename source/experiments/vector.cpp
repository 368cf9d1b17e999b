#include "experiments/vector.h"

#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr unsigned kClaimedFrom = 5; // values of the vectors that the claim is about

// Every vector of the suite at every offset, not yet judged.
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

std::string offsetsOf(const Placed& all) {
    return listOf(all, &PlacedVector::offset);
}

// The trouble of the first of `unclear` (at least one), with a remark on the offsets that have other
// troubles.
Trouble whyUnclear(const Placed& unclear) {
    Trouble trouble = *unclear[0].trouble;
    const auto alike = [&](const PlacedVector& placed) { return placed.trouble == trouble; };
    const Placed same = those(unclear, alike), others = those(unclear, alike, false);
    trouble.remark =
        fmt::format("at {}{}", offsetsOf(same),
                    others.empty() ? "" : fmt::format("; at {} for other reasons", offsetsOf(others)));
    return trouble;
}

// `offsets`: at least one. `all`: whether they are all of the suite's.
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

// `misaligned`: the loads that the claim is about.
Finding judgeVectorClaim(const Placed& misaligned) {
    const std::string subject = "vectors of 5 or more", loads = "misaligned loads of such vectors";
    const ClaimRows rows = claimRows(misaligned);
    if (rows.all() == 0) return undecided(subject, {&kNoClaimedRows, "misaligned"});
    if (rows.judged() == 0) {
        return undecided(
            subject,
            {&kNoneClear, loads, whyUnclear({misaligned[0]}).sentence(), {static_cast<double>(rows.all())}});
    }
    const PlacedVector most = worst(misaligned);
    const std::string worstText =
        fmt::format("{:.2f}x the time: {} at offset {}", most.time, most.vector, most.offset);
    const Found verdict = rows.verdict();
    if (verdict == Found::CannotSay)
        return undecided(subject, rows.whyUnclear(loads, fmt::format(" (the slowest takes {})", worstText)));
    const std::string claim(claimWords(verdict));
    if (verdict != Found::HoldsInPart) {
        const bool holds = verdict == Found::Holds;
        return {subject, verdict,
                fmt::format("{}: {} {} {} {} slower ({} {})", claim, holds ? "all" : "none of", rows.all(),
                            loads, holds ? "are" : "is", holds ? "up to" : "the slowest takes", worstText)};
    }
    const std::optional<unsigned> enough = enoughAlignment(misaligned);
    return {subject, verdict,
            fmt::format("{}: {} of {} {} are slower (up to {}), {}{}", claim, rows.bearOut, rows.judged(),
                        loads, worstText,
                        !enough        ? "and it is unclear whether a smaller alignment is enough"
                        : *enough == 0 ? "and no smaller alignment is enough for all"
                                       : fmt::format("but none at multiples of {} bytes", *enough),
                        noVerdictOn(rows.unclear, "load"))};
}

} // namespace

std::string vectorName(const Operation& load) {
    return fmt::format("{}{}", load.source.format == Format::R16F ? "half" : "float", load.width);
}

Result<Answer> answerVector(const RunFigures& figures) {
    const Placed ofSuite = placedVectors(), all = compared(figures, ofSuite, kOffsetCosts);
    const std::vector<VectorForm> forms = compareForms(figures);
    if (all.empty())
        return noRows("vector", caseName({vectorLoad(Format::R32F, kClaimedFrom, 4), Pattern::Linear}));
    Answer answer{concludeVectors(all, forms), {}};
    for (const PlacedVector& first : all) {
        if (!answer.findings.empty() && answer.findings.back().subject == first.vector) continue;
        const Placed its = those(all, &PlacedVector::vector, first.vector);
        const bool whole = its.size() == those(ofSuite, &PlacedVector::vector, first.vector).size();
        answer.findings.push_back(restingOn(its, judgeWidth(its, whole)));
    }
    for (const VectorForm& form : forms)
        answer.findings.push_back(restingOn(std::vector{form}, judgeForm(form)));
    const Placed claimed = those(
        all, [](const PlacedVector& placed) { return placed.misaligned() && placed.values >= kClaimedFrom; });
    answer.findings.push_back(restingOn(claimed, judgeVectorClaim(claimed)));
    nameStrategy(*figures.run, strategyOfPairs(*figures.run, all), answer.findings);
    return answer;
}

} // namespace vkperftest
