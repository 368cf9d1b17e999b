#include "experiments/uniform.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "cases/families/families.h"
#include "experiments/judging.h"

namespace vkperftest {
namespace {

constexpr Technique kTechniques[] = {Technique::Direct, Technique::Shuffle, Technique::Broadcast,
                                     Technique::Reduce, Technique::PerLane, Technique::Floor};

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

// The first strategy under which any of their rows has figures.
std::size_t uniformStrategy(const RunResult& run) {
    std::vector<std::string> names;
    for (const std::string& operation : judgedOperations(run))
        for (const Technique technique : kTechniques) names.push_back(uniformRow(operation, technique));
    return judgedStrategy(run, names);
}

// All that is known of one operation.
class Judgement {
public:
    Judgement(const RunFigures& figures, std::size_t strategy, const std::string& operation)
        : figures_(figures), strategy_(strategy) {
        finding_.subject = operation;
    }

    UniformFinding make() {
        judge();
        finding_.figures = std::move(figuresUsed_);
        return finding_;
    }

private:
    UniformFinding judge() {
        const TimeOf perLane = timeOver(Technique::PerLane, Technique::Direct);
        const TimeOf floor = timeOver(Technique::Floor, Technique::Direct);
        const RowFigures* const direct = figures_.find(name(Technique::Direct));
        if (direct == nullptr) return undecided(*perLane.trouble);
        const std::string merged = "no verdict: the compiler also merged the lanes' additions (";
        if (perLane.atLeast(kUniformGain) == true) {
            return say(Found::RemovedAdditions, merged + "sums that differ by lane take ",
                       perLane.ratio->median, "x the time)");
        }
        const std::optional<Trouble> trouble = loadTrouble(*direct, strategy_);
        // If the floor's loop differs, its time is not that of the direct row's additions.
        const StrategyFigures* const measured = direct->under(strategy_);
        if (measured != nullptr && measured->otherLoop && trouble) return judgeHidden(perLane, *trouble);
        if (floor.atLeast(kUniformGain) == true) {
            return say(Found::RemovedAdditions, merged + "additions alone take ", floor.ratio->median,
                       "x the time)");
        }
        for (const TimeOf& time : {perLane, floor}) {
            if (!time.atLeast(kUniformGain)) return undecided(time.whyUnclear(kUniformGain));
        }
        return trouble ? judgeHidden(perLane, *trouble) : judgeGain();
    }

    // For a row whose loads do not show: a faster form is faster all the same, unless it gains by doing fewer
    // additions.
    UniformFinding judgeHidden(const TimeOf& perLane, const Trouble& trouble) {
        if (perLane.atLeast(kUniformGain) != false || trouble.kind == &kAddsLimit) return undecided(trouble);
        const std::array<TimeOf, 2> ways = chooseWay();
        if (finding_.gains != true) return judgeNoGain(ways, trouble);
        if (mergedByHand()) return sayMergedByHand();
        return say(Found::Faster, fmt::format("a hand-written {} is ", way()), gain(),
                   "x as fast; it is unclear whether the driver shares");
    }

    // It is known that no form gains if the row's time goes to its loads and what they need.
    UniformFinding judgeNoGain(const std::array<TimeOf, 2>& ways, const Trouble& trouble) {
        const auto gainsNothing = [](const TimeOf& way) { return way.atLeast(kUniformGain) == false; };
        if (costTrouble(*figures_.find(name(Technique::Direct)), strategy_) ||
            !std::ranges::all_of(ways, gainsNothing))
            return undecided(trouble);
        finding_.gains = false;
        return say(
            Found::NoGain,
            fmt::format("no gain in this loop, whether the driver shares or not: a hand-written {} is ",
                        way()),
            gain(), "x as fast");
    }

