#include "experiments/vector.h"

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "experiments/judging.h"

namespace vkperftest {
namespace {

constexpr unsigned kMostValues = 16;
constexpr unsigned kClaimedFrom = 5; // values of the vectors that the claim is about
constexpr std::array<unsigned, 7> kOffsets = {4, 8, 12, 16, 20, 28, 32};

struct Vector {
    std::string name; // "float5"
    unsigned values = 0;
    unsigned alignment = 0; // natural, bytes
};

std::string operationOf(const Vector& vector) {
    return fmt::format("ByteAddressBuffer.Load<{}>", vector.name);
}

std::string rowName(const Vector& vector, unsigned offset) {
    return operationOf(vector) + " linear" + (offset == 0 ? "" : fmt::format(", offset {}", offset));
}

// Those that the run has any row of.
std::vector<Vector> judgedVectors(const RunResult& run) {
    std::vector<Vector> vectors;
    for (const auto& [element, bytes] : {std::pair("float", 4u), std::pair("half", 2u)}) {
        for (unsigned values = 2; values <= kMostValues; values += 4 / bytes) {
            Vector vector{fmt::format("{}{}", element, values), values, std::bit_ceil(values * bytes)};
            const bool any = std::any_of(run.rows.begin(), run.rows.end(), [&](const RowResult& row) {
                return row.operation == operationOf(vector);
            });
            if (any) vectors.push_back(std::move(vector));
        }
    }
    return vectors;
}

using Placed = std::vector<PlacedVector>;

Placed placesOf(const RunFigures& figures, const Vector& vector, std::size_t strategy) {
    Placed all;
    for (const unsigned offset : kOffsets) {
        if (findRow(*figures.run, rowName(vector, offset)) == nullptr) continue;
        PlacedVector placed{
            .vector = vector.name, .values = vector.values, .alignment = vector.alignment, .offset = offset};
        const TimeOf time = timeOver(figures, rowName(vector, offset), rowName(vector, 0), strategy);
        if (time.ratio) placed.cost = time.ratio->median;
        placed.costs = time.atLeast(kOffsetCosts);
        if (!placed.costs) placed.trouble = time.whyUnclear(kOffsetCosts);
        all.push_back(std::move(placed));
    }
    return all;
}

template <class Chosen> Placed those(std::span<const PlacedVector> all, const Chosen& chosen) {
    Placed some;
    std::copy_if(all.begin(), all.end(), std::back_inserter(some), chosen);
    return some;
}

Placed thoseThat(std::span<const PlacedVector> all, std::optional<bool> cost) {
    return those(all, [&](const PlacedVector& placed) { return placed.costs == cost; });
}

// `all` holds one at least.
const PlacedVector& worst(const Placed& all) {
    return *std::max_element(all.begin(), all.end(),
                             [](const PlacedVector& a, const PlacedVector& b) { return a.cost < b.cost; });
}

std::string offsetsOf(const Placed& all) {
    std::vector<std::string> texts;
    for (const PlacedVector& placed : all) texts.push_back(fmt::format("{}", placed.offset));
    return join(texts, ", ");
}

// The reason of the first of `unclear`, which holds one at least, with what of the others it is not true.
std::string whyUnclear(const Placed& unclear) {
    const auto same = [&](const PlacedVector& placed) { return placed.trouble == unclear[0].trouble; };
    const Placed others = those(unclear, [&](const PlacedVector& placed) { return !same(placed); });
    return fmt::format("{} (at {}{})", unclear[0].trouble, offsetsOf(those(unclear, same)),
                       others.empty() ? "" : fmt::format("; at {} for other reasons", offsetsOf(others)));
}

// `offsets`: one at least.
Finding judgeWidth(const Placed& offsets) {
    const std::string& subject = offsets[0].vector;
    const Placed costly = thoseThat(offsets, true);
    const Placed harmless = thoseThat(offsets, false);
    const Placed unclear = thoseThat(offsets, std::nullopt);
    if (costly.empty() && !unclear.empty()) return undecided(subject, whyUnclear(unclear));
    if (costly.empty()) {
        const std::string where =
            offsets.size() == kOffsets.size() ? "any offset" : "offset " + offsetsOf(offsets);
        return findingWith(subject, kCostsNothing,
                           fmt::format("not slower at {}: {{}}x the time at worst", where),
                           worst(harmless).cost);
    }
    std::string pattern = fmt::format("slower at offset {}: up to {{}}x the time", offsetsOf(costly));
    if (!harmless.empty()) pattern += fmt::format("; not at {}", offsetsOf(harmless));
    if (!unclear.empty()) pattern += "; cannot say: " + whyUnclear(unclear);
    return findingWith(subject, kCosts, pattern, worst(costly).cost);
}

// The smallest number of bytes at whose multiples none of the loads costs anything; 0 if a load there costs. Nothing if
// that could not be judged.
std::optional<unsigned> enoughAlignment(std::span<const PlacedVector> misaligned) {
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

ClaimRows countRows(std::span<const PlacedVector> misaligned) {
    return {.bearOut = thoseThat(misaligned, true).size(),
            .refute = thoseThat(misaligned, false).size(),
            .unclear = thoseThat(misaligned, std::nullopt).size()};
}

// `misaligned` holds one load at least.
std::string claimSentence(std::string_view verdict, const ClaimRows& rows, const std::string& worstText,
                          const Placed& misaligned) {
    std::string sentence(claimWords(verdict));
    if (verdict == kDoesNotHold)
        return sentence +
               fmt::format(": none of {} misaligned loads is slower (at most {})", rows.all(), worstText);
    if (verdict == kHolds)
        return sentence +
               fmt::format(": all {} misaligned loads are slower (up to {})", rows.all(), worstText);
    const std::optional<unsigned> enough = enoughAlignment(misaligned);
    sentence += fmt::format(": {} of {} misaligned loads are slower (up to {}), {}", rows.bearOut,
                            rows.judged(), worstText,
                            !enough        ? "and whether a smaller alignment is enough is not known"
                            : *enough == 0 ? "and no smaller alignment is enough for all"
                                           : fmt::format("but none at multiples of {} bytes", *enough));
    return sentence + notJudged(rows.unclear);
}

// `misaligned`: the loads that the claim is about.
Finding judgeClaim(const Placed& misaligned) {
    const std::string subject = "vectors of 5 or more";
    const Placed unclear = thoseThat(misaligned, std::nullopt);
    const Placed judged =
        those(misaligned, [](const PlacedVector& placed) { return placed.costs.has_value(); });
    const ClaimRows rows = countRows(misaligned);
    if (rows.all() == 0) return undecided(subject, "the run has no misaligned ones");
    if (rows.judged() == 0) {
        return undecided(subject, fmt::format("none of {} misaligned loads could be judged: {}", rows.all(),
                                              whyUnclear({unclear[0]})));
    }
    const PlacedVector& most = worst(judged);
    const std::string worstText = fmt::format("{:.2f}x, {} at {}", most.cost, most.vector, most.offset);
    const std::string_view verdict = claimVerdict(rows);
    if (verdict == kCannotSay) {
        return undecided(
            subject, fmt::format("{} of {} misaligned loads could not be judged; of the other {} {} (at most "
                                 "{})",
                                 rows.unclear, rows.all(), rows.judged(),
                                 rows.bearOut > 0 ? "all are slower" : "none is slower", worstText));
    }
    return {subject, std::string(verdict), claimSentence(verdict, rows, worstText, misaligned)};
}

// The first strategy under which any row has figures.
std::size_t strategyOf(const RunResult& run) {
    std::vector<std::string> names;
    for (const Vector& vector : judgedVectors(run)) {
        names.push_back(rowName(vector, 0));
        for (const unsigned offset : kOffsets) names.push_back(rowName(vector, offset));
    }
    return judgedStrategy(run, names);
}

bool isMisaligned(const PlacedVector& placed) {
    return placed.misaligned();
}

} // namespace

std::string concludeVectors(std::span<const PlacedVector> vectors) {
    const Placed misaligned = those(vectors, isMisaligned);
    const ClaimRows rows = countRows(misaligned);
    if (rows.judged() == 0) {
        std::vector<Finding> unclear;
        for (const PlacedVector& placed : misaligned) unclear.push_back(undecided("", placed.trouble));
        return noConclusion(rows.all(), "misaligned loads", unclear);
    }
    const Placed judged =
        those(misaligned, [](const PlacedVector& placed) { return placed.costs.has_value(); });
    const PlacedVector& most = worst(judged);
    if (rows.bearOut == 0) {
        return fmt::format(
            "Align vectors to 4 bytes, no more: none of {} misaligned loads is slower (at most "
            "{:.2f}x the time){}",
            rows.judged(), most.cost, notJudged(rows.unclear));
    }
    const unsigned enough = enoughAlignment(misaligned).value_or(0);
    return fmt::format(
        "Align vectors to {}: {} of {} misaligned loads are slower (up to {:.1f}x the time, {} at "
        "offset {}){}{}",
        enough == 0 ? "their natural alignment" : fmt::format("{} bytes", enough), rows.bearOut,
        rows.judged(), most.cost, most.vector, most.offset, enough == 0 ? "" : ", none at such multiples",
        notJudged(rows.unclear));
}

Result<std::vector<PlacedVector>> judgeVectors(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    Placed all;
    for (const Vector& vector : judgedVectors(run)) {
        const Placed places = placesOf(figures, vector, strategyOf(run));
        all.insert(all.end(), places.begin(), places.end());
    }
    if (all.empty()) return noRows("vector", "ByteAddressBuffer.Load<float5> linear, offset 4");
    return all;
}

Result<Answer> answerVector(const RunFigures& figures) {
    const Result<Placed> judged = judgeVectors(figures);
    if (!judged.ok()) return judged.error();
    const Placed& all = judged.value();
    Answer answer{concludeVectors(all), {}};
    for (auto begin = all.begin(); begin != all.end();) {
        const auto end = std::find_if(
            begin, all.end(), [&](const PlacedVector& placed) { return placed.vector != begin->vector; });
        answer.findings.push_back(judgeWidth({begin, end}));
        begin = end;
    }
    answer.findings.push_back(judgeClaim(those(all, [](const PlacedVector& placed) {
        return placed.misaligned() && placed.values >= kClaimedFrom;
    })));
    nameStrategy(*figures.run, strategyOf(*figures.run), answer.findings);
    return answer;
}

} // namespace vkperftest
