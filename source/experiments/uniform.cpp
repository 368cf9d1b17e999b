#include "experiments/uniform.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "experiments/judging.h"

namespace vkperftest {
namespace {

constexpr std::string_view kConstants = "cbuffer{float4} load";
constexpr std::array<std::string_view, 6> kTechniques = {"",       "shuffle", "broadcast",
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
        const bool technique = std::any_of(kTechniques.begin() + 1, kTechniques.end(), [&](auto name) {
            return row.name == nameOf(row.operation, name);
        });
        if (technique && std::find(operations.begin(), operations.end(), row.operation) == operations.end())
            operations.push_back(row.operation);
    }
    return operations;
}

// What the operation is judged by.
std::vector<std::string> rowsOf(const std::string& operation) {
    std::vector<std::string> names;
    for (const std::string_view technique : kTechniques) names.push_back(nameOf(operation, technique));
    return names;
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
        if (figures_.find(name("")) == nullptr) return undecided(perLane.trouble);
        if (perLane.atLeast(kUniformGain) == true) {
            return say(
                kRemovedAdditions,
                "cannot say: the compiler merged the lanes' additions, too: sums that differ by lane take "
                "{}x the time",
                perLane);
        }
        const std::string trouble = loadTrouble(*figures_.find(name("")), strategy_);
        if (madeOtherLoop() && !trouble.empty()) return undecided(trouble);
        if (floor.atLeast(kUniformGain) == true) {
            return say(
                kRemovedAdditions,
                "cannot say: the compiler merged the lanes' additions, too: by themselves they take {}x "
                "the time",
                floor);
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
            finding_.gains = true;
            return say(kDoesNotShare, fmt::format("not shared: a hand-written {} is {{}}x as fast", way()),
                       gain());
        }
        for (const TimeOf& gain : gains) {
            if (!gain.atLeast(kUniformGain)) return undecided(gain.whyUnclear(kUniformGain));
        }
        finding_.gains = false;
        const auto ties = [](const TimeOf& gain) { return gain.atLeast(1 / kUniformGain) == true; };
        if (std::any_of(gains.begin(), gains.end(), ties)) return judgeTie();
        for (const TimeOf& gain : gains) {
            if (!gain.atLeast(1 / kUniformGain)) return undecided(gain.whyUnclear(1 / kUniformGain));
        }
        return say(
            kNoGain,
            fmt::format(
                "no gain, shared or not: a hand-written {} costs more than the loads it saves ({{}}x as "
                "fast)",
                way()),
            gain());
    }

