#include "run/recording.h"

#include <random>

#include "run/random.h"

namespace vkperftest {
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
