#include "model/run_result.h"

#include <algorithm>
#include <array>

namespace vkperftest {
namespace {

const RowResult* findNamed(const std::vector<RowResult>& rows, std::string_view name) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const RowResult& row) { return row.name == name; });
    return found != rows.end() ? &*found : nullptr;
}

} // namespace

std::string_view statusName(Status status) {
    constexpr std::array<std::string_view, 4> kNames = {"measured", "unsupported", "failed", "not measured"};
    return kNames[static_cast<std::size_t>(status)];
}

std::string_view stopReasonName(StopReason reason) {
    constexpr std::array<std::string_view, 3> kNames = {"precision reached", "time is up", "interrupted"};
    return kNames[static_cast<std::size_t>(reason)];
}

std::optional<std::size_t> strategyNumber(const RunResult& run, std::string_view name) {
    const std::vector<std::string>& all = run.settings.strategies;
    const auto found = std::find(all.begin(), all.end(), name);
    if (found == all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
}

const RowResult* findRow(const RunResult& run, std::string_view name) {
    return findNamed(run.rows, name);
}

const RowResult* findRowOrTwin(const RunResult& run, std::string_view name) {
    const RowResult* const row = findRow(run, name);
    return row != nullptr ? row : findNamed(run.twins, name);
}

const RowResult* findFloor(const RunResult& run, const RowResult& row) {
    const std::string name = floorRowName(row);
    return name.empty() ? nullptr : findRowOrTwin(run, name);
}

const RowResult* findSerial(const RunResult& run, const RowResult& row) {
    return row.serial.empty() ? nullptr : findRowOrTwin(run, row.serial);
}

bool isSerialTwin(const RunResult& run, const RowResult& twin) {
    return std::any_of(run.rows.begin(), run.rows.end(),
                       [&](const RowResult& row) { return row.serial == twin.name; });
}

std::string floorRowName(const RowResult& row) {
    const std::string plain = row.operation + " " + row.pattern;
    return row.floor.empty() && row.name == plain ? plain + ", floor" : row.floor;
}

const StrategyResult& resultUnder(const RowResult& row, std::size_t strategy) {
    return row.strategies[row.strategies.size() == 1 ? 0 : strategy];
}

const CodeDigest* codeOf(const RunResult& run, const StrategyResult& strategy) {
    const auto found = run.codes.find(strategy.code);
    return found != run.codes.end() ? &found->second : nullptr;
}

std::uint32_t subgroupSizeOf(const RunResult& run, const StrategyResult& strategy) {
    const CodeDigest* code = codeOf(run, strategy);
    if (code != nullptr && code->subgroupSize != 0) return code->subgroupSize;
    return run.device.measuredSubgroupSize != 0 ? run.device.measuredSubgroupSize : run.device.subgroupSize;
}

} // namespace vkperftest
