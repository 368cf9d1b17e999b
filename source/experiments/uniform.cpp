#include "experiments/uniform.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "experiments/judging.h"
#include "results/summary.h"

namespace vkperftest {
namespace {

constexpr std::string_view kConstants = "cbuffer{float4} load";
constexpr std::array<std::string_view, 5> kTechniques = {"shuffle", "broadcast", "reduce", "perlane",
                                                         "floor"};
constexpr std::array<std::string_view, 5> kNeeded = {"", "shuffle", "broadcast", "perlane", "floor"};

// Without a technique, the direct row's.
std::string nameOf(std::string_view operation, std::string_view technique) {
    return fmt::format("{} uniform{}{}", operation, technique.empty() ? "" : ", ", technique);
}

std::vector<std::string> judgedOperations(const RunResult& run) {
    std::vector<std::string> operations;
    for (const RowResult& row : run.rows) {
        const bool technique = std::any_of(kTechniques.begin(), kTechniques.end(), [&](auto name) {
            return row.name == nameOf(row.operation, name);
        });
        if (technique && std::find(operations.begin(), operations.end(), row.operation) == operations.end())
            operations.push_back(row.operation);
    }
    return operations;
}

Result<void> checkComplete(const RunResult& run, const std::vector<std::string>& operations) {
    if (operations.empty()) return noRows("uniform", nameOf("ByteAddressBuffer.Load4", "shuffle"));
    std::vector<std::string> needed;
    for (const std::string& operation : operations) {
        for (const std::string_view technique : kNeeded) needed.push_back(nameOf(operation, technique));
    }
    needed.push_back(nameOf(kConstants, ""));
    return requireRows(run, needed, "uniform");
}

// All that is known of one operation.
class Judgement {
public:
    Judgement(const RunResult& run, const std::string& operation)
        : run_(run), finding_{.operation = operation} {}

    UniformFinding make() {
        chooseSharing();
        if (const std::string reason = rowWithoutTime(); !reason.empty()) return undecided(reason);
        const PairedRatio perLane = timeOver("perlane", "");
        const PairedRatio floor = timeOver("floor", "");
        const std::optional<bool> perLaneSlower = isAtLeast(perLane, kUniformGain);
        const std::optional<bool> floorSlower = isAtLeast(floor, kUniformGain);
        if (perLaneSlower == true) {
            return say(
                UniformVerdict::RemovedAdditions,
                fmt::format("it removed the additions too: sums that differ from lane to lane take {:.2f} "
                            "times as long",
                            perLane.median));
        }
        if (floorSlower == true) {
            return say(UniformVerdict::RemovedAdditions,
                       fmt::format("it removed the additions too: they alone take {:.2f} times as long",
                                   floor.median));
        }
        if (!perLaneSlower || !floorSlower) return scatters();
        return judgeLoads();
    }

private:
    UniformFinding judgeLoads() {
        const std::string trouble = loadTrouble(run_, row(""));
        return trouble.empty() ? judgeGain() : undecided(trouble);
    }

    UniformFinding judgeGain() {
        const std::optional<bool> gains = isAtLeast(*finding_.gain, kUniformGain);
        const std::optional<bool> comparable = isAtLeast(*finding_.gain, 1 / kUniformGain);
        if (!gains || !comparable) return scatters();
        const std::string byHand = finding_.technique == "shuffle" ? "shuffling" : "broadcasting";
        const std::string gain = fmt::format("{:.2f}x", finding_.gain->median);
        if (*gains)
            return say(UniformVerdict::DoesNot,
                       fmt::format("it does not: {} by hand gains {}", byHand, gain));
        if (!*comparable)
            return undecided(fmt::format("{} costs more than the loads it saves ({})", byHand, gain));
        const std::optional<PairedRatio> overConstants = timeOverConstants();
        if (overConstants && isAtLeast(*overConstants, kAsFastAsConstants) == false) {
            return say(UniformVerdict::ScalarLoads,
                       fmt::format("scalar loads: as fast as the constant buffer's ({:.2f} times its time)",
                                   overConstants->median));
        }
        return say(UniformVerdict::AlreadyShares,
                   fmt::format("the driver already shares uniform loads: {} by hand gains nothing ({})",
                               byHand, gain));
    }

    // The faster way that was measured.
    void chooseSharing() {
        for (const char* technique : {"shuffle", "broadcast"}) {
            if (!ratio("") || !ratio(technique)) continue;
            const PairedRatio gain = timeOver("", technique);
            if (finding_.gain && finding_.gain->median >= gain.median) continue;
            finding_.gain = gain;
            finding_.technique = technique;
        }
    }

    // Why a row that is needed has no time; empty if all have. One way of sharing is enough.
    std::string rowWithoutTime() const {
        for (const std::string_view technique : kNeeded) {
            const bool replaced = finding_.gain && (technique == "shuffle" || technique == "broadcast");
            if (ratio(technique) || replaced) continue;
            return unmeasured(row(technique));
        }
        return {};
    }

    const RowResult& row(std::string_view technique) const {
        return *findRow(run_, nameOf(finding_.operation, technique));
    }

    std::optional<PairedRatio> ratio(std::string_view technique) const {
        return ratioToBaseline(run_, row(technique), kJudgedStrategy);
    }

    PairedRatio timeOver(std::string_view technique, std::string_view other) const {
        return quotient(*ratio(other), *ratio(technique));
    }

    // The direct row's time; nothing for the constant buffer itself.
    std::optional<PairedRatio> timeOverConstants() const {
        if (finding_.operation == kConstants) return std::nullopt;
        const auto constants = ratioToBaseline(run_, *findRow(run_, nameOf(kConstants, "")), kJudgedStrategy);
        if (!constants) return std::nullopt;
        return quotient(*constants, *ratio(""));
    }

    UniformFinding say(UniformVerdict verdict, std::string sentence) {
        finding_.verdict = verdict;
        finding_.sentence = std::move(sentence);
        return finding_;
    }

    UniformFinding undecided(std::string_view reason) {
        return say(UniformVerdict::CannotSay, cannotSay(reason));
    }

    UniformFinding scatters() { return undecided(kScatters); }

    const RunResult& run_;
    UniformFinding finding_;
};

} // namespace

std::string_view uniformVerdictName(UniformVerdict verdict) {
    constexpr std::array<std::string_view, 5> kNames = {"already shares", "does not share",
                                                        "removed additions", "scalar loads", "cannot say"};
    return kNames[static_cast<std::size_t>(verdict)];
}

Result<std::vector<UniformFinding>> judgeUniform(const RunResult& run) {
    const std::vector<std::string> operations = judgedOperations(run);
    VKPERFTEST_TRY(checkComplete(run, operations));
    std::vector<UniformFinding> findings;
    for (const std::string& operation : operations) findings.push_back(Judgement(run, operation).make());
    return findings;
}

Result<std::vector<Finding>> uniformFindings(const RunResult& run) {
    const Result<std::vector<UniformFinding>> judged = judgeUniform(run);
    VKPERFTEST_TRY(judged);
    std::vector<Finding> findings;
    for (const UniformFinding& finding : judged.value()) {
        findings.push_back(
            {finding.operation, std::string(uniformVerdictName(finding.verdict)), finding.sentence});
    }
    return findings;
}

} // namespace vkperftest
