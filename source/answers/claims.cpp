#include "answers/claims.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "answers/experiment.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr std::array<Claim, 4> kClaims = {{
    {"byteaddressbuffer-load-misaligned",
     "Load2 and Load4 are slower at offsets that are multiples of 4 only", "binding", judgeUnalignedClaim,
     unalignedRow},
    {"long-vector-bytebuf-load-misaligned",
     "a vector of 5 or more elements must be aligned to its natural alignment", "vector", judgeVectorClaim,
     vectorRow},
    {"structured-buffer-stride-not-cache-aligned", "strides that do not divide the cache line are slower",
     "stride", judgeStrideClaim, strideRow},
    {"wide-load-alignment-unprovable",
     "a wide load is slower where the compiler knows only 4 bytes of alignment", "binding",
     judgeWideLoadClaim, wideLoadRow},
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
    finding.topic.clear();
    finding.subject = claim.rule;
    if (finding.way.empty() && finding.factor) finding.way = finding.rows.front().name;
    return finding;
}

Finding unmeasuredClaim(const Claim& claim) {
    return unknownFinding("", std::string(claim.rule), {Inconclusive::NoSuchRun, std::string(claim.suite)});
}

Finding joinedClaim(std::vector<Finding> parts) {
    if (parts.size() == 1) return std::move(parts[0]);
    Tally tally;
    Finding joined;
    std::optional<InconclusiveReason> why;
    const Finding* shown = nullptr; // the part whose factor is the greatest
    for (const Finding& part : parts) {
        tally.add(part.verdict);
        const bool inPart = part.why && part.why->kind == Inconclusive::RowsDiffer;
        if (inPart) tally.add(Verdict::Worse), tally.add(Verdict::Same);
        if (part.why && !why) why = part.why;
        if (part.factor && (shown == nullptr || part.factor->median > shown->factor->median)) shown = &part;
        joined.rows.insert(joined.rows.end(), part.rows.begin(), part.rows.end());
    }
    if (shown != nullptr) {
        joined.factor = shown->factor;
        joined.reference = shown->reference;
        joined.way = shown->way.empty() ? shown->subject : shown->way;
    }
    if (tally.worse > 0 && tally.worse < tally.all())
        joined.why = InconclusiveReason{Inconclusive::RowsDiffer};
    else if (tally.unknown > 0 || tally.judged() == 0)
        joined.why = why;
    joined.verdict = joined.why ? Verdict::Unknown : tally.worse > 0 ? Verdict::Worse : Verdict::Same;
    return joined;
}

Finding judgedClaim(const RunFigures& figures, const std::vector<Planned>& planned) {
    const std::size_t strategy = plannedStrategy(figures, planned);
    std::vector<Finding> parts;
    for (std::size_t i = 0; i < planned.size(); ++i) {
        const Planned& first = planned[i];
        if (i > 0 && planned[i - 1].topic == first.topic && !first.topic.empty()) continue;
        std::vector<Planned> its = {first};
        if (!first.topic.empty()) its = those(planned, &Planned::topic, first.topic);
        Finding part{.subject = first.at.empty() ? first.row : first.at, .reference = first.reference};
        for (const Finding& one : judgePlanned(figures, its, strategy))
            part.rows.insert(part.rows.end(), one.rows.begin(), one.rows.end());
        if (part.rows.empty())
            part.rows.push_back({.name = first.row,
                                 .reference = first.other,
                                 .why = InconclusiveReason{Inconclusive::Missing, first.row}});
        // Without a verdict a figure is reported all the same: it may be all there is.
        for (FoundRow& row : part.rows)
            if (!row.value) row.value = measuredTimeOver(figures, row.name, row.reference, strategy).ratio;
        parts.push_back(judgedAsClaim(std::move(part)));
    }
    nameStrategy(*figures.run, strategy, parts);
    Finding joined = joinedClaim(std::move(parts));
    if (figures.run->settings.strategies.size() > 1)
        joined.scope = "under " + figures.run->settings.strategies[strategy];
    return joined;
}

std::optional<BoundRow> rowOfSuite(std::string_view suite, const Case& row, Strategy strategy) {
    const std::vector<Case> rows = findSuite(suite).value()->rows();
    return std::ranges::count(rows, row) > 0 ? std::optional(BoundRow{row, strategy}) : std::nullopt;
}

Result<void> ClaimRuns::add(RunResult run, const std::string& name) {
    const std::string suite = run.settings.suite;
    if (std::ranges::count(kClaims, suite, &Claim::suite) == 0) {
        return Error{
            ErrorKind::Usage,
            fmt::format("'{}' has a run of the suite '{}', which tests no claim of a lint rule", name, suite),
            "measure one of the suites vector, stride or binding"};
    }
    runs_.push_back(std::move(run));
    figures_.push_back(analyse(runs_.back()));
    return {};
}

std::vector<const RunFigures*> ClaimRuns::of(const Claim& claim) const {
    std::vector<const RunFigures*> all;
    for (const RunFigures& figures : figures_)
        if (figures.run->settings.suite == claim.suite) all.push_back(&figures);
    return all;
}

} // namespace vkperftest
