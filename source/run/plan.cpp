#include "run/plan.h"

#include "run/dispatch_size.h"

namespace vkperftest {

Result<KnownSizes> sizesOf(const RunResult& run) {
    KnownSizes sizes{.baselineLoads = run.nullRow.baselineLoads};
    for (const std::vector<RowResult>* rows : {&run.rows, &run.floors}) {
        for (const RowResult& row : *rows) {
            // The run may have ended before the null row's turn.
            if (sizes.baselineLoads == 0) sizes.baselineLoads = row.baselineLoads;
            for (const StrategyResult& strategy : row.strategies) {
                if (strategy.loads > 0) sizes.rowLoads[row.name] = strategy.loads;
            }
        }
    }
    const auto possible = [](std::uint64_t loads) {
        return loads % kLoadsPerGroup == 0 && loads / kLoadsPerGroup <= DispatchSizeGoal().most;
    };
    bool all = possible(sizes.baselineLoads);
    for (const auto& [name, loads] : sizes.rowLoads) all = all && possible(loads);
    if (all) return sizes;
    return Error{ErrorKind::Usage, "the file's loads are those of no dispatch",
                 "start a new one with --output"};
}

} // namespace vkperftest
