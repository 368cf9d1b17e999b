// How the experiment "vector" judges other forms of a vector, and what it concludes.
#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/families/families.h"
#include "cases/suite.h"
#include "experiments/vector.h"

namespace vkperftest {
namespace {

using Forms = std::vector<VectorForm>;

std::string linearRow(const Operation& operation) {
    return caseName({operation, Pattern::Linear});
}

// The form that gains most. `forms`: at least one.
const VectorForm& fastest(const Forms& forms) {
    return *std::ranges::min_element(forms, {}, &VectorForm::time);
}

// What a distance of an odd number of words changes; empty if not measured.
std::string looseText(const Forms& loose) {
    const Forms slower = those(loose, &VectorForm::slower, std::optional(true));
    const Forms faster = those(loose, &VectorForm::faster, std::optional(true));
    std::string text;
    if (!slower.empty()) {
        const VectorForm& most = *std::ranges::max_element(slower, {}, &VectorForm::time);
        text += fmt::format(
            "; {} of {} vectors an odd number of words apart are slower (up to {:.1f}x the time, {})",
            slower.size(), loose.size(), most.time, most.vector);
    }
    if (!faster.empty()) {
        const VectorForm& most = fastest(faster);
        text += fmt::format(
            "; {} of {} vectors an odd number of words apart are faster (up to {:.1f}x as fast, {})",
            faster.size(), loose.size(), 1 / most.time, most.vector);
    }
    return text;
}

// What misalignment costs in a raw buffer; some of the rows must have been judged.
std::string offsetText(const Placed& misaligned) {
    const ClaimRows rows = claimRows(misaligned);
    const PlacedVector most = worst(misaligned);
    if (rows.bearOut == 0) {
        return fmt::format("none of {} misaligned loads is slower (at most {:.2f}x the time){}",
                           rows.judged(), most.time, noVerdictOn(rows.unclear, "other load"));
    }
    const unsigned enough = enoughAlignment(misaligned).value_or(0);
    return fmt::format("{} of {} misaligned loads are slower (up to {:.1f}x the time, {} at offset {}){}{}",
                       rows.bearOut, rows.judged(), most.time, most.vector, most.offset,
                       enough == 0 ? "" : fmt::format(", none at multiples of {} bytes", enough),
                       noVerdictOn(rows.unclear, "other load"));
}

} // namespace

Placed thoseThat(const Placed& all, std::optional<bool> cost) {
    return those(all, &PlacedVector::slower, cost);
}

PlacedVector worst(const Placed& all) {
    const Placed judged = those(all, [](const PlacedVector& placed) { return placed.slower.has_value(); });
    return *std::ranges::max_element(judged, {}, &PlacedVector::time);
}

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

Forms compareForms(const RunFigures& figures) {
    Forms loose, promised;
    for (const Case& row : vectorRows()) {
        const Operation& load = row.operation;
        if (row.technique != Technique::Direct || !load.traversal) continue;
        const Operation raw =
            vectorLoad(load.kind == LoadKind::Strided ? Format::R32F : load.source.format, load.width);
        const Compared pair{caseName(row), linearRow(raw)};
        const unsigned promise = 4 * traits(load.source.format).channels;
        if (load.kind == LoadKind::Strided) promised.push_back({pair, vectorName(raw), promise, true});
        if (load.kind == LoadKind::RawVector && load.stride != raw.stride)
            loose.push_back({pair, vectorName(raw), load.stride, false});
    }
    Forms all = compared(figures, loose, kOffsetCosts);
    for (const VectorForm& form : compared(figures, promised, kPromiseGains)) all.push_back(form);
    return all;
}

Finding judgeForm(const VectorForm& form) {
    const std::string subject = fmt::format("{} {}", form.vector,
                                            form.promised ? fmt::format("promised {} bytes", form.bytes)
                                                          : fmt::format("{} bytes apart", form.bytes));
    const std::string other =
        form.promised ? "in a raw buffer, which promises 4" : "at multiples of the natural alignment";
    if (!form.slower || !form.faster) return undecided(subject, *form.trouble);
    if (*form.slower) return findingWith(subject, Found::Slower, "", form.time, "x the time " + other);
    return findingWith(subject, *form.faster ? Found::Faster : Found::Same, "", 1 / form.time,
                       "x as fast as " + other);
}

std::string concludeVectors(const Placed& vectors, const Forms& forms) {
    const Placed misaligned = those(vectors, &PlacedVector::misaligned, true);
    const ClaimRows rows = claimRows(misaligned);
    const Forms promised = those(forms, &VectorForm::promised, true);
    const Forms gaining = those(promised, &VectorForm::faster, std::optional(true));
    const std::string loose = looseText(those(forms, &VectorForm::promised, false));
    if (!gaining.empty()) {
        const VectorForm& best = fastest(gaining);
        return fmt::format(
            "Promise the alignment of vectors: {} in a structured buffer is {:.1f}x as fast as at the same "
            "places in a raw one, which promises 4 bytes; there, {}{}",
            best.vector, 1 / best.time,
            rows.judged() == 0 ? "no misaligned load could be judged" : offsetText(misaligned), loose);
    }
    if (rows.judged() == 0) return noConclusion(misaligned, "misaligned loads");
    const std::size_t judged = static_cast<std::size_t>(
        std::ranges::count_if(promised, [](const VectorForm& form) { return form.faster.has_value(); }));
    const std::string promise = promised.empty() ? "; not measured: what a promise of 8 or 16 bytes gains"
                                : judged < promised.size()
                                    ? "; no verdict on what a promise of 8 or 16 bytes gains"
                                    : "; a promise of 8 or 16 bytes gains nothing";
    const unsigned enough = rows.bearOut == 0 ? 4 : enoughAlignment(misaligned).value_or(0);
    const std::string advice = rows.bearOut == 0 && rows.unclear > 0 ? "" // the others may need more
                               : enough == 0 ? "align vectors to their natural alignment: "
                                             : fmt::format("align vectors to {} bytes: ", enough);
    return fmt::format("In a raw buffer, which promises 4 bytes, {}{}{}{}", advice, offsetText(misaligned),
                       loose, promise);
}

} // namespace vkperftest
