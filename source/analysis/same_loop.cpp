#include "analysis/same_loop.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/text.h"

namespace vkperftest {
namespace {

// As NVIDIA, RADV and ANV call it.
constexpr std::array<std::string_view, 3> kSizes = {"binary size", "code size", "instruction count"};

std::optional<double> statistic(const CodeDigest& code, std::string_view name) {
    const auto found = std::find_if(code.statistics.begin(), code.statistics.end(),
                                    [&](const Statistic& one) { return lowercase(one.name) == name; });
    return found != code.statistics.end() ? parseNumber(found->value) : std::nullopt;
}

bool sizesDiffer(const CodeDigest& row, const CodeDigest& floor) {
    constexpr double kMostOfRow = 2, kMostOfFloor = 1.25;
    return std::any_of(kSizes.begin(), kSizes.end(), [&](std::string_view name) {
        const std::optional<double> with = statistic(row, name), without = statistic(floor, name);
        return with && without && (*with > kMostOfRow * *without || *without > kMostOfFloor * *with);
    });
}

} // namespace

bool madeOtherLoops(const CodeDigest* row, const CodeDigest* floor) {
    if (row == nullptr || floor == nullptr) return false;
    if (!row->trouble.empty() || !floor->trouble.empty()) return sizesDiffer(*row, *floor);
    if (row->summary.loops != floor->summary.loops) return true;
    const std::size_t with = row->summary.instructions, without = floor->summary.instructions;
    if (with == 0 || without == 0) return sizesDiffer(*row, *floor);
    constexpr std::size_t kTooMany = 4;
    return without > with || with >= kTooMany * without;
}

} // namespace vkperftest
