#include "run/codes.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace vkperftest {
namespace {

// Names the pipeline that the bound row runs: "raw_buffer.4.linear set".
std::string codeKey(const BoundRow& bound) {
    const std::string key = fmt::format("{} {}", kernelKey(bound), strategyName(bound.strategy));
    const std::uint32_t size = bound.row.subgroupSize; // demanded
    return size == 0 ? key : fmt::format("{} subgroup {}", key, size);
}

// What has no code, each kernel once, and by its key who shares it.
struct Wanted {
    std::vector<BoundRow> boundRows;
    std::map<std::string, std::vector<StrategyResult*>> results;

    void add(const Case& row, std::span<const Strategy> strategies, RowResult& result) {
        for (std::size_t s = 0; s < strategies.size(); ++s) {
            const BoundRow bound{row, strategies[s]};
            if (!result.strategies[s].code.empty() || !whyUnsupported(bound).empty()) continue;
            std::vector<StrategyResult*>& sharing = results[codeKey(bound)];
            if (sharing.empty()) boundRows.push_back(bound);
            sharing.push_back(&result.strategies[s]);
        }
    }
};

} // namespace

void addCodes(Executor& executor, const RunPlan& plan, RunResult& result) {
    Wanted wanted;
    for (std::size_t i = 0; i < plan.rows.size(); ++i)
        wanted.add(plan.rows[i], plan.strategies, result.rows[i]);
    for (std::size_t i = 0; i < plan.twins.size(); ++i)
        wanted.add(plan.twins[i], kTwinStrategies, result.twins[i]);
    wanted.add(plan.baseline, kTwinStrategies, result.nullRow);
    if (wanted.boundRows.empty()) return;
    if (!plan.code) {
        if (result.codes.empty()) result.codesMissing = "not requested";
        return;
    }
    const Result<std::vector<Result<CodeDigest>>> codes = executor.readCode(wanted.boundRows);
    if (!codes.ok()) {
        if (result.codes.empty()) result.codesMissing = codes.error().cause;
        return;
    }
    std::string whyNot; // the first reason
    for (std::size_t i = 0; i < wanted.boundRows.size(); ++i) {
        const Result<CodeDigest>& code = codes.value()[i];
        if (!code.ok() && code.error().kind == ErrorKind::Unsupported) {
            if (whyNot.empty()) whyNot = code.error().cause;
            continue;
        }
        const std::string key = codeKey(wanted.boundRows[i]);
        result.codes[key] = code.ok() ? code.value() : missingCode(code.error().cause);
        for (StrategyResult* sharing : wanted.results[key]) sharing->code = key;
    }
    result.codesMissing = result.codes.empty() ? whyNot : "";
}

} // namespace vkperftest
