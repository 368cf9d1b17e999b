#include "experiments/uniform.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "experiments/judging.h"

namespace vkperftest {
namespace {

constexpr std::string_view kConstants = "cbuffer{float4} load";
constexpr std::array<std::string_view, 6> kNeeded = {"",       "shuffle", "broadcast",
                                                     "reduce", "perlane", "floor"};

// Without a technique, the direct row's.
std::string nameOf(std::string_view operation, std::string_view technique) {
    return fmt::format("{} uniform{}{}", operation, technique.empty() ? "" : ", ", technique);
}

// Loads of neighbouring elements, which no driver shares. The constant buffer has none that could be compared: where
// lanes read different constants, it serves one after the other.
std::string linearNameOf(std::string_view operation) {
    return operation == kConstants ? "" : fmt::format("{} linear", operation);
}

// Those with a row of any technique.
std::vector<std::string> judgedOperations(const RunResult& run) {
    std::vector<std::string> operations;
    for (const RowResult& row : run.rows) {
        const bool technique = std::any_of(kNeeded.begin() + 1, kNeeded.end(), [&](auto name) {
            return row.name == nameOf(row.operation, name);
        });
        if (technique && std::find(operations.begin(), operations.end(), row.operation) == operations.end())
            operations.push_back(row.operation);
    }
    return operations;
}

std::vector<std::string> neededRows(const RunResult& run) {
    std::vector<std::string> needed;
    for (const std::string& operation : judgedOperations(run)) {
        for (const std::string_view technique : kNeeded) needed.push_back(nameOf(operation, technique));
        if (const std::string linear = linearNameOf(operation); !linear.empty()) needed.push_back(linear);
    }
    if (!needed.empty()) needed.push_back(nameOf(kConstants, ""));
    return needed;
}

std::string timesText(const TimeOf& time) {
    return fmt::format("{:.2f}", time.ratio->median);
}

// All that is known of one operation.
class Judgement {
public:
    Judgement(const RunFigures& figures, std::size_t strategy, const std::string& operation)
        : figures_(figures), strategy_(strategy) {
        finding_.subject = operation;
    }

    UniformFinding make() {
        const TimeOf perLane = timeOver("perlane", "");
        const TimeOf floor = timeOver("floor", "");
        if (perLane.atLeast(kUniformGain) == true) {
            return say(kRemovedAdditions,
                       fmt::format("it removed the additions too: sums that differ from lane to lane take {} "
                                   "times as long",
                                   timesText(perLane)));
        }
        const std::string trouble = loadTrouble(*figures_.find(name("")), strategy_);
        if (madeOtherLoop() && !trouble.empty()) return undecided(trouble);
        if (floor.atLeast(kUniformGain) == true) {
            return say(kRemovedAdditions,
                       fmt::format("it removed the additions too: they alone take {} times as long",
                                   timesText(floor)));
        }
        for (const TimeOf& time : {perLane, floor}) {
            if (!time.atLeast(kUniformGain)) return undecided(time.whyUnclear(kUniformGain));
        }
        return trouble.empty() ? judgeGain() : undecided(trouble);
    }

private:
    // Then its floor's time is not that of its additions.
    bool madeOtherLoop() const {
        const StrategyFigures* const direct = figures_.find(name(""))->under(strategy_);
        return direct != nullptr && direct->otherLoop;
    }

    UniformFinding judgeGain() {
        const std::array<TimeOf, 2> gains = {timeOver("", "shuffle"), timeOver("", "broadcast")};
        choose(gains[0], "shuffle");
        choose(gains[1], "broadcast");
        // One way that gains is enough; that none does is known only of both.
        if (finding_.gain && isAtLeast(*finding_.gain, kUniformGain) == true) {
            return say(kDoesNotShare, fmt::format("it does not: {} by hand gains {}", doing(), gainText()));
        }
        for (const TimeOf& gain : gains) {
            if (!gain.atLeast(kUniformGain)) return undecided(gain.whyUnclear(kUniformGain));
        }
        const auto ties = [](const TimeOf& gain) { return gain.atLeast(1 / kUniformGain) == true; };
        if (std::any_of(gains.begin(), gains.end(), ties)) {
            if (const std::optional<std::string> slow = asSlowAsLinear()) return say(kDoesNotShare, *slow);
            return judgeTie();
        }
        for (const TimeOf& gain : gains) {
            if (!gain.atLeast(1 / kUniformGain)) return undecided(gain.whyUnclear(1 / kUniformGain));
        }
        return undecided(fmt::format("{} costs more than the loads it saves ({})", doing(), gainText()));
    }

