// The experiment "uniform": if all lanes of a subgroup load from one address, does the driver share one load
// among them, and is sharing by hand faster?
//
// What each row of an operation shows (shaders/technique.hlsli), in order of the suite:
//   direct     the usual loop: what is judged
//   shuffle    sharing by hand: each lane loads one element and hands it to the others; all additions remain
//   broadcast  the same from lanes whose numbers are constants
//   reduce     the ceiling: as many loads and additions as shared work needs, but values are not handed
//              round. Its loop is the direct loop with 1 / lanes of the iterations. So if each lane loads,
//              the direct row takes about `lanes` times as long, less the cost of the last sum over the lanes
//   perlane    direct, with sums that no compiler can do once for all lanes
//   no-load control      the no-load control: direct without its loads, so what its additions alone take
//   linear     the matrix's row of that pattern: loads of neighbouring elements, which cannot be shared
// The constant buffer's direct row serves as a yardstick for scalar loads. Push constants and the sweep of
// subgroup sizes only appear in the table; no verdict rests on them.
//
// Topics, under the first strategy that has figures:
// - "sharing by hand", one finding for each operation with a row of any technique, in the run's order: the
//   loop with the better of shuffle and broadcast against the direct one, and whether the driver shares. If a
//   needed row is missing or was not measured, or a needed comparison is unclear, it is Unknown.
//   1. Unknown (AdditionsMerged) if perlane or the control takes kOtherKernel times as long as direct. But if
//      the control's loop differs and loads do not limit direct, the control is skipped and 2 decides.
//   2. Unknown unless loads limit direct (analysis/row_figures.h): there is nothing to share, or sharing saves
//      nothing beside the additions. But unless additions limit it, Better if shuffle or broadcast surely is,
//      and perlane is not slower than direct.
//   3. Better and NotShared if shuffle or broadcast is kOtherKernel times as fast as direct. Here and in 2,
//      AdditionsMerged if the control takes kOtherKernel times as long as that form.
//   4. Unknown unless both are surely less than that. Worse if both are slower by that factor: passing values
//      on costs more than the loads it saves.
//   5. Same and NotShared if direct and linear, both limited by loads, are equally fast (kSameKernel): passing
//      values on costs as much as it saves. (Typed loads on an H100.)
//   6. Same and SharingUnclear if direct takes `lanes` x kLeastOfLanes times as long as reduce, as it does if
//      each lane loads. (The ceiling can refute sharing but not prove it.) Unknown without number of lanes.
//   7. Same and ScalarLoads if direct and the constant buffer's direct row, both limited by loads, are equally
//      fast; never for the constant buffer itself.
//   8. Same and Shared otherwise.
// - "constant cache": the row of PerfTest's constant buffer, which reads 4 KB of its 16 KB, against that of
//   256 bytes, which every constant cache holds.
#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "answers/experiment.h"
#include "answers/judging.h"
#include "cases/families/families.h"

namespace vkperftest {
namespace {

constexpr const char* kTopic = "sharing by hand";
constexpr Technique kTechniques[] = {Technique::Direct, Technique::Shuffle, Technique::Broadcast,
                                     Technique::Reduce, Technique::PerLane, Technique::NoLoads};

std::string uniformRow(const std::string& operation, Technique technique = Technique::Direct) {
    return caseName({{.name = operation}, Pattern::Uniform, technique});
}

// The operations with a row of any technique but the direct one.
std::vector<std::string> judgedOperations(const RunResult& run) {
    std::vector<std::string> operations;
    for (const RowResult& row : run.rows) {
        if (!row.load || row.load->technique == Technique::Direct) continue;
        if (row.name == uniformRow(row.operation, row.load->technique) &&
            std::ranges::count(operations, row.operation) == 0)
            operations.push_back(row.operation);
    }
    return operations;
}

PairedRatio inverse(const PairedRatio& ratio) {
    PairedRatio other{1 / ratio.median, {}, {}};
    if (ratio.interval) other.interval = {1 / ratio.interval->high, 1 / ratio.interval->low};
    if (ratio.ofFastest) other.ofFastest = 1 / *ratio.ofFastest;
    return other;
}

// Judges one operation.
class Judgement {
public:
    Judgement(const RunFigures& figures, std::size_t strategy, const std::string& operation)
        : figures_(figures), strategy_(strategy) {
        finding_.topic = kTopic;
        finding_.subject = operation;
        finding_.reference = "the plain loop";
    }

