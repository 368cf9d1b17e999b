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

} // namespace vkperftest
