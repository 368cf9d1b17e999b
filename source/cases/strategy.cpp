#include "cases/strategy.h"

#include <algorithm>

#include "base/named.h"

namespace vkperftest {

Result<std::vector<Strategy>> parseStrategies(std::string_view list) {
    std::vector<Strategy> result;
    for (const std::string& part : split(list, ',')) {
        const Result<const StrategyTraits*> found =
            findNamed(kStrategies, lowercase(trim(part)), "there is no strategy");
        if (!found.ok()) {
            return Error{ErrorKind::Usage, found.error().cause,
                         found.error().remedy + " (several with commas)"};
        }
        const auto strategy = static_cast<Strategy>(found.value() - kStrategies.data());
        if (std::find(result.begin(), result.end(), strategy) == result.end()) result.push_back(strategy);
    }
    return result;
}

std::string strategyNames(const std::vector<Strategy>& strategies) {
    std::vector<std::string> names;
    for (const Strategy strategy : strategies) names.emplace_back(strategyName(strategy));
    return join(names, ",");
}

std::vector<std::string> recordingWays() {
    std::vector<std::string> ways;
    for (const StrategyTraits& strategy : kStrategies) {
        if (strategy.recordingWays.empty()) continue;
        for (std::string& way : split(strategy.recordingWays, ',')) ways.push_back(std::move(way));
    }
    return ways;
}

} // namespace vkperftest