    // The gains by shuffling and by broadcasting. One that gains is enough; that none gains must be known of
    // both.
    std::array<TimeOf, 2> chooseWay() {
        std::array<TimeOf, 2> gains = {timeOver(Technique::Direct, Technique::Shuffle),
                                       timeOver(Technique::Direct, Technique::Broadcast)};
        choose(gains[0], Technique::Shuffle);
        choose(gains[1], Technique::Broadcast);
        if (finding_.gain && isAtLeast(*finding_.gain, kUniformGain) == true) finding_.gains = true;
        return gains;
    }

    // Whether the form that gains is faster than its additions alone: then it gains by doing fewer of them.
    bool mergedByHand() {
        overWay_ = timeOver(Technique::Floor, *finding_.technique);
        return overWay_.atLeast(kUniformGain) == true;
    }

    UniformFinding sayMergedByHand() {
        finding_.gains.reset();
        return say(
            Found::RemovedAdditions,
            fmt::format("no verdict: the compiler merged the additions of the hand-written {} (additions "
                        "alone take ",
                        way()),
            overWay_.ratio->median, "x the time)");
    }

    UniformFinding judgeGain() {
        const std::array<TimeOf, 2> gains = chooseWay();
        if (finding_.gains == true) {
            if (mergedByHand()) return sayMergedByHand();
            return say(Found::DoesNotShare, fmt::format("not shared: a hand-written {} is ", way()), gain(),
                       "x as fast");
        }
        for (const TimeOf& gain : gains) {
            if (!gain.atLeast(kUniformGain)) return undecided(gain.whyUnclear(kUniformGain));
        }
        finding_.gains = false;
        const auto ties = [](const TimeOf& gain) { return gain.atLeast(1 / kUniformGain) == true; };
        if (std::ranges::any_of(gains, ties)) return judgeTie();
        for (const TimeOf& gain : gains) {
            if (!gain.atLeast(1 / kUniformGain)) return undecided(gain.whyUnclear(1 / kUniformGain));
        }
        return say(
            Found::NoGain,
            fmt::format("no gain, whether the driver shares or not: a hand-written {} costs more than the "
                        "loads it saves (",
                        way()),
            gain(), "x as fast)");
    }

    UniformFinding judgeTie() {
        // Loads of neighbouring elements, which no driver shares. The constant buffer has none to compare
        // with: if lanes read different constants, it serves them one after the other.
        const bool constants = finding_.subject == constantLoad().name;
        const std::string linear = caseName({{.name = finding_.subject}, Pattern::Linear});
        const TimeOf overLinear = timeOverLoads(linear);
        if (!constants && figures_.find(linear) == nullptr) return undecided(*overLinear.trouble);
        if (!constants && asFast(overLinear)) {
            return say(
                Found::DoesNotShare,
                fmt::format("not shared: as slow as if each lane had its own address. A hand-written {} "
                            "still gains less than 25 % (",
                            way()),
                gain(), "x as fast)");
        }
        const RunResult& run = *figures_.run;
        const std::uint32_t lanes =
            subgroupSizeOf(run, findRow(run, name(Technique::Direct))->strategies[strategy_]);
        if (lanes == 0) return undecided({&kUnknownLanes});
        const TimeOf overCeiling = timeOver(Technique::Direct, Technique::Reduce);
        const std::optional<bool> far = overCeiling.atLeast(lanes / kOverCeiling);
        if (!far) return undecided(overCeiling.whyUnclear(lanes / kOverCeiling));
        if (*far) {
            return say(
                Found::NoGain,
                fmt::format(
                    "no gain from a hand-written {} (less than 25 %); unclear whether the driver shares: the "
                    "loop takes ",
                    way()),
                overCeiling.ratio->median,
                fmt::format("x the time of 'reduce', and without sharing up to {}x is possible", lanes));
        }
        const TimeOf overConstants = timeOverLoads(uniformRow(constantLoad().name));
        if (!constants && asFast(overConstants)) {
            return say(Found::ScalarLoads, "shared by scalar loads: ", overConstants.ratio->median,
                       "x the time of the constant buffer");
        }
        return say(Found::AlreadyShares,
                   fmt::format("shared already: a hand-written {} gains less than 25 % (", way()), gain(),
                   "x as fast)");
    }

