// The experiment "uniform": if all lanes of a subgroup load from one address, does the driver share one load among
// them, and what is faster than the usual loop (direct)? Other loops (shaders/technique.hlsli):
//   shuffle, broadcast  each lane loads one element and hands it to the others; all additions remain
//   reduce              each lane loads and adds its share of the elements, and the lanes add their sums at last
//   perlane             direct, with sums that no compiler can do once for all lanes
// Topics, by times in the form that is faster for each row:
// - "sharing by hand": the better of shuffle and broadcast against direct. Unknown if the compiler merged additions,
// a needed row is missing, or additions may hide loads where nothing is gained.
// - "splitting the loop": reduce against direct.
// - "without sharing": the fastest direct row of as many bytes.
// - "by hand, without bounds checks": shuffle against direct, both without them. If only checks are saved, nothing is gained.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "answers/advice.h"
#include "answers/experiment.h"
#include "answers/finding.h"

namespace vkperftest {
namespace {

constexpr const char *kPlain = "the plain loop", *kUncheckedByHand = "by hand, without bounds checks";

// What one load of a subgroup takes, in the faster form, and what its busiest unit needs.
std::optional<Clocks> clocksOf(const RunFigures& figures, const FoundRow& row, std::size_t strategy) {
    if (!row.value) return std::nullopt;
    const std::optional<double> clocks = figures.find(row.reference)->under(strategy)->bestClocks();
    if (!clocks) return std::nullopt;
    return Clocks{*clocks, *clocks * row.value->median, figures.find(row.name)->under(strategy)->unit};
}

// The figures of a run under the strategy that is judged.
struct Judged {
    const RunFigures& figures;
    std::size_t strategy;
    std::string operation = {};

    std::string name(Technique technique, Pattern pattern = Pattern::Uniform,
                     Robustness robustness = Robustness::Off) const {
        return caseName({{.name = operation}, pattern, technique, 0, robustness});
    }

    FoundRow over(const std::string& row, const std::string& other) const {
        return timeOver(figures, row, other, strategy);
    }

