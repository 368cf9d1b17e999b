#include "report/comparison_json.h"

#include "model/json_layout.h"

namespace vkperftest {

std::string comparisonToJson(const Comparison& comparison, const SideName& base, const SideName& now) {
    const auto loads = [](const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); };
    Json changes = Json::array();
    for (const Change& change : comparison.changes) {
        const auto bound = [&](double Interval::*end) {
            return change.interval ? jsonNumber((*change.interval).*end) : Json(nullptr);
        };
        changes.push_back({{"name", change.name},
                           {"strategy", change.strategy},
                           {"base", jsonNumber(change.base)},
                           {"new", jsonNumber(change.now)},
                           {"change", jsonNumber(change.change)},
                           {"low", bound(&Interval::low)},
                           {"high", bound(&Interval::high)},
                           {"verdict", verdictName(change.verdict)},
                           {"kernel_differs", change.kernelDiffers},
                           {"same_code", change.sameCode ? Json(*change.sameCode) : Json(nullptr)},
                           {"base_loads", loads(change.baseLoads)},
                           {"new_loads", loads(change.nowLoads)}});
    }
    Json uncompared = Json::array();
    for (const Uncompared& row : comparison.uncompared) {
        uncompared.push_back({{"name", row.name}, {"strategy", row.strategy}, {"reason", row.reason}});
    }
    const VerdictCounts counts = countVerdicts(comparison);
    return layOutJson({{"base", base.name},
                       {"base_device", base.device},
                       {"new", now.name},
                       {"new_device", now.device},
                       {"metric", metricName(comparison.metric)},
                       {"threshold", jsonNumber(comparison.threshold)},
                       {"interleaved", comparison.interleaved},
                       {"counts",
                        {{"faster", counts.faster},
                         {"slower", counts.slower},
                         {"same", counts.same},
                         {"unclear", counts.unclear}}},
                       {"cautions", comparison.cautions},
                       {"changes", std::move(changes)},
                       {"uncompared", std::move(uncompared)}});
}

} // namespace vkperftest
