// The experiment "vector": what does misalignment cost a load of N consecutive floats or halves? The claim: a
// vector of 5 or more must be aligned to its natural alignment, the smallest power of two of bytes that holds
// it. An offset costs the row's time over that of the same kernel at offset 0. Two things may hide the cost:
// a raw buffer promises only 4 bytes, so that a driver that loads word by word pays at every offset; and
// vectors a power of two apart may meet on one bank of L1. Topics: "at run-time offsets", "vectors of 5 or
// more" (the claim), "an odd number of words apart" (against multiples of the natural alignment), "with
// promised alignment" (a structured buffer against a raw one).
#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "answers/experiment.h"
#include "answers/finding.h"
#include "base/text.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr const char *kAtOffsets = "at run-time offsets", *kPromised = "with promised alignment";

std::string vectorName(const Operation& load) {
    return fmt::format("{}{}", load.source.format == Format::R16F ? "half" : "float", load.width);
}

// A row at an offset, or of the same values in another form, against the raw one at offset 0; nothing of other rows.
std::optional<Planned> plannedOf(const Case& row) {
    const Operation& load = row.operation;
    const bool strided = load.kind == LoadKind::Strided;
    if (row.technique != Technique::Direct || (!strided && load.kind != LoadKind::RawVector))
        return std::nullopt;
    const Operation raw = vectorLoad(strided ? Format::R32F : load.source.format, load.width);
    Planned planned{.row = caseName(row), .other = linearRow(raw), .bound = kSameKernel};
    if (load.byteOffset != 0) {
        planned.topic = kAtOffsets;
        planned.subject = vectorName(load);
        planned.reference = "offset 0";
        planned.at = std::to_string(load.byteOffset);
        return planned;
    }
    if (!strided && load.stride == raw.stride) return std::nullopt;
    const std::uint32_t bytes = strided ? 4 * traits(load.source.format).channels : load.stride;
    planned.topic = strided ? kPromised : "an odd number of words apart";
    planned.subject = fmt::format("{}, {} bytes", vectorName(raw), bytes);
    planned.reference = strided ? "a raw buffer, which promises 4" : "multiples of the natural alignment";
    if (strided) planned.bound = kOtherKernel;
    return planned;
}

std::vector<Planned> plannedVectors() {
    std::vector<Planned> all;
    for (const Case& row : vectorRows())
        if (std::optional<Planned> planned = plannedOf(row)) all.push_back(*std::move(planned));
    std::stable_partition(all.begin(), all.end(),
                          [](const Planned& each) { return each.topic == kAtOffsets; });
    return all;
}

// Whether the rows take as long as L1 for each word of their vectors (analysis/unit_rates.h), so that no offset can
// cost.
bool areWordLoads(const RunFigures& figures, const std::vector<FoundRow>& rows, std::size_t strategy) {
    return std::ranges::all_of(rows, [&](const FoundRow& row) {
        const StrategyFigures* const its = figures.find(row.name)->under(strategy);
        const std::optional<double> times = its != nullptr ? its->overUnit() : std::nullopt;
        return times && its->unit->unit == Unit::L1 && *times<kOtherPromise&& * times> 1 / kOtherPromise;
    });
}

// Whether the row is one of a vector of 5 or more off its natural alignment.
bool isClaimed(const RunFigures& figures, const std::string& name) {
    const LoadFacts& load = *figures.find(name)->row->load;
    const std::uint32_t natural = std::bit_ceil(load.bytes);
    return load.kind == LoadKind::RawVector && load.values >= 5 && load.stride == natural &&
           load.byteOffset % natural != 0;
}

} // namespace

std::vector<Finding> judgeVector(const RunFigures& figures, std::size_t& strategy) {
    std::vector<Finding> findings = judgePlanned(figures, plannedVectors(), strategy);
    if (findings.empty()) return {};
    Finding claim{.topic = "vectors of 5 or more", .subject = "misaligned loads", .reference = "offset 0"};
    for (const Finding& finding : findings)
        for (const FoundRow& row : finding.rows)
            if (isClaimed(figures, row.name)) claim.rows.emplace_back(row).at = "";
    claim = judgedAsClaim(std::move(claim));
    if (areWordLoads(figures, claim.rows, strategy)) claim.seen = Seen::WordLoads;
    if (!claim.rows.empty()) findings.push_back(std::move(claim));
    if (std::ranges::count(findings, kPromised, &Finding::topic) == 0) // raw loads alone do not show that
        findings.push_back(unknownFinding(
            kPromised, "structured buffers",
            {Inconclusive::Missing, linearRow(stridedLoad(16, CachePlace::InsideL1, Format::RGBA32F))}));
    return findings;
}

} // namespace vkperftest