    // Null if the run does not have it.
    const RowFigures* direct() const { return figures.find(name(Technique::Direct)); }
};

// The operations with a row of any technique but the direct one.
std::vector<Judged> judgedOperations(const RunFigures& figures, std::size_t strategy) {
    std::vector<Judged> operations;
    for (const RowResult& row : figures.run->rows) {
        const bool ofTechnique = row.load && row.load->technique != Technique::Direct &&
                                 row.load->pattern == Pattern::Uniform && row.load->isCompiledAsUsual();
        if (ofTechnique && std::ranges::count(operations, row.operation, &Judged::operation) == 0)
            operations.push_back({figures, strategy, row.operation});
    }
    return operations;
}

InconclusiveReason merged(const FoundRow& time) {
    return {Inconclusive::AdditionsMerged, time.name, time.reference, {time.value->median}};
}

// Whether the driver shares the loads of the operation. It does not, or no better than the shader, if sharing by hand
// gains, or direct takes as long as linear, or as its busiest unit for a load of each lane. It does if direct takes
// less than `lanes` x kLeastOfLanes times as long as reduce, which has 1 / lanes of the iterations.
Seen sharing(const Judged& judged, Verdict byHand) {
    const std::string direct = judged.name(Technique::Direct);
    if (const auto& load = judged.direct()->row->load; load && load->resource == ResourceKind::UniformBuffer)
        return Seen::Constants;
    const std::optional<double> times = judged.direct()->under(judged.strategy)->overUnit();
    const bool ofEachLane = times && *times >= 1 / kAgree && *times <= kSameKernel;
    if (byHand == Verdict::Better || ofEachLane ||
        judgedRow(judged.over(direct, judged.name(Technique::Direct, Pattern::Linear)), kSameKernel)
                .verdict == Verdict::Same)
        return Seen::NotShared;
    const std::uint32_t lanes =
        subgroupSizeOf(*judged.figures.run, resultUnder(*judged.direct()->row, judged.strategy));
    const std::optional<bool> isMore =
        isAtLeast(judged.over(direct, judged.name(Technique::Reduce)).value, lanes * kLeastOfLanes);
    return lanes > 0 && isMore == false ? Seen::Shared : Seen::SharingUnclear;
}

Finding judgeByHand(const Judged& judged) {
    const std::string direct = judged.name(Technique::Direct);
    Finding finding{.topic = "sharing by hand", .subject = judged.operation, .reference = kPlain};
    const auto unknown = [&](InconclusiveReason why) {
        finding.why = std::move(why);
        return finding;
    };
    const auto over = [&](Technique technique, const std::string& other) {
        FoundRow time = judged.over(judged.name(technique), other);
        if (time.value) finding.evidence.push_back(time);
        return time;
    };
    for (const Technique technique : {Technique::PerLane, Technique::NoLoads}) {
        const FoundRow time = over(technique, direct);
        const std::optional<bool> more = isAtLeast(time.value, kOtherKernel);
        if (more != false) return unknown(more ? merged(time) : whyUnclear(time, kOtherKernel));
    }
    // A gain by one form is enough; that none gains must be known of both.
    std::optional<FoundRow> faster, missing;
    std::string way;
    for (const Technique technique : {Technique::Shuffle, Technique::Broadcast}) {
        FoundRow time = over(technique, direct);
        if (!time.value) {
            missing = std::move(time);
        } else if (!faster || time.value->median < faster->value->median) {
            faster = std::move(time);
            way = techniqueName(technique);
        }
    }
    const FoundRow found = faster ? judgedRow(*faster, kSameKernel) : FoundRow{};
    if (missing && found.verdict != Verdict::Better) return unknown(*missing->why);
    if (found.why) return unknown(*found.why);
    // Additions that only the control has to do, or that hide the loads.
    if (found.verdict == Verdict::Better) {
        const FoundRow control = judged.over(judged.name(Technique::NoLoads), found.name);
        if (isAtLeast(control.value, kSameKernel) == true) return unknown(merged(control));
    } else if (const auto why = whyNotLoads(*judged.direct(), judged.strategy)) {
        return unknown(*why);
    }
    if (found.verdict == Verdict::Same)
        over(Technique::Direct, judged.name(Technique::Direct, Pattern::Linear));
    finding.verdict = found.verdict;
    finding.factor = found.value;
    finding.way = std::move(way);
    finding.seen = sharing(judged, found.verdict);
    finding.clocks = clocksOf(judged.figures, found, judged.strategy);
    const std::optional<UnitTime> unit = finding.clocks ? finding.clocks->unit : std::nullopt;
    const bool gains = found.verdict == Verdict::Better;
    if (!gains && finding.seen == Seen::Constants)
        finding.limitedBy = PlainLoop::Constants;
    else if (!gains && unit && unit->unit == Unit::Shuffle &&
             finding.clocks->subject < kSameKernel * unit->clocks)
        finding.limitedBy = PlainLoop::Shuffles;
    else if (judged.direct()->under(judged.strategy)->limiter == Limiter::Instructions)
        finding.limitedBy = PlainLoop::Instructions;
    return finding;
}

// The fastest plain loop that loads as many 32-bit values from any kind of buffer or texture; null if the operation's
// is that.
const RowResult* fastestUnshared(const Judged& judged) {
    const RowFigures* const direct = judged.direct();
    const StrategyFigures* const own = direct != nullptr ? direct->under(judged.strategy) : nullptr;
    const RowResult* fastest = nullptr;
    if (own == nullptr || !direct->row->load || !isChoice(*direct->row->load)) return nullptr;
    const bool constants = direct->row->load->kind == LoadKind::Constants;
    const auto canReplace = [&](const LoadFacts& load) {
        return isChoice(load) || (constants && load.kind == LoadKind::PushConstants);
    };
    double ratio = own->best().median;
    for (const RowFigures& row : judged.figures.rows) {
        const std::optional<LoadFacts>& load = row.row->load;
        const StrategyFigures* const its = row.under(judged.strategy);
        if (its == nullptr || !load || !canReplace(*load) || load->pattern != Pattern::Uniform ||
            load->bytes != direct->row->load->bytes || its->best().median <= ratio)
            continue;
        fastest = row.row;
        ratio = its->best().median;
    }
    return fastest;
}

// What is judged row by row, by another way of loading, or none.
std::vector<Planned> plannedRows(const std::vector<Judged>& operations) {
    std::vector<Planned> all;
    const auto plan = [&](const char* topic, const Judged& judged, std::string row, std::string way,
                          Robustness ofReference = Robustness::Off) {
        all.push_back({.topic = topic,
                       .subject = judged.operation,
                       .reference = ofReference == Robustness::Off ? kPlain : "the plain loop without checks",
                       .row = std::move(row),
                       .other = judged.name(Technique::Direct, Pattern::Uniform, ofReference),
                       .way = std::move(way),
                       .bound = kSameKernel,
                       .whateverLimits = true});
    };
    for (const Judged& each : operations) plan("splitting the loop", each, each.name(Technique::Reduce), "");
    for (const Judged& each : operations)
        if (const RowResult* const fastest = fastestUnshared(each))
            plan("without sharing", each, fastest->name, fastest->operation);
    for (const Judged& each : operations)
        plan(kUncheckedByHand, each, each.name(Technique::Shuffle, Pattern::Uniform, Robustness::Forbidden),
             "", Robustness::Forbidden);
    return all;
}

} // namespace

std::vector<Finding> judgeUniform(const RunFigures& figures, std::size_t& strategy) {
    const std::vector<Judged> operations = judgedOperations(figures, strategy);
    std::vector<Finding> findings;
    if (operations.empty()) return findings;
    for (const Judged& operation : operations) findings.push_back(judgeByHand(operation));
    for (Finding& finding : judgePlanned(figures, plannedRows(operations), strategy)) {
        if (!finding.way.empty()) finding.clocks = clocksOf(figures, finding.rows[0], strategy);
        const auto byHand = std::ranges::find(findings, finding.subject, &Finding::subject);
        if (finding.topic == kUncheckedByHand && byHand != findings.end() &&
            byHand->verdict == Verdict::Better && byHand->way == techniqueName(Technique::Shuffle) &&
            finding.verdict != Verdict::Better && !finding.why)
            byHand->limitedBy = PlainLoop::Checks;
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace vkperftest
