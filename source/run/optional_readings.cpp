#include "run/optional_readings.h"

#include <cstdint>
#include <map>
#include <random>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "run/differential_sample.h"

namespace vkperftest {
namespace {

// Names the pipeline that the bound row runs: "raw_buffer.4.linear set".
std::string codeKey(const BoundRow& bound) {
    std::string key = fmt::format("{} {}", kernelKey(bound), strategyName(bound.strategy));
    const Case& row = bound.row;
    if (row.subgroupSize != 0) key += fmt::format(" subgroup {}", row.subgroupSize);
    if (row.robustness != Robustness::Off)
        key += fmt::format(" robustness {}", robustnessName(row.robustness));
    return key;
}

} // namespace

void addCodes(Executor& executor, const RunPlan& plan, RunResult& result) {
    std::vector<BoundRow> wanted;                                // each kernel without code, once
    std::map<std::string, std::vector<StrategyResult*>> sharing; // a kernel, by its key
    const auto add = [&](const Case& row, std::span<const Strategy> strategies, RowResult& into) {
        for (std::size_t s = 0; s < strategies.size(); ++s) {
            const BoundRow bound{row, strategies[s]};
            if (!into.strategies[s].code.empty() || !whyUnsupported(bound).empty()) continue;
            std::vector<StrategyResult*>& results = sharing[codeKey(bound)];
            if (results.empty()) wanted.push_back(bound);
            results.push_back(&into.strategies[s]);
        }
    };
    for (std::size_t i = 0; i < plan.rows.size(); ++i) add(plan.rows[i], plan.strategies, result.rows[i]);
    for (std::size_t i = 0; i < plan.twins.size(); ++i) add(plan.twins[i], kTwinStrategies, result.twins[i]);
    add(plan.baseline, kTwinStrategies, result.nullRow);
    if (wanted.empty()) return;
    if (!plan.code) {
        if (result.codes.empty()) result.codesMissing = kCodeNotRequested;
        return;
    }
    CodeReader* const reader = executor.codeReader();
    const Result<std::vector<Result<CodeDigest>>> codes =
        reader != nullptr ? reader->readCode(wanted)
                          : Error{ErrorKind::Unsupported, "the device reports none", ""};
    if (!codes.ok()) {
        if (result.codes.empty()) result.codesMissing = codes.error().cause;
        return;
    }
    std::string whyNot; // the first reason
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const Result<CodeDigest>& code = codes.value()[i];
        if (!code.ok() && code.error().kind == ErrorKind::Unsupported) {
            if (whyNot.empty()) whyNot = code.error().cause;
            continue;
        }
        const std::string key = codeKey(wanted[i]);
        result.codes[key] = code.ok() ? code.value() : missingCode(code.error().cause);
        for (StrategyResult* strategy : sharing[key]) strategy->code = key;
    }
    result.codesMissing = result.codes.empty() ? whyNot : "";
}

namespace {

using Turn = std::pair<std::size_t, std::size_t>; // a way and a length, recorded in a round

void close(RecordingResult& result, Unmeasured unmeasured) {
    result.status = unmeasured.status;
    result.reason = std::move(unmeasured.reason);
    result.lengths.clear();
}

std::vector<RecordingResult> blankResults() {
    std::vector<RecordingResult> results;
    for (std::string& way : recordingWays()) {
        RecordingResult& result = results.emplace_back();
        result.way = std::move(way);
        result.status = Status::Measured; // until something happens
        for (const std::uint64_t dispatches : kRecordedLengths) result.lengths.push_back({dispatches, {}});
    }
    return results;
}

std::vector<Turn> allTurns(std::size_t ways) {
    std::vector<Turn> turns;
    for (std::size_t way = 0; way < ways; ++way) {
        for (std::size_t length = 0; length < kRecordedLengths.size(); ++length)
            turns.push_back({way, length});
    }
    return turns;
}

} // namespace

Result<std::vector<RecordingResult>> measureRecording(Executor& executor, std::uint64_t seed,
                                                      const std::function<bool()>& interrupted) {
    std::mt19937_64 random(seed);
    std::vector<RecordingResult> results = blankResults();
    RecordingTimer* const timer = executor.recordingTimer();
    if (timer == nullptr) return std::vector<RecordingResult>();
    std::vector<Turn> turns = allTurns(results.size());
    for (std::size_t round = 0; round <= kRecordingRounds; ++round) {
        shuffle(turns, random);
        for (const auto& [way, length] : turns) {
            RecordingResult& result = results[way];
            if (result.status != Status::Measured) continue;
            if (interrupted && interrupted()) {
                for (RecordingResult& other : results) {
                    if (other.status == Status::Measured)
                        close(other, {Status::NotMeasured, {ReasonKind::RunEnded}});
                }
                return results;
            }
            const std::uint64_t dispatches = kRecordedLengths[length];
            const Result<double> nanoseconds =
                timer->record(result.way, dispatches, round == 0 && dispatches <= kLongestExecuted);
            if (nanoseconds.ok()) {
                if (round > 0) result.lengths[length].nanoseconds.push_back(nanoseconds.value());
                continue;
            }
            const Error& error = nanoseconds.error();
            if (error.kind == ErrorKind::NoDevice) return error;
            if (error.kind == ErrorKind::DeviceLost) VKPERFTEST_TRY(executor.renew());
            close(result, unmeasuredBy(error));
        }
    }
    return results;
}

} // namespace vkperftest
