#include "run/subgroup_sizes.h"

#include <algorithm>

#include <fmt/format.h>

#include "cases/twins.h"

namespace vkperftest {

std::vector<std::uint32_t> offeredSizes(const DeviceRecord& device) {
    std::vector<std::uint32_t> sizes;
    for (const std::uint32_t size : kSubgroupSizes) {
        if (device.smallestSubgroup != 0 && size >= device.smallestSubgroup && size <= device.largestSubgroup)
            sizes.push_back(size);
    }
    return sizes;
}

Result<void> checkSize(std::uint32_t size, std::uint32_t smallest, std::uint32_t largest) {
    if (size >= smallest && size <= largest) return {};
    return Error{ErrorKind::Unsupported,
                 smallest == largest ? fmt::format("subgroups have {} lanes", smallest)
                                     : fmt::format("subgroups have {} to {} lanes", smallest, largest),
                 "", std::to_string(size)};
}

Result<void> addEverySize(RunPlan& plan, const DeviceRecord& device) {
    const std::vector<std::uint32_t> sizes = offeredSizes(device);
    if (sizes.empty()) {
        return Error{ErrorKind::NoDevice,
                     fmt::format("'{}' lets no compute pipeline require a subgroup size "
                                 "(VK_EXT_subgroup_size_control)",
                                 device.name),
                     "omit --subgroup-size, or choose another device with --device"};
    }
    std::vector<Case> rows;
    for (const Case& row : plan.rows) {
        rows.push_back(row);
        if (row.subgroupSize != 0 || row.technique != Technique::Direct) continue;
        for (const std::uint32_t size : sizes) {
            Case sized = row;
            sized.subgroupSize = size;
            if (std::ranges::count(plan.rows, sized) == 0) rows.push_back(std::move(sized));
        }
    }
    plan.rows = std::move(rows);
    if (!plan.block) plan.twins = missingTwins(plan.rows); // `ab` compares times alone
    return {};
}

} // namespace vkperftest
