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

std::vector<std::string> neededRows(const std::vector<Vector>& vectors) {
    std::vector<std::string> names;
    for (const Vector& vector : vectors) {
        names.push_back(rowName(vector, 0));
        for (const unsigned offset : kOffsets) names.push_back(rowName(vector, offset));
        names.push_back(rowName(vector, 0) + ", floor");
    }
    return names;
}

// A vector at an offset.
struct Placed {
    const Vector* vector = nullptr;
    unsigned offset = 0;
    double cost = 1;
    std::optional<bool> costs; // nothing: `trouble` says why
    std::string trouble;

    bool misaligned() const { return offset % vector->alignment != 0; }
};

std::vector<Placed> place(const RunFigures& figures, const Vector& vector, std::size_t strategy) {
    std::vector<Placed> all;
    for (const unsigned offset : kOffsets) {
        Placed placed{.vector = &vector, .offset = offset};
        const TimeOf time = timeOver(figures, rowName(vector, offset), rowName(vector, 0), strategy);
        if (time.ratio) placed.cost = time.ratio->median;
        placed.costs = time.atLeast(kOffsetCosts);
        if (!placed.costs) placed.trouble = time.whyUnclear(kOffsetCosts);
        all.push_back(std::move(placed));
    }
    return all;
}

std::vector<Placed> thoseThat(const std::vector<Placed>& all, std::optional<bool> cost) {
    std::vector<Placed> chosen;
    std::copy_if(all.begin(), all.end(), std::back_inserter(chosen),
                 [&](const Placed& placed) { return placed.costs == cost; });
    return chosen;
}

// `all` holds one at least.
const Placed& worst(const std::vector<Placed>& all) {
    return *std::max_element(all.begin(), all.end(),
                             [](const Placed& a, const Placed& b) { return a.cost < b.cost; });
}

// "4, 12"; the costs come before the offsets: "1.80x at 4, 1.85x at 12".
std::string offsetsOf(const std::vector<Placed>& all, bool costs) {
    std::vector<std::string> texts;
    for (const Placed& placed : all) {
        texts.push_back(costs ? fmt::format("{:.2f}x at {}", placed.cost, placed.offset)
                              : fmt::format("{}", placed.offset));
    }
    return join(texts, ", ");
}

// The reason of the first of `unclear`, which holds one at least: "at 4, 8 'NAME' is failed (wrong values) (at 12 for other
// reasons)".
std::string whyUnclear(const std::vector<Placed>& unclear) {
    std::vector<Placed> same, others;
    for (const Placed& placed : unclear)
        (placed.trouble == unclear[0].trouble ? same : others).push_back(placed);
    return fmt::format("at {} {}{}", offsetsOf(same, false), unclear[0].trouble,
                       others.empty() ? ""
                                      : fmt::format(" (at {} for other reasons)", offsetsOf(others, false)));
}

Finding judgeWidth(const Vector& vector, const std::vector<Placed>& offsets) {
    const std::vector<Placed> costly = thoseThat(offsets, true);
    const std::vector<Placed> harmless = thoseThat(offsets, false);
    const std::vector<Placed> unclear = thoseThat(offsets, std::nullopt);
    if (costly.empty() && !unclear.empty()) return undecided(operationOf(vector), whyUnclear(unclear));
    Finding finding{operationOf(vector), std::string(costly.empty() ? kCostsNothing : kCosts), ""};
    if (costly.empty()) {
        finding.sentence = fmt::format("no offset costs anything (worst {:.2f}x at {})", worst(harmless).cost,
                                       worst(harmless).offset);
        return finding;
    }
    finding.sentence = "costs " + offsetsOf(costly, true);
    if (!harmless.empty()) finding.sentence += "; nothing at " + offsetsOf(harmless, false);
    if (!unclear.empty()) finding.sentence += "; cannot say " + whyUnclear(unclear);
    return finding;
}