    Finding make() {
        judge();
        return std::move(finding_);
    }

private:
    void judge() {
        const TimeOf perLane = timeOver(Technique::PerLane, Technique::Direct);
        const TimeOf control = timeOver(Technique::NoLoads, Technique::Direct);
        const RowFigures* const direct = figures_.find(name(Technique::Direct));
        if (direct == nullptr) return unknown(*perLane.why);
        if (perLane.atLeast(kOtherKernel) == true) return merged(perLane);
        const std::optional<InconclusiveReason> why = whyNotLoads(*direct, strategy_);
        // If the control's loop differs, its time is not that of the direct row's additions.
        const StrategyFigures* const measured = direct->under(strategy_);
        if (measured != nullptr && measured->otherLoop && why) return judgeHidden(perLane, *why);
        if (control.atLeast(kOtherKernel) == true) return merged(control);
        for (const TimeOf& time : {perLane, control})
            if (!time.atLeast(kOtherKernel)) return unknown(time.whyUnclear(kOtherKernel));
        return why ? judgeHidden(perLane, *why) : judgeGain();
    }

    // For a row whose loads do not show: a faster form is faster all the same, unless it gains by doing fewer
    // additions. It is known that no form gains if the row's time goes to its loads and what they need.
    void judgeHidden(const TimeOf& perLane, const InconclusiveReason& why) {
        if (perLane.atLeast(kOtherKernel) != false || why.kind == Inconclusive::AdditionsLimit)
            return unknown(why);
        const std::array<TimeOf, 2> ways = chooseWay();
        if (gains()) return better(Seen::SharingUnclear);
        const auto gainsNothing = [](const TimeOf& way) { return way.atLeast(kOtherKernel) == false; };
        if (whyNoCost(*figures_.find(name(Technique::Direct)), strategy_) ||
            !std::ranges::all_of(ways, gainsNothing))
            return unknown(why);
        const auto loses = [](const TimeOf& way) { return way.atLeast(1 / kOtherKernel) == false; };
        say(std::ranges::all_of(ways, loses) ? Verdict::Worse : Verdict::Same, Seen::SharingUnclear);
    }

    void judgeGain() {
        const std::array<TimeOf, 2> ways = chooseWay();
        if (gains()) return better(Seen::NotShared);
        for (const TimeOf& way : ways)
            if (!way.atLeast(kOtherKernel)) return unknown(way.whyUnclear(kOtherKernel));
        const auto ties = [](const TimeOf& way) { return way.atLeast(1 / kOtherKernel) == true; };
        if (std::ranges::any_of(ways, ties)) return judgeTie();
        for (const TimeOf& way : ways)
            if (!way.atLeast(1 / kOtherKernel)) return unknown(way.whyUnclear(1 / kOtherKernel));
        say(Verdict::Worse, Seen::SharingUnclear);
    }

    void judgeTie() {
        // Loads of neighbouring elements, which no driver shares. The constant buffer has none to compare
        // with: if lanes read different constants, it serves them one after the other.
        const bool constants = finding_.subject == constantLoad().name;
        const std::string linear = caseName({{.name = finding_.subject}, Pattern::Linear});
        const TimeOf overLinear = timeOverLoads(linear);
        if (!constants && figures_.find(linear) == nullptr) return unknown(*overLinear.why);
        if (!constants && asFast(overLinear)) return say(Verdict::Same, Seen::NotShared);
        const RunResult& run = *figures_.run;
        const std::uint32_t lanes =
            subgroupSizeOf(run, findRow(run, name(Technique::Direct))->strategies[strategy_]);
        if (lanes == 0) return unknown({Inconclusive::UnknownSubgroupSize});
        const TimeOf overCeiling = timeOver(Technique::Direct, Technique::Reduce);
        const std::optional<bool> far = overCeiling.atLeast(lanes * kLeastOfLanes);
        if (!far) return unknown(overCeiling.whyUnclear(lanes * kLeastOfLanes));
        if (*far) return say(Verdict::Same, Seen::SharingUnclear);
        const bool scalar = asFast(timeOverLoads(uniformRow(constantLoad().name)));
        say(Verdict::Same, scalar && !constants ? Seen::ScalarLoads : Seen::Shared);
    }

    static bool asFast(const TimeOf& time) {
        return time.atLeast(kSameKernel) == false && time.atLeast(1 / kSameKernel) == true;
    }

    // The gains by shuffling and by broadcasting. One that gains is enough; that none gains must be known of
    // both. Prefers one that surely gains, then the faster one.
    std::array<TimeOf, 2> chooseWay() {
        std::array<TimeOf, 2> ways;
        for (const auto& [i, technique] : {std::pair(0, Technique::Shuffle), {1, Technique::Broadcast}}) {
            const TimeOf& way = ways[static_cast<std::size_t>(i)] = timeOver(Technique::Direct, technique);
            if (!way.ratio) continue;
            const auto rank = [](const PairedRatio& ratio) {
                return std::pair(isAtLeast(ratio, kOtherKernel) == true, ratio.median);
            };
            if (gain_ && rank(*gain_) >= rank(*way.ratio)) continue;
            gain_ = way.ratio;
            technique_ = technique;
        }
        return ways;
    }

