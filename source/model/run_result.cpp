#include "model/run_result.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/text.h"
#include "cases/case.h"

namespace vkperftest {
namespace {

const RowResult* findNamed(const RunResult& run, const std::vector<RowResult>& rows, std::string_view name) {
    auto found = std::ranges::find(rows, name, &RowResult::name);
    if (found == rows.end() && run.settings.compiled != CompileSettings())
        found = std::ranges::find(rows, name, [&](const RowResult& row) { return plainName(run, row.name); });
    return found != rows.end() ? &*found : nullptr;
}

} // namespace

std::string_view statusName(Status status) {
    constexpr auto kNames =
        enumTable<Status, std::string_view>({"measured", "unsupported", "failed", "not measured", "failed"});
    return kNames[status];
}

bool hasFailed(Status status) {
    return status == Status::Failed || status == Status::WrongValues;
}

std::string subgroupSizeText(const CompileSettings& compiled) {
    return compiled.subgroupSize == 0 ? "the driver's choice" : std::to_string(compiled.subgroupSize);
}

std::string unmeasuredText(const Unmeasured& unmeasured) {
    const std::string status(statusName(unmeasured.status));
    return unmeasured.reason.empty() ? status : fmt::format("{} ({})", status, reasonText(unmeasured.reason));
}

Unmeasured unmeasuredBy(const Error& error) {
    const bool unsupported = error.kind == ErrorKind::Unsupported;
    const Status otherwise = error.kind == ErrorKind::WrongValues ? Status::WrongValues : Status::Failed;
    return {unsupported ? Status::Unsupported : otherwise, reasonOf(error)};
}

std::optional<std::size_t> strategyNumber(const RunResult& run, std::string_view name) {
    const std::vector<std::string>& all = run.settings.strategies;
    const auto found = std::ranges::find(all, name);
    if (found == all.end()) return std::nullopt;
    return static_cast<std::size_t>(found - all.begin());
}

std::string plainName(const RunResult& run, std::string name) {
    for (const std::string& word : settingWords(run.settings.compiled))
        if (const std::size_t at = name.find(", " + word); at != std::string::npos)
            name.erase(at, word.size() + 2);
    return name;
}

const RowResult* findRow(const RunResult& run, std::string_view name) {
    return findNamed(run, run.rows, name);
}

const RowResult* findRowOrControl(const RunResult& run, std::string_view name) {
    const RowResult* const row = findRow(run, name);
    return row != nullptr ? row : findNamed(run, run.controls, name);
}

const RowResult* findNoLoads(const RunResult& run, const RowResult& row) {
    return row.noLoads.empty() ? nullptr : findRowOrControl(run, row.noLoads);
}

const RowResult* findDependent(const RunResult& run, const RowResult& row) {
    return row.dependent.empty() ? nullptr : findRowOrControl(run, row.dependent);
}

ControlList listOfControl(const RunResult& run, const RowResult& control) {
    const std::optional<Technique> known =
        control.load ? std::optional(control.load->technique) : std::nullopt; // not of another version's rows
    const bool dependent = known ? known == Technique::Dependent
                                 : std::ranges::count(run.rows, control.name, &RowResult::dependent) > 0;
    return dependent ? ControlList::Dependent : ControlList::NoLoadControls;
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

Result<RunResult> rowsMatching(const RunResult& run, const std::vector<std::string>& filters) {
    RunResult result = run;
    const auto matches = [&](const std::string& filter, const RowResult& row) {
        return filterMatches(filter, row.name) || filterMatches(filter, plainName(run, row.name));
    };
    for (const std::string& filter : filters) {
        if (std::ranges::none_of(run.rows, [&](const RowResult& row) { return matches(filter, row); }))
            return Error{ErrorKind::Usage, noRowMatches(filter), "`vkperftest show FILE` prints the rows"};
    }
    const auto kept = [&](const RowResult& row) {
        return std::ranges::any_of(filters, [&](const std::string& filter) { return matches(filter, row); });
    };
    const auto serves = [&](const RowResult& control) {
        return std::ranges::any_of(run.rows, [&](const RowResult& row) {
            return kept(row) && (findNoLoads(run, row) == &control || findDependent(run, row) == &control);
        });
    };
    for (const RowResult& row : run.rows) {
        if (!kept(row) && serves(row)) result.controls.push_back(row);
    }
    std::erase_if(result.rows, [&](const RowResult& row) { return !kept(row); });
    return result;
}

} // namespace vkperftest