    static bool asFast(const TimeOf& time) {
        return time.atLeast(kAsFastAsAnother) == false && time.atLeast(1 / kAsFastAsAnother) == true;
    }

    // Prefers a way that surely gains, then the faster one.
    void choose(const TimeOf& gain, Technique technique) {
        if (!gain.ratio) return;
        const auto rank = [](const PairedRatio& ratio) {
            return std::pair(isAtLeast(ratio, kUniformGain) == true, ratio.median);
        };
        if (finding_.gain && rank(*finding_.gain) >= rank(*gain.ratio)) return;
        finding_.gain = gain.ratio;
        finding_.technique = technique;
    }

    std::string_view way() const { return techniqueName(*finding_.technique); }
    double gain() const { return finding_.gain->median; }

    std::string name(Technique technique) const { return uniformRow(finding_.subject, technique); }

    TimeOf timeOver(Technique technique, Technique other) {
        return used(measuredTimeOver(figures_, name(technique), name(other), strategy_));
    }

    // The direct row's time; nothing unless loads limit both rows.
    TimeOf timeOverLoads(const std::string& other) {
        return used(vkperftest::timeOver(figures_, name(Technique::Direct), other, strategy_));
    }

    TimeOf used(TimeOf time) {
        if (time.ratio) figuresUsed_.push_back({time.row, "", time.reference, "", *time.ratio});
        return time;
    }

    UniformFinding say(Found verdict, std::string before, double figure, std::string behind) {
        static_cast<Finding&>(finding_) =
            findingWith(std::move(finding_.subject), verdict, std::move(before), figure, std::move(behind));
        return finding_;
    }

    UniformFinding undecided(const Trouble& trouble) {
        static_cast<Finding&>(finding_) = vkperftest::undecided(std::move(finding_.subject), trouble);
        return finding_;
    }

    const RunFigures& figures_;
    std::size_t strategy_;
    UniformFinding finding_;
    std::vector<FoundFigure> figuresUsed_;
    TimeOf overWay_; // the floor's time over that of the form that gains
};

} // namespace

std::vector<UniformFinding> judgeUniform(const RunFigures& figures) {
    std::vector<UniformFinding> findings;
    for (const std::string& operation : judgedOperations(*figures.run))
        findings.push_back(Judgement(figures, uniformStrategy(*figures.run), operation).make());
    return findings;
}

std::optional<Finding> judgeConstants(const RunFigures& figures, std::size_t strategy) {
    const std::string subject = "constant cache";
    const std::string large = uniformRow(constantLoad().name), small = uniformRow(shortConstantLoad().name);
    if (figures.find(large) == nullptr) return {};
    const TimeOf time = measuredTimeOver(figures, large, small, strategy);
    const std::optional<bool> slower = time.atLeast(kUniformGain);
    if (!slower) return undecided(subject, time.whyUnclear(kUniformGain));
    const std::string before = fmt::format("'{}', which reads 4 KB, takes ", large);
    const std::string behind = fmt::format("x the time of '{}', which reads 256 bytes: ", small);
    Finding finding =
        findingWith(subject, *slower ? Found::Slower : Found::NotSlower, before, time.ratio->median,
                    behind + (*slower ? "the first misses the constant cache, the second hits it"
                                      : "no sign that the first misses the constant cache"));
    finding.figures = {{large, "", small, "", *time.ratio}};
    return finding;
}

Result<Answer> answerUniform(const RunFigures& figures) {
    const std::vector<UniformFinding> findings = judgeUniform(figures);
    if (findings.empty()) return noRows("uniform", uniformRow(rawLoad(4).name, Technique::Shuffle));
    Answer answer{concludeUniform(findings), {findings.begin(), findings.end()}};
    const std::size_t strategy = uniformStrategy(*figures.run);
    if (std::optional<Finding> constants = judgeConstants(figures, strategy))
        answer.findings.push_back(std::move(*constants));
    nameStrategy(*figures.run, strategy, answer.findings);
    return answer;
}

} // namespace vkperftest