    bool gains() const { return gain_ && isAtLeast(*gain_, kOtherKernel) == true; }

    // Unless the form is faster than its additions alone: then it gains by doing fewer of them.
    void better(Seen seen) {
        const TimeOf overWay = timeOver(Technique::NoLoads, technique_);
        if (overWay.atLeast(kOtherKernel) == true) return merged(overWay);
        say(Verdict::Better, seen);
    }

    void merged(const TimeOf& time) {
        unknown({Inconclusive::AdditionsMerged, time.row, time.reference, {time.ratio->median}});
    }

    void say(Verdict verdict, Seen seen) {
        finding_.verdict = verdict;
        finding_.seen = seen;
        finding_.factor = inverse(*gain_);
        finding_.way = techniqueName(technique_);
    }

    void unknown(InconclusiveReason why) {
        finding_.verdict = Verdict::Unknown;
        finding_.why = std::move(why);
    }

    std::string name(Technique technique) const { return uniformRow(finding_.subject, technique); }

    TimeOf timeOver(Technique technique, Technique other) {
        return used(measuredTimeOver(figures_, name(technique), name(other), strategy_));
    }

    // The direct row's time; nothing unless loads limit both rows.
    TimeOf timeOverLoads(const std::string& other) {
        return used(vkperftest::timeOver(figures_, name(Technique::Direct), other, strategy_));
    }

    TimeOf used(TimeOf time) {
        if (time.ratio)
            finding_.evidence.push_back({.name = time.row, .reference = time.reference, .value = time.ratio});
        return time;
    }

    const RunFigures& figures_;
    std::size_t strategy_;
    Finding finding_;
    Technique technique_ = Technique::Shuffle; // the chosen way
    std::optional<PairedRatio> gain_;          // the direct row's time over that way's
};

// A constant buffer of another size is the same load; only its time differs.
bool isUniformDirect(const RowCode& code) {
    if (code.row.operation == shortConstantLoad()) return false;
    return code.row.pattern == Pattern::Uniform && code.row.technique == Technique::Direct &&
           code.row.subgroupSize == 0 && code.strategy == Strategy::Set;
}

Seen sharingOf(const std::vector<LoadCount>& loads) {
    if (loads.empty()) return Seen::NoLoad;
    const auto all = [&](auto is) {
        return std::ranges::all_of(loads, [&](const LoadCount& one) { return is(one.load); });
    };
    if (all(isBlockRead)) return Seen::BlockReads;
    if (all([](const auto& load) { return load.scalar; })) return Seen::ScalarLoads;
    return all([](const auto& load) { return !load.scalar; }) ? Seen::NotShared : Seen::SharedInPart;
}

Finding judgeUniformCode(const RowCode& code) {
    constexpr const char* kOfCode = "uniform loads";
    const std::string& subject = code.row.operation.name;
    if (const std::optional<InconclusiveReason> why = code.why())
        return unknownFinding(kOfCode, subject, *why);
    CodeFacts ofData = code.facts;
    std::erase_if(ofData.summary.loads, [](const LoadCount& one) { return !isFromMemory(one.load.source); });
    Finding finding{.topic = kOfCode, .subject = subject, .seen = sharingOf(ofData.summary.loads)};
    finding.loads = true; // against a load for each lane
    finding.verdict = finding.seen == Seen::NotShared ? Verdict::Same : Verdict::Better;
    if (finding.seen != Seen::NoLoad) finding.scope = ofData.loads();
    return finding;
}

} // namespace

Result<Answer> answerUniform(const RunFigures& figures) {
    const std::vector<std::string> operations = judgedOperations(*figures.run);
    if (operations.empty()) return noRows("uniform", uniformRow(rawLoad(4).name, Technique::Shuffle));
    std::vector<std::string> names;
    for (const std::string& operation : operations)
        for (const Technique technique : kTechniques) names.push_back(uniformRow(operation, technique));
    const std::size_t strategy = judgedStrategy(*figures.run, names);
    Answer answer;
    for (const std::string& operation : operations)
        answer.findings.push_back(Judgement(figures, strategy, operation).make());
    const std::vector<Planned> constants = {{.topic = "constant cache",
                                             .subject = "4 KB of constants",
                                             .reference = "256 bytes",
                                             .row = uniformRow(constantLoad().name),
                                             .other = uniformRow(shortConstantLoad().name),
                                             .whateverLimits = true}};
    for (Finding& finding : judgePlanned(figures, constants, strategy))
        answer.findings.push_back(std::move(finding));
    nameStrategy(*figures.run, strategy, answer.findings);
    return answer;
}

Answer answerUniformCode(std::span<const RowCode> codes) {
    Answer answer;
    for (const RowCode& code : codes)
        if (isUniformDirect(code)) answer.findings.push_back(judgeUniformCode(code));
    return answer;
}

} // namespace vkperftest
