#include "analysis/quality.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/enum_table.h"

namespace vkperftest {
namespace {

// Beyond these a run is noisy, or disturbed.
struct Bounds {
    double noisy, disturbed;
};
constexpr Bounds kSetAside = {0.3, 0.6};
constexpr Bounds kWideShare = {0.25, 0.75};
constexpr Bounds kAaControl = {0.02, 0.1};

double shareWiderThan(double width, const std::vector<PairedRatio>& ratios) {
    const auto wide = std::count_if(ratios.begin(), ratios.end(), [&](const PairedRatio& ratio) {
        return relativeWidth(ratio).value_or(width + 1) > width;
    });
    return static_cast<double>(wide) / static_cast<double>(ratios.size());
}

Grade gradeOf(double value, const Bounds& bounds) {
    return value > bounds.disturbed ? Grade::Disturbed : value > bounds.noisy ? Grade::Noisy : Grade::Good;
}

} // namespace

double aaControlError(const PairedRatio& aaControl) {
    const bool chance = aaControl.interval && aaControl.interval->low <= 1 && aaControl.interval->high >= 1;
    const double error = std::abs(aaControl.median - 1);
    return chance || error <= kAaControl.noisy ? 0 : error;
}

std::string_view gradeName(Grade grade) {
    constexpr auto kNames = enumTable<Grade, std::string_view>({"good", "noisy", "disturbed"});
    return kNames[grade];
}

RunQuality judgeQuality(const QualityFacts& facts) {
    RunQuality quality{.facts = facts,
                       .wideShare = shareWiderThan(facts.wide, facts.ratios),
                       .aaControlError = facts.aaControl ? aaControlError(*facts.aaControl) : 0};
    struct Finding {
        Grade grade;
        std::string reason;
    };
    std::array<Finding, 3> findings = {
        {{gradeOf(facts.setAside, kSetAside),
          fmt::format("{:.0f} % of the samples were disturbed", 100 * facts.setAside)},
         {gradeOf(quality.wideShare, kWideShare),
          fmt::format("the intervals of {:.0f} % of the figures are wider than ±{:.2g} %",
                      100 * quality.wideShare, 100 * facts.wide / 2)},
         {gradeOf(quality.aaControlError, kAaControl),
          fmt::format("the A/A control is off by {:.1f} %", 100 * quality.aaControlError)}}};
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding& a, const Finding& b) { return a.grade > b.grade; });
    quality.grade = findings.front().grade;
    for (const Finding& finding : findings) {
        if (finding.grade != Grade::Good) quality.reasons.push_back(finding.reason);
    }
    return quality;
}

} // namespace vkperftest
