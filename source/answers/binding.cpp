// The experiment "binding": what do the strategies cost compared with a descriptor set, on the GPU and on the
// CPU, and does a promise of 4 bytes of alignment cost anything compared with 16? Topics: "against set",
// "alignment" and "recording on the CPU" (binding.h). The times of the copies include their stores. These are
// the same under all strategies, except for how they reach the destination.
#include "answers/binding.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "analysis/strategy_rows.h"
#include "answers/claims.h"
#include "answers/experiment.h"
#include "answers/judging.h"
#include "base/text.h"
#include "cases/binding.h"
#include "cases/families/families.h"
#include "cases/suite.h"

namespace vkperftest {
namespace {

constexpr const char *kAgainstSet = "against set", *kAlignment = "alignment", *kCpu = "recording on the CPU";
constexpr std::string_view kSuite = "binding", kBare = "dispatch only";

// The strategies that the verdicts need.
constexpr std::string_view kNeeded[] = {kSetName, "push",           "dynamic",     "buffer",
                                        "inline", kNarrowAddresses, kWideAddresses};

bool isNoLoads(const RowResult& row) {
    return row.load && row.load->technique == Technique::NoLoads;
}

// Why the strategy has no figure in the whole run; empty if it has one.
std::string whyNothingMeasured(const RunResult& run, std::size_t strategy) {
    std::string reason;
    for (const RowResult& row : run.rows) {
        const StrategyResult& result = row.strategies[strategy];
        if (result.status == Status::Measured) return {};
        // What the device lacks says more than that a row has nothing for the strategy to bind.
        if (reason.empty() || !isOfStrategy(result.reason.kind))
            reason = statusText(result.status, result.reason);
    }
    return reason;
}

// The finding's verdict and figure are those of most of its rows.
Finding judgedByMost(Finding finding, const StrategyRows& rows) {
    const ReasonedVerdict mostly = rows.mostly();
    finding.verdict = mostly.verdict;
    if (mostly.verdict == Verdict::Unknown) finding.why = mostly.why;
    // Of most rows, the greatest figure; the greatest loss if they differ.
    const FoundRow* row = greatest(finding.rows, finding.verdict);
    if (row == nullptr) row = greatest(finding.rows, Verdict::Worse);
    if (row == nullptr || finding.verdict == Verdict::Same) return finding;
    finding.factor = row->value;
    finding.way = row->name;
    return finding;
}

// Why the row's time under that strategy says nothing about its loads (in a tie: about them and what they
// need); nothing if it does.
std::optional<InconclusiveReason> whyHidden(const RowFigures& row, std::size_t strategy, bool tie) {
    const StrategyFigures* const figures = row.under(strategy);
    const bool copies = row.row->load && row.row->load->copies; // its time includes its stores
    if (copies && figures != nullptr && figures->limiter == Limiter::Adds)
        return InconclusiveReason{Inconclusive::StoresHideLoads, row.row->name};
    std::optional<InconclusiveReason> why = tie ? whyNoCost(row, strategy) : whyNotLoads(row, strategy);
    if (why) why->first += fmt::format(" under {}", row.row->strategies[strategy].strategy);
    return why;
}

FoundRow judgedPromise(const RowFigures& row, const PairedRatio& time, std::size_t narrow, std::size_t wide) {
    const TimeOf measured{.row = row.row->name, .reference = row.row->name, .ratio = time};
    FoundRow judged = judgedRow(measured, kOtherPromise, true);
    judged.strategy = row.row->strategies[narrow].strategy;
    judged.referenceStrategy = row.row->strategies[wide].strategy;
    if (isAtLeast(time, kOtherKernel) == true || isAtLeast(time, 1 / kOtherKernel) == false) return judged;
    const bool tie = judged.verdict == Verdict::Same;
    std::optional<InconclusiveReason> why;
    if (judged.verdict != Verdict::Worse) why = whyHidden(row, wide, tie);
    if (judged.verdict != Verdict::Better && !why) why = whyHidden(row, narrow, tie);
    if (!why) return judged;
    judged.verdict = Verdict::Unknown;
    judged.why = std::move(why);
    return judged;
}

// The subject of a finding on alignment. `bytes`: the narrower promise.
std::string promiseOf(std::string_view row, std::uint32_t bytes) {
    return fmt::format("{} bytes: {}", bytes, row);
}

// Nothing for push constants, which no strategy binds, and for no-load controls.
std::optional<BoundKind> boundKind(const std::optional<LoadFacts>& load) {
    if (!load || load->technique == Technique::NoLoads) return std::nullopt;
    if (load->copies) return BoundKind::Copies;
    switch (load->resource) {
    case ResourceKind::StorageBuffer:
        return BoundKind::Storage;
    case ResourceKind::TexelBuffer:
        return BoundKind::Typed;
    case ResourceKind::UniformBuffer:
        return BoundKind::Constants;
    case ResourceKind::Texture:
        return load->sampler == Sampler::None ? BoundKind::Texture : BoundKind::Sampled;
    case ResourceKind::PushConstants:
    case ResourceKind::StorageTexelBuffer: // no row of that experiment
    case ResourceKind::StorageImage:
    case ResourceKind::SpecializationConstants:
        break;
    }
    return std::nullopt;
}

PairedRatio geometricMean(const std::vector<PairedRatio>& ratios) {
    double median = 0, low = 0, high = 0;
    bool known = true;
    for (const PairedRatio& ratio : ratios) {
        const Interval interval = ratio.interval.value_or(Interval{ratio.median, ratio.median});
        known = known && ratio.interval.has_value();
        median += std::log(ratio.median);
        low += std::log(interval.low);
        high += std::log(interval.high);
    }
    const auto count = static_cast<double>(ratios.size());
    PairedRatio mean{.median = std::exp(median / count), .interval = {}, .ofFastest = {}};
    if (known) mean.interval = {std::exp(low / count), std::exp(high / count)};
    return mean;
}

// Why the costs cannot be compared; nothing if they can.
std::optional<InconclusiveReason> whyNoCosts(const std::vector<RecordingCost>& costs) {
    const auto few = std::ranges::find_if(costs, [](const RecordingCost& cost) { return !cost.interval; });
    if (few != costs.end()) return InconclusiveReason{Inconclusive::TooFewSamples, few->way};
    if (std::ranges::count(costs, kBare, &RecordingCost::way) == 0)
        return InconclusiveReason{Inconclusive::NoBareDispatch, std::string(kBare)};
    if (costs.size() < 3) return InconclusiveReason{Inconclusive::OneWayOfBinding};
    return std::nullopt;
}

Finding judgeLength(const RunResult& run, std::uint64_t dispatches) {
    Finding finding{.topic = kCpu,
                    .subject = fmt::format("{} {}", dispatches, dispatches == 1 ? "dispatch" : "dispatches")};
    std::vector<RecordingCost> costs = recordingCosts(run, dispatches);
    finding.why = whyNoCosts(costs);
    if (finding.why) return finding;
    for (const RecordingCost& cost : costs)
        finding.evidence.push_back(
            {.name = cost.way, .value = PairedRatio{cost.nanoseconds, cost.interval, {}}});
    std::erase_if(costs, [](const RecordingCost& cost) { return cost.way == kBare; });
    const auto high = [](const RecordingCost& cost) { return cost.interval->high; };
    const double most = high(*std::ranges::min_element(costs, {}, high));
    const auto cheap = [&](const RecordingCost& cost) { return cost.interval->low <= most; };
    if (std::ranges::count_if(costs, cheap) > 1) {
        finding.why = InconclusiveReason{Inconclusive::NoClearOrder};
        return finding;
    }
    finding.verdict = Verdict::Better;
    finding.way = costs.front().way;
    return finding;
}

// How a row's loads change from one strategy to another.
FoundRow changeOf(const RowCode& before, const RowCode& after) {
    FoundRow row{.name = caseName(after.row),
                 .strategy = std::string(strategyName(after.strategy)),
                 .reference = caseName(after.row),
                 .referenceStrategy = std::string(strategyName(before.strategy))};
    row.why = before.why() ? before.why() : after.why();
    if (row.why) return row;
    const std::string from = loadPhrase(before.facts), to = loadPhrase(after.facts);
    const double loads = loadsOfEach(before.facts), now = loadsOfEach(after.facts);
    const double times = loads == now ? 1 : now / loads; // infinite if there was none
    row.value = PairedRatio{times, {}, {}};
    row.verdict = from == to  ? Verdict::Same
                  : times < 1 ? Verdict::Better
                  : times > 1 ? Verdict::Worse
                              : Verdict::Same;
    if (from != to) row.how = fmt::format("{} → {}", from, to);
    return row;
}

Seen seenOf(const RowCode& before, const RowCode& after) {
    if (loadPhrase(before.facts) != loadPhrase(after.facts)) return Seen::OtherLoads;
    return sameCode(before.facts, after.facts) == true ? Seen::SameCode : Seen::SameLoads;
}

// For the rows that both strategies bind, but not for no-load controls. `topic` and `subject` as in Finding.
std::optional<Finding> changesFinding(std::span<const RowCode> codes, std::string_view from,
                                      std::string_view to) {
    Finding finding{
        .topic = kAgainstSet, .subject = std::string(to), .reference = std::string(from), .loads = true};
    Seen seen = Seen::SameCode;
    for (const RowCode& after : codes) {
        if (strategyName(after.strategy) != to || after.row.technique == Technique::NoLoads) continue;
        const auto before = std::ranges::find_if(codes, [&](const RowCode& code) {
            return strategyName(code.strategy) == from && code.row == after.row;
        });
        if (before == codes.end()) continue;
        finding.rows.push_back(changeOf(*before, after));
        if (finding.rows.back().verdict == Verdict::Same) seen = std::min(seen, seenOf(*before, after));
    }
    if (finding.rows.empty()) return std::nullopt;
    const Tally tally = tallyOf(finding.rows);
    if (tally.better > 0 && tally.worse > 0)
        finding.why = InconclusiveReason{Inconclusive::RowsDiffer};
    else if (tally.judged() == 0)
        finding.why = finding.rows[0].why;
    finding.verdict = finding.why        ? Verdict::Unknown
                      : tally.better > 0 ? Verdict::Better
                      : tally.worse > 0  ? Verdict::Worse
                                         : Verdict::Same;
    if (finding.verdict == Verdict::Same) finding.seen = seen;
    if (finding.verdict == Verdict::Better || finding.verdict == Verdict::Worse) {
        const FoundRow& most = *greatest(finding.rows, finding.verdict);
        finding.factor = most.value;
        finding.way = most.name + ", " + most.how;
    }
    return finding;
}

} // namespace

std::vector<Finding> judgeStrategies(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<Finding> findings;
    for (std::size_t s = 0; s < run.settings.strategies.size(); ++s) {
        const std::string& strategy = run.settings.strategies[s];
        if (const std::string reason = whyNothingMeasured(run, s); !reason.empty()) {
            findings.push_back(
                unknownFinding(kAgainstSet, strategy, {Inconclusive::NothingMeasured, reason}));
            continue;
        }
        const StrategyRows rows = rowsUnder(figures, strategy);
        if (strategy == kSetName || rows.rows.empty()) continue;
        Finding finding{.topic = kAgainstSet, .subject = strategy, .reference = std::string(kSetName)};
        const std::size_t set = *strategyNumber(run, kSetName);
        for (const JudgedRow& each : rows.rows) {
            const PairedRatio time = *figures.find(each.name)->timeOver(s, set);
            FoundRow& row = finding.rows.emplace_back(
                judgedRow({.row = each.name, .reference = each.name, .ratio = time}, kSameUnderSet, true));
            row.strategy = strategy;
            row.referenceStrategy = kSetName;
            if (each.verdict == Verdict::Same) row.verdict = Verdict::Same;
        }
        findings.push_back(judgedByMost(std::move(finding), rows));
    }
    return findings;
}

std::vector<Finding> judgeAlignment(const RunFigures& figures) {
    const std::vector<std::string>& strategies = figures.run->settings.strategies;
    std::vector<Finding> findings;
    std::vector<std::size_t> addressed; // the narrowest promise first
    for (std::size_t s = 0; s < strategies.size(); ++s)
        if (loadsByAddress(strategies[s])) addressed.push_back(s);
    if (addressed.size() < 2) return findings;
    const auto promise = [&](std::size_t s) { return promisedAlignment(strategies[s]); };
    std::ranges::sort(addressed, {}, promise);
    for (const RowFigures& row : figures.rows) {
        std::vector<std::size_t> measured = addressed;
        std::erase_if(measured, [&](std::size_t s) { return row.under(s) == nullptr; });
        for (std::size_t i = 0; i + 1 < measured.size() && !isNoLoads(*row.row); ++i) {
            const std::size_t narrow = measured[i], wide = measured.back();
            const std::optional<PairedRatio> time = row.timeOver(narrow, wide);
            if (!time) continue;
            findings.push_back(judgedByAny({.topic = kAlignment,
                                            .subject = promiseOf(row.row->name, promise(narrow)),
                                            .reference = fmt::format("{} bytes", promise(wide)),
                                            .rows = {judgedPromise(row, *time, narrow, wide)}}));
        }
    }
    if (!findings.empty()) return findings;
    const std::string why = whyNothingMeasured(*figures.run, addressed.back());
    return {unknownFinding(kAlignment, "addresses",
                           why.empty() ? InconclusiveReason{Inconclusive::NeverUnderBoth,
                                                            std::string(kNarrowAddresses),
                                                            std::string(kWideAddresses)}
                                       : InconclusiveReason{Inconclusive::NothingMeasured, why})};
}

std::vector<KindTime> timesByKind(const RunFigures& figures) {
    const std::vector<std::string>& strategies = figures.run->settings.strategies;
    const std::optional<std::size_t> set = strategyNumber(*figures.run, kSetName);
    std::vector<KindTime> all;
    for (std::size_t s = 0; set && s < strategies.size(); ++s) {
        if (s == *set) continue;
        std::map<BoundKind, std::vector<PairedRatio>> ratios;
        for (const RowFigures& row : figures.rows) {
            const std::optional<BoundKind> kind = boundKind(row.row->load);
            const std::optional<PairedRatio> time = row.timeOver(s, *set);
            if (kind && time) ratios[*kind].push_back(*time);
        }
        for (const auto& [kind, its] : ratios)
            all.push_back({strategies[s], kind, geometricMean(its), its.size()});
    }
    return all;
}

std::vector<RecordingCost> recordingCosts(const RunResult& run, std::uint64_t dispatches) {
    std::vector<RecordingCost> costs;
    for (const RecordingResult& recording : run.recording) {
        if (recording.status != Status::Measured) continue;
        for (const RecordingResult::Length& length : recording.lengths)
            if (length.dispatches == dispatches)
                costs.push_back(
                    {recording.way, median(length.nanoseconds), medianInterval(length.nanoseconds)});
    }
    std::ranges::stable_sort(costs, {}, &RecordingCost::nanoseconds);
    return costs;
}

std::vector<std::uint64_t> recordedLengths(const RunResult& run) {
    std::set<std::uint64_t> lengths;
    for (const RecordingResult& recording : run.recording)
        for (const RecordingResult::Length& length : recording.lengths) lengths.insert(length.dispatches);
    return {lengths.begin(), lengths.end()};
}

std::vector<Finding> recordingFindings(const RunResult& run) {
    if (run.recording.empty()) return {unknownFinding(kCpu, "all ways", {Inconclusive::NoRecording})};
    std::vector<Finding> findings;
    for (const std::uint64_t dispatches : recordedLengths(run))
        findings.push_back(judgeLength(run, dispatches));
    for (const RecordingResult& recording : run.recording)
        if (recording.status != Status::Measured)
            findings.push_back(
                unknownFinding(kCpu, recording.way,
                               {Inconclusive::Reported, statusText(recording.status, recording.reason)}));
    return findings;
}

Result<Answer> answerBinding(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    std::vector<std::string> lacking;
    for (const std::string_view name : kNeeded)
        if (!strategyNumber(run, name)) lacking.emplace_back(name);
    // Runs of all suites hold the baseline, which comes first. Here it counts only if it was measured under
    // all strategies.
    const std::vector<Case> rows = bindingRows();
    const auto ofSuite = [&](const RowResult& row) {
        return std::any_of(rows.begin() + (lacking.empty() ? 0 : 1), rows.end(),
                           [&](const Case& other) { return caseName(other) == row.name; });
    };
    if (std::ranges::none_of(run.rows, ofSuite)) return noRows(kSuite, caseName(rows.back()));
    if (!lacking.empty()) {
        return needsWholeSuite(fmt::format("the run lacks strategies: '{}'", join(lacking, "', '")), kSuite,
                               "--strategy");
    }
    Answer answer{judgeStrategies(figures)};
    for (const auto& more : {judgeAlignment(figures), recordingFindings(run)})
        answer.findings.insert(answer.findings.end(), more.begin(), more.end());
    return answer;
}

// Loads with 8 bytes of alignment are compared with 16; for rows that no 16 bytes can be promised of, those
// with 4 are compared with 8.
Answer answerBindingCode(std::span<const RowCode> codes) {
    Answer answer;
    for (const StrategyTraits& strategy : kStrategies) {
        if (strategy.name == kSetName) continue;
        if (std::optional<Finding> finding = changesFinding(codes, kSetName, strategy.name))
            answer.findings.push_back(*std::move(finding));
    }
    constexpr std::pair<std::string_view, std::string_view> kPromises[] = {
        {kWideAddresses, kNarrowAddresses},
        {kWideAddresses, kEightByteAddresses},
        {kEightByteAddresses, kNarrowAddresses}};
    for (const auto& [wide, narrow] : kPromises) {
        const std::optional<Finding> all = changesFinding(codes, wide, narrow);
        for (std::size_t i = 0; all && i < all->rows.size(); ++i) {
            Finding finding{.topic = kAlignment,
                            .subject = promiseOf(all->rows[i].name, promisedAlignment(narrow)),
                            .reference = fmt::format("{} bytes", promisedAlignment(wide)),
                            .rows = {all->rows[i]},
                            .loads = true};
            finding.scope = finding.rows[0].how;
            if (std::ranges::count(answer.findings, finding.subject, &Finding::subject) == 0)
                answer.findings.push_back(judgedByAny(std::move(finding)));
        }
    }
    return answer;
}

// Addresses that cannot be proven aligned are usually computed from an invocation's number.
Finding judgeWideLoadClaim(const RunFigures& figures, const ClaimPlace* place) {
    Finding claim{.topic = kAlignment, .subject = promiseOf(caseName({rawLoad(4), Pattern::Linear}), 4)};
    const std::string uniform = promiseOf(caseName({rawLoad(4), Pattern::Uniform}), 4);
    for (const Finding& finding : judgeAlignment(figures)) {
        if (finding.subject != claim.subject && (finding.subject != uniform || place != nullptr)) continue;
        claim.reference = finding.reference;
        claim.rows.insert(claim.rows.end(), finding.rows.begin(), finding.rows.end());
    }
    return judgedAsClaim(std::move(claim));
}

} // namespace vkperftest
