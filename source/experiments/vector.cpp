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

// Of which the run has any row.
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

std::vector<Placed> place(const RunResult& run, const Vector& vector) {
    std::vector<Placed> all;
    for (const unsigned offset : kOffsets) {
        Placed placed{.vector = &vector, .offset = offset};
        const TimeOf time = timeOver(run, rowName(vector, offset), rowName(vector, 0));
        placed.trouble = time.trouble;
        if (time.ratio) {
            placed.cost = time.ratio->median;
            placed.costs = time.atLeast(kOffsetCosts);
            if (!placed.costs) placed.trouble = kScatters;
        }
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

// Of one at least.
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

Finding judgeWidth(const Vector& vector, const std::vector<Placed>& offsets) {
    const std::vector<Placed> costly = thoseThat(offsets, true);
    const std::vector<Placed> harmless = thoseThat(offsets, false);
    const std::vector<Placed> unclear = thoseThat(offsets, std::nullopt);
    Finding finding{.subject = operationOf(vector)};
    if (costly.empty() && !unclear.empty()) {
        finding.verdict = "cannot say";
        finding.sentence = cannotSay(fmt::format("at {} {}", offsetsOf(unclear, false), unclear[0].trouble));
        return finding;
    }
    if (costly.empty()) {
        finding.verdict = "costs nothing";
        finding.sentence = fmt::format("no offset costs anything (worst {:.2f}x at {})", worst(harmless).cost,
                                       worst(harmless).offset);
        return finding;
    }
    finding.verdict = "costs";
    finding.sentence = "costs " + offsetsOf(costly, true);
    if (!harmless.empty()) finding.sentence += "; nothing at " + offsetsOf(harmless, false);
    if (!unclear.empty())
        finding.sentence += fmt::format("; at {} {}", offsetsOf(unclear, false), unclear[0].trouble);
    return finding;
}

// "; at multiples of 8 bytes none does": the smallest such number, if any offset shows one.
std::string enoughAlignment(const std::vector<Placed>& judged) {
    for (const unsigned alignment : {8u, 16u, 32u}) {
        std::vector<Placed> multiples;
        std::copy_if(judged.begin(), judged.end(), std::back_inserter(multiples),
                     [&](const Placed& placed) { return placed.offset % alignment == 0; });
        if (!multiples.empty() && thoseThat(multiples, true).empty())
            return fmt::format("; at multiples of {} bytes none does", alignment);
    }
    return "; no smaller alignment is enough for all";
}

// `misaligned`: the loads that the claim is about.
Finding judgeClaim(const std::vector<Placed>& misaligned) {
    const std::vector<Placed> costly = thoseThat(misaligned, true);
    const std::vector<Placed> unclear = thoseThat(misaligned, std::nullopt);
    std::vector<Placed> judged = thoseThat(misaligned, false);
    judged.insert(judged.end(), costly.begin(), costly.end());
    Finding finding{.subject = "vectors of 5 or more", .verdict = "cannot say"};
    if (judged.empty()) {
        finding.sentence = cannotSay("no misaligned load of them could be judged");
        return finding;
    }
    const Placed& most = worst(judged);
    const std::string worstText = fmt::format("{:.2f}x, {} at {}", most.cost, most.vector->name, most.offset);
    if (costly.empty()) {
        finding.verdict = "does not hold";
        finding.sentence = fmt::format("that they must be aligned to their natural alignment does not hold: "
                                       "none of {} misaligned loads costs anything (worst {})",
                                       judged.size(), worstText);
    } else if (costly.size() == judged.size()) {
        finding.verdict = "holds";
        finding.sentence = fmt::format("that they must be aligned to their natural alignment holds: all {} "
                                       "misaligned loads cost (worst {})",
                                       judged.size(), worstText);
    } else {
        finding.verdict = "holds in part";
        finding.sentence = fmt::format("that they must be aligned to their natural alignment holds in part: "
                                       "{} of {} misaligned loads cost (worst {}){}",
                                       costly.size(), judged.size(), worstText, enoughAlignment(judged));
    }
    if (!unclear.empty()) finding.sentence += fmt::format("; {} could not be judged", unclear.size());
    return finding;
}

} // namespace

Result<std::vector<Finding>> vectorFindings(const RunResult& run) {
    const std::vector<Vector> vectors = judgedVectors(run);
    if (vectors.empty()) return noRows("vector", "ByteAddressBuffer.Load<float5> linear, offset 4");
    VKPERFTEST_TRY(requireRows(run, neededRows(vectors), "vector"));
    std::vector<Finding> findings;
    std::vector<Placed> claimed;
    for (const Vector& vector : vectors) {
        const std::vector<Placed> offsets = place(run, vector);
        findings.push_back(judgeWidth(vector, offsets));
        if (vector.values < kClaimedFrom) continue;
        std::copy_if(offsets.begin(), offsets.end(), std::back_inserter(claimed),
                     [](const Placed& placed) { return placed.misaligned(); });
    }
    findings.push_back(judgeClaim(claimed));
    return findings;
}

} // namespace vkperftest