    UniformFinding judgeTie() {
        if (const std::string linear = linearNameOf(finding_.subject); !linear.empty()) {
            const TimeOf time = vkperftest::timeOver(figures_, name(""), linear, strategy_);
            if (figures_.find(linear) == nullptr) return undecided(time.trouble);
            if (time.atLeast(1 / kAsFastAsAnother) == true && time.atLeast(kAsFastAsAnother) == false) {
                return say(
                    kDoesNotShare,
                    fmt::format("not shared, as slow as one address for each lane, but a hand-written {} "
                                "is no faster ({{}}x)",
                                way()),
                    gain());
            }
        }
        const RunResult& run = *figures_.run;
        const std::uint32_t lanes = subgroupSizeOf(run, findRow(run, name(""))->strategies[strategy_]);
        if (lanes == 0) return undecided("the number of lanes in a subgroup is not known");
        const TimeOf overCeiling = timeOver("", "reduce");
        const std::optional<bool> far = overCeiling.atLeast(lanes / kOverCeiling);
        if (!far) return undecided(overCeiling.whyUnclear(lanes / kOverCeiling));
        if (*far) {
            return say(
                kNoGain,
                fmt::format("no gain, shared or not: a hand-written {} is no faster, but the loop "
                            "takes {{}}x the time of 'reduce', and {} lanes that share nothing take up to "
                            "{}x",
                            way(), lanes, lanes),
                overCeiling);
        }
        const TimeOf constants = timeOverConstants();
        if (constants.atLeast(kAsFastAsAnother) == false && constants.atLeast(1 / kAsFastAsAnother) == true)
            return say(kScalarLoads, "shared by scalar loads: {}x the time of the constant buffer",
                       constants);
        return say(kAlreadyShares,
                   fmt::format("shared already: a hand-written {} is no faster ({{}}x)", way()), gain());
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

    const std::string& way() const { return finding_.technique; }
    double gain() const { return finding_.gain->median; }

    std::string name(std::string_view technique) const { return nameOf(finding_.subject, technique); }

    TimeOf timeOver(std::string_view technique, std::string_view other) const {
        return measuredTimeOver(figures_, name(technique), name(other), strategy_);
    }

    // The direct row's time; nothing for the constant buffer itself, and unless both are bound by loads.
    TimeOf timeOverConstants() const {
        if (finding_.subject == kConstants) return {};
        return vkperftest::timeOver(figures_, name(""), nameOf(kConstants, ""), strategy_);
    }

    UniformFinding say(std::string_view verdict, std::string pattern, double figure) {
        static_cast<Finding&>(finding_) =
            findingWith(std::move(finding_.subject), verdict, std::move(pattern), figure);
        return finding_;
    }

    UniformFinding say(std::string_view verdict, std::string pattern, const TimeOf& time) {
        return say(verdict, std::move(pattern), time.ratio->median);
    }

    UniformFinding undecided(std::string_view reason) {
        static_cast<Finding&>(finding_) = vkperftest::undecided(std::move(finding_.subject), reason);
        return finding_;
    }

    const RunFigures& figures_;
    std::size_t strategy_;
    UniformFinding finding_;
};

// Of those, the loads' names and by how much sharing gains.
std::string gainsText(const std::vector<const UniformFinding*>& gaining, std::size_t all) {
    std::vector<std::string> names;
    std::vector<double> gains;
    for (const UniformFinding* finding : gaining) {
        names.push_back(finding->subject);
        gains.push_back(finding->gain->median);
    }
    if (gaining.size() == all && all > 1)
        return fmt::format("{}x as fast on all {} loads", rangeOf(gains, 1), all);
    return fmt::format("{}x as fast on {} of {} {} ({})", rangeOf(gains, 1), gaining.size(), all,
                       all == 1 ? "load" : "loads", namesTogether(names));
}

// The first strategy under which any of them has figures.
std::size_t strategyOf(const RunResult& run) {
    std::vector<std::string> names;
    for (const std::string& operation : judgedOperations(run)) {
        for (std::string& name : rowsOf(operation)) names.push_back(std::move(name));
    }
    return judgedStrategy(run, names);
}

} // namespace

std::string concludeUniform(std::span<const UniformFinding> findings) {
    std::vector<const UniformFinding*> gaining;
    std::size_t unknown = 0, sharing = 0;
    for (const UniformFinding& finding : findings) {
        if (finding.gains == true) gaining.push_back(&finding);
        if (!finding.gains) ++unknown;
        if (finding.verdict == kAlreadyShares || finding.verdict == kScalarLoads) ++sharing;
    }
    if (unknown == findings.size()) {
        const auto merged = [](const UniformFinding& finding) {
            return finding.verdict == kRemovedAdditions;
        };
        if (std::all_of(findings.begin(), findings.end(), merged))
            return "No conclusion: the compiler merges the additions of all lanes, so the loads do not show";
        return noConclusion(findings.size(), "loads", std::vector<Finding>(findings.begin(), findings.end()));
    }
    const std::size_t same = findings.size() - gaining.size() - unknown;
    if (!gaining.empty()) {
        return fmt::format("Share uniform loads by hand: {}{}{}", gainsText(gaining, findings.size()),
                           same > 0 ? fmt::format("; no gain on {}", same) : "", notJudged(unknown));
    }
    return fmt::format(
        "Leave uniform loads as they are: {}sharing by hand gains nothing on {} of {} loads{}",
        sharing > 0 ? fmt::format("the driver shares {} of {} itself, and ", sharing, findings.size()) : "",
        same, findings.size(), notJudged(unknown));
}

Result<std::vector<UniformFinding>> judgeUniform(const RunFigures& figures) {
    const RunResult& run = *figures.run;
    const std::vector<std::string> operations = judgedOperations(run);
    if (operations.empty()) return noRows("uniform", nameOf("ByteAddressBuffer.Load4", "shuffle"));
    std::vector<UniformFinding> findings;
    for (const std::string& operation : operations)
        findings.push_back(Judgement(figures, strategyOf(run), operation).make());
    return findings;
}

Result<Answer> answerUniform(const RunFigures& figures) {
    const Result<std::vector<UniformFinding>> judged = judgeUniform(figures);
    if (!judged.ok()) return judged.error();
    Answer answer{concludeUniform(judged.value()), {judged.value().begin(), judged.value().end()}};
    nameStrategy(*figures.run, strategyOf(*figures.run), answer.findings);
    return answer;
}

} // namespace vkperftest