    std::optional<std::string> asSlowAsLinear() const {
        const std::string linear = linearNameOf(finding_.subject);
        if (linear.empty()) return std::nullopt;
        const TimeOf time = vkperftest::timeOver(figures_, name(""), linear, strategy_);
        if (time.atLeast(1 / kAsFastAsAnother) != true || time.atLeast(kAsFastAsAnother) != false)
            return std::nullopt;
        return fmt::format(
            "it does not: one address takes as long as one for each lane ({} times as long), but {} by "
            "hand gains nothing either ({})",
            timesText(time), doing(), gainText());
    }

    UniformFinding judgeTie() {
        const RunResult& run = *figures_.run;
        const std::uint32_t lanes = subgroupSizeOf(run, findRow(run, name(""))->strategies[strategy_]);
        if (lanes == 0) return undecided("the number of lanes in a subgroup is not known");
        const TimeOf overCeiling = timeOver("", "reduce");
        const std::optional<bool> far = overCeiling.atLeast(lanes / kOverCeiling);
        if (!far) return undecided(overCeiling.whyUnclear(lanes / kOverCeiling));
        if (*far) {
            return undecided(
                fmt::format("{} by hand gains nothing ({}), but the loop takes {} times as long "
                            "as 'reduce', and {} lanes that share nothing would take up to {} times",
                            doing(), gainText(), timesText(overCeiling), lanes, lanes));
        }
        const TimeOf constants = timeOverConstants();
        if (constants.atLeast(kAsFastAsAnother) == false && constants.atLeast(1 / kAsFastAsAnother) == true) {
            return say(kScalarLoads,
                       fmt::format("scalar loads: as fast as the constant buffer's ({} times its time)",
                                   timesText(constants)));
        }
        return say(kAlreadyShares,
                   fmt::format("the driver already shares uniform loads: {} by hand gains nothing ({})",
                               doing(), gainText()));
    }

    // The way that surely gains, then the faster one.
    void choose(const TimeOf& gain, std::string_view technique) {
        if (!gain.ratio) return;
        const auto rank = [](const PairedRatio& ratio) {
            return std::pair(isAtLeast(ratio, kUniformGain) == true, ratio.median);
        };
        if (finding_.gain && rank(*finding_.gain) >= rank(*gain.ratio)) return;
        finding_.gain = gain.ratio;
        finding_.technique = technique;
    }

    std::string doing() const { return finding_.technique == "shuffle" ? "shuffling" : "broadcasting"; }
    std::string gainText() const { return fmt::format("{:.2f}x", finding_.gain->median); }

    std::string name(std::string_view technique) const { return nameOf(finding_.subject, technique); }

    TimeOf timeOver(std::string_view technique, std::string_view other) const {
        return measuredTimeOver(figures_, name(technique), name(other), strategy_);
    }

    // The direct row's time; nothing for the constant buffer itself, and unless both are bound by loads.
    TimeOf timeOverConstants() const {
        if (finding_.subject == kConstants) return {};
        return vkperftest::timeOver(figures_, name(""), nameOf(kConstants, ""), strategy_);
    }

    UniformFinding say(std::string_view verdict, std::string sentence) {
        finding_.verdict = verdict;
        finding_.sentence = std::move(sentence);
        return finding_;
    }

    UniformFinding undecided(std::string_view reason) { return say(kCannotSay, cannotSay(reason)); }

    const RunFigures& figures_;
    std::size_t strategy_;
    UniformFinding finding_;
};

} // namespace

Result<std::vector<UniformFinding>> judgeUniform(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::vector<std::string> needed = neededRows(run);
    if (needed.empty()) return noRows("uniform", nameOf("ByteAddressBuffer.Load4", "shuffle"));
    VKPERFTEST_TRY(requireRows(run, needed, "uniform"));
    const std::size_t strategy = judgedStrategy(run, needed);
    std::vector<UniformFinding> findings;
    for (const std::string& operation : judgedOperations(run))
        findings.push_back(Judgement(figures, strategy, operation).make());
    return findings;
}

Result<std::vector<Finding>> uniformFindings(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const Result<std::vector<UniformFinding>> judged = judgeUniform(figures);
    VKPERFTEST_TRY(judged);
    std::vector<Finding> findings(judged.value().begin(), judged.value().end());
    nameStrategy(run, judgedStrategy(run, neededRows(run)), findings);
    return findings;
}

} // namespace vkperftest