// "; at multiples of 8 bytes none does": the smallest such number, if all loads there show one.
std::string enoughAlignment(const std::vector<Placed>& misaligned) {
    bool unclear = false;
    for (const unsigned alignment : {8u, 16u, 32u}) {
        std::vector<Placed> multiples;
        std::copy_if(misaligned.begin(), misaligned.end(), std::back_inserter(multiples),
                     [&](const Placed& placed) { return placed.offset % alignment == 0; });
        if (multiples.empty() || !thoseThat(multiples, true).empty()) continue;
        if (thoseThat(multiples, std::nullopt).empty())
            return fmt::format("; at multiples of {} bytes none does", alignment);
        unclear = true;
    }
    return unclear ? "; whether a smaller alignment is enough could not be judged"
                   : "; no smaller alignment is enough for all";
}

// `misaligned` holds one load at least.
std::string claimSentence(std::string_view verdict, const ClaimRows& rows, const std::string& worstText,
                          const std::vector<Placed>& misaligned) {
    std::string sentence = fmt::format("that they must be aligned to their natural alignment {}: ", verdict);
    if (verdict == kDoesNotHold) {
        sentence +=
            fmt::format("none of {} misaligned loads costs anything (worst {})", rows.all(), worstText);
    } else if (verdict == kHolds) {
        sentence += fmt::format("all {} misaligned loads cost (worst {})", rows.all(), worstText);
    } else {
        sentence += fmt::format("{} of {} misaligned loads cost (worst {}){}", rows.bearOut, rows.judged(),
                                worstText, enoughAlignment(misaligned));
        if (rows.unclear > 0) sentence += fmt::format("; {} more could not be judged", rows.unclear);
    }
    return sentence;
}

// `misaligned`: the loads that the claim is about.
Finding judgeClaim(const std::vector<Placed>& misaligned) {
    const std::string subject = "vectors of 5 or more";
    const std::vector<Placed> costly = thoseThat(misaligned, true);
    const std::vector<Placed> unclear = thoseThat(misaligned, std::nullopt);
    std::vector<Placed> judged = thoseThat(misaligned, false);
    const ClaimRows rows{.bearOut = costly.size(), .refute = judged.size(), .unclear = unclear.size()};
    if (rows.all() == 0) return undecided(subject, "the run holds none");
    if (rows.judged() == 0) {
        return undecided(subject, fmt::format("none of {} misaligned loads of them could be judged: {} {}",
                                              rows.all(), unclear[0].vector->name, whyUnclear({unclear[0]})));
    }
    judged.insert(judged.end(), costly.begin(), costly.end());
    const Placed& most = worst(judged);
    const std::string worstText = fmt::format("{:.2f}x, {} at {}", most.cost, most.vector->name, most.offset);
    const std::string_view verdict = claimVerdict(rows);
    if (verdict == kCannotSay) {
        return undecided(subject,
                         fmt::format("{} of {} misaligned loads of them could not be judged; of the other {} "
                                     "{} (worst {})",
                                     rows.unclear, rows.all(), rows.judged(),
                                     rows.bearOut > 0 ? "all cost" : "none costs anything", worstText));
    }
    return {subject, std::string(verdict), claimSentence(verdict, rows, worstText, misaligned)};
}

} // namespace

Result<std::vector<Finding>> vectorFindings(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::vector<Vector> vectors = judgedVectors(run);
    if (vectors.empty()) return noRows("vector", "ByteAddressBuffer.Load<float5> linear, offset 4");
    const std::vector<std::string> needed = neededRows(vectors);
    VKPERFTEST_TRY(requireRows(run, needed, "vector"));
    const std::size_t strategy = judgedStrategy(run, needed);
    std::vector<Finding> findings;
    std::vector<Placed> claimed;
    for (const Vector& vector : vectors) {
        const std::vector<Placed> offsets = place(figures, vector, strategy);
        findings.push_back(judgeWidth(vector, offsets));
        if (vector.values < kClaimedFrom) continue;
        std::copy_if(offsets.begin(), offsets.end(), std::back_inserter(claimed),
                     [](const Placed& placed) { return placed.misaligned(); });
    }
    findings.push_back(judgeClaim(claimed));
    nameStrategy(run, strategy, findings);
    return findings;
}

} // namespace vkperftest
